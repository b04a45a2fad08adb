import type { TFunction } from 'i18next';
import type { ComponentRefusal } from '../../../shared/rules/component.ts';
import type { Doing } from './rows.ts';

export type TreeT = TFunction<'component-tree'>;

/** What is about to happen to a component, happens, or was refused. */
export function doingWord(t: TreeT, { kind, state }: Doing): string {
  return t(`doing.${kind}.${state}`);
}

/** Why an action cannot be taken, as one sentence. */
export function refusalWord(t: TreeT, refusal: ComponentRefusal): string {
  return t(`refusal.${refusal}`);
}

/** How many legal entities no component has, and how many several have; as one line. */
export function coverageWords(
  t: TreeT,
  { none, several }: { readonly none: number; readonly several: number },
): string {
  const parts = [
    ...(none > 0 ? [t('coverage.noneOf', { count: none })] : []),
    ...(several > 0 ? [t('coverage.severalOf', { count: several })] : []),
  ];
  return parts.length === 0 ? t('coverage.whole') : parts.join(' · ');
}
