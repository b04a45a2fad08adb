import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BridgeInput } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/error.ts';
import type { ItemKind, Items } from '../../shared/operations/items.ts';
import { call, thenReadAgain, unwrap } from './call.ts';

/** What a person keeps of a kind on this computer, for a connection. */
export function itemsQuery<Kind extends ItemKind>(of: Kind, connection: string) {
  return queryOptions({
    queryKey: [connection, 'items', of],
    // Main answers the kind that it is asked for.
    queryFn: async () => (await unwrap(call('items.list', { of, connection })))[of] as Items[Kind],
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
}

/** Keeps entries of one connection, each in place of what was kept under its id. */
export async function saveItems(
  client: QueryClient,
  connection: string,
  kept: BridgeInput<'items.save'>,
): Promise<Reply<null>> {
  const reply = await call('items.save', kept);
  const kinds = reply.ok ? Object.keys(kept) : [];
  await Promise.all(kinds.map((of) => client.invalidateQueries({ queryKey: [connection, 'items', of] })));
  return reply;
}

/** Removes an entry from this computer; what was made with it stays as it is. */
export function removeItem(
  client: QueryClient,
  of: ItemKind,
  { id, connection }: { readonly id: string; readonly connection: string },
): Promise<Reply<null>> {
  return thenReadAgain(client, itemsQuery(of, connection).queryKey, call('items.remove', { of, id }));
}
