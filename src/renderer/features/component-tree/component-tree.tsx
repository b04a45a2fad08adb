import { CircleSlash, Network, Plus, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AppError } from '../../../shared/error.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import {
  type ComponentAction,
  type ComponentRefusal,
  componentRefusal,
} from '../../../shared/rules/component.ts';
import { useAudit } from '../../data/audits.ts';
import { call, unwrap } from '../../data/call.ts';
import { componentsPlan } from '../../data/components.ts';
import { useConnectionId } from '../../data/connections.ts';
import { submitPlan } from '../../data/plans.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { ListProgress } from '../../parts/list-progress.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { announce } from '../../ui/live-region.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import { AddDialog } from './add-dialog.tsx';
import { useLineView } from './columns.tsx';
import styles from './component-tree.module.css';
import { DetailPanel } from './detail-panel.tsx';
import { OutOfScopeDialog } from './out-of-scope-dialog.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { componentsOf, refusedExplanation, type TreeLine } from './rows.ts';
import { type Change, stepsOf } from './staging.ts';
import { StagingBar } from './staging-bar.tsx';
import { useTreeSearch } from './tree-search.ts';
import { useTreeState } from './tree-state.ts';
import { coverageWords, refusalWord } from './words.ts';

/** The components of a group audit on the client's legal entities, and everything that can be done with them. */
export function ComponentTree() {
  const connection = useConnectionId();
  const { audit } = useAudit(connection, useRouteId('auditId'));
  return audit === null ? null : <Tree key={audit.id} connection={connection} group={audit} />;
}

type OpenDialog =
  | { readonly kind: 'add'; readonly entities: readonly string[] }
  | {
      readonly kind: 'out-of-scope';
      readonly components: readonly ComponentAudit[];
      readonly leftOut: readonly { readonly name: string; readonly refusal: ComponentRefusal }[];
    };

