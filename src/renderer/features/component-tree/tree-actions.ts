import { useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import {
  type ComponentAction,
  componentRefusal,
  isRefusalDoubt,
} from '../../../shared/rules/service/component.ts';
import type { Change } from '../../data/staged-changes.ts';
import { useTranslation } from '../../messages/language.ts';
import { undoubted, useListDoubts, useListRefusal } from '../../parts/collection-state.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { announce } from '../../ui/live-region.tsx';
import { doubtedChanges, judgedFor, type LeftOut, type TreeLine } from './rows.ts';
import type { TreeState } from './tree-state.ts';

type OpenDialog =
  | { readonly kind: 'add'; readonly entities: readonly string[] }
  | {
      readonly kind: 'out-of-scope';
      readonly components: readonly ComponentAudit[];
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
      setDialog({ kind: 'out-of-scope', components: possible, leftOut: others });
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
