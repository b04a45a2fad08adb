import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressEntry, AddressVerdict } from '../../../shared/rules/audit-user.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import styles from './users.module.css';

const looks = {
  new: 'good',
  'same-role': 'idle',
  'other-role': 'closed',
  'no-address': 'ending',
  twice: 'idle',
} as const satisfies Readonly<Record<AddressVerdict, StatusMarkProps['look']>>;

interface Props {
  readonly entries: readonly AddressEntry[];
  /** Whether it is known which role they are to have: before, an assigned user has another one than none. */
  readonly hasRole: boolean;
}

/** What becomes of each address of a list, before anything is sent. */
export function AddressVerdicts({ entries, hasRole }: Props) {
  const { t } = useTranslation('users');
  const columns = useMemo(
    (): readonly Column<AddressEntry>[] => [
      { id: 'line', title: t('verdict.line'), width: '56px', render: ({ line }) => line, align: 'end' },
      {
        id: 'address',
        title: t('verdict.address'),
        width: 'minmax(160px, 1fr)',
        render: ({ address }) => address,
        isRowHeader: true,
      },
      {
        id: 'verdict',
        title: t('verdict.title'),
        width: 'minmax(180px, 1fr)',
        render: (entry) => <StatusMark look={looks[entry.verdict]} word={wordOf(entry, hasRole, t)} />,
      },
    ],
    [t, hasRole],
  );
  return (
    <div className={styles.verdicts}>
      <DataTable
        label={t('verdict.label')}
        columns={columns}
        rows={entries}
        rowId={({ line, address }) => `${line} ${address}`}
      />
    </div>
  );
}

function wordOf({ verdict, role }: AddressEntry, hasRole: boolean, t: TFunction<'users'>): string {
  if (verdict === 'other-role') return t(hasRole ? 'verdict.other-role' : 'verdict.assigned', { role });
  return t(`verdict.${verdict}`);
}
