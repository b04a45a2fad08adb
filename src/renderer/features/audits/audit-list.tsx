import { ChevronDown, Plus, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName } from '../../../shared/rules/service/work-package.ts';
import { useAuditSearch, useFollowing } from '../../data/audits.ts';
import { useClients, useKnownEntities } from '../../data/clients.ts';
import { knownTotal, lacks } from '../../data/collection.ts';
import { useConnectionId } from '../../data/connections.ts';
import { lastOf } from '../../data/last-of.ts';
import { usePreferences } from '../../data/preferences.ts';
import { useForgetRecent } from '../../data/recent-audits.ts';
import { rememberedView } from '../../data/remembered-view.ts';
import { viewKeyStart } from '../../data/saved-views.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { wizardPath } from '../../data/wizard-path.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import { type AuditWords, useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useNoResults } from '../../messages/no-results.ts';
import { SelectionBar } from '../../parts/actions.tsx';
import { useAuditActions } from '../../parts/audit-actions.tsx';
import { CollectionCount, CollectionState, RefreshButton } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { InspectedNotice } from '../../parts/inspected-notice.tsx';
import { useOpenWindow } from '../../parts/open-window.ts';
import { useStars } from '../../parts/stars.ts';
import { UndoRemovals } from '../../parts/undo.tsx';
import { type OpenView, ViewColumns, viewedList } from '../../parts/views/open-view.tsx';
import { ChangedView, GoneView, ViewMenu } from '../../parts/views/view-menu.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { importPath, pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ActionsOf } from '../../ui/grid/actions.ts';
import type { RowSelection } from '../../ui/grid/selection.ts';
import { Menu } from '../../ui/menu.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { DraftsPanel } from './drafts-panel.tsx';
import { useAuditColumns, useStarredColumns } from './list-columns.tsx';
import { ListToolbar, type Unused } from './list-toolbar.tsx';
import {
  type AuditRow,
  auditRowMaker,
  type Filter,
  filters,
  isNarrowed,
  type ListView,
  matchingRows,
  type Names,
  rowSorter,
  rowsOf,
  sortable,
  wholeList,
} from './list-view.ts';
import { UnlistedAudits } from './unlisted-audits.tsx';

export { readAuditsAhead } from '../../data/audits.ts';

const nothing: ReadonlySet<string> = new Set();
const skeleton = [12, ['70%', '60%', '45%', '80%', '60%', '50%']] as const;

/** The views that are there from the start: each shows a list of audits that the app keeps. */
const builtInViews = ['starred', 'recent'] as const;
type BuiltInView = (typeof builtInViews)[number];

const useOwnView = rememberedView<ListView>('audits', wholeList, sortable);
const useStarredView = rememberedView<ListView>('audits-starred', wholeList, sortable);
const useRecentView = rememberedView<ListView>('audits-recent', { ...wholeList, sort: null }, sortable);
const useViewed = viewedList<ListView>('audits', wholeList, sortable);

interface OpenAudits extends Omit<OpenView<ListView>, 'kind'> {
  readonly kind: OpenView<ListView>['kind'] | BuiltInView;
  /** The only audits that show, in this order unless the list is sorted; null for all. */
  readonly only: readonly string[] | null;
}

/** The list of audits as the address names it: whole, as a view that is there from the start, or as a saved one. */
function useOpenView(connection: string): OpenAudits {
  const named = useSearchParams()[0].get('view');
  const builtIn = builtInViews.find((one) => one === named) ?? null;
  const views = {
    own: useOwnView(connection),
    starred: useStarredView(connection),
    recent: useRecentView(connection),
  };
  const open = useViewed(connection, views[builtIn ?? 'own']);
  const { starredAudits, recentAudits } = usePreferences();
  const kept = builtIn === null ? null : builtIn === 'starred' ? starredAudits : recentAudits;
  const only = kept?.filter((audit) => audit.connection === connection).map((audit) => audit.id) ?? null;
  return { ...open, kind: builtIn ?? open.kind, only };
}

