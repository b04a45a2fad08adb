import { type SeasonChange, SeasonEntry } from '../../shared/model/season.ts';
import { dateOf } from '../clock.ts';
import type { LocalStore } from './store.ts';

export type SeasonStore = ReturnType<typeof openSeasonStore>;

/**
 * The groups that are expected in a season, which only this computer knows: the service has no seasons. Several windows change them, so that each
 * says what it changes, and what is kept of the rest stays.
 */
export function openSeasonStore(store: LocalStore, onChange: (connection: string) => void, now: () => Date) {
  const collection = store.collection('season', SeasonEntry);
  const put = (entries: readonly SeasonEntry[]): void => {
    for (const entry of entries) collection.put(entry.id, entry);
    for (const connection of new Set(entries.map((entry) => entry.connection))) onChange(connection);
  };
  return {
    /** Of a connection, in the order in which they were first kept. */
    list: (connection: string): readonly SeasonEntry[] =>
      collection.list().filter((entry) => entry.connection === connection),
    /** Keeps groups; of one that is there its deadline, its priority and a successor stay. On disk when it returns. */
    save: (entries: readonly SeasonEntry[]): void =>
      put(
        entries.map((entry) => {
          const before = collection.read(entry.id);
          if (before === null) return entry;
          const { deadline, priority, partner, manager, changed } = before;
          return {
            partner,
            manager,
            changed,
            ...entry,
            deadline,
            priority,
            successor: entry.successor ?? before.successor,
          };
        }),
      ),
    /** Changes what is named of groups that are there. On disk when it returns. */
    change: (changes: readonly SeasonChange[]): void =>
      put(
        changes.flatMap(({ id, deadline, priority, ...people }) => {
          const before = collection.read(id);
          if (before === null) return [];
          return [
            {
              ...before,
              ...people,
              ...(deadline === undefined || deadline?.day === before.deadline?.day
                ? {}
                : { changed: { on: dateOf(now()), before: before.deadline?.day ?? null } }),
              deadline: deadline === undefined ? before.deadline : deadline,
              priority: priority ?? before.priority,
            },
          ];
        }),
      ),
    remove: (id: string): void => {
      const entry = collection.read(id);
      collection.remove(id);
      if (entry !== null) onChange(entry.connection);
    },
  };
}
