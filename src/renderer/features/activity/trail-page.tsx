import { Download, ScrollText } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptView } from '../../data/kept-view.ts';
import { trailKey, useTrail } from '../../data/records.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './activity.module.css';
import { ConnectionFilter, connectionOf, everyConnection } from './connection-filter.tsx';
import { ListCount } from './list-count.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { ReadingFault } from './reading-fault.tsx';
import { type Period, periods } from './request-filters.ts';
import { Split } from './split.tsx';
import { useTrailColumns } from './trail-columns.tsx';
import { TrailDetail } from './trail-detail.tsx';
import { TrailNotices } from './trail-notices.tsx';
import { useTrailExport } from './use-trail-export.ts';

interface View {
  readonly connection: string;
  readonly outcome: 'all' | 'failed';
  readonly period: Period;
  readonly search: string;
}

const useView = keptView<View>({ connection: everyConnection, outcome: 'all', period: 'all', search: '' });

/** Who changed what, when and as which account: every write of this app, for as long as it is installed (ux C9). */
export function TrailPage() {
  const { t } = useTranslation('activity');
  const [view, change] = useView('');
  const [opened, open] = useState<string | null>(null);
  const search = useDeferredValue(view.search);
  const list = useTrail(useMemo(() => chosenBy({ ...view, search }), [view, search]));
  const { entries, total } = list;
  const entry = entries.find((one) => trailKey(one) === opened) ?? null;
  const columns = useTrailColumns(entry !== null);
  const save = useTrailExport(connectionOf(view.connection));
  return (
    <>
      <TrailNotices saved={save.data} />
      <div className={styles.toolbar} role="group" aria-label={t('filter.label')}>
        <div className={styles.search}>
          <SearchField
            label={t('trail.search')}
            placeholder={t('trail.search')}
            value={view.search}
            onChange={(text) => change({ search: text })}
            shortcut="Control+F"
          />
        </div>
        <ConnectionFilter value={view.connection} onChange={(connection) => change({ connection })} />
        <Select<View['outcome']>
          isCompact
          label={t('trail.column.outcome')}
          options={[
            { id: 'all', label: t('filter.all') },
            { id: 'failed', label: t('trail.undone') },
          ]}
          value={view.outcome}
          onChange={(outcome) => change({ outcome })}
        />
        <PeriodFilter value={view.period} onChange={(period) => change({ period })} />
        <Menu
          label={t('trail.export')}
          trigger={
            <Button icon={<Download aria-hidden />} isPending={save.isPending}>
              {t('trail.export')}
            </Button>
          }
          entries={(['csv', 'jsonl'] as const).map((id) => ({ id, label: t(`trail.format.${id}`) }))}
          onAction={(format) => save.mutate(format)}
        />
        <ListCount list={list} words={(count) => t('trail.count', { count })} />
      </div>
      <ReadingFault list={list} />
      {total === null && list.error === null ? (
        <SkeletonRows count={10} widths={['60%', '40%', '50%', '80%', '40%']} label={t('trail.reading')} />
      ) : (
        <Split
          onClose={() => open(null)}
          detail={entry !== null && <TrailDetail entry={entry} onClose={() => open(null)} />}
        >
          <DataTable
            label={t('trail.label')}
            columns={columns}
            rows={entries}
            rowId={trailKey}
            isBusy={list.isReading}
            totalRows={total}
            onNearEnd={list.readOn}
            onOpen={(one) => open(trailKey(one))}
            empty={
              <EmptyState title={t('trail.empty.title')} icon={<ScrollText aria-hidden />}>
                {t('trail.empty.text')}
              </EmptyState>
            }
          />
        </Split>
      )}
    </>
  );
}

function chosenBy({ connection, outcome, period, search }: View) {
  const id = connectionOf(connection);
  return {
    seconds: periods[period],
    ...(id === null ? {} : { connection: id }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(search.trim() === '' ? {} : { search }),
  };
}
