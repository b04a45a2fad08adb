import type { QueryClient } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { Draft } from '../../shared/model/draft.ts';
import { call } from './call.ts';
import { itemsQuery } from './items.ts';

/** Keeps a draft on this computer, in place of what was kept under its id. */
export async function saveDraft(client: QueryClient, draft: Omit<Draft, 'savedAt'>): Promise<Reply<Draft>> {
  const reply = await call('drafts.save', draft);
  if (reply.ok)
    client.setQueryData(itemsQuery('drafts', draft.connection).queryKey, (drafts) =>
      drafts === undefined ? undefined : [reply.value, ...drafts.filter(({ id }) => id !== draft.id)],
    );
  return reply;
}

export async function removeDraft(client: QueryClient, connection: string, id: string): Promise<Reply<null>> {
  const reply = await call('items.remove', { of: 'drafts', id });
  if (reply.ok)
    client.setQueryData(itemsQuery('drafts', connection).queryKey, (drafts) =>
      drafts?.filter((draft) => draft.id !== id),
    );
  return reply;
}
