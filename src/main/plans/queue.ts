import { type Tier, tiers } from '../../shared/model/tiers.ts';
import type { Step, StepState } from '../../shared/plan.ts';
import { dependencies, tierOf } from '../../shared/rules/plans/plan.ts';

type QueuedStep = Step & { readonly position: number; readonly state: StepState };

/** What can be begun, in the order of the plan: a row for each tier, so that no tier holds up another. */
export interface Queue {
  /** Steps with unknown outcome; nothing else begins before these are resolved. */
  readonly doubtful: Set<number>;
  /** Steps that wait for an audit to open. */
  readonly openings: Set<number>;
  readonly ready: Map<Tier, number[]>;
  /** How many steps each step needs that are not done. */
  readonly missing: number[];
  readonly neededBy: readonly (readonly number[])[];
  readonly tiers: readonly (Tier | null)[];
}

export function queueOf(steps: readonly QueuedStep[]): Queue {
  const needs = dependencies(steps);
  const neededBy: number[][] = steps.map(() => []);
  for (const [position, all] of needs.entries()) for (const one of all) neededBy[one]?.push(position);
  const queue: Queue = {
    doubtful: new Set(),
    openings: new Set(),
    ready: new Map(tiers.map((tier) => [tier, []])),
    missing: needs.map((all) => all.filter((one) => steps[one]?.state !== 'done').length),
    neededBy,
    tiers: steps.map(({ task }) => tierOf(task.kind)),
  };
  for (const { position, state } of steps) {
    if (state === 'resolving') queue.doubtful.add(position);
    if (state === 'waiting' && queue.missing[position] === 0) put(queue, position);
  }
  return queue;
}

/** A copy that can be changed. */
export function copyOf(queue: Queue): Queue {
  return {
    ...queue,
    doubtful: new Set(queue.doubtful),
    openings: new Set(queue.openings),
    ready: new Map([...queue.ready].map(([tier, row]) => [tier, [...row]])),
    missing: [...queue.missing],
  };
}

export function take(queue: Queue, position: number): void {
  const row = rowOf(queue, position);
  const index = row?.indexOf(position) ?? -1;
  if (index >= 0) row?.splice(index, 1);
}

/** Puts a waiting step in its row, in the order of the plan. */
export function put(queue: Queue, position: number): void {
  const row = rowOf(queue, position);
  if (row === null) return void queue.openings.add(position);
  let index = row.length;
  while (index > 0 && (row[index - 1] ?? 0) > position) index -= 1;
  row.splice(index, 0, position);
}

/** A step is done: puts in what waited for it alone. */
export function done(queue: Queue, position: number, steps: readonly QueuedStep[]): void {
  for (const next of queue.neededBy[position] ?? []) {
    queue.missing[next] = (queue.missing[next] ?? 0) - 1;
    if (queue.missing[next] === 0 && steps[next]?.state === 'waiting') put(queue, next); // not if it was cancelled
  }
}

/** The steps that need these, which failed. */
export function behind({ neededBy }: Queue, positions: readonly number[]): readonly number[] {
  const all = new Set<number>();
  const walk = [...positions];
  for (let one = walk.pop(); one !== undefined; one = walk.pop())
    for (const next of neededBy[one] ?? [])
      if (!all.has(next)) {
        all.add(next);
        walk.push(next);
      }
  return [...all];
}

/** The row of a step; null for one that waits for an audit. */
function rowOf({ ready, tiers: of }: Queue, position: number): number[] | null {
  const tier = of[position] ?? null;
  return tier === null ? null : (ready.get(tier) ?? []);
}
