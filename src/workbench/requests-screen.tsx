import { Pause, Play } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Banner } from '../renderer/ui/banner.tsx';
import { Button } from '../renderer/ui/button.tsx';
import { DataTable } from '../renderer/ui/data-table.tsx';
import { EmptyState } from '../renderer/ui/empty-state.tsx';
import { FilterBox } from '../renderer/ui/filter-box.tsx';
import type { Column } from '../renderer/ui/grid/columns.ts';
import { Note } from '../renderer/ui/layout.tsx';
import { Page, PageHeader } from '../renderer/ui/page.tsx';
import { Toolbar } from '../renderer/ui/panel.tsx';
import { ToolbarSearch } from '../renderer/ui/search-field.tsx';
import { StatusMark } from '../renderer/ui/status-mark.tsx';
import { tiers } from '../shared/model/tiers.ts';
import { reasons } from '../shared/reasons.ts';
import type { ExchangeHead } from '../shared/workbench.ts';
import { sentenceOf } from './control.ts';
import { ExchangeView } from './exchange-view.tsx';
import { type ExchangePlace, useExchanges } from './exchanges.ts';
import { allPass, type Filters, filtered, outcomeOf, outcomes } from './filters.ts';
import styles from './workbench.module.css';

/** The requests to the service while they come in, and one of them at length. */
export function RequestsScreen() {
  const [isLive, setLive] = useState(true);
  const [filters, setFilters] = useState(allPass);
  const [open, setOpen] = useState<ExchangePlace | null>(null);
  const read = useExchanges(isLive);
  const { run = '', rows = noRows } = read.data ?? {};
  const search = useDeferredValue(filters.search);
  const shown = useMemo(() => filtered(rows, { ...filters, search }), [rows, filters, search]);
  return (
    <Page layout="fill">
      <PageHeader
        title="Requests"
        actions={
          <Button
            icon={isLive ? <Pause aria-hidden /> : <Play aria-hidden />}
            onPress={() => setLive(!isLive)}
          >
            {isLive ? 'Pause' : 'Continue'}
          </Button>
        }
      />
      {read.isError && (
        <Banner tone="warning" role="status" title={sentenceOf(read.error)}>
          The list shows what was read before. It goes on by itself once the sandbox answers again.
        </Banner>
      )}
      <RequestFilters filters={filters} onChange={setFilters} count={countOf(shown.length, rows.length)} />
      <DataTable
        key={run} // the same numbers are other requests then
        id="exchanges"
        label="Requests, newest first"
        columns={columns}
        rows={shown}
        rowId={idOf}
        labelOf={labelOf}
        onOpen={({ id }) => setOpen({ run, id })}
        empty={
          <EmptyState
            title={rows.length === 0 ? 'No requests yet' : 'No request passes the filters'}
            picture="list"
          >
            {rows.length === 0
              ? 'Send a request to this service: it shows here within a second.'
              : 'Change the search or the filters to see others.'}
          </EmptyState>
        }
      />
      {open !== null && (
        <ExchangeView key={`${open.run} ${open.id}`} place={open} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

const noRows: readonly ExchangeHead[] = [];
const idOf = ({ id }: ExchangeHead) => String(id);
const statusText = ({ status }: ExchangeHead) => (status === null ? 'not answered' : String(status));
const labelOf = (row: ExchangeHead) => `${row.method} ${row.path}, ${statusText(row)}`;

function countOf(shown: number, all: number): string {
  const number = (count: number) => count.toLocaleString('en-US');
  return shown === all ? `${number(all)} requests` : `${number(shown)} of ${number(all)} requests`;
}

interface RequestFiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly count: string;
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

function RequestFilters({ filters, onChange, count }: RequestFiltersProps) {
  const box = (
    label: string,
    key: 'method' | 'outcome' | 'tier',
    options: readonly { readonly id: string; readonly label: string }[],
  ) => (
    <FilterBox
      label={label}
      options={options}
      values={filters[key]}
      onChange={(values) => onChange({ ...filters, [key]: values })}
      summary={summaryOf(filters[key], options)}
      searchLabel={`Search: ${label}`}
      clearLabel="All"
    />
  );
  return (
    <Toolbar label="Filters">
      <ToolbarSearch
        label="Search requests"
        placeholder="Path, client, reason …"
        value={filters.search}
        onChange={(search) => onChange({ ...filters, search })}
      />
      {box(
        'Method',
        'method',
        methods.map((id) => ({ id, label: id })),
      )}
      {box(
        'Outcome',
        'outcome',
        Object.entries(outcomes).map(([id, label]) => ({ id, label })),
      )}
      {box(
        'Tier',
        'tier',
        tiers.map((id) => ({ id, label: id })),
      )}
      <Note className={styles.count} role="status">
        {count}
      </Note>
    </Toolbar>
  );
}

function summaryOf(
  values: readonly string[],
  options: readonly { readonly id: string; readonly label: string }[],
): string {
  if (values.length === 0) return 'all';
  if (values.length > 1) return `${values.length} chosen`;
  return options.find(({ id }) => id === values[0])?.label ?? '';
}

const looks = { done: 'good', refused: 'closed', failed: 'ending', lost: 'unknown' } as const;

const columns: readonly Column<ExchangeHead>[] = [
  {
    id: 'at',
    title: 'Time, UTC',
    width: { least: ['00:00:00.000'] },
    value: ({ at }) => at.slice(11, 23),
  },
  { id: 'method', title: 'Method', width: { least: ['DELETE'] }, value: ({ method }) => method },
  {
    id: 'path',
    title: 'Path',
    isRowHeader: true,
    width: { least: 200, grows: 3 },
    value: ({ path, query }) => (query === '' ? path : `${path}?${query}`),
  },
  {
    id: 'status',
    title: 'Status',
    hasIcon: true,
    width: { least: ['not answered'] },
    cell: (row) => <StatusMark look={looks[outcomeOf(row)]} word={statusText(row)} />,
  },
  {
    id: 'why',
    title: 'Why',
    width: { least: 120, grows: 2, givesWay: 4 },
    value: ({ rules }) => rules.map((rule) => reasons[rule].sentence).join(' '),
  },
  { id: 'tier', title: 'Tier', width: { least: tiers, givesWay: 2 }, value: ({ tier }) => tier ?? '–' },
  {
    id: 'client',
    title: 'Client',
    width: { least: 120, grows: 1, givesWay: 3 },
    value: ({ client_id: client }) => client ?? '–',
  },
  {
    id: 'fault',
    title: 'Fault',
    width: { least: ['drop_before'], givesWay: 1 },
    value: ({ fault }) => fault ?? '–',
  },
  {
    id: 'duration',
    title: 'ms',
    align: 'end',
    width: { least: ['10,000.0'], givesWay: 0 },
    value: ({ duration_ms: duration }) => duration.toFixed(1),
  },
];
