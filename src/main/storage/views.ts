import { SavedView } from '../../shared/model/list-setup.ts';
import type { LocalStore } from './store.ts';

export type ViewStore = ReturnType<typeof openViews>;

/** The saved views of lists, which are nobody's but this computer's. */
export function openViews(store: LocalStore, onChange: (connection: string) => void) {
  const collection = store.collection('views', SavedView);
  return {
    /** The views of a connection in a person's order. */
    list: (connection: string): readonly SavedView[] =>
      collection
        .list()
        .filter((view) => view.connection === connection)
        .toSorted((one, other) => one.place - other.place),
    /** Keeps views, each in place of what was kept under its id: on disk when it returns. */
    save: (views: readonly SavedView[]): void => {
      for (const view of views) collection.put(view.id, view);
      for (const connection of new Set(views.map((view) => view.connection))) onChange(connection);
    },
    remove: (id: string): void => {
      const view = collection.read(id);
      collection.remove(id);
      if (view !== null) onChange(view.connection);
    },
  };
}
