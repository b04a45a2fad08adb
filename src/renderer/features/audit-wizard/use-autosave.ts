import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { saveDraft } from '../../data/drafts.ts';
import { type Autosave, createAutosave, type SaveState } from './autosave.ts';
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

/** Keeps what a person enters as a draft: a second after a change, at every step, and when the wizard is left. */
export function useAutosave({ connection, draftId, store, titleOf }: Needs): {
  readonly state: SaveState;
  readonly autosave: Autosave<WizardContent>;
} {
  const client = useQueryClient();
  const [state, setState] = useState<SaveState>('kept');
  // The title that is current when a draft is kept: what it is made of may be read from the service only later.
  const currentTitle = useRef(titleOf);
  useEffect(() => {
    currentTitle.current = titleOf;
  }, [titleOf]);
  const autosave = useMemo(
    () =>
      createAutosave<WizardContent>({
        save: async (content) => {
          const title = Array.from(currentTitle.current(content)).slice(0, 200).join('');
          // A draft's content is any object; this one is read back by `readContent`.
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
  useEffect(() => {
    const keep = () => void autosave.flush();
    const end = store.subscribe((now, before) => {
      if (!now.dirty || now.content === before.content) return;
      autosave.change(now.content);
      if (now.content.step !== before.content.step) keep();
    });
    addEventListener('pagehide', keep);
    return () => {
      end();
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [autosave, store]);
  return { state, autosave };
}
