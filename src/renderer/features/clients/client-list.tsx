import { Plus, SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useClients } from '../../data/clients.ts';
import { knownTotal, type WholeList } from '../../data/collection.ts';
import { useConnectionId } from '../../data/connections.ts';
import { lastOf } from '../../data/last-of.ts';
import { type ChangeView, type Filters, rememberedView } from '../../data/remembered-view.ts';
import { viewKeyStart } from '../../data/saved-views.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useCountryWords } from '../../messages/country-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useNoResults } from '../../messages/no-results.ts';
import type { Translate } from '../../messages/translate.ts';
import { useRowActions } from '../../parts/actions.tsx';
import { CollectionCount, CollectionState, RefreshButton } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { ImportAction } from '../../parts/import-action.tsx';
import { InspectedNotice } from '../../parts/inspected-notice.tsx';
import { NewClientDialog } from '../../parts/new-client-dialog.tsx';
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
import type { ActionsOf } from '../../ui/grid/actions.ts';
import { passing, rowOrder, type Sort, type TableColumn } from '../../ui/grid/columns.ts';
import { Row } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Toolbar } from '../../ui/panel.tsx';
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
  const name = saved?.name ?? t('commands:screens.clients');

  const search = useDeferredValue(view.search);
  const rows = useMemo(
    () => clientRows(clients.entries, { country: countries.name, test: t('parts:field.is_test_client') }),
    [clients.entries, countries, t],
  );
  const columns = clientColumns(t);
  const sorted = useMemo(
    () => rows.toSorted(rowOrder(columns, view.sort, compare)),
    [columns, rows, view.sort, compare],
  );
  const shown = matchingClients(columns, sorted, { search, filters: view.filters });
  const open = (id: string) => {
    change({ opened: id });
    void navigate(pathTo('client', { clientId: id }));
  };
  const newClient = (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setMaking(true)} reason={refusal}>
      {t('parts:word.newClient')}
    </Button>
  );
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={openView.id ?? ''}
        title={<Name text={name} />}
        windowTitle={name}
        mark={
          rows.length > 0 && (
            <CollectionCount list={clients}>
              {t('parts:count.shown', { shown: shown.length, count: knownTotal(clients) })}
            </CollectionCount>
          )
        }
        actions={
          <>
            <RefreshButton lists={[clients]} />
            <ViewMenu connection={connection} open={openView} />
            {rows.length > 0 && (
              <ExportAction
                variant="quiet"
                table={{ name, grid: 'clients', columns, rows: shown, list: clients }}
              />
            )}
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
        skeleton={[12, ['70%', '50%', '40%', '60%'], t('common:list.reading')]}
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
  const columns = clientColumns(t);
  const { view, change } = openView;
  return (
    <ViewColumns open={openView}>
      <DataTable
        id="clients"
        sought={view.search}
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
                {t('parts:word.clearSearchAndFilters')}
              </Button>
            }
          />
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
  const countries = [...new Set([...rows.flatMap(({ client }) => client.country ?? []), ...country])]
    .map((id) => ({ id, label: countryName(id) }))
    .toSorted((a, b) => compare(a.label, b.label));
  return (
    <Toolbar label={t('parts:word.filters')}>
      <ToolbarSearch
        label={t('list.search')}
        placeholder={t('list.search')}
        value={view.search}
        onChange={(text) => onChange({ search: text })}
        shortcut={shortcutOf('filter')?.aria}
      />
      {countries.length > 0 && (
        <ValueFilter
          label={t('parts:field.country')}
          options={countries}
          values={country}
          onChange={(chosen) => onChange({ filters: { country: chosen } })}
        />
      )}
      {children}
    </Toolbar>
  );
}

/** The columns of clients: the same as long as the language is. */
export const clientColumns = lastOf((t: Translate<'clients'>): readonly TableColumn<ClientRow, Column>[] => [
  {
    id: 'name',
    title: t('parts:word.name'),
    width: { least: 240, grows: 3 },
    value: ({ client }) => client.name,
    twin: ({ client }) => client.id,
    cell: ({ client }) =>
      client.is_test_organisation ? (
        <Row as="span" isLine>
          <Name text={client.name} twin={client.id} />
          <TestOrganisation />
        </Row>
      ) : (
        client.name
      ),
    sort: 'value',
    file: 'client_name',
    isRowHeader: true,
  },
  {
    id: 'id',
    title: t('parts:word.id'),
    width: { least: 140, grows: 1.2 },
    value: ({ client }) => client.id,
    sort: 'value',
    file: 'client_id',
  },
  {
    id: 'country',
    title: t('parts:field.country'),
    width: { least: 120, grows: 0.8 },
    value: ({ country }) => country,
    sort: 'value',
    filter: { values: ({ client }) => [client.country ?? ''] },
    file: [{ key: 'country', value: ({ client }) => client.country }],
  },
  {
    id: 'domains',
    title: t('parts:word.eMailDomains'),
    width: { least: 160, grows: 2 },
    value: ({ domains }) => domains,
    sort: 'value',
    file: [{ key: 'domains', value: ({ client }) => client.domains }],
  },
  { key: 'is_test_client', value: ({ client }) => client.is_test_organisation },
]);

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

const sortable = ['name', 'id', 'country', 'domains'] as const;
type Column = (typeof sortable)[number];

const useClientView = rememberedView<ClientView>('clients', allByName, sortable);
const useViewed = viewedList<ClientView>('clients', allByName, sortable);

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

/** The rows that a search and the filters let pass. */
export function matchingClients(
  columns: readonly TableColumn<ClientRow>[],
  rows: readonly ClientRow[],
  { search, filters }: Pick<ClientView, 'search' | 'filters'>,
): readonly ClientRow[] {
  const { isOn, finds } = wordSearch(search);
  const passes = passing(columns, filters);
  if (!isOn && passes === null) return rows;
  return rows.filter((row) => passes?.(row) !== false && finds(row.searched));
}

/** What can be done with a client from its row. */
function useClientActions(): ActionsOf<ClientRow> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const basic = useRowActions();
  const reason = useWriteRefusal();
  return ([
    {
      client: { id },
    },
  ]) => [
    ...basic(pathTo('client', { clientId: id }), id),
    {
      id: 'new-audit',
      label: t('row.newAudit'),
      reason,
      onAction: () => void navigate(wizardPath({ type: 'single', client: id })),
    },
  ];
}
