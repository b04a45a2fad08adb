import { Draft } from '../shared/model/draft.ts';
import type { LocalStore } from './store.ts';

export interface DraftBook {
  /** The drafts of a connection, the last saved first. */
  readonly list: (connection: string) => readonly Draft[];
  readonly save: (draft: Omit<Draft, 'savedAt'>) => Draft;
  readonly remove: (id: string) => void;
}

/** Unsent work, which outlives a crash: on disk when `save` returns. */
export function openDrafts(store: LocalStore, now: () => Date): DraftBook {
  const shelf = store.shelf('drafts', Draft);
  return {
    list: (connection) =>
      shelf
        .list()
        .filter((draft) => draft.connection === connection)
        .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt)),
    save: (draft) => {
      const saved = { ...draft, savedAt: now().toISOString() };
      shelf.put(saved.id, saved);
      return saved;
    },
    remove: (id) => shelf.remove(id),
  };
}
