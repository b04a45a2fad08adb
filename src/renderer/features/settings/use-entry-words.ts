import { useTranslation } from 'react-i18next';
import type { ImportEntry } from '../../../shared/operations/settings.ts';

const labelled = [
  'theme',
  'language',
  'density',
  'motion',
  'zoom',
  'bulkHeadroom',
  'notifyWhenDone',
  'logMebibytes',
] as const;
const fields = ['name', 'kind', 'access', 'baseUrl', 'clientId', 'members'] as const;

interface EntryWords {
  readonly nameOf: (entry: ImportEntry) => string;
  readonly changeWords: (entry: ImportEntry) => string;
  readonly verdictWords: (entry: ImportEntry) => string;
}

/** An entry of a settings file in words: what it is, what would be different, what becomes of it. */
export function useEntryWords(): EntryWords {
  const { t } = useTranslation('settings');
  const nameOf = ({ kind, name }: ImportEntry): string => {
    if (kind !== 'preference') return name === '' ? t('exchange.unnamed') : name;
    const known = labelled.find((one) => one === name);
    if (known !== undefined) return t(`entry.${known}.label`);
    if (name === 'shortcuts') return t('exchange.shortcuts');
    return name === 'sidebarCollapsed' ? t('exchange.sidebar') : name;
  };
  const fieldOf = (field: string): string => {
    const known = fields.find((one) => one === field);
    return known === undefined ? '' : `${t(`exchange.field.${known}`)}: `;
  };
  return {
    nameOf,
    changeWords: ({ changes }) =>
      changes
        .map(
          ({ field, from, to }) => fieldOf(field) + (from === null ? to : t('exchange.change', { from, to })),
        )
        .join(' · '),
    verdictWords: ({ verdict, reason }) =>
      reason === null ? t(`exchange.verdict.${verdict}`) : t(`exchange.reason.${reason}`),
  };
}
