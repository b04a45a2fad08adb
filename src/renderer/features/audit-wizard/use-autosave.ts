import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Autosave, createAutosave, type SaveState } from '../../data/autosave.ts';
import { saveDraft } from '../../data/drafts.ts';
import type { WizardContent } from './content.ts';
import type { WizardStore } from './wizard-store.ts';

const delay = 1_000; // kept at most two seconds after the last change, with the time that keeping takes

interface Needs {
  readonly connection: string;
  readonly draftId: string;
  readonly store: WizardStore;
  /** How the list of drafts calls a content. */
  readonly titleOf: (content: WizardContent) => string;
}

export type DraftAutosave = Autosave<{ readonly title: string; readonly content: WizardContent }>;

/** Keeps what a person enters as a draft: a second after a change, at every step, and when the wizard is left. */
export function useAutosave({ connection, draftId, store, titleOf }: Needs): {
  readonly state: SaveState;
  readonly autosave: DraftAutosave;
} {
  const client = useQueryClient();
  const [state, setState] = useState<SaveState>('kept');
  const autosave = useMemo<DraftAutosave>(
    () =>
      createAutosave({
        save: async ({ title, content }) => {
          const draft = { id: draftId, kind: 'audit', connection, title, content: { ...content } } as const;
          return (await saveDraft(client, draft)).ok;
        },
        onState: setState,
        delay,
        setTimer: (run, milliseconds) => {
          const timer = setTimeout(run, milliseconds);
          return () => clearTimeout(timer);
        },
      }),
    [client, connection, draftId],
  );

  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (!now.dirty || now.content === before.content) return;
        const title = Array.from(titleOf(now.content)).slice(0, 200).join('');
        autosave.change({ title, content: now.content });
        if (now.content.step !== before.content.step) void autosave.flush();
      }),
    [autosave, store, titleOf],
  );

  useEffect(() => {
    const keep = () => void autosave.flush();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [autosave]);
  return { state, autosave };
}
