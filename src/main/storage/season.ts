import { SeasonEntry } from '../../shared/model/season.ts';
import type { LocalStore } from './store.ts';

export type SeasonStore = ReturnType<typeof openSeasonStore>;

/** The groups that are expected in a season, which only this computer knows: the service has no seasons. */
export function openSeasonStore(store: LocalStore) {
  const collection = store.collection('season', SeasonEntry);
  return {
    /** Of a connection, in the order in which they were first kept. */
    list: (connection: string): readonly SeasonEntry[] =>
      collection.list().filter((entry) => entry.connection === connection),
    /** Keeps each in place of what was kept under its id: on disk when it returns. */
    save: (entries: readonly SeasonEntry[]): void => {
      for (const entry of entries) collection.put(entry.id, entry);
    },
    remove: (id: string): void => collection.remove(id),
  };
}
