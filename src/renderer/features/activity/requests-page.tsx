import { ArrowUpDown } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '../../../shared/api.ts';
import type { Tier } from '../../../shared/model/limits.ts';
import type { RequestFilter } from '../../../shared/record.ts';
import { keptView } from '../../data/kept-view.ts';
import { useRequests } from '../../data/records.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import styles from './activity.module.css';
import { ConnectionFilter, connectionOf, everyConnection } from './connection-filter.tsx';
import { ListCount } from './list-count.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { ReadingFault } from './reading-fault.tsx';
import { useRequestColumns } from './request-columns.tsx';
import { RequestDetail } from './request-detail.tsx';
import {
  operationChoices,
  operationKeys,
  outcomeChoices,
  type Period,
  periods,
  tierChoices,
} from './request-filters.ts';
import { Split } from './split.tsx';

type Outcome = NonNullable<RequestFilter['outcome']>;

interface View {
  readonly connection: string;
  readonly operation: Operation | 'all';
  readonly outcome: Outcome | 'all';
  readonly tier: Tier | 'all';
  readonly period: Period;
  readonly search: string;
}

const everything: View = {
  connection: everyConnection,
  operation: 'all',
  outcome: 'all',
  tier: 'all',
  period: 'all',
  search: '',
};
const useView = keptView(everything);

/** The log of requests: what was sent when, and what came of it; one of them at length, with its command. */
export function RequestsPage() {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const { t: errors } = useTranslation('errors');
  const [view, change] = useView('');
  const [opened, open] = useState<string | null>(null);
  const search = useDeferredValue(view.search);
  const list = useRequests(useMemo(() => chosenBy({ ...view, search }), [view, search]));
  const { entries, total } = list;
  const entry = entries.find(({ requestId }) => requestId === opened) ?? null;
  const columns = useRequestColumns(entry !== null);
  return (
    <>
      <div className={styles.toolbar} role="group" aria-label={t('filter.label')}>
        <div className={styles.search}>
          <SearchField
            label={t('requests.search')}
            placeholder={t('requests.search')}
            value={view.search}
            onChange={(text) => change({ search: text })}
            shortcut="Control+F"
          />
        </div>
        <ConnectionFilter value={view.connection} onChange={(connection) => change({ connection })} />
        <Select<View['operation']>
          isCompact
          label={t('requests.column.operation')}
          options={[
            { id: 'all', label: t('filter.all') },
            ...operationChoices.map((id) => ({ id, label: t(`operation.${operationKeys[id]}`) })),
          ]}
          value={view.operation}
          onChange={(operation) => change({ operation })}
        />
        <Select<View['outcome']>
          isCompact
          label={t('requests.column.outcome')}
          options={[
            { id: 'all', label: t('filter.all') },
            { id: 'ok', label: t('requests.ok') },
            { id: 'failed', label: t('requests.failed') },
            ...outcomeChoices.map((id) => ({ id, label: errors(`codes.${id}.happened`) })),
          ]}
          value={view.outcome}
          onChange={(outcome) => change({ outcome })}
        />
        <Select<View['tier']>
          isCompact
          label={t('requests.tier')}
          options={[
            { id: 'all', label: t('filter.all') },
            ...tierChoices.map((id) => ({ id, label: common(`tier.${id}`), detail: id })),
          ]}
          value={view.tier}
          onChange={(tier) => change({ tier })}
        />
        <PeriodFilter value={view.period} onChange={(period) => change({ period })} />
        <ListCount list={list} words={(count) => t('requests.count', { count })} />
      </div>
      <ReadingFault list={list} />
      {total === null && list.error === null ? (
        <SkeletonRows count={10} widths={['60%', '70%', '80%', '30%', '50%']} label={t('requests.reading')} />
      ) : (
        <Split
          onClose={() => open(null)}
          detail={entry !== null && <RequestDetail entry={entry} onClose={() => open(null)} />}
        >
          <DataTable
            label={t('requests.label')}
            columns={columns}
            rows={entries}
            rowId={({ requestId }) => requestId}
            isBusy={list.isReading}
            totalRows={total}
            onNearEnd={list.readOn}
            onOpen={({ requestId }) => open(requestId)}
            empty={
              <EmptyState title={t('requests.empty.title')} icon={<ArrowUpDown aria-hidden />}>
                {t('requests.empty.text')}
              </EmptyState>
            }
          />
        </Split>
      )}
    </>
  );
}

function chosenBy({ connection, operation, outcome, tier, period, search }: View) {
  const id = connectionOf(connection);
  return {
    seconds: periods[period],
    ...(id === null ? {} : { connection: id }),
    ...(operation === 'all' ? {} : { operation }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(tier === 'all' ? {} : { tier }),
    ...(search.trim() === '' ? {} : { search }),
  };
}