function Tree({ connection, group }: { readonly connection: string; readonly group: Audit }) {
  const { t } = useTranslation('component-tree');
  const describe = useErrorWords();
  const readOnly = useWriteRefusal();
  const shortcutOf = useShortcuts();
  const { components, entities, plans, changes, act, nodes, lines, ...state } = useTreeState(
    connection,
    group,
  );
  const view = useLineView(state.hasChanges);
  const ids = useMemo(() => new Set(lines.keys()), [lines]);
  const search = useTreeSearch(nodes, ids, view.labelOf);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const closeDialog = useCallback(() => setDialog(null), []);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);

  const active = lines.get(activeId ?? '') ?? null;
  const marked = [...selected].flatMap((id) => lines.get(id) ?? []);
  const chosen = marked.length > 0 ? marked : active === null ? [] : [active];
  const count = Math.max(1, componentsOf(chosen).length);
  const waits = group.status === 'initializing';
  const reasonFor = (action: ComponentAction, of: readonly TreeLine[]): string | undefined => {
    if (readOnly !== undefined) return readOnly;
    const general = componentRefusal(action, group, null);
    if (general !== null) return refusalWord(t, general);
    if (action === 'create') return undefined;
    const refusals = componentsOf(of).map((component) => componentRefusal(action, group, component));
    const [first] = refusals;
    if (first === undefined) return t('refusal.none-chosen');
    return first !== null && refusals.every((one) => one !== null) ? refusalWord(t, first) : undefined;
  };

  const add = (of: readonly TreeLine[]) =>
    setDialog({ kind: 'add', entities: of.flatMap(({ entity }) => entity?.id ?? []) });
  const setOutOfScope = (of: readonly TreeLine[]) => {
    const judged = componentsOf(of).map((component) => ({
      component,
      refusal: componentRefusal('set-out-of-scope', group, component),
    }));
    setDialog({
      kind: 'out-of-scope',
      components: judged.flatMap(({ component, refusal }) => (refusal === null ? [component] : [])),
      leftOut: judged.flatMap(({ component: { name }, refusal }) =>
        refusal === null ? [] : [{ name, refusal }],
      ),
    });
  };
  const stage = (wanted: readonly Change[]) => {
    act({ kind: 'stage', changes: wanted });
    setSelected(new Set());
    announce(t('announce.staged', { count: wanted.length }));
  };
  const remove = (of: readonly TreeLine[]) =>
    stage(
      componentsOf(of)
        .filter((component) => componentRefusal('delete', group, component) === null)
        .map(({ id, name }) => ({ key: crypto.randomUUID(), kind: 'delete', component: id, name })),
    );
  const planOf = () => componentsPlan({ connection, group, waits, steps: stepsOf(group.id, changes) });
  const apply = async () => {
    setSending(true);
    setFailure(null);
    const reply = await submitPlan(await planOf(), 'draft');
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    act({ kind: 'sent', keys: new Set(changes.map(({ key }) => key)) });
    announce(t('announce.sent', { count: changes.length }));
  };
  const isFirstReading = nodes.length === 0 && (components.isReading || entities.isReading);
  const isUnread = nodes.length === 0 && (components.error ?? entities.error) !== null;

  return (
    <>
      <LeaveGuard isDirty={state.saveState === 'failed'} />
      <div className={styles.toolbar} role="group" aria-label={t('actions')}>
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          reason={reasonFor('create', [])}
          onPress={() => add(marked)}
        >
          {t('action.add')}
        </Button>
        <Button
          icon={<CircleSlash aria-hidden />}
          reason={reasonFor('set-out-of-scope', chosen)}
          onPress={() => setOutOfScope(chosen)}
        >
          {t('action.outOfScopeMany', { count })}
        </Button>
        <Button
          icon={<Trash2 aria-hidden />}
          reason={reasonFor('delete', chosen)}
          onPress={() => remove(chosen)}
        >
          {t('action.deleteMany', { count })}
        </Button>
        <Link to={pathTo('scopeReport', { auditId: group.id })}>{t('report.open')}</Link>
        {nodes.length > 0 && (
          <SearchField
            label={t('search.label')}
            placeholder={t('search.label')}
            value={search.text}
            onChange={search.setText}
            shortcut={shortcutOf('filter')?.aria}
          />
        )}
        <span className={styles.coverage} role="status">
          {search.isOn
            ? search.words(selected)
            : entities.isWhole && components.isWhole && nodes.length > 0 && coverageWords(t, state.coverage)}
        </span>
      </div>
      <ListProgress connection={connection} tier="read" list={components} />
      <ListProgress connection={connection} tier="read" list={entities} />
      {state.restored !== null && (
        <RestoredNotice
          restored={state.restored}
          unfit={state.unfit}
          staged={new Set(changes.map(({ key }) => key))}
          onTakeBack={(keys) => {
            for (const key of keys) act({ kind: 'remove', key });
          }}
          onPutAway={state.putAwayRestored}
        />
      )}
      <PlanNotices plans={plans} onPutAway={state.putAway} onStageAgain={stage} />
      {failure !== null && <ErrorNotice {...describe(failure)} role="status" />}
      {isFirstReading ? (
        <SkeletonRows count={10} widths={['60%', '40%', '40%', '40%', '50%']} label={t('reading')} />
      ) : isUnread ? null : (
        <div className={styles.work}>
          <TreeGrid
            label={t('label')}
            columns={view.columns}
            nodes={search.nodes}
            {...search.open}
            textOf={view.textOf}
            labelOf={view.labelOf}
            hintOf={view.hintOf}
            onActive={setActiveId}
            selection={{
              selected,
              onToggle: (id) => setSelected((before) => toggledIn(before, id)),
              canSelect: everyLine,
            }}
            isBusy={components.isReading || entities.isReading}
            empty={
              search.isOn ? (
                <EmptyState title={t('search.none')} icon={<Network aria-hidden />} />
              ) : (
                <EmptyState title={t('empty.title')} icon={<Network aria-hidden />}>
                  {t('empty.text')}
                </EmptyState>
              )
            }
          />
          {active !== null && (
            <DetailPanel
              line={active}
              entities={entities.entries}
              reasons={{
                add: reasonFor('create', []),
                outOfScope: reasonFor('set-out-of-scope', [active]),
                remove: reasonFor('delete', [active]),
              }}
              onAdd={() => add([active])}
              onOutOfScope={() => setOutOfScope([active])}
              onDelete={() => remove([active])}
              onUnstage={(key) => act({ kind: 'remove', key })}
            />
          )}
        </div>
      )}
      <StagingBar
        changes={changes}
        canUndo={state.canUndo}
        waits={waits}
        reason={reasonFor('create', [])}
        isPending={isSending}
        estimate={async () => (await unwrap(call('plans.estimate', await planOf()))).seconds}
        onRemove={(key) => act({ kind: 'remove', key })}
        onUndo={() => act({ kind: 'undo' })}
        onClear={() => act({ kind: 'clear' })}
        onApply={() => void apply()}
      />
      {dialog?.kind === 'add' && (
        <AddDialog
          entities={entities.entries}
          isWhole={entities.isWhole}
          timesIn={(id) => lines.get(`entity ${id}`)?.coveredBy.length ?? 0}
          chosen={dialog.entities}
          onStage={stage}
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'out-of-scope' && (
        <OutOfScopeDialog
          connection={connection}
          group={group}
          components={dialog.components}
          leftOut={dialog.leftOut}
          formerly={(id) => refusedExplanation(plans, id)}
          plans={state.allPlans}
          onSettled={state.putAway}
          reason={readOnly}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

function toggledIn(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function everyLine(): boolean {
  return true;
}
