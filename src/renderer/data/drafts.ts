import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { Draft } from '../../shared/model/draft.ts';
import { call, unwrap } from './call.ts';

export function draftsQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'drafts'],
    queryFn: () => unwrap(call('drafts.list', { connection })),
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
}

/** Keeps a draft on this computer, in place of what was kept under its id. */
export async function saveDraft(client: QueryClient, draft: Omit<Draft, 'savedAt'>): Promise<Reply<Draft>> {
  const reply = await call('drafts.save', draft);
  if (reply.ok)
    client.setQueryData(draftsQuery(draft.connection).queryKey, (drafts) =>
      drafts === undefined ? undefined : [reply.value, ...drafts.filter(({ id }) => id !== draft.id)],
    );
  return reply;
}

export async function removeDraft(client: QueryClient, connection: string, id: string): Promise<Reply<null>> {
  const reply = await call('kept.remove', { of: 'drafts', id });
  if (reply.ok)
    client.setQueryData(draftsQuery(connection).queryKey, (drafts) =>
      drafts?.filter((draft) => draft.id !== id),
    );
  return reply;
}
