import { Plus, SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useClients } from '../../data/clients.ts';
import { knownTotal, type WholeList } from '../../data/collection.ts';
import { useConnectionId } from '../../data/connections.ts';
import { type ChangeView, type Filters, rememberedView } from '../../data/remembered-view.ts';
import { viewKeyStart } from '../../data/saved-views.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useNoResults } from '../../messages/no-results.ts';
import { CollectionCount, CollectionState, RefreshButton } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import type { FileColumn, FileTable } from '../../parts/export/file-table.ts';
import { ImportAction } from '../../parts/import-action.tsx';
import { InspectedNotice } from '../../parts/inspected-notice.tsx';
import { NewClientDialog } from '../../parts/new-client-dialog.tsx';
import { useRowActions } from '../../parts/row-actions.ts';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { UndoRemovals } from '../../parts/undo.tsx';
import { ValueFilter } from '../../parts/value-filter.tsx';
import { type OpenView, ViewColumns, viewedList } from '../../parts/views/open-view.tsx';
import { ChangedView, GoneView, ViewMenu } from '../../parts/views/view-menu.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Sort, Column as TableColumn } from '../../ui/grid/columns.ts';
import { CutText } from '../../ui/grid/cut-text.tsx';
import type { RowAction } from '../../ui/grid/grid.tsx';
import { Row, Toolbar } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';

export function ClientList() {
  const { t } = useTranslation('clients');
  const connection = useConnectionId();
  const navigate = useNavigate();
  const clients = useClients(connection);
  const openView = useViewed(connection, useClientView(connection));
  const { view, change, kind, saved } = openView;
  const [isMaking, setMaking] = useState(false);
  const { compare } = useAuditWords();
  const countries = useCountryWords();
  const refusal = useWriteRefusal();
  const name = saved?.name ?? t('title');

  const rows = useMemo(
    () => clientRows(clients.entries, { country: countries.name, test: t('test') }),
    [clients.entries, countries, t],
  );
  const sorted = useMemo(() => sortedClients(rows, view.sort, compare), [rows, view.sort, compare]);
  const search = useDeferredValue(view.search);
  const chosen = view.filters.country;
  const shown = useMemo(() => matchingClients(sorted, search, chosen), [sorted, search, chosen]);
  const open = (id: string) => {
    change({ opened: id });
    void navigate(pathTo('client', { clientId: id }));
  };
  const newClient = (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setMaking(true)} reason={refusal}>
      {t('list.new')}
    </Button>
  );
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={openView.id ?? ''}
        title={<CutText text={name} />}
        windowTitle={name}
        mark={
          rows.length > 0 && (
            <CollectionCount list={clients}>
              {t('list.shown', { shown: shown.length, count: knownTotal(clients) })}
            </CollectionCount>
          )
        }
        actions={
          <>
            <RefreshButton lists={[clients]} />
            <ViewMenu connection={connection} open={openView} />
            {rows.length > 0 && <ClientExport name={name} rows={shown} list={clients} />}
            <ImportAction kind="clients" />
            {newClient}
          </>
        }
      />
      <UndoRemovals of={viewKeyStart} />
      {kind === 'gone' && <GoneView list="clients" />}
      <InspectedNotice connection={connection} of={['clients']} />
      <CollectionState
        list={clients}
        skeleton={[12, ['70%', '50%', '40%', '60%'], t('list.reading')]}
        none={
          <EmptyState title={t('list.empty.title')} picture="list">
            {t('list.empty.text')}
          </EmptyState>
        }
      >
        <ClientToolbar rows={rows} view={view} onChange={change} countryName={countries.name}>
          <ChangedView open={openView} />
        </ClientToolbar>
        {kind !== 'reading' && (
          <ClientTable openView={openView} clients={clients} shown={shown} onOpen={open} />
        )}
      </CollectionState>
      {isMaking && (
        <NewClientDialog
          connection={connection}
          clients={clients.entries}
          onClose={() => setMaking(false)}
          onCreated={(id) => {
            setMaking(false);
            open(id);
          }}
        />
      )}
    </Page>
  );
}

interface TableProps {
  readonly openView: OpenView<ClientView>;
  readonly clients: WholeList<ClientOrganisation>;
  readonly shown: readonly ClientRow[];
  readonly onOpen: (id: string) => void;
}

function ClientTable({ openView, clients, shown, onOpen }: TableProps) {
  const { t } = useTranslation('clients');
  const noResults = useNoResults();
  const actionsOf = useClientActions();
  const columns = useColumns();
  const { view, change } = openView;
  return (
    <ViewColumns open={openView}>
      <DataTable
        id="clients"
        label={t('list.label')}
        columns={columns}
        rows={shown}
        rowId={({ client }) => client.id}
        sort={view.sort}
        onSort={(sort) => change({ sort })}
        initialRow={view.opened}
        onOpen={({ client }) => onOpen(client.id)}
        actionsOf={actionsOf}
        empty={
          <EmptyState
            title={noResults([clients])}
            icon={<SearchX aria-hidden />}
            action={
              <Button variant="quiet" onPress={() => change({ search: '', filters: allByName.filters })}>
                {t('list.clear')}
              </Button>
            }
          >
            {t('list.noMatch')}
          </EmptyState>
        }
      />
    </ViewColumns>
  );
}

interface ToolbarProps {
  readonly rows: readonly ClientRow[];
  readonly view: ClientView;
  readonly onChange: ChangeView<ClientView>;
  readonly countryName: (code: string) => string;
  /** Stands after the filters. */
  readonly children: ReactNode;
}

