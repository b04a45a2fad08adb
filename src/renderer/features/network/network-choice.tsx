import { SearchX } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { isGroup } from '../../../shared/rules/service/known-network.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useAuditSearch } from '../../data/audits.ts';
import { useClients } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { rememberedView } from '../../data/remembered-view.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useNoResults } from '../../messages/no-results.ts';
import { useRowActions } from '../../parts/actions.tsx';
import { CollectionState, RefreshButton } from '../../parts/collection-state.tsx';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Row } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';

const useChoiceView = rememberedView<{ readonly search: string; readonly opened: string | null }>(
  'network-choice',
  { search: '', opened: null },
);

/** The clients that have group audits: each leads to its network. */
export function NetworkChoice() {
  const { t } = useTranslation('network');
  const connection = useConnectionId();
  const navigate = useNavigate();
  const basic = useRowActions();
  const shortcutOf = useShortcuts();
  const { entries: clients } = useClients(connection);
  const { compare } = useAuditWords();
  const [view, change] = useChoiceView(connection);
  const audits = useAuditSearch(connection, view.search);
  const noResults = useNoResults();
  const columns = useColumns();
  const search = useDeferredValue(view.search);
  const rows = clientsWithGroups(audits.entries, clients, compare);
  const isSought = search !== '' && audits.complete === null; // what is not found yet may come
  const { finds } = wordSearch(search);
  const owner = audits.entries.find(({ id }) => id === search.trim())?.client_organisation_id;
  const shown = rows.filter(({ name, id }) => id === owner || finds(fold(`${name}\n${id}`)));
  return (
    <Page layout="fill">
      <PageHeader title={t('commands:screens.network')} actions={<RefreshButton lists={[audits]} />} />
      <CollectionState
        list={audits}
        shown={isSought ? audits.entries.length : rows.length}
        skeleton={[8, ['60%', '40%', '30%', '30%'], t('common:list.reading')]}
        none={
          <EmptyState title={t('empty.title')} picture="network">
            {t('choice.noneText')}
          </EmptyState>
        }
        tools={
          <Toolbar>
            <ToolbarSearch
              label={t('parts:word.searchList')}
              placeholder={t('parts:word.searchList')}
              value={view.search}
              onChange={(text) => change({ search: text })}
              shortcut={shortcutOf('filter')?.aria}
            />
          </Toolbar>
        }
      >
        <DataTable
          id="network-choice"
          sought={view.search}
          label={t('choice.label')}
          columns={columns}
          rows={shown}
          rowId={({ id }) => id}
          initialRow={view.opened}
          actionsOf={([{ id }]) => basic(pathTo('clientNetwork', { clientId: id }), id)}
          onOpen={({ id }) => {
            change({ opened: id });
            void navigate(pathTo('clientNetwork', { clientId: id }));
          }}
          empty={
            <EmptyState
              title={noResults([audits])}
              icon={<SearchX aria-hidden />}
              action={
                <Button variant="quiet" onPress={() => change({ search: '' })}>
                  {t('common:ui.clear')}
                </Button>
              }
            />
          }
        />
      </CollectionState>
    </Page>
  );
}

function useColumns(): readonly Column<ClientWithGroups>[] {
  const { t, i18n } = useTranslation('network');
  return [
    {
      id: 'name',
      title: t('parts:field.client_name'),
      width: { least: 240, grows: 3 },
      value: ({ name }) => name,
      cell: ({ id, name, isTest }) => (
        <Row as="span" isLine>
          <Name text={name} twin={id} />
          {isTest && <TestOrganisation />}
        </Row>
      ),
    },
    { id: 'id', title: t('parts:field.client_id'), width: { least: 120, grows: 1.5 }, value: ({ id }) => id },
    {
      id: 'groups',
      title: t('choice.groups'),
      align: 'end',
      value: ({ groups }) => formatNumber(groups, i18n.language),
    },
    {
      id: 'coupled',
      title: t('parts:field.coupled_audits'),
      align: 'end',
      value: ({ coupled }) => formatNumber(coupled, i18n.language),
    },
  ];
}

export interface ClientWithGroups {
  readonly id: string;
  readonly name: string;
  readonly isTest: boolean;
  readonly groups: number;
  /** Audits of the client that are coupled to components, groups among them. */
  readonly coupled: number;
}

/** The clients with a group audit among these, by name; without a name, the id stands for it. */
export function clientsWithGroups(
  audits: readonly Audit[],
  clients: readonly ClientOrganisation[],
  compare: (left: string, right: string) => number,
): readonly ClientWithGroups[] {
  const known = new Map(clients.map((client) => [client.id, client]));
  return [...Map.groupBy(audits, (audit) => audit.client_organisation_id)]
    .map(([id, own]) => ({
      id,
      name: known.get(id)?.name ?? id,
      isTest: known.get(id)?.is_test_organisation === true,
      groups: own.filter(isGroup).length,
      coupled: own.filter((audit) => audit.coupled_component_audit_ids.length > 0).length,
    }))
    .filter(({ groups }) => groups > 0)
    .toSorted((one, other) => compare(one.name, other.name));
}
