import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { AuditChoice, AuditFilter } from './audit-choice.ts';
import styles from './users.module.css';

interface Props {
  readonly choices: readonly AuditChoice[];
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

const all = 'all:'; // no service spells a status like this

/** Which audits are meant: by words in name, id or client, and by status. */
export function AuditFilterBar({ choices, filter, onChange }: Props) {
  const { t } = useTranslation('users');
  const shortcutOf = useShortcuts();
  const words = useAuditWords();
  const statuses = useMemo(
    () => [...new Set([filter.status, 'open', ...choices.map(({ audit }) => audit.status)])].filter(Boolean),
    [choices, filter.status],
  );
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField
          label={t('filter.search')}
          placeholder={t('filter.search')}
          value={filter.search}
          onChange={(search) => onChange({ ...filter, search })}
          shortcut={shortcutOf('filter')?.aria}
        />
      </div>
      <Select
        isCompact
        label={t('filter.status')}
        options={[
          { id: all, label: t('filter.all') },
          ...statuses.map((id) => ({ id, label: words.status(id) })),
        ]}
        value={filter.status === '' ? all : filter.status}
        onChange={(status) => onChange({ ...filter, status: status === all ? '' : status })}
      />
    </div>
  );
}
