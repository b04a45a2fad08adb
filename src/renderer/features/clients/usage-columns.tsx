import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditWords } from '../../messages/audit-words.ts';
import { shortPeriod } from '../../messages/format.ts';
import { statusLook } from '../../parts/status-look.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './clients.module.css';
import type { Usage } from './usage.ts';

/** The columns of a list of audits, or of audits and components: then with the group of each component. */
export function useUsageColumns(withGroup: boolean): readonly Column<Usage>[] {
  const { t } = useTranslation('clients');
  const words = useAuditWords();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('uses.column.name'),
        width: 'minmax(112px, 2fr)',
        isRowHeader: true,
        render: ({ name }) => name,
      },
      {
        id: 'type',
        title: t('uses.column.type'),
        width: 'minmax(100px, 0.6fr)',
        render: ({ type, isOutOfScope }) =>
          isOutOfScope ? (
            <span className={styles.named}>
              <span className={styles.cut}>{words.type(type)}</span>
              <Tag word={t('uses.outOfScope')} />
            </span>
          ) : (
            words.type(type)
          ),
      },
      ...(withGroup
        ? [
            {
              id: 'group',
              title: t('uses.column.group'),
              width: 'minmax(96px, 1.4fr)',
              render: ({ group }: Usage) => group?.name ?? '',
            },
          ]
        : []),
      {
        id: 'period',
        title: t('uses.column.period'),
        width: '172px',
        render: ({ periodStart, periodEnd }) => t('uses.period', shortPeriod(periodStart, periodEnd)),
      },
      {
        id: 'status',
        title: t('uses.column.status'),
        width: '100px',
        render: ({ status }) => <StatusMark look={statusLook(status)} word={words.status(status)} />,
      },
    ],
    [t, words, withGroup],
  );
}
