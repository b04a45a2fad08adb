import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shortPeriod } from '../../messages/format.ts';
import { statusLook } from '../../parts/status-look.ts';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import type { Column as TableColumn } from '../../ui/data-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './audit-list.module.css';
import type { AuditRow } from './audit-row.ts';
import type { Column } from './list-view.ts';

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
      column('name', 'minmax(180px, 1.8fr)', ({ audit }) => audit.name),
      column('client', 'minmax(120px, 1.45fr)', ({ client, isTest }) =>
        isTest ? (
          <span className={styles.named}>
            <span className={styles.cut} title={client}>
              {client}
            </span>
            <TestOrganisation isShort />
          </span>
        ) : (
          client
        ),
      ),
      column('type', 'minmax(148px, 0.4fr)', ({ type, isCoupled }) =>
        isCoupled ? (
          <>
            {type}
            <span role="img" aria-label={t('coupled')} title={t('coupled')} className={styles.coupled} />
          </>
        ) : (
          type
        ),
      ),
      column('period', '196px', ({ audit }) =>
        t('period', shortPeriod(audit.period_start, audit.period_end)),
      ),
      column('workPackage', 'minmax(168px, 1.5fr)', ({ workPackage, version }) =>
        version === '' ? workPackage : <PackageName whole={workPackage} version={version} />,
      ),
      column('status', 'minmax(148px, 0.4fr)', ({ audit, status }) => (
        <StatusMark look={statusLook(audit.status)} word={status} />
      )),
    ];
  }, [t]);
}

/** The name and version of a work package: where there is no room for both, the name is cut off and not the version. */
function PackageName({ whole, version }: { readonly whole: string; readonly version: string }) {
  const points = version.split('.').length - 1; // half as wide as a digit
  const room = { '--version': `${version.length - points / 2}ch` } as Record<string, string>; // React's type knows no custom properties
  return (
    <>
      <span className={styles.packageName} title={whole} style={room}>
        {whole.slice(0, -version.length)}
      </span>
      {version}
    </>
  );
}
