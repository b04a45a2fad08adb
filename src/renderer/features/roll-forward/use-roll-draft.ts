import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Reply } from '../../../shared/error.ts';
import type { Draft } from '../../../shared/model/draft.ts';
import { contentOf, type RollDecisions } from '../../../shared/rules/roll-forward/draft.ts';
import { createAutosave, type SaveState } from '../../data/autosave.ts';
import { removeDraft, saveDraft } from '../../data/drafts.ts';

interface Keeping {
  readonly connection: string;
  readonly audits: readonly string[];
  readonly title: string;
  /** The draft that was found when the page was opened. */
  readonly draft: Draft | undefined;
}

/** Keeps each decision at once, as a draft that a kill does not take. */
export function useRollDraft(
  { connection, audits, title, draft }: Keeping,
  { decided, isTouched }: { readonly decided: RollDecisions; readonly isTouched: boolean },
): { readonly isKept: boolean; readonly remove: () => Promise<Reply<null>> } {
  const client = useQueryClient();
  const [id] = useState(() => draft?.id ?? `roll-forward ${crypto.randomUUID()}`);
  const [state, setState] = useState<SaveState>('kept');
  const autosave = createAutosave<RollDecisions>(async (kept) => {
    const content = contentOf(audits, kept);
    const saved = { id, kind: 'roll-forward', connection, title: title.slice(0, 400), content } as const;
    return (await saveDraft(client, saved)).ok;
  }, setState);
  const written = useRef<RollDecisions>(null); // each once: whoever removes the draft meanwhile has removed it
  useEffect(() => {
    if (!isTouched || written.current === decided) return;
    written.current = decided;
    autosave.change(decided);
    void autosave.flush(); // each decision is kept at once
  }, [autosave, isTouched, decided]);
  return {
    isKept: state !== 'failed',
    remove: async () => {
      await autosave.flush(); // what is being saved would bring it back
      const removed = await removeDraft(client, connection, id);
      if (removed.ok) autosave.stop();
      return removed;
    },
  };
}
