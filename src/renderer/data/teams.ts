import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { Team } from '../../shared/model/team.ts';
import { call, unwrap } from './call.ts';

export function teamsQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'teams'],
    queryFn: () => unwrap(call('teams.list', { connection })),
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
}

/** Keeps a team on this computer, in place of what was kept under its id. */
export async function saveTeam(client: QueryClient, team: Team): Promise<Reply<Team>> {
  const reply = await call('teams.save', team);
  if (reply.ok) await client.invalidateQueries({ queryKey: teamsQuery(team.connection).queryKey });
  return reply;
}

/** Removes a team from this computer; whoever was assigned through it stays assigned. */
export async function removeTeam(client: QueryClient, { id, connection }: Team): Promise<Reply<null>> {
  const reply = await call('teams.remove', { id });
  if (reply.ok) await client.invalidateQueries({ queryKey: teamsQuery(connection).queryKey });
  return reply;
}
