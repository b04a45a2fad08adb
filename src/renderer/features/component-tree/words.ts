import type { TFunction } from 'i18next';
import {
  type AuditorRelation,
  auditorRelations,
  type ComponentAudit,
} from '../../../shared/model/component-audit.ts';
import type { ComponentRefusal } from '../../../shared/rules/component.ts';
import type { Doing } from './rows.ts';

export type TreeT = TFunction<'component-tree'>;

/** The words for who audits a component; a relation that nobody knows stays as the service spells it. */
export function relationWord(t: TreeT, spelled: string): string {
  const known: AuditorRelation | undefined = auditorRelations.find((relation) => relation === spelled);
  return known === undefined ? spelled : t(`relation.${known}`);
}

/** Whether a component is in scope, in words; empty where the service does not tell. */
export function scopeWord(t: TreeT, component: ComponentAudit | null): string {
  if (component === null) return t('scope.in'); // as the service makes it (decisions.md §8.5)
  return component.in_scope === null ? '' : t(component.in_scope ? 'scope.in' : 'scope.out');
}

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
