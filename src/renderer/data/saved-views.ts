import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { SavedView } from '../../shared/model/list-setup.ts';
import { call, unwrap } from './call.ts';
import { onEvent } from './events.ts';

export function viewsQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'views'],
    queryFn: () => unwrap(call('views.list', { connection })),
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
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

export async function removeView(client: QueryClient, { id, connection }: SavedView): Promise<Reply<null>> {
  const reply = await call('views.remove', { id });
  if (reply.ok) await readAgain(client, connection);
  return reply;
}

function readAgain(client: QueryClient, connection: string): Promise<void> {
  return client.invalidateQueries({ queryKey: viewsQuery(connection).queryKey });
}
