import { specifiedLimits, type Tier } from '../../shared/model/tiers.ts';
import { type PlanProgress, type StepProgress, stepStates } from '../../shared/plan.ts';
import { tierOf } from '../../shared/rules/plans/plan.ts';
import type { EstimatedTask } from '../../shared/rules/plans/request-estimate.ts';
import type { Service } from '../api/service.ts';
import type { Clock } from '../clock.ts';
import type { PlanRecord, StepCounts, StepRecord } from './journal-rows.ts';

export type Calls = Readonly<Partial<Record<Tier, number>>>;

export function progressOf(
  { id, connection, title, about, scheduling, state, pause, createdAt, endedAt, deeds }: PlanRecord,
  counts: StepCounts,
  remainingSeconds: number | null,
): PlanProgress {
  const all = Object.fromEntries(stepStates.map((name) => [name, counts[name] ?? 0]));
  // Every state is there: `fromEntries` forgets which keys it was given.
  const complete = all as PlanProgress['counts'];
  return {
    id,
    connection,
    title,
    about,
    ...(scheduling === undefined ? {} : { scheduling }),
    state,
    pause,
    createdAt,
    endedAt,
    counts: complete,
    deeds,
    remainingSeconds,
  };
}

/** The requests that a plan still needs, without lookups. Those in progress are not counted, but their tiers are named. */
export function remainingCalls(
  steps: readonly Pick<StepRecord, 'position' | 'state' | 'task'>[],
  underWay: ReadonlyMap<number, { readonly tier: Tier }>,
): Calls {
  const calls = new Map([...underWay.values()].map(({ tier }) => [tier, 0]));
  for (const { position, state, task } of steps) {
    const tier = tierOf(task.kind);
    if (tier === null || underWay.has(position)) continue;
    if (state !== 'waiting' && state !== 'sending' && state !== 'resolving') continue;
    calls.set(tier, (calls.get(tier) ?? 0) + 1);
  }
  return Object.fromEntries(calls);
}

/** The requests of tasks by tier, without what is read for them. */
export function callsOf(tasks: readonly Pick<EstimatedTask, 'tier'>[]): Calls {
  const calls: Partial<Record<Tier, number>> = {};
  for (const { tier } of tasks) if (tier !== null) calls[tier] = (calls[tier] ?? 0) + 1;
  return calls;
}

/** How many requests of a tier fit into a minute, by the limits in force; Infinity where there is no such limit. */
export function burstOf(tier: Tier, quota: ReturnType<Service['quota']>): number {
  const windows = quota?.usage().tiers.find((one) => one.tier === tier)?.windows;
  const limit =
    windows === undefined
      ? specifiedLimits[tier].burst
      : windows.find(({ window }) => window === 'burst')?.limit;
  return limit ?? Number.POSITIVE_INFINITY;
}

/** A plan that a minute's quota suffices for is carried out as what a person waits for, a larger one in the background. */
export function priorityOf(calls: Calls, quota: ReturnType<Service['quota']>): 'interactive' | 'bulk' {
  const fits = (tier: Tier): boolean => (calls[tier] ?? 0) <= burstOf(tier, quota);
  return fits('lifecycle') && fits('write') ? 'interactive' : 'bulk';
}

/** Seconds until the last of so many requests is sent; null where nobody can tell. */
export function secondsFor(
  calls: Calls,
  priority: 'interactive' | 'bulk',
  quota: ReturnType<Service['quota']>,
): number | null {
  if (quota === null) return null;
  const longest = Math.max(0, ...Object.values(quota.expected(calls, priority)));
  return Number.isFinite(longest) ? longest : null;
}

export function stepProgressOf(record: StepRecord): StepProgress {
  const { key, after, subject, task, state, attempts, result, error, candidates, differences, changedAt } =
    record;
  return { key, after, subject, task, state, attempts, result, error, candidates, differences, changedAt };
}

const shortestNews = 100; // milliseconds between two pieces of news of one plan

/** Tells of changes at most ten times a second for each key, and always of the last. */
export function createNews<Key>(clock: Clock, tell: (key: Key) => void): (key: Key) => void {
  const pending = new Map<Key, boolean>(); // whether something has changed since it was told
  const told = (key: Key): void => {
    pending.set(key, false);
    clock.schedule(shortestNews, () => {
      if (pending.get(key) === true) told(key);
      else pending.delete(key);
    });
    tell(key); // last, so that whatever goes wrong with it keeps back nothing that follows
  };
  return (key) => {
    if (pending.has(key)) pending.set(key, true);
    else told(key);
  };
}
