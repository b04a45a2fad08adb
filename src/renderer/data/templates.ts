import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { AuditTemplate } from '../../shared/model/template.ts';
import { call, unwrap } from './call.ts';

export function templatesQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'templates'],
    queryFn: () => unwrap(call('templates.list', { connection })),
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
}

/** Keeps templates of one connection on this computer, each in place of what was kept under its id. */
export async function saveTemplates(
  client: QueryClient,
  connection: string,
  templates: readonly AuditTemplate[],
): Promise<Reply<null>> {
  const reply = await call('templates.save', [...templates]);
  if (reply.ok) await client.invalidateQueries({ queryKey: templatesQuery(connection).queryKey });
  return reply;
}

/** Removes a template from this computer; the audits that began with it stay as they are. */
export async function removeTemplate(
  client: QueryClient,
  { id, connection }: Pick<AuditTemplate, 'id' | 'connection'>,
): Promise<Reply<null>> {
  const reply = await call('templates.remove', { id });
  if (reply.ok) await client.invalidateQueries({ queryKey: templatesQuery(connection).queryKey });
  return reply;
}
