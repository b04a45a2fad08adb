import type { Reply } from '../../shared/error.ts';
import type { Belongings } from '../../shared/operations/connections.ts';
import type { DraftBook } from '../drafts.ts';
import type { Engine } from '../engine.ts';
import type { KeptAnswers } from '../kept-answers.ts';
import { unfinished } from '../plan-handlers.ts';
import type { PreferenceBook } from '../preferences.ts';
import type { Records } from '../records/records.ts';
import type { TeamBook } from '../teams.ts';
import type { Connections } from './connections.ts';

export interface RemovalRooms {
  readonly connections: Pick<Connections, 'remove'>;
  readonly drafts: Pick<DraftBook, 'list' | 'remove'>;
  readonly teams: Pick<TeamBook, 'list' | 'remove'>;
  readonly preferences: PreferenceBook;
  readonly engine: Pick<Engine, 'plans'>;
  readonly records: Pick<Records, 'requests' | 'trail'>;
  readonly kept: Pick<KeptAnswers, 'forget'>;
}

const mostNamed = 20;

/** What goes with a connection, and what of it stays. */
export function belongingsOf(
  { drafts, teams, engine, records }: RemovalRooms,
  connection: string,
): Belongings {
  const rest = unfinished(engine.plans, connection).map(({ title }) => title);
  const all = engine.plans.list({ connection, pageSize: 1 });
  const one = { connection, pageSize: 1 };
  return {
    drafts: drafts.list(connection).map(({ title }) => title),
    teams: teams.list(connection).map(({ name }) => name),
    unfinishedPlans: { count: rest.length, titles: rest.slice(0, mostNamed) },
    finishedPlans: all.ok ? (all.value.count ?? 0) - rest.length : 0,
    requests: records.requests.list(one).count ?? 0,
    trail: records.trail.list(one).count ?? 0,
  };
}

/**
 * Removes everything of a connection from this computer: secret, token, drafts, teams, plans, kept answers, its part
 * of the request log.
 * What stays: the trail, from which nothing is ever removed, and for a day how often its service was asked, which the service
 * counts as well. Where the secret cannot be erased nothing is removed, and the reply says why.
 */
export async function removeConnection(rooms: RemovalRooms, connection: string): Promise<Reply<null>> {
  const { connections, drafts, teams, preferences, engine, records, kept } = rooms;
  const removed = await engine.plans.forget(connection, () => connections.remove(connection));
  if (!removed.ok) return removed;
  for (const { id } of drafts.list(connection)) drafts.remove(id);
  for (const { id } of teams.list(connection)) teams.remove(id);
  records.requests.forget(connection);
  kept.forget(connection);
  if (preferences.read().activeConnection === connection) preferences.change({ activeConnection: null });
  return removed;
}