/** All audits of the firm, or those of a view. A person can search, filter and sort them while the list is still being read. */
export function AuditList() {
  const { t } = useTranslation('audits');
  const connection = useConnectionId();
  const open = useOpenView(connection);
  const { view, change, kind, saved } = open;
  const listed = useListedAudits(connection, open);
  const { audits, columns, rows, shown, unusedOf } = listed;
  const [selected, setSelected] = useState<ReadonlySet<string>>(nothing);
  const chosen = selected.size === 0 ? [] : rows.filter(({ audit }) => selected.has(audit.id)); // some may be gone
  const selection = { selected, rows: chosen, onChange: setSelected };
  const ofAudits = useAuditActions(() => setSelected(nothing));
  const actionsOf: ActionsOf<AuditRow> = ([{ audit }, ...others]) =>
    ofAudits([audit, ...others.map((row) => row.audit)]);
  const name =
    saved?.name ??
    (kind === 'starred' || kind === 'recent' ? t(`parts:word.${kind}`) : t('commands:screens.audits'));
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={open.id ?? ''}
        title={<Name text={name} />}
        windowTitle={name}
        mark={
          rows.length > 0 && (
            <>
              <CollectionCount list={audits}>
                {t('parts:count.shown', {
                  shown: shown.length,
                  count: open.only === null ? knownTotal(audits) : rows.length,
                })}
              </CollectionCount>
              {kind !== 'saved' && isNarrowed(view) && shown.length > 0 && <ClearFilters change={change} />}
            </>
          )
        }
        actions={
          <>
            <RefreshButton lists={[audits]} />
            <ViewMenu
              connection={connection}
              open={open}
              builtIn={{ starred: t('parts:word.starred'), recent: t('parts:word.recent') }}
            />
            {rows.length > 0 && (
              <ExportAction
                variant="quiet"
                table={{
                  name,
                  grid: 'audits',
                  columns,
                  rows: shown,
                  selected: chosen,
                  list: audits,
                }}
              />
            )}
            <NewAuditMenu />
          </>
        }
      />
      <DraftsPanel />
      <DeletionNotice />
      <UndoRemovals of={viewKeyStart} />
      {kind === 'gone' && <GoneView list="audits" />}
      <InspectedNotice connection={connection} of={['audits']} />
      <OutsideTheList connection={connection} open={open} listed={listed} />
      <CollectionState
        list={audits}
        shown={rows.length}
        skeleton={[...skeleton, t('common:list.reading')]}
        none={<NoAudits open={open} />}
        tools={
          <ListToolbar rows={rows} view={view} onChange={change} unusedOf={unusedOf}>
            <ChangedView open={open} />
          </ListToolbar>
        }
      >
        <AuditTable
          connection={connection}
          open={open}
          listed={listed}
          selection={selection}
          actionsOf={actionsOf}
        />
      </CollectionState>
      <SelectionBar
        selection={selection}
        shown={shown}
        actionsOf={actionsOf}
        inFront={['team', 'roll-forward', 'delete-audit']}
      />
    </Page>
  );
}

function ClearFilters({ change }: Pick<OpenAudits, 'change'>) {
  const { t } = useTranslation('audits');
  return (
    <Button variant="quiet" onPress={() => change({ search: wholeList.search, filters: wholeList.filters })}>
      {t('list.clear')}
    </Button>
  );
}

interface ListedProps {
  readonly connection: string;
  readonly open: OpenAudits;
  readonly listed: ListedAudits;
}

/** The starred or recent audits that the list does not have. */
function OutsideTheList({ connection, open, listed }: ListedProps) {
  const { t } = useTranslation('audits');
  const { toggle } = useStars(connection);
  const forget = useForgetRecent(connection);
  const { only, kind } = open;
  if (only === null) return null;
  const isListed = new Set(listed.rows.map(({ audit }) => audit.id));
  return (
    <UnlistedAudits
      connection={connection}
      ids={only.filter((id) => !isListed.has(id)).slice(0, mostUnlisted)}
      list={listed.audits}
      onForget={kind === 'starred' ? toggle : forget}
      forgetLabel={(name) => t(kind === 'starred' ? 'views.forgetStarred' : 'views.forgetRecent', { name })}
    />
  );
}

const mostUnlisted = 20; // each of them is asked for

function NoAudits({ open: { kind, only } }: Pick<ListedProps, 'open'>) {
  const { t } = useTranslation('audits');
  if ((only?.length ?? 0) > 0) return null; // they are named above
  const isPicked = kind === 'starred' || kind === 'recent';
  return (
    <EmptyState title={t(isPicked ? `views.empty.${kind}.title` : 'list.empty.title')} picture="list">
      {t(isPicked ? `views.empty.${kind}.text` : 'list.empty.text')}
    </EmptyState>
  );
}

interface TableProps extends ListedProps {
  readonly selection: RowSelection<AuditRow>;
  readonly actionsOf: ActionsOf<AuditRow>;
}

