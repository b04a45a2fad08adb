import { useTranslation } from 'react-i18next';
import type { ImportEntry } from '../../../shared/operations/settings.ts';
import styles from './settings.module.css';
import { useEntryWords } from './use-entry-words.ts';

/** Entries of a file that cannot be chosen, or what became of those that were. */
export function ImportOutcome({ entries }: { readonly entries: readonly ImportEntry[] }) {
  const { t } = useTranslation('settings');
  const { nameOf, verdictWords } = useEntryWords();
  return (
    <div>
      <p className={styles.label}>{t('exchange.rest')}</p>
      <ul className={styles.outcomes}>
        {entries.map((entry) => (
          <li key={entry.key}>
            {t(`exchange.one.${entry.kind}`)} {nameOf(entry)}: {verdictWords(entry)}
          </li>
        ))}
      </ul>
    </div>
  );
}
