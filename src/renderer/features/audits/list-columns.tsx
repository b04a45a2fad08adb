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
      column('name', 'minmax(180px, 2.2fr)', ({ audit }) => <Text text={audit.name} />),
      column('client', 'minmax(120px, 1.4fr)', ({ client }) => <Text text={client} />),
      column('type', 'minmax(136px, 0.5fr)', ({ type, isCoupled }) => (
        <span className={styles.type}>
          <Text text={type} />
          {isCoupled && <Link2 role="img" aria-label={t('coupled')} className={styles.coupled} />}
        </span>
      )),
      column('period', '196px', ({ audit }) => {
        const [start, end] = shortPeriod(audit);
        return (
          <span
            className={styles.period}
            title={t('period', { start: audit.period_start, end: audit.period_end })}
          >
            {t('period', { start, end })}
          </span>
        );
      }),
      column('workPackage', 'minmax(120px, 1.1fr)', ({ workPackage }) => <Text text={workPackage} />),
      column('status', 'minmax(136px, 0.5fr)', ({ audit, status }) => (
        <StatusMark look={statusLook(audit.status)} word={status} />
      )),
    ];
  }, [t]);
}

function Text({ text }: { readonly text: string }) {
  return (
    <span className={styles.text} title={text}>
      {text}
    </span>
  );
}
