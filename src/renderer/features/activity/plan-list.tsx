import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keptView } from '../../data/kept-view.ts';
import { usePlanList } from '../../data/plan-list.ts';
import { pathTo } from '../../routes.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './activity.module.css';
import { ConnectionFilter, connectionOf, everyConnection } from './connection-filter.tsx';
import { usePlanColumns } from './plan-columns.tsx';
import { ReadingFault } from './reading-fault.tsx';

const usePlanView = keptView<{ readonly connection: string; readonly opened: string | null }>({
  connection: everyConnection,
  opened: null,
});

/** All plans that were ever begun here, the latest first. */
export function PlanList() {
  const { t } = useTranslation('activity');
  const navigate = useNavigate();
  const [view, change] = usePlanView('');
  const list = usePlanList(connectionOf(view.connection));
  const columns = usePlanColumns();
  const { entries, total, error } = list;
  const isUnread = entries.length === 0 && error !== null;
  const isFirstReading = entries.length === 0 && list.isReading && !isUnread;
  return (
    <>
      <div className={styles.toolbar} role="group" aria-label={t('filter.label')}>
        <ConnectionFilter value={view.connection} onChange={(connection) => change({ connection })} />
        {total !== null && (
          <span role="status" className={styles.count}>
            {t('plans.count', { count: total })}
          </span>
        )}
      </div>
      <ReadingFault list={list} />
      {isFirstReading ? (
        <SkeletonRows count={8} widths={['70%', '40%', '50%', '40%']} label={t('plans.reading')} />
      ) : isUnread ? null : (
        <DataTable
          label={t('plans.label')}
          columns={columns}
          rows={entries}
          rowId={({ id }) => id}
          initialRow={view.opened}
          isBusy={list.isReading}
          totalRows={total}
          onNearEnd={list.readOn}
          onOpen={({ id }) => {
            change({ opened: id });
            void navigate(pathTo('plan', { planId: id }));
          }}
          empty={
            <EmptyState title={t('plans.empty.title')} icon={<ListChecks aria-hidden />}>
              {t('plans.empty.text')}
            </EmptyState>
          }
        />
      )}
    </>
  );
}
