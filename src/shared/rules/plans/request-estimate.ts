import type { Tier } from '../../model/tiers.ts';
import type { Step, Task } from '../../plan.ts';
import { dependencies, tierOf } from './plan.ts';

/** One thing that is sent, or waited for. */
export interface EstimatedTask {
  /** Positions of the tasks that must be done first. */
  readonly needs: readonly number[];
  /** Of its request; null for what sends no write. */
  readonly tier: Tier | null;
  /** What is read once before the first task that names it; null where nothing is. */
  readonly listing: string | null;
  /** Whether it is over only when an audit has opened or gone. */
  readonly waits: boolean;
  /** Before which moment it can not be done (quota time); absent where it can be at once. */
  readonly from?: number;
}

/** What is to be done for steps, with positions of their own. A step given without what it needs counts as ready. */
export function estimatedTasks(steps: readonly Step[]): readonly EstimatedTask[] {
  const needs = dependencies(steps);
  return steps.map(({ task }, index) => {
    const tier = tierOf(task.kind);
    return { needs: needs[index] ?? [], tier, listing: groupOf(task), waits: tier === null };
  });
}

/** The group whose components are listed once, before the first is created there or one that stands there is deleted. */
function groupOf(task: Task): string | null {
  const isListed =
    task.kind === 'createComponent' ||
    (task.kind === 'deleteComponent' && typeof task.component === 'string');
  return isListed ? JSON.stringify(task.group) : null;
}

/** Counts the requests of steps: one each, a read for an audit that is awaited or deleted, a list for each group. */
export function countCalls(steps: readonly Step[]): Readonly<Partial<Record<Tier, number>>> {
  const calls: Partial<Record<Tier, number>> = {};
  const count = (tier: Tier): void => {
    calls[tier] = (calls[tier] ?? 0) + 1;
  };
  const listed = new Set<string>();
  for (const { task } of steps) {
    count(tierOf(task.kind) ?? 'read');
    const group = groupOf(task);
    if (group !== null && !listed.has(group)) count('read');
    if (group !== null) listed.add(group);
    if (task.kind !== 'deleteAudit') continue;
    if (typeof task.audit === 'string') count('read');
    if (task.made !== undefined) count('read'); // its users
    if (task.made?.creation.audit_type === 'consolidated') count('read'); // its components
  }
  return calls;
}

/**
 * So many tasks that follow each other and are alike in all that takes time. `needs` has positions of earlier batches: what another needs is a
 * batch by itself.
 */
export interface Batch extends Omit<EstimatedTask, 'listing'> {
  readonly count: number;
  /** Another number for everything else that is read once. */
  readonly listing: number | null;
}

/** Works as few batches: an estimate of 10,000 audits asks about one. */
export function batchesOf(tasks: readonly EstimatedTask[]): readonly Batch[] {
  const needed = new Set(tasks.flatMap(({ needs }) => needs));
  const listings = new Map<string, number>();
  const places: number[] = [];
  const batches: { needs: readonly number[]; count: number; rest: Omit<Batch, 'needs' | 'count'> }[] = [];
  for (const [index, task] of tasks.entries()) {
    const { tier, waits } = task;
    const listing = task.listing === null ? null : (listings.get(task.listing) ?? listings.size);
    if (task.listing !== null && listing !== null) listings.set(task.listing, listing);
    const needs = task.needs.map((need) => places[need] ?? 0);
    const last = needed.has(index) || needed.has(index - 1) ? undefined : batches.at(-1);
    const isAlike =
      last !== undefined &&
      last.rest.tier === tier &&
      last.rest.waits === waits &&
      last.rest.listing === listing &&
      last.needs.length === needs.length &&
      last.needs.every((need, place) => need === needs[place]);
    if (isAlike) last.count += 1;
    else batches.push({ needs, count: 1, rest: { tier, waits, listing } });
    places.push(batches.length - 1);
  }
  return batches.map(({ needs, count, rest }) => ({ needs, count, ...rest }));
}

/** The tasks again. */
export function tasksOfBatches(batches: readonly Batch[]): readonly EstimatedTask[] {
  const firsts: number[] = [];
  let size = 0;
  for (const { count } of batches) {
    firsts.push(size);
    size += count;
  }
  return batches.flatMap(({ count, needs, listing, tier, waits }) => {
    const task: EstimatedTask = {
      tier,
      waits,
      listing: listing === null ? null : String(listing),
      needs: needs.map((need) => firsts[need] ?? 0),
    };
    return Array.from({ length: count }, () => task);
  });
}
