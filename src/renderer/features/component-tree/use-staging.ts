import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useState } from 'react';
import type { Reply } from '../../../shared/error.ts';
import type { Audit } from '../../../shared/model/audit.ts';
import { createAutosave, type SaveState } from '../../data/autosave.ts';
import { sentKeys } from '../../data/components.ts';
import { draftsQuery, removeDraft, saveDraft } from '../../data/drafts.ts';
import { planIdOf } from '../../data/plans.ts';
import { readStaged, type StagedDraft } from './staged-draft.ts';
import { type Change, nothingStaged, type Staging, type StagingAction, staged } from './staging.ts';

/** What was found on the shelf of drafts when a tree was opened. */
export interface Restored extends StagedDraft {
  /** ISO 8601, UTC. */
  readonly savedAt: string;
}

export interface StagingRoom {
  readonly staging: Staging;
  readonly act: (action: StagingAction) => void;
  readonly restored: Restored | null;
  /** Says no more what was restored. */
  readonly putAway: () => void;
  /** Whether what is staged outlives the window. */
  readonly saveState: SaveState;
}

/**
 * The staged changes to the tree of a group. They are kept as a draft from the moment that they are made until they are sent or
 * taken back, and are there again when the tree is opened the next time; `components` are the ids that are listed, null until
 * all are.
 */
export function useStaging(
  connection: string,
  group: Pick<Audit, 'id' | 'name'>,
  components: readonly string[] | null,
): StagingRoom {
  const client = useQueryClient();
  const [staging, act] = useReducer(staged, nothingStaged);
  const [restored, setRestored] = useState<Restored | null>(null);
  const [isRead, setRead] = useState(false);
  const [saveState, setSaveState] = useState<SaveState>('kept');
  const { id: groupId, name } = group;
  const { data: found } = useQuery({
    queryKey: [connection, 'staged', groupId],
    queryFn: async () => {
      const id = await draftId(connection, groupId);
      const draft = (await client.ensureQueryData(draftsQuery(connection))).find((one) => one.id === id);
      if (draft === undefined) return { draft: null };
      // Sent just before the app ended: nobody was left to take the draft away.
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

  const keeper = useMemo(
    () => createKeeper((content) => keep(client, connection, name, content), setSaveState),
    [client, connection, name],
  );
  const { changes } = staging;
  useEffect(() => {
    if (found === undefined || !isRead) return;
    keeper.note({ group: groupId, changes, seen: components }, found.draft?.changes ?? nothingStaged.changes);
  }, [keeper, found, isRead, groupId, changes, components]);
  return {
    staging,
    act,
    restored,
    putAway: () => setRestored(null),
    // What cannot be read is not written over either.
    saveState: isRead || changes.length === 0 ? saveState : 'failed',
  };
}

/** Keeps what is staged as often as it changes; of what was there at first it is told, for that is kept. */
function createKeeper(
  save: (content: StagedDraft) => Promise<Reply<unknown>>,
  onState: (state: SaveState) => void,
) {
  const autosave = createAutosave<StagedDraft>({
    save: async (content) => (await save(content)).ok,
    onState,
    delay: 0,
    setTimer: () => () => {}, // each change is saved at once
  });
  let last: readonly Change[] | null = null;
  return {
    note: (content: StagedDraft, first: readonly Change[]): void => {
      const known = last ?? first;
      last = content.changes;
      if (content.changes === known) return;
      autosave.change(content);
      void autosave.flush();
    },
  };
}

async function keep(
  client: QueryClient,
  connection: string,
  name: string,
  content: StagedDraft,
): Promise<Reply<unknown>> {
  const id = await draftId(connection, content.group);
  if (content.changes.length === 0) return removeDraft(client, connection, id);
  const title = Array.from(name).slice(0, 200).join('');
  return saveDraft(client, { id, kind: 'components', connection, title, content: { ...content } });
}

function draftId(connection: string, group: string): Promise<string> {
  return planIdOf('staged', [connection, group]);
}
