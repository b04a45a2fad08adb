import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { DeadlineRule } from '../../shared/model/season.ts';
import { call, thenReadAgain, unwrap } from './call.ts';

export function rulesQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'season', 'rules'],
    queryFn: () => unwrap(call('season.rules', { connection })),
  });
}

/** Keeps a rule on this computer, in place of what was kept for the same country or client. */
export function saveRule(client: QueryClient, rule: DeadlineRule): Promise<Reply<null>> {
  return thenReadAgain(client, rulesQuery(rule.connection).queryKey, call('season.saveRule', rule));
}

export function removeRule(client: QueryClient, { id, connection }: DeadlineRule): Promise<Reply<null>> {
  const removed = call('kept.remove', { of: 'deadlineRules', id });
  return thenReadAgain(client, rulesQuery(connection).queryKey, removed);
}
