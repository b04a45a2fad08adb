import { Draft } from '../../shared/model/draft.ts';
import type { LocalStore } from './store.ts';

export type DraftStore = ReturnType<typeof openDrafts>;

/** Unsent work, which outlives a crash: on disk when `save` returns. */
export function openDrafts(store: LocalStore, onRemoved: (connection: string) => void, now: () => Date) {
  const collection = store.collection('drafts', Draft);
  return {
    /** The drafts of a connection, the last saved first. */
    list: (connection: string): readonly Draft[] =>
      collection
        .list()
        .filter((draft) => draft.connection === connection)
        .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt)),
    save: (draft: Omit<Draft, 'savedAt'>): Draft => {
      const saved = { ...draft, savedAt: now().toISOString() };
      collection.put(saved.id, saved);
      return saved;
    },
    remove: (id: string): void => {
      const draft = collection.read(id);
      collection.remove(id);
      if (draft !== null) onRemoved(draft.connection);
    },
  };
}
