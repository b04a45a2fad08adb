import { setImmediate } from 'node:timers/promises';
import type { BridgeEvent, BridgeInput, BridgeOutput } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { ExpectedGroup } from '../../shared/operations/season.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import type { EstimatedTask } from '../../shared/rules/plans/request-estimate.ts';
import {
  changedScheduling,
  expectedOf,
  type Group,
  groupsOf,
  isForGroups,
  type MadePart,
  partsWith,
  type SeasonPart,
  schedulingOfPlans,
} from '../../shared/rules/plans/season-groups.ts';
import type { QuotaTime } from '../api/quota-time.ts';
import { type Clock, dateOf } from '../clock.ts';
import type { SeasonStore } from '../storage/season.ts';
import type { Plans } from './plans.ts';
import type { ExpectedPlan, ReadyPlan } from './schedule.ts';

interface SeasonDeps {
  readonly plans: Pick<Plans, 'list' | 'parts' | 'states' | 'read' | 'schedule'>;
  readonly season: Pick<SeasonStore, 'list' | 'change'>;
  /** The audits of a connection, as far as they are known. */
  readonly audits: (connection: string) => Promise<readonly Audit[]>;
  readonly clock: Pick<Clock, 'schedule'>;
}

const later = 500; // milliseconds: many plans begin, or many groups change, at once

export type SeasonFollower = ReturnType<typeof followSeason>;

/** Schedules plans by the groups that they create: one that was begun without a deadline, and each when a person changes those, whatever windows are open. */
export function followSeason({ plans, season, audits, clock }: SeasonDeps) {
  const looked = new Set<string>(); // plans whose groups have been looked for
  const due = new Set<string>();
  let isClosed = false;

  const { groupsOfPlans, forget } = openGroups({ plans, season, audits }, () => isClosed);
  const give = async (connection: string): Promise<void> => {
    if (isClosed || season.list(connection).length === 0) return;
    const groupsNow = await groupsOfPlans(connection);
    if (isClosed) return;
    for (const [id, scheduling] of schedulingOfPlans(groupsNow())) {
      const now = plans.read(id); // somebody may have given it one meanwhile
      if (now.ok && now.value.scheduling === undefined) plans.schedule({ id, scheduling });
    }
  };
  const scheduleLater = (connection: string): void => {
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
      if (event.type === 'items-changed' && event.of === 'season') scheduleLater(event.connection);
      if (event.type !== 'plan-changed') return;
      const { id, connection, state, scheduling } = event.plan;
      if (state !== 'running' || scheduling !== undefined || looked.has(id)) return;
      looked.add(id);
      scheduleLater(connection);
    },
    /** What a person changes of groups: it is kept, and the plans that create them have it as well. */
    change: async ({ connection, changes }: BridgeInput<'season.change'>): Promise<Reply<null>> => {
      const groupsNow = await groupsOfPlans(connection);
      season.change(changes);
      for (const [id, scheduling] of changedScheduling(groupsNow(), changes)) {
        const reply = plans.schedule({ id, scheduling });
        if (!reply.ok) return reply;
      }
      return succeed(null);
    },
    /** All groups of a season, without what they cost. */
    groups: async (connection: string): Promise<readonly Group[]> => (await groupsOfPlans(connection))(),
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
function openGroups({ plans, season, audits }: Omit<SeasonDeps, 'clock'>, isClosed: () => boolean) {
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

interface ForecastDeps {
  readonly plans: Pick<Plans, 'forecast' | 'startsBy'>;
  readonly clock: Pick<Clock, 'wall'>;
  readonly time: QuotaTime;
}

/** What is to be expected of a season: which group is ready when. */
export function openSeason({ plans, clock, time }: ForecastDeps) {
  const wallOf = (moment: number): number => clock.wall() + moment - time.now();
  const entryOf = ({ id, readyAt, goesFirst }: ReadyPlan, begin: number | undefined) => {
    const at = Number.isFinite(readyAt) ? new Date(wallOf(readyAt)) : null;
    const startBy = begin !== undefined && Number.isFinite(begin) ? dateOf(new Date(begin - morning)) : null;
    return {
      id,
      readyAt: at?.toISOString() ?? null,
      readyOn: at === null ? null : dateOf(at),
      startBy,
      goesFirst,
    };
  };
  return {
    /** By the groups that no plan creates yet; null where they are more than a forecast takes. */
    forecast: (
      connection: string,
      expected: readonly ExpectedGroup[] | null,
      isBySpecification: boolean,
    ): Reply<BridgeOutput<'season.forecast'>> => {
      const groups = (expected ?? []).map(planOf);
      const ready = plans.forecast(connection, groups);
      const today = dateOf(new Date(clock.wall()));
      if (ready === null) return fail('not-found-here');
      const begins = plans.startsBy(connection, groups);
      const entries = expected === null ? null : ready.map((one) => entryOf(one, begins.get(one.id)));
      return succeed({ today, entries, isBySpecification });
    },
  };
}

const morning = 13 * 60 * 60 * 1_000; // milliseconds: who begins on a day has begun by noon, with an hour to spare

function planOf({ id, scheduling, components, coupled }: ExpectedGroup): ExpectedPlan {
  return { id, scheduling, tasks: tasksOfGroup(components, coupled) };
}

/** A group audit, components in it once it is open, and audits that are coupled to the first of these. */
function tasksOfGroup(components: number, coupled: number): readonly EstimatedTask[] {
  const tasks: EstimatedTask[] = [];
  const send = (listing: string | null, ...needs: readonly number[]): number =>
    tasks.push({ needs, tier: 'lifecycle', listing, waits: false }) - 1;
  const open = (audit: number): number =>
    tasks.push({ needs: [audit], tier: null, listing: null, waits: true }) - 1;
  const group = open(send(null));
  const inGroup = Array.from({ length: components }, () => send('group', group));
  for (let one = 0; one < coupled; one += 1) open(send(null, inGroup[one] ?? group));
  return tasks;
}
