import { setImmediate } from 'node:timers/promises';
import type { BridgeEvent, BridgeInput } from '../../shared/bridge.ts';
import { type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ExpectedGroup } from '../../shared/operations/season.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import {
  changedTurns,
  expectedOf,
  type Group,
  groupsOf,
  isForGroups,
  type MadePart,
  partsWith,
  type SeasonPart,
  turnsOfPlans,
} from '../../shared/rules/plans/season-groups.ts';
import type { Clock } from '../clock.ts';
import type { SeasonStore } from '../storage/season.ts';
import type { Plans } from './plans.ts';

interface TurnDeps {
  readonly plans: Pick<Plans, 'list' | 'parts' | 'states' | 'read' | 'schedule'>;
  readonly season: Pick<SeasonStore, 'list' | 'change'>;
  /** The audits of a connection, as far as they are known. */
  readonly audits: (connection: string) => Promise<readonly Audit[]>;
  readonly clock: Pick<Clock, 'schedule'>;
}

const later = 500; // milliseconds: many plans begin, or many groups change, at once

export type SeasonTurns = ReturnType<typeof followSeason>;

/** Gives plans the turns of the groups that they create: one that was begun without, and each when a person changes those, whatever windows are open. */
export function followSeason({ plans, season, audits, clock }: TurnDeps) {
  const looked = new Set<string>(); // plans whose groups have been looked for
  const due = new Set<string>();
  let isClosed = false;

  const { groupsOfPlans, forget } = openGroups({ plans, season, audits }, () => isClosed);
  const give = async (connection: string): Promise<void> => {
    if (isClosed || season.list(connection).length === 0) return;
    const groupsNow = await groupsOfPlans(connection);
    if (isClosed) return;
    for (const [id, turn] of turnsOfPlans(groupsNow())) {
      const now = plans.read(id); // somebody may have given it one meanwhile
      if (now.ok && now.value.turn === undefined) plans.schedule({ id, turn });
    }
  };
  const giveLater = (connection: string): void => {
    if (due.has(connection)) return;
    due.add(connection);
    clock.schedule(later, () => {
      due.delete(connection);
      void give(connection);
    });
  };

  return {
    heard: (event: BridgeEvent): void => {
      if (event.type === 'connections-changed') forget(); // one may be removed, with all that is known of it
      if (event.type === 'season-changed') giveLater(event.connection);
      if (event.type !== 'plan-changed') return;
      const { id, connection, state, turn } = event.plan;
      if (state !== 'running' || turn !== undefined || looked.has(id)) return;
      looked.add(id);
      giveLater(connection);
    },
    /** What a person changes of groups: it is kept, and the plans that create them have it as well. */
    change: async ({ connection, changes }: BridgeInput<'season.change'>): Promise<Reply<null>> => {
      const groupsNow = await groupsOfPlans(connection);
      season.change(changes);
      for (const [id, turn] of changedTurns(groupsNow(), changes)) {
        const reply = plans.schedule({ id, turn });
        if (!reply.ok) return reply;
      }
      return succeed(null);
    },
    /** The groups of a season that no plan creates yet; null where they are more than one forecast takes. */
    expected: async (connection: string): Promise<readonly ExpectedGroup[] | null> =>
      season.list(connection).length === 0 ? [] : expectedOf((await groupsOfPlans(connection))()),
    /** Looks at nothing any more. */
    close: (): void => {
      isClosed = true;
    },
  };
}

/** Reads the groups of plans that are not done. */
function openGroups({ plans, season, audits }: Omit<TurnDeps, 'clock'>, isClosed: () => boolean) {
  const made = new Map<string, readonly MadePart[]>(); // what plans do, which never changes
  /** What a plan does for each group that it is about. */
  const partsOf = (plan: PlanProgress): readonly SeasonPart[] => {
    const read = made.has(plan.id) ? null : plans.parts(plan.id);
    if (read?.ok === true) made.set(plan.id, read.value);
    const known = made.get(plan.id);
    const states = (known?.length ?? 0) > 1 ? plans.states(plan.id) : null; // the counts of a plan of one group are its own
    return partsWith(plan, known, states?.ok === true ? states.value : undefined);
  };
  const unfinished = async (connection: string): Promise<readonly SeasonPart[]> => {
    const parts: SeasonPart[] = [];
    let cursor: string | undefined;
    do {
      if (isClosed()) return [];
      const page = plans.list({ connection, only: 'undone', cursor });
      if (!page.ok) break;
      for (const plan of page.value.results.filter(isForGroups)) {
        if (isClosed()) return [];
        parts.push(...partsOf(plan));
        await setImmediate(); // a plan may have thousands of steps, and there may be many: main answers between them
      }
      cursor = page.value.cursor ?? undefined;
    } while (cursor !== undefined);
    return parts;
  };
  /**
   * The groups as they are at the moment at which they are asked for: what is read page by page comes first, so that nothing which somebody
   * else changes meanwhile is taken as it was.
   */
  const groupsOfPlans = async (connection: string): Promise<() => readonly Group[]> => {
    const read = { audits: await audits(connection), parts: await unfinished(connection), prices: null };
    return () => groupsOf({ ...read, entries: season.list(connection) });
  };
  return { groupsOfPlans, forget: () => made.clear() };
}
