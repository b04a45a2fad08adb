import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { SavedView, ViewedList } from '../../shared/model/list-setup.ts';
import { itemsQuery, removeItem } from './items.ts';
import { removeLater, useRemovals } from './removals.ts';

/**
 * The views of a connection in a person's order, of one list or of all, without those that are about to be deleted; undefined until they are
 * read.
 */
export function useSavedViews(
  connection: string | null,
  list: ViewedList | null = null,
): readonly SavedView[] | undefined {
  const { data } = useQuery({ ...itemsQuery('views', connection ?? ''), enabled: connection !== null });
  const { pending } = useRemovals();
  return data?.filter(
    (view) => !Object.hasOwn(pending, viewKeyStart + view.id) && (list === null || view.list === list),
  );
}

/** With this the keys of views begin among what waits to be deleted. */
export const viewKeyStart = 'view ';

/** Deletes a view in ten seconds, unless that is undone. */
export function removeViewLater(client: QueryClient, view: SavedView): void {
  removeLater(viewKeyStart + view.id, view.name, () => removeItem(client, 'views', view));
}
