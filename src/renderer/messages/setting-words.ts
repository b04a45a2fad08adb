import type { Setting } from '../../shared/model/work-package.ts';
import type { SettingFault } from '../../shared/rules/service/setting.ts';
import { formatDay } from './format.ts';
import { useTranslation } from './language.ts';

export interface ValueWords {
  readonly yes: string;
  readonly no: string;
  /** A day, `YYYY-MM-DD`, as the person writes it. */
  readonly day: (iso: string) => string;
}

/** The value of a setting for a person: options by their labels, days as they write them, everything else as the service holds it. */
export function settingWords(definition: Setting | null, value: unknown, words: ValueWords): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (definition?.type === 'date' && typeof value === 'string') return words.day(value);
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
  const { t, i18n } = useTranslation('audits');
  const words = {
    yes: t('parts:word.yes'),
    no: t('parts:word.no'),
    day: (iso: string) => formatDay(iso, i18n.language),
  };
  return (definition, value) => settingWords(definition, value, words);
}

/** The key of the sentence of each fault, among those of the wizard. */
export const settingFaultSentences = {
  'not-a-boolean': 'notABoolean',
  'not-a-string': 'notAString',
  'not-an-integer': 'notAnInteger',
  'not-a-decimal': 'notADecimal',
  'not-a-date': 'notADate',
  'not-a-choice': 'notAChoice',
  'not-a-list': 'notAList',
  'not-json': 'notJson',
} as const satisfies Record<SettingFault | 'not-json', string>;

/** What is wrong with the value of a setting, as a sentence. */
export function useSettingFaultWords(): (fault: keyof typeof settingFaultSentences) => string {
  const { t } = useTranslation('audit-wizard');
  return (fault) => t(`violation.${settingFaultSentences[fault]}`);
}
