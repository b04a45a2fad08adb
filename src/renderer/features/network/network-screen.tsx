import {
  ChevronDown,
  ChevronUp,
  FoldVertical,
  ListTree,
  Network as UnfoldVertical,
  Waypoints,
} from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useConnectionId } from '../../data/connections.ts';
import { useNetwork } from '../../data/group-reading.ts';
import { rememberedView } from '../../data/remembered-view.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useTranslation } from '../../messages/language.ts';
import { RowsOf } from '../../parts/collection-state.tsx';
import { CandidateProgress } from '../../parts/coupling/candidate-progress.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { TestOrganisation } from '../../parts/test-organisation.tsx';
import { pathTo, useRouteId } from '../../routes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader, WithPanel } from '../../ui/page.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { openRows } from '../../ui/tree-rows.ts';
import { Diagram } from './diagram.tsx';
import styles from './network.module.css';
import { NetworkList, useNetworkColumns } from './network-list.tsx';
import { type NetworkState, useNetworkState } from './network-state.ts';
import { OnPaper } from './on-paper.tsx';
import { PlacePanel } from './place-panel.tsx';

/** The audit networks of a client: its groups, their components and the audits coupled to these, as a diagram or as a list. */
export function NetworkScreen() {
  const client = useRouteId('clientId');
  const [parameters] = useSearchParams();
  const audit = parameters.get('audit');
  return <ClientNetwork key={`${client} ${audit}`} client={client} audit={audit} />;
}

interface ClientNetworkProps {
  readonly client: string;
  /** The audit whose page led here. */
  readonly audit: string | null;
}

function ClientNetwork({ client: id, audit }: ClientNetworkProps) {
  const connection = useConnectionId();
  const { t } = useTranslation('network');
  const { entries: clients } = useClients(connection);
  const { entries: entities } = useLegalEntities(connection, id);
  const { graph, reading } = useNetwork(connection, id);
  const [view, change] = useNetworkView(connection);
  const state = useNetworkState(graph, entities, audit);
  const client = clients.find((one) => one.id === id);
  const name = client?.name ?? id;
  const isEmpty = graph.places.size === 0;
  const isWhole = reading.complete !== null;
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={id}
        back={<Link to={pathTo('network')}>{t('back')}</Link>}
        title={<Name text={name} />}
        windowTitle={t('titleOf', { name })}
        mark={client?.is_test_organisation === true && <TestOrganisation />}
        description={
          isEmpty
            ? undefined
            : [
                t('places', { count: graph.places.size }),
                t('tiers', { count: graph.tiers }),
                ...(graph.tops.length > 1 ? [t('networks', { count: graph.tops.length })] : []),
              ].join(' · ')
        }
        actions={
          !isEmpty && (
            <>
              <NetworkExport name={t('titleOf', { name })} state={state} isWhole={isWhole} />
              {isWhole && <OnPaper name={name} state={state} reading={reading} />}
            </>
          )
        }
      />
      <CandidateProgress connection={connection} reading={reading} />
      {isEmpty ? (
        isWhole ? (
          <EmptyState title={t('empty.title')} picture="network" />
        ) : (
          reading.error === null && (
            <SkeletonRows count={8} widths={['30%', '50%', '40%']} label={t('common:list.reading')} />
          )
        )
      ) : (
        <RowsOf lists={[reading]}>
          <NetworkToolbar state={state} view={view.kind} onView={(kind) => change({ kind })} />
          <WithPanel>
            {view.kind === 'diagram' ? (
              <Diagram label={t('picture.label', { name })} state={state} />
            ) : (
              <NetworkList label={t('list.label', { name })} state={state} />
            )}
            {state.active !== null && <PlacePanel state={state} row={state.active} />}
          </WithPanel>
        </RowsOf>
      )}
    </Page>
  );
}

interface NetworkExportProps {
  readonly name: string;
  readonly state: NetworkState;
  readonly isWhole: boolean;
}

/** Every place of the network in a file, in the order of the list. */
function NetworkExport({ name, state, isWhole }: NetworkExportProps) {
  const { t } = useTranslation('network');
  const { nodes, rows } = state;
  const columns = useNetworkColumns(state);
  const every = openRows(nodes, new Set(rows.keys())).map(({ row }) => row);
  return (
    <ExportAction
      variant="quiet"
      table={{
        name,
        grid: 'network',
        columns,
        rows: every,
        note: isWhole ? undefined : t('common:list.reading'),
      }}
    />
  );
}

const useNetworkView = rememberedView<{ readonly kind: 'diagram' | 'list' }>('network', { kind: 'diagram' });

interface ToolbarProps {
  readonly state: NetworkState;
  readonly view: 'diagram' | 'list';
  readonly onView: (view: 'diagram' | 'list') => void;
}

function NetworkToolbar({ state, view, onView }: ToolbarProps) {
  const { t } = useTranslation('network');
  const { t: common } = useTranslation();
  const shortcutOf = useShortcuts();
  const { search, setSearch, found, isSearched, active, jumpTo, onExpand, rows } = state;
  const place = active === null ? -1 : found.indexOf(active.id);
  const step = (by: 1 | -1) => {
    const from = place < 0 && by < 0 ? 0 : place;
    const next = found[(from + by + found.length) % found.length];
    if (next !== undefined) jumpTo(next);
  };
  const show = (kind: typeof view) => {
    onView(kind);
    if (active !== null && kind !== view) jumpTo(active.id); // both show the same place
  };
  const isSearching = search.trim() !== '';
  return (
    <Toolbar label={t('toolbar')}>
      <IconButton
        label={t('view.picture')}
        icon={<Waypoints aria-hidden />}
        isPressed={view === 'diagram'}
        onPress={() => show('diagram')}
      />
      <IconButton
        label={t('view.list')}
        icon={<ListTree aria-hidden />}
        isPressed={view === 'list'}
        onPress={() => show('list')}
      />
      <ToolbarSearch
        label={t('search.label')}
        placeholder={t('search.label')}
        value={search}
        onChange={setSearch}
        onSubmit={() => step(1)}
        shortcut={shortcutOf('filter')?.aria}
      />
      <Note as="span" className={styles.count} role="status">
        {isSearching &&
          isSearched &&
          (found.length === 0
            ? common('ui.noMatch')
            : t('search.place', { place: place + 1, count: found.length }))}
      </Note>
      {isSearching && found.length > 0 && (
        <>
          <IconButton
            label={t('search.previous')}
            icon={<ChevronUp aria-hidden />}
            onPress={() => step(-1)}
          />
          <IconButton label={t('search.next')} icon={<ChevronDown aria-hidden />} onPress={() => step(1)} />
        </>
      )}
      <Button
        variant="quiet"
        icon={<UnfoldVertical aria-hidden />}
        onPress={() => onExpand(new Set(rows.keys()))}
      >
        {t('expandAll')}
      </Button>
      <Button variant="quiet" icon={<FoldVertical aria-hidden />} onPress={() => onExpand(new Set())}>
        {t('collapseAll')}
      </Button>
    </Toolbar>
  );
}
