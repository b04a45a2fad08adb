import { Ellipsis, Network, PanelRight, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { useAudit } from '../../data/audits.ts';
import { hasEnded } from '../../data/collection.ts';
import { componentsPlan } from '../../data/components.ts';
import { useConnectionId } from '../../data/connections.ts';
import { submitPlan } from '../../data/plans.ts';
import { useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useTranslation } from '../../messages/language.ts';
import { SelectionBar } from '../../parts/actions.tsx';
import { CollectionNotice, RowsOf } from '../../parts/collection-state.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { ImportAction } from '../../parts/import-action.tsx';
import { InspectedNotice } from '../../parts/inspected-notice.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { pathTo, useRouteId } from '../../routes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { Note } from '../../ui/layout.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { WithPanel } from '../../ui/page.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import { nodesMatching, type TreeGridNode } from '../../ui/tree-rows.ts';
import { AddDialog } from './add-dialog.tsx';
import { useLineView } from './columns.tsx';
import { useTreeFields } from './component-file.ts';
import styles from './component-tree.module.css';
import { DetailPanel } from './detail-panel.tsx';
import { DoubtedNotice, LeftOutNotice, PlanNotices, RestoredNotice } from './notices.tsx';
import { OutOfScopeDialog } from './out-of-scope-dialog.tsx';
import { linesOf, type TreeLine } from './rows.ts';
import { explanationStaged, stepsOf } from './staging.ts';
import { StagingBar } from './staging-bar.tsx';
import { type TreeActions, useLineActions, useTreeActions } from './tree-actions.tsx';
import { type TreeState, useTreeState } from './tree-state.ts';

/** The components of a group audit on the client's legal entities, and everything that can be done with them. */
export function ComponentTree() {
  const { audit } = useAudit(useConnectionId(), useRouteId('auditId'));
  return audit === null ? null : <Tree key={audit.id} group={audit} />;
}

const drawnFirst = ['60%', '40%', '40%', '40%', '50%'];

function Tree({ group }: { readonly group: Audit }) {
  const connection = useConnectionId();
  const { t } = useTranslation('component-tree');
  const state = useTreeState(connection, group);
  const { components, entities, changes, act, nodes, lines } = state;
  const view = useLineView(state.gap, changes, useTreeFields(group, state.entities.entries));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const search = useTreeSearch(nodes, view.labelOf);
  const [activeId, setActiveId] = useState<string | null>(null);
  const actions = useTreeActions(group, state, () => setSelected(new Set()));
  const actionsOf = useLineActions(state, actions);
  const { treeDetailHidden } = usePreferences();
  const { send, isSending, notice } = useSend();
  const waits = group.status === 'initializing';
  // Both lists that could not be read anew for one reason are old together.
  const isSaidOnce =
    components.error !== null &&
    components.error.code === entities.error?.code &&
    components.entries.length > 0 &&
    entities.entries.length > 0;
  const steps = stepsOf(group.id, changes);
  const plan = componentsPlan({ id: steps[0]?.key ?? '', connection, group, waits, steps });
  const apply = () =>
    send(
      () => submitPlan(plan, { keeps: 'draft' }),
      () => {
        act({ kind: 'sent', keys: new Set(changes.map(({ key }) => key)) });
        announce(t('announce.sent', { count: changes.length }));
        // The bar that had the focus is gone.
        document.querySelector<HTMLElement>('[data-grid="component-tree"]')?.focus({ preventScroll: true });
      },
    );
  const active = lines.get(activeId ?? '') ?? null;
  const marked = [...selected].flatMap((id) => lines.get(id) ?? []);
  const selection = { selected, rows: marked, onChange: setSelected };
  const lists = [components, entities];
  const isFirstReading = nodes.length === 0 && !lists.every(hasEnded);
  const isUnread = nodes.length === 0 && lists.some(({ complete }) => complete === null);
  return (
    <>
      <LeaveGuard isDirty={state.saveState === 'failed'} />
      <TreeToolbar
        group={group}
        state={state}
        actions={actions}
        search={search}
        marked={marked}
        columns={view.columns}
      />
      <InspectedNotice connection={connection} of={['components', 'entities']} />
      <CollectionNotice list={components} of="components" />
      {!isSaidOnce && <CollectionNotice list={entities} of="entities" />}
      <RestoredNotice state={state} />
      <DoubtedNotice doubted={actions.doubted} />
      <LeftOutNotice leftOut={actions.leftOut} onPutAway={actions.forgetLeftOut} />
      <PlanNotices
        plans={state.plans}
        reason={actions.unread}
        onPutAway={state.putAway}
        onStageAgain={actions.stage}
      />
      {notice}
      {isFirstReading ? (
        <SkeletonRows count={10} widths={drawnFirst} label={t('common:list.reading')} />
      ) : isUnread ? null : (
        <RowsOf lists={lists}>
          <WithPanel isAlone={treeDetailHidden}>
            <TreeGrid
              id="component-tree"
              label={t('parts:word.componentTree')}
              columns={view.columns}
              nodes={search.nodes}
              sought={search.text}
              {...search.open}
              textOf={view.textOf}
              labelOf={view.labelOf}
              hintOf={view.hintOf}
              onActive={setActiveId}
              actionsOf={actionsOf}
              selection={selection}
              empty={
                <EmptyState
                  title={t(search.isOn ? 'common:ui.noMatch' : 'empty.title')}
                  icon={<Network aria-hidden />}
                  picture={search.isOn ? undefined : 'tree'}
                />
              }
            />
            {active !== null && !treeDetailHidden && (
              <DetailPanel
                line={active}
                state={state}
                actions={marked.length > 0 ? [] : actionsOf([active])}
              />
            )}
          </WithPanel>
        </RowsOf>
      )}
      <SelectionBar
        selection={selection}
        shown={linesOf(search.nodes)}
        actionsOf={actionsOf}
        inFront={['out-of-scope', 'delete']}
      />
      <StagingBar
        state={state}
        plan={plan}
        waits={waits}
        reason={actions.reasonFor('create')}
        isPending={isSending}
        onApply={() => void apply()}
      />
      <OpenedDialog state={state} actions={actions} />
    </>
  );
}

interface ActingProps {
  readonly group: Audit;
  readonly state: TreeState;
  readonly actions: TreeActions;
}

interface ToolbarProps extends ActingProps {
  readonly search: ReturnType<typeof useTreeSearch>;
  /** The selected lines. */
  readonly marked: readonly TreeLine[];
  readonly columns: readonly TableColumn<TreeLine>[];
}

function TreeToolbar({ group, state, actions, search, marked, columns }: ToolbarProps) {
  const { t } = useTranslation('component-tree');
  const shortcutOf = useShortcuts();
  const navigate = useNavigate();
  const { components, entities, nodes, coverage } = state;
  const { treeDetailHidden } = usePreferences();
  const change = useChangePreferences();
  const isRead = entities.complete !== null && state.gap === 'none' && nodes.length > 0;
  return (
    <Toolbar label={t('actions')}>
      <Button
        variant="primary"
        icon={<Plus aria-hidden />}
        reason={actions.reasonFor('create')}
        onPress={() => actions.add(marked)}
      >
        {t('parts:word.addComponents')}
      </Button>
      <Menu
        label={t('parts:word.moreActions')}
        trigger={<IconButton label={t('parts:word.moreActions')} icon={<Ellipsis aria-hidden />} />}
        entries={[
          { id: 'groupAudits', label: t('action.audits') },
          { id: 'scopeReport', label: t('parts:word.scopeReport') },
        ]}
        onAction={(screen) => void navigate(pathTo(screen, { auditId: group.id }))}
      />
      {nodes.length > 0 && (
        <ToolbarSearch
          label={t('search.label')}
          placeholder={t('search.label')}
          value={search.text}
          onChange={search.setText}
          shortcut={shortcutOf('filter')?.aria}
        />
      )}
      <Note as="span" className={styles.coverage} role="status">
        {search.isOn
          ? search.words
          : isRead &&
            ([
              coverage.none > 0 && t('coverage.noneOf', { count: coverage.none }),
              coverage.several > 0 && t('coverage.severalOf', { count: coverage.several }),
            ]
              .filter(Boolean)
              .join(' · ') ||
              t('coverage.whole'))}
      </Note>
      <ImportAction kind="components" variant="icon" />
      {nodes.length > 0 && (
        <ExportAction
          variant="icon"
          table={{
            name: group.name,
            grid: 'component-tree',
            columns,
            rows: linesOf(search.nodes),
            selected: marked,
            list: components,
          }}
        />
      )}
      <IconButton
        label={t(treeDetailHidden ? 'parts:word.showDetails' : 'detail.hide')}
        icon={<PanelRight aria-hidden />}
        aria-expanded={!treeDetailHidden}
        onPress={() => void change({ treeDetailHidden: !treeDetailHidden })}
      />
    </Toolbar>
  );
}

function OpenedDialog({ state, actions }: Pick<ActingProps, 'state' | 'actions'>) {
  const { dialog, closeDialog, stage } = actions;
  const { components, entities, lines, changes } = state;
  switch (dialog?.kind) {
    case 'add':
      return (
        <AddDialog
          entities={entities.entries}
          all={entities.complete}
          timesIn={(id) => lines.get(`entity ${id}`)?.coveredBy.length ?? 0}
          gap={state.gap}
          chosen={dialog.entities}
          doubts={actions.doubts}
          onStage={stage}
          onClose={closeDialog}
        />
      );
    case 'out-of-scope': {
      const chosen = new Set(dialog.components);
      const left = components.entries.filter(({ id }) => chosen.has(id));
      if (left.length === 0) return null;
      return (
        <OutOfScopeDialog
          components={left}
          leftOut={dialog.leftOut}
          stagedFor={(id) => explanationStaged(changes, id)}
          onStage={stage}
          onClose={closeDialog}
        />
      );
    }
    case undefined:
      return null;
  }
}

/**
 * The search of the tree: by every word of what a line says, and by ids. It opens all that it finds; which lines a person had
 * closed before is the same again when it ends.
 */
function useTreeSearch(nodes: readonly TreeGridNode<TreeLine>[], labelOf: (line: TreeLine) => string) {
  const { t } = useTranslation('component-tree');
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const ids = new Set(linesOf(nodes).map(({ id }) => id));
  const usual = useOpenNodes(ids);
  const found = useOpenNodes(ids);
  const { isOn, finds } = wordSearch(wanted);
  const finding = (line: TreeLine) => finds(fold(`${labelOf(line)}\n${idsOf(line).join('\n')}`));
  const matches = isOn ? finding : null;
  const shown = matches === null ? nodes : nodesMatching(nodes, matches);
  const words =
    matches === null ? '' : t('parts:count.results', { count: linesOf(shown).filter(matches).length });
  return {
    text,
    setText: (next: string) => {
      if (text === '') found.onExpand(ids);
      setText(next);
    },
    isOn,
    nodes: shown,
    open: isOn ? found : usual,
    /** How many lines match. */
    words,
  };
}

function idsOf({ entity, item }: TreeLine): readonly string[] {
  return [entity?.id ?? '', item?.component?.id ?? '', ...(item?.entityIds ?? [])];
}
