import { fail, succeed } from '../shared/error.ts';
import type { PlanProgress } from '../shared/plan.ts';
import type { Services } from './api/services.ts';
import type { Connections } from './connections/connections.ts';
import type { LocalHandlers } from './dispatch.ts';
import type { Engine } from './engine.ts';
import type { Plans } from './plans/plans.ts';

export interface PlanRooms {
  readonly connections: Pick<Connections, 'knows'>;
  readonly services: Services;
  readonly engine: Pick<Engine, 'plans' | 'watch' | 'estimate'>;
}

/** Who answers for plans, the quota that they need, and the audits that are looked at. */
export function planHandlers({ connections, services, engine }: PlanRooms) {
  const { plans } = engine;
  return {
    'plans.estimate': (plan) =>
      connections.knows(plan.connection) ? engine.estimate(plan) : fail('not-found-here'),
    'plans.submit': (plan) => plans.submit(plan),
    'plans.list': (query) => plans.list(query),
    'plans.read': ({ id }) => plans.read(id),
    'plans.steps': (query) => plans.steps(query),
    'plans.wait': ({ id }) => plans.wait(id),
    'plans.pause': ({ id }) => plans.pause(id),
    'plans.resume': ({ id }) => plans.resume(id),
    'plans.cancel': ({ id }) => plans.cancel(id),
    'plans.retry': ({ id }) => plans.retry(id),
    'plans.settle': (settlement) => plans.settle(settlement),
    'quota.read': ({ connection }) => {
      const quota = connections.knows(connection) ? services.of(connection).quota() : null;
      return quota === null ? fail('not-found-here') : succeed(quota.usage());
    },
    'audits.watch': ({ connection, ids }) => {
      if (!connections.knows(connection)) return fail('not-found-here');
      engine.watch(connection, ids);
      return succeed(null);
    },
  } satisfies Partial<LocalHandlers>;
}

/** The plans of a connection that go on, or would if somebody had them. */
export function unfinished(plans: Plans, connection: string): readonly PlanProgress[] {
  const found: PlanProgress[] = [];
  let cursor: string | undefined;
  do {
    const page = plans.list({ connection, cursor });
    if (!page.ok) return found; // another process owns the journal
    found.push(
      ...page.value.results.filter(({ state, counts }) => state !== 'ended' || (counts.unclear ?? 0) > 0),
    );
    cursor = page.value.cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