function AuditTable({ connection, open, listed, selection, actionsOf }: TableProps) {
  const { t } = useTranslation('audits');
  const noResults = useNoResults();
  const navigate = useNavigate();
  const openWindow = useOpenWindow();
  const { starred } = useStars(connection);
  const columns = useStarredColumns(listed.columns, starred);
  const { view, change, kind } = open;
  const { audits, shown, unusedOf } = listed;
  if (kind === 'reading')
    return <SkeletonRows count={skeleton[0]} widths={skeleton[1]} label={t('common:list.reading')} />;
  const gone = filters.flatMap((filter) =>
    view.filters[filter].filter((value) => unusedOf(filter, value).why === 'gone'),
  );
  return (
    <ViewColumns open={open}>
      <DataTable
        id="audits"
        sought={view.search}
        label={t('list.label')}
        columns={columns}
        rows={shown}
        rowId={({ audit }) => audit.id}
        sort={view.sort}
        onSort={(sort) => change({ sort })}
        selection={selection}
        initialRow={view.opened}
        onOpen={({ audit }) => {
          change({ opened: audit.id });
          void navigate(pathTo('audit', { auditId: audit.id }));
        }}
        actionsOf={actionsOf}
        onOpenAside={({ audit }) => openWindow(pathTo('audit', { auditId: audit.id }))}
        empty={
          <EmptyState
            title={noResults([audits])}
            icon={<SearchX aria-hidden />}
            action={<ClearFilters change={change} />}
          >
            {gone.length > 0
              ? t('list.noMatchGone', { count: gone.length, values: gone.join(', ') })
              : undefined}
          </EmptyState>
        }
      />
    </ViewColumns>
  );
}

// Of the list that was shown last: it is opened again and again.
const rowMaker = lastOf(
  (
    clients: Names['clients'],
    packages: Names['packages'],
    entities: Names['entities'],
    { type, status, language }: AuditWords,
  ) =>
    auditRowMaker({
      clients,
      packages,
      entities,
      typeWord: type,
      statusWord: status,
      languageWord: language,
    }),
);
const sorter = lastOf(rowSorter);

type ListedAudits = ReturnType<typeof useListedAudits>;

/** The audits of a connection as rows, of the open view alone, and those of them that it lets pass, in its order. */
function useListedAudits(connection: string, { view, only }: OpenAudits) {
  const audits = useAuditSearch(connection, view.search);
  useFollowing(connection, audits.entries);
  const clientList = useClients(connection);
  const packageList = useWorkPackages(connection);
  const clients = clientList.entries;
  const packages = packageList.entries;
  const entities = useKnownEntities(connection);
  const words = useAuditWords();
  const makeRows = rowMaker(clients, packages, entities, words);
  const rows = useMemo(() => {
    const all = makeRows(audits.entries);
    return only === null ? all : rowsOf(all, only);
  }, [makeRows, audits.entries, only]);
  const columns = useAuditColumns();
  const sorted = sorter(columns, view.sort, words.compare)(rows);
  const search = useDeferredValue(view.search);
  const shown = useMemo(
    () => matchingRows(columns, sorted, { search, filters: view.filters }),
    [columns, sorted, search, view.filters],
  );
  const unusedOf = (filter: Filter, value: string): Unused => {
    const isGone =
      (filter === 'client' && lacks(clientList, value)) ||
      (filter === 'workPackage' && lacks(packageList, value));
    return {
      words: valueWords(filter, value, { clients, packages, entities, words }),
      why: isGone ? 'gone' : audits.complete !== null ? 'unused' : null,
    };
  };
  return { audits, columns, rows, shown, unusedOf };
}

interface KnownNames {
  readonly clients: readonly ClientOrganisation[];
  readonly packages: readonly WorkPackage[];
  readonly entities: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly words: AuditWords;
}

/** A value of a filter by its name, where that is known. */
function valueWords(
  filter: Filter,
  value: string,
  { clients, packages, entities, words }: KnownNames,
): string {
  switch (filter) {
    case 'type':
    case 'status':
    case 'language':
      return words[filter](value);
    case 'client':
      return clients.find(({ id }) => id === value)?.name ?? value;
    case 'workPackage': {
      const found = packages.find(({ id }) => id === value);
      return found === undefined ? value : packageName(found);
    }
    case 'entity':
      return [...entities.values()].find((names) => names.has(value))?.get(value) ?? value;
    case 'year':
    case 'label':
      return value;
  }
}

function NewAuditMenu() {
  const { t } = useTranslation('audits');
  const navigate = useNavigate();
  const shortcutOf = useShortcuts();
  const reason = useWriteRefusal();
  const elsewhere: Readonly<Record<string, string>> = {
    template: pathTo('templates'),
    import: importPath('audits'),
  };
  return (
    <Menu
      label={t('commands:titles.new-audit')}
      placement="bottom end"
      trigger={
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          after={<ChevronDown aria-hidden />}
          reason={reason}
          aria-keyshortcuts={shortcutOf('new-audit')?.aria}
        >
          {t('commands:titles.new-audit')}
        </Button>
      }
      entries={[
        { id: 'single', label: t('new.single'), detail: t('new.singleDetail') },
        { id: 'consolidated', label: t('new.consolidated'), detail: t('new.consolidatedDetail') },
        { id: 'template', label: t('new.template'), detail: t('new.templateDetail') },
        { id: 'import', label: t('parts:word.import'), detail: t('new.importDetail') },
      ]}
      onAction={(chosen) => void navigate(elsewhere[chosen] ?? wizardPath({ type: chosen }))}
    />
  );
}
