import type { Setting } from '../../shared/model/work-package.ts';
import { useTranslation } from './language.ts';

export interface YesNo {
  readonly yes: string;
  readonly no: string;
}

/** The value of a setting for a person: options by their labels, everything else as the service holds it. */
export function settingWords(definition: Setting | null, value: unknown, words: YesNo): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const label = (one: unknown): string =>
    definition?.options.find((option) => option.value === one)?.label ?? plain(one);
  return Array.isArray(value) && definition?.type === 'multiple_choice'
    ? value.map(label).join(', ')
    : label(value);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

export function useSettingWords(): (definition: Setting | null, value: unknown) => string {
  const { t } = useTranslation('audits');
  return (definition, value) => settingWords(definition, value, { yes: t('yes'), no: t('no') });
}
