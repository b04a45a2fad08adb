import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { AuditTemplate } from '../../shared/model/template.ts';
import { call, thenReadAgain, unwrap } from './call.ts';

export function templatesQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'templates'],
    queryFn: () => unwrap(call('templates.list', { connection })),
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
}

/** Keeps templates of one connection on this computer, each in place of what was kept under its id. */
export function saveTemplates(
  client: QueryClient,
  connection: string,
  templates: readonly AuditTemplate[],
): Promise<Reply<null>> {
  return thenReadAgain(client, templatesQuery(connection).queryKey, call('templates.save', [...templates]));
}

/** Removes a template from this computer; the audits that began with it stay as they are. */
export function removeTemplate(
  client: QueryClient,
  { id, connection }: Pick<AuditTemplate, 'id' | 'connection'>,
): Promise<Reply<null>> {
  const removed = call('kept.remove', { of: 'templates', id });
  return thenReadAgain(client, templatesQuery(connection).queryKey, removed);
}