function ClientToolbar({ rows, view, onChange, countryName, children }: ToolbarProps) {
  const { t } = useTranslation('clients');
  const shortcutOf = useShortcuts();
  const { compare } = useAuditWords();
  const { country } = view.filters;
  const countries = useMemo(
    () =>
      [...new Set([...rows.flatMap(({ client }) => client.country ?? []), ...country])]
        .map((id) => ({ id, label: countryName(id) }))
        .toSorted((a, b) => compare(a.label, b.label)),
    [rows, country, countryName, compare],
  );
  return (
    <Toolbar label={t('list.filters')}>
      <ToolbarSearch
        label={t('list.search')}
        placeholder={t('list.search')}
        value={view.search}
        onChange={(text) => onChange({ search: text })}
        shortcut={shortcutOf('filter')?.aria}
      />
      {countries.length > 0 && (
        <ValueFilter
          label={t('list.column.country')}
          options={countries}
          values={country}
          onChange={(chosen) => onChange({ filters: { country: chosen } })}
        />
      )}
      {children}
    </Toolbar>
  );
}

function useColumns(): readonly TableColumn<ClientRow, Column>[] {
  const { t } = useTranslation('clients');
  return useMemo(() => {
    const column = (
      id: Column,
      min: number,
      share: number,
      render: (row: ClientRow) => React.ReactNode,
    ): TableColumn<ClientRow, Column> => ({
      id,
      title: t(`list.column.${id}`),
      min,
      share,
      render,
      isSortable: true,
      isRowHeader: id === 'name',
    });
    return [
      column('name', 240, 2, ({ client }) =>
        client.is_test_organisation ? (
          <Row as="span" isLine>
            <CutText text={client.name} />
            <TestOrganisation />
          </Row>
        ) : (
          client.name
        ),
      ),
      column('id', 140, 1.2, ({ client }) => client.id),
      column('country', 120, 0.8, ({ country }) => country),
      column('domains', 160, 2, ({ domains }) => domains),
    ];
  }, [t]);
}

function ClientExport(shown: Pick<FileTable<ClientRow>, 'name' | 'rows' | 'list'>) {
  return <ExportAction variant="quiet" table={{ ...shown, grid: 'clients', columns: clientFile }} />;
}

interface ClientView {
  readonly search: string;
  readonly filters: Filters<'country'>;
  readonly sort: Sort<Column>;
  readonly opened: string | null;
}

const allByName: ClientView = {
  search: '',
  filters: { country: [] },
  sort: { column: 'name', direction: 'ascending' },
  opened: null,
};

const clientColumns = ['name', 'id', 'country', 'domains'] as const;
type Column = (typeof clientColumns)[number];

const useClientView = rememberedView<ClientView>('clients', allByName, clientColumns);
const useViewed = viewedList<ClientView>('clients', allByName, clientColumns);

export interface ClientRow {
  readonly client: ClientOrganisation;
  readonly country: string;
  readonly domains: string;
  readonly searched: string;
}

interface Words {
  readonly country: (code: string) => string;
  readonly test: string;
}

/** A row for each client. A search finds its name, id, country and domains, and the word for test organisations. */
export function clientRows(clients: readonly ClientOrganisation[], words: Words): readonly ClientRow[] {
  return clients.map((client) => {
    const country = client.country === null ? '' : words.country(client.country);
    const domains = client.domains.join(', ');
    const test = client.is_test_organisation ? words.test : '';
    return {
      client,
      country,
      domains,
      searched: fold([client.name, client.id, country, client.country, domains, test].join('\n')),
    };
  });
}

/** The rows that a search finds, of these countries alone; of all where none is given. */
export function matchingClients(
  rows: readonly ClientRow[],
  search: string,
  countries: readonly string[] = [],
): readonly ClientRow[] {
  const { isOn, finds } = wordSearch(search);
  if (!isOn && countries.length === 0) return rows;
  return rows.filter(
    ({ client, searched }) =>
      finds(searched) && (countries.length === 0 || countries.includes(client.country ?? '')),
  );
}

/** The rows in order; equal ones stay in the order of the service. */
export function sortedClients(
  rows: readonly ClientRow[],
  { column, direction }: Sort<Column>,
  compare: (left: string, right: string) => number,
): readonly ClientRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(textOf(a, column), textOf(b, column)));
}

function textOf({ client, country, domains }: ClientRow, column: Column): string {
  switch (column) {
    case 'name':
    case 'id':
      return client[column];
    case 'country':
      return country;
    case 'domains':
      return domains;
  }
}

/** What can be done with a client from its row. */
function useClientActions(): (row: {
  readonly client: Pick<ClientOrganisation, 'id'>;
}) => readonly RowAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const basic = useRowActions();
  return ({ client: { id } }) => [
    ...basic(pathTo('client', { clientId: id }), id),
    {
      id: 'new-audit',
      label: t('row.newAudit'),
      onAction: () => void navigate(wizardPath({ type: 'single', client: id })),
    },
  ];
}

/** The columns of clients in a file. */
export const clientFile: readonly FileColumn<{ readonly client: ClientOrganisation }>[] = [
  { key: 'client_id', column: 'id', value: ({ client }) => client.id },
  { key: 'client_name', column: 'name', value: ({ client }) => client.name },
  { key: 'country', column: 'country', value: ({ client }) => client.country },
  { key: 'domains', column: 'domains', value: ({ client }) => client.domains },
  { key: 'is_test_client', value: ({ client }) => client.is_test_organisation },
];
