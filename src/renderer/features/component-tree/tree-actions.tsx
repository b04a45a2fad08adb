import { CircleSlash, FileText, Plus, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Audit } from '../../../shared/model/audit.ts';
import {
  type ComponentAction,
  componentRefusal,
  isRefusalDoubt,
} from '../../../shared/rules/service/component.ts';
import type { Change } from '../../data/staged-changes.ts';
import { useTranslation } from '../../messages/language.ts';
import { undoubted, useListDoubts, useListRefusal } from '../../parts/collection-state.tsx';
import { useCreateAudit } from '../../parts/coupling/create-audit.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo } from '../../routes.ts';
import { type ActionsOf, ofOne, type RowAction } from '../../ui/grid/actions.ts';
import { announce } from '../../ui/live-region.tsx';
import { doubtedChanges, type Item, judgedFor, type LeftOut, type TreeLine } from './rows.ts';
import type { TreeState } from './tree-state.ts';

type OpenDialog =
  | { readonly kind: 'add'; readonly entities: readonly string[] }
  | {
      readonly kind: 'out-of-scope';
      /** Their ids. */
      readonly components: readonly string[];
      readonly leftOut: readonly LeftOut[];
    };

export type TreeActions = ReturnType<typeof useTreeActions>;

/** What a person can do with lines of the tree, why they cannot, and what it has led to. */
export function useTreeActions(group: Audit, state: TreeState, onDone: () => void) {
  const { t } = useTranslation('component-tree');
  const { components, entities, act, arePlansUnread, isDraftUnread } = state;
  const readOnly = useWriteRefusal();
  const unread = useListRefusal(undoubted({ components }));
  const doubts = useListDoubts({ components, entities });
  const unreadToAdd = useListRefusal(
    undoubted(entities.error === null ? { components, entities } : { components }),
  ); // else ids are typed
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const stage = (wanted: readonly Change[]) => {
    act({ kind: 'stage', changes: wanted });
    onDone();
    announce(t('announce.staged', { count: wanted.length }));
  };
  return {
    group,
    dialog,
    closeDialog: () => setDialog(null),
    leftOut,
    doubted: doubtedChanges(state.changes, group, components.entries),
    forgetLeftOut: () => setLeftOut([]),
    unread,
    doubts,
    onDone,
    stage,
    reasonFor: (action: ComponentAction, of: readonly TreeLine[] = []): string | undefined => {
      if (readOnly !== undefined) return readOnly;
      const general = componentRefusal(action, group, null);
      if (general !== null && !isRefusalDoubt(action, general)) return t(`refusal.${general}`);
      const list = action === 'create' ? unreadToAdd : unread;
      if (list !== undefined) return list;
      if (arePlansUnread) return t('refusal.plans');
      if (isDraftUnread) return t('refusal.draft');
      if (action === 'create') return undefined;
      const judged = judgedFor(action, group, of);
      return judged.possible.length > 0
        ? undefined
        : t(`refusal.${judged.leftOut[0]?.refusal ?? 'none-chosen'}`);
    },
    add: (of: readonly TreeLine[]) =>
      setDialog({ kind: 'add', entities: of.flatMap(({ entity }) => entity?.id ?? []) }),
    setOutOfScope: (of: readonly TreeLine[]) => {
      const { possible, leftOut: others } = judgedFor('set-out-of-scope', group, of);
      setDialog({ kind: 'out-of-scope', components: possible.map(({ id }) => id), leftOut: others });
    },
    remove: (of: readonly TreeLine[]) => {
      const judged = judgedFor('delete', group, of);
      setLeftOut(judged.leftOut);
      stage(
        judged.possible.map(({ id, name }) => ({
          key: crypto.randomUUID(),
          kind: 'delete',
          component: id,
          name,
        })),
      );
    },
  };
}

/** What can be done with lines of the tree: what cannot be done with some of them is said when it is asked for. */
export function useLineActions(state: TreeState, actions: TreeActions): ActionsOf<TreeLine> {
  const { t } = useTranslation('component-tree');
  const createAudit = useCreateAudit();
  const navigate = useNavigate();
  const { group } = actions;
  return (lines) => {
    const items = lines.flatMap(({ item }) => item ?? []);
    const staged = items.flatMap(({ doing }) => (doing?.state === 'staged' ? doing.key : []));
    const isToGoOut = ({ doing }: Item) => doing?.kind === 'set-out-of-scope' && doing.state === 'staged';
    const sent = items.filter(
      (item) => item.component !== null && (item.doing?.state !== 'staged' || isToGoOut(item)),
    );
    const countFor = (action: ComponentAction) =>
      Math.max(1, judgedFor(action, group, lines).possible.length);
    const isExplained =
      lines.length === 1 && sent.some((item) => isToGoOut(item) || item.component?.in_scope === false);
    const some: readonly (RowAction | false)[] = [
      lines.some(({ entity }) => entity !== null) && {
        id: 'add',
        label: t('action.addHere'),
        icon: <Plus aria-hidden />,
        reason: actions.reasonFor('create'),
        onAction: () => actions.add(lines),
      },
      staged.length > 0 && {
        id: 'unstage',
        label: t('action.unstage', { count: staged.length }),
        icon: <Undo2 aria-hidden />,
        onAction: () => {
          for (const key of staged) state.act({ kind: 'remove', key });
        },
      },
      ...ofOne(lines, ({ item }) => {
        const coupled = item?.component?.coupled_entity_audit_id ?? null;
        return [
          ...(coupled === null
            ? []
            : [
                {
                  id: 'open-coupled',
                  label: t('action.openCoupled'),
                  icon: <FileText aria-hidden />,
                  onAction: () => void navigate(pathTo('audit', { auditId: coupled })),
                },
              ]),
          ...sent.flatMap(({ component }) =>
            component === null ? [] : { id: 'create-audit', ...createAudit(component, group) },
          ),
        ];
      }),
      sent.length > 0 && {
        id: 'out-of-scope',
        label: isExplained
          ? t('action.explanation')
          : t('action.outOfScopeMany', { count: countFor('set-out-of-scope') }),
        icon: <CircleSlash aria-hidden />,
        reason: actions.reasonFor('set-out-of-scope', lines),
        isDestructive: true,
        onAction: () => actions.setOutOfScope(lines),
      },
      sent.length > 0 && {
        id: 'delete',
        label: t('action.deleteMany', { count: countFor('delete') }),
        icon: <Trash2 aria-hidden />,
        reason: actions.reasonFor('delete', lines),
        isDestructive: true,
        onAction: () => actions.remove(lines),
      },
    ];
    return some.filter((one) => one !== false);
  };
}
