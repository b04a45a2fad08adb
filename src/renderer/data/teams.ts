import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type { Team } from '../../shared/model/team.ts';
import { call, thenReadAgain, unwrap } from './call.ts';

export function teamsQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'teams'],
    queryFn: () => unwrap(call('teams.list', { connection })),
    staleTime: Number.POSITIVE_INFINITY, // only this app changes them, and says so
  });
}

/** Keeps a team on this computer, in place of what was kept under its id. */
export function saveTeam(client: QueryClient, team: Team): Promise<Reply<Team>> {
  return thenReadAgain(client, teamsQuery(team.connection).queryKey, call('teams.save', team));
}

/** Removes a team from this computer; whoever was assigned through it stays assigned. */
export function removeTeam(client: QueryClient, { id, connection }: Team): Promise<Reply<null>> {
  return thenReadAgain(client, teamsQuery(connection).queryKey, call('kept.remove', { of: 'teams', id }));
}
