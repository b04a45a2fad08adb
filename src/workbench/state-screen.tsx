import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Banner } from '../renderer/ui/banner.tsx';
import { DataTable } from '../renderer/ui/data-table.tsx';
import { EmptyState } from '../renderer/ui/empty-state.tsx';
import type { Column } from '../renderer/ui/grid/columns.ts';
import { Note } from '../renderer/ui/layout.tsx';
import { Page, PageHeader } from '../renderer/ui/page.tsx';
import { Toolbar } from '../renderer/ui/panel.tsx';
import { Select } from '../renderer/ui/select.tsx';
import type { AuditHead, AuditPage, FirmState } from '../shared/workbench.ts';
import { AuditView } from './audit-view.tsx';
import { ask, sentenceOf } from './control.ts';
import { FirmView } from './firm-view.tsx';
import styles from './workbench.module.css';

/** What the service keeps: its firms with their credits and quota windows, and the audits of one of them. */
export function StateScreen() {
  const [chosen, setChosen] = useState<string | null>(null);
  const state = useQuery({
    queryKey: ['state'],
    queryFn: () => ask<{ readonly firms: readonly FirmState[] }>('state/'),
    refetchInterval: 2_000,
  });
  const firms = state.data?.firms ?? [];
  const firm = firms.find(({ id }) => id === chosen) ?? firms[0];
  return (
    <Page layout="fill">
      <PageHeader title="State" />
      {state.isError && <Banner tone="warning" role="status" title={sentenceOf(state.error)} />}
      {firm !== undefined && (
        <>
          <Toolbar label="Firm">
            <Select
              label="Firm"
              isCompact
              options={firms.map(({ id }) => ({ id, label: id }))}
              value={firm.id}
              onChange={setChosen}
            />
            <Note className={styles.count}>{`${firm.audits.toLocaleString('en-US')} audits`}</Note>
          </Toolbar>
          <FirmView key={`firm ${firm.id}`} firm={firm} />
          <Audits key={firm.id} firm={firm.id} />
        </>
      )}
    </Page>
  );
}

/** The audits of a firm, read further as they come into sight; one of them at length. */
function Audits({ firm }: { readonly firm: string }) {
  const [open, setOpen] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['audits', firm],
    queryFn: ({ pageParam }) => ask<AuditPage>(`state/${encodeURIComponent(firm)}/audits/${pageParam}/`),
    initialPageParam: 0,
    getNextPageParam: ({ count, results }, _pages, from) =>
      from + results.length < count && results.length > 0 ? from + results.length : null,
    refetchInterval: 5_000,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ results }) => results) ?? [], [list.data]);
  return (
    <>
      <DataTable
        id="audits"
        label="Audits, in the order of their creation"
        columns={columns}
        rows={rows}
        rowId={idOf}
        textOf={nameOf}
        totalRows={list.data?.pages[0]?.count}
        isBusy={list.isFetchingNextPage}
        onNearEnd={() => list.hasNextPage && void list.fetchNextPage()}
        onOpen={({ id }) => setOpen(id)}
        empty={
          <EmptyState title="No audits" picture="list">
            What is created shows here.
          </EmptyState>
        }
      />
      {open !== null && (
        <AuditView key={open} firm={firm} id={open} onOpen={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

const idOf = ({ id }: AuditHead) => id;
const nameOf = ({ name }: AuditHead) => name;

const columns: readonly Column<AuditHead>[] = [
  { id: 'id', title: 'Id', width: { least: 140, grows: 1 }, value: idOf },
  { id: 'name', title: 'Name', isRowHeader: true, width: { least: 200, grows: 2 }, value: nameOf },
  {
    id: 'type',
    title: 'Type',
    width: { least: ['consolidated'], givesWay: 1 },
    value: ({ audit_type: type }) => type,
  },
  { id: 'status', title: 'Status', width: { least: ['initializing'] }, value: ({ status }) => status },
  {
    id: 'client',
    title: 'Client',
    width: { least: 120, grows: 1, givesWay: 2 },
    value: ({ client_organisation_id: client }) => client,
  },
  {
    id: 'coupled',
    title: 'Coupled to',
    width: { least: 120, grows: 1, givesWay: 3 },
    value: ({ coupled_component_audit_ids: ids }) => (ids.length === 0 ? '–' : ids.join(', ')),
  },
];
