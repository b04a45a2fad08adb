import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { SavedView, ViewedList } from '../../shared/model/list-setup.ts';
import { call, thenReadAgain, unwrap } from './call.ts';
import { onEvent } from './events.ts';
import { removeLater, useRemovals } from './removals.ts';

function viewsQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'views'],
    queryFn: () => unwrap(call('views.list', { connection })),
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
}

/**
 * The views of a connection in a person's order, of one list or of all, without those that are about to be deleted; undefined until they are
 * read.
 */
export function useSavedViews(
  connection: string | null,
  list: ViewedList | null = null,
): readonly SavedView[] | undefined {
  const { data } = useQuery({ ...viewsQuery(connection ?? ''), enabled: connection !== null });
  const { pending } = useRemovals();
  return data?.filter(
    (view) => !Object.hasOwn(pending, viewKeyStart + view.id) && (list === null || view.list === list),
  );
}

onEvent((event, client) => {
  if (event.type === 'views-changed') void readAgain(client, event.connection);
});

/** Keeps views of one connection on this computer, each in place of what was kept under its id. */
export async function saveViews(client: QueryClient, views: readonly SavedView[]): Promise<Reply<null>> {
  const reply = await call('views.save', views);
  const [view] = views;
  if (reply.ok && view !== undefined) await readAgain(client, view.connection);
  return reply;
}

/** With this the keys of views begin among what waits to be deleted. */
export const viewKeyStart = 'view ';

/** Deletes a view in ten seconds, unless that is undone. */
export function removeViewLater(client: QueryClient, { id, connection, name }: SavedView): void {
  removeLater(viewKeyStart + id, name, () =>
    thenReadAgain(client, viewsQuery(connection).queryKey, call('kept.remove', { of: 'views', id })),
  );
}

function readAgain(client: QueryClient, connection: string): Promise<void> {
  return client.invalidateQueries({ queryKey: viewsQuery(connection).queryKey });
}
