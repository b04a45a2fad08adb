import { Link2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column as TableColumn } from '../../ui/data-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './audit-list.module.css';
import { type AuditRow, shortPeriod } from './audit-row.ts';
import type { Column } from './list-view.ts';
import { statusLook } from './status-look.ts';

/** The columns of the list of audits; all of them sort. */
export function useListColumns(): readonly TableColumn<AuditRow, Column>[] {
  const { t } = useTranslation('audits');
  return useMemo(() => {
    const column = (
      id: Column,
      width: string,
      render: (row: AuditRow) => React.ReactNode,
    ): TableColumn<AuditRow, Column> => ({
      id,
      title: t(`list.column.${id}`),
      width,
      render,
      isSortable: true,
      isRowHeader: id === 'name',
    });
    return [
      column('name', 'minmax(180px, 2.2fr)', ({ audit }) => <span title={audit.name}>{audit.name}</span>),
      column('client', 'minmax(120px, 1.4fr)', ({ client }) => client),
      column('type', 'minmax(152px, 0.5fr)', ({ type, isCoupled }) =>
        isCoupled ? (
          <span className={styles.type}>
            <span className={styles.text}>{type}</span>
            <Link2 role="img" aria-label={t('coupled')} className={styles.coupled} />
          </span>
        ) : (
          type
        ),
      ),
      column('period', '196px', ({ audit }) => {
        const [start, end] = shortPeriod(audit);
        return t('period', { start, end });
      }),
      column('workPackage', 'minmax(120px, 1.1fr)', ({ workPackage }) => workPackage),
      column('status', 'minmax(136px, 0.5fr)', ({ audit, status }) => (
        <StatusMark look={statusLook(audit.status)} word={status} />
      )),
    ];
  }, [t]);
}
