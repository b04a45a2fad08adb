import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { DeadlineRule } from '../../shared/model/season.ts';
import { call, unwrap } from './call.ts';

export function rulesQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'season', 'rules'],
    queryFn: () => unwrap(call('season.rules', { connection })),
  });
}

/** Keeps a rule on this computer, in place of what was kept for the same country or client. */
export async function saveRule(client: QueryClient, rule: DeadlineRule): Promise<Reply<null>> {
  return readAgain(client, rule, await call('season.saveRule', rule));
}

export async function removeRule(client: QueryClient, rule: DeadlineRule): Promise<Reply<null>> {
  return readAgain(client, rule, await call('season.removeRule', { id: rule.id }));
}

async function readAgain(
  client: QueryClient,
  { connection }: DeadlineRule,
  reply: Reply<null>,
): Promise<Reply<null>> {
  if (reply.ok) await client.invalidateQueries({ queryKey: rulesQuery(connection).queryKey });
  return reply;
}
