import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import type { Reply } from '../../../shared/error.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { useUndoable } from '../../data/asked.ts';
import { allSaved, createAutosave, type SaveState } from '../../data/autosave.ts';
import { useLegalEntities } from '../../data/clients.ts';
import { sentKeys, useComponents, useReadAfterPlans, useTreePlans } from '../../data/components.ts';
import { type Change, keepStaged, type StagedDraft, stagedDraftOf } from '../../data/staged-changes.ts';
import { isUnseen } from '../../messages/unseen-words.ts';
import { isDoubted } from '../../parts/collection-state.tsx';
import { coverageOf, itemsOf, linesOf, treeOf } from './rows.ts';
import { misfits, readStaged } from './staged-draft.ts';
import { nothingStaged, type Staging, type StagingAction, staged, stillWanted } from './staging.ts';

export type TreeState = ReturnType<typeof useTreeState>;

/** What the tree of a group shows: what the service lists, what plans do to it, and what is staged. */
export function useTreeState(connection: string, group: Audit) {
  const components = useComponents(connection, group.id);
  const entities = useLegalEntities(connection, group.client_organisation_id);
  const allPlans = useTreePlans(connection, group.id);
  useReadAfterPlans(connection, group.id, allPlans);
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const listed = components.complete;
  const { staging, restored, ...draft } = useStaging(connection, group, listed);
  useUndoOf(staging, draft.act);
  const plans = allPlans.filter(({ plan }) => !away.has(plan.id));
  const changes = stillWanted(staging.changes, listed);
  const known = entities.complete && new Set(entities.complete.map(({ id }) => id));
  const unfit =
    restored === null || listed === null
      ? []
      : misfits(restored, { group, components: listed, entities: known });
  const items = itemsOf({ components: components.entries, changes, plans });
  const nodes = treeOf(entities.entries, items);
  const lines = new Map(linesOf(nodes).map((line) => [line.id, line]));
  const coverage = coverageOf(entities.entries, items);
  /** What a legal entity without a component is: not covered, unless a component, or its entities, came in a form that is not read. */
  const gap =
    isDoubted(components) || components.entries.some((one) => isUnseen(one, 'legal_entity_ids'))
      ? ('unseen' as const)
      : listed === null
        ? ('unread' as const)
        : ('none' as const);
  return {
    components,
    entities,
    plans,
    changes,
    canUndo: staging.past.length > 0,
    canRedo: staging.future.length > 0,
    ...draft,
    /** Whether the steps of a running or paused plan are not known. */
    arePlansUnread: allPlans.some(({ plan, isRead }) => plan.state !== 'ended' && !isRead),
    restored,
    unfit,
    nodes,
    lines,
    coverage,
    gap,
    putAway: (plan: string) => setAway((before) => new Set([...before, plan])),
  };
}

/** Lets Undo and Redo act on what is staged, as long as the tree is open. */
function useUndoOf({ past, future }: Staging, act: (action: StagingAction) => void): void {
  const [canUndo, canRedo] = [past.length > 0, future.length > 0];
  useEffect(() => {
    useUndoable.setState({
      undo: canUndo ? () => act({ kind: 'undo' }) : null,
      redo: canRedo ? () => act({ kind: 'redo' }) : null,
    });
    return () => useUndoable.setState({ undo: null, redo: null });
  }, [canUndo, canRedo, act]);
}

/** The draft that was found when the tree was opened. */
interface Restored extends StagedDraft {
  /** ISO 8601, UTC. */
  readonly savedAt: string;
}

/**
 * The staged changes to the tree of a group. A draft keeps them until they are sent or removed, and restores them when the tree
 * is opened again. `listed` are the components of the service; null until all are read.
 */
function useStaging(
  connection: string,
  group: Pick<Audit, 'id' | 'name'>,
  listed: readonly ComponentAudit[] | null,
) {
  const client = useQueryClient();
  const [staging, act] = useReducer(staged, nothingStaged);
  const [restored, setRestored] = useState<Restored | null>(null);
  const [isRead, setRead] = useState(false);
  const [saveState, setSaveState] = useState<SaveState>('kept');
  const { id: groupId, name } = group;
  const { data: found, isError } = useQuery({
    queryKey: [connection, 'staged', groupId],
    queryFn: async () => {
      await allSaved(); // the tree may have been left a moment ago
      const draft = await stagedDraftOf(client, connection, groupId);
      if (draft === undefined) return { draft: null };
      // The app may have ended after it sent them and before it removed the draft.
      const sent = await sentKeys(connection, groupId);
      const { changes, ...rest } = readStaged(draft.content);
      const unsent = changes.filter(({ key }) => !sent.has(key));
      return { draft: { ...rest, changes: unsent, savedAt: draft.savedAt } };
    },
    gcTime: 0, // read anew whenever the tree is opened
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (found !== undefined && !isRead) {
    setRead(true);
    if (found.draft !== null && found.draft.changes.length > 0) {
      act({ kind: 'restore', changes: found.draft.changes });
      setRestored(found.draft);
    }
  }

  const keeper = createKeeper((content) => keepStaged(client, connection, name, content), setSaveState);
  const { changes } = staging;
  useEffect(() => {
    if (found === undefined || !isRead) return;
    const seen = listed?.map(({ id }) => id) ?? null;
    keeper.note({ group: groupId, changes, seen }, found.draft?.changes ?? nothingStaged.changes);
  }, [keeper, found, isRead, groupId, changes, listed]);
  return {
    staging,
    act,
    restored: stillStaged(restored, changes),
    isDraftUnread: isError,
    putAwayRestored: () => setRestored(null),
    // A draft that could not be read is not overwritten either.
    saveState: isRead || changes.length === 0 ? saveState : 'failed',
  };
}

/** A restored draft without the changes that are not staged any more; null without any. */
export function stillStaged(restored: Restored | null, changes: readonly Change[]): Restored | null {
  const keys = new Set(changes.map(({ key }) => key));
  const left = restored?.changes.filter(({ key }) => keys.has(key)) ?? [];
  return restored === null || left.length === 0 ? null : { ...restored, changes: left };
}

/** Saves the staged changes whenever they differ from the last ones; `first` are those that the draft has already. */
function createKeeper(
  save: (content: StagedDraft) => Promise<Reply<unknown>>,
  onState: (state: SaveState) => void,
) {
  const autosave = createAutosave<StagedDraft>(async (content) => (await save(content)).ok, onState);
  let last: readonly Change[] | null = null;
  return {
    note: (content: StagedDraft, first: readonly Change[]): void => {
      const known = last ?? first;
      last = content.changes;
      if (content.changes === known) return;
      autosave.change(content);
      void autosave.flush(); // each change is saved at once
    },
  };
}
