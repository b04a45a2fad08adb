import { type Tier, tiers } from '../../shared/model/limits.ts';
import { dependencies, tierOfTask } from '../../shared/rules/plan.ts';
import type { StepRecord } from './journal-rows.ts';

/** What of a plan can be begun: in the order of the plan, a row for each tier, for one must not hold another up. */
export interface Queue {
  /** Steps whose request may have been carried out; nothing else is begun before it is known. */
  readonly doubtful: Set<number>;
  /** Steps that wait for an audit to open. */
  readonly openings: Set<number>;
  readonly ready: ReadonlyMap<Tier, readonly number[]>;
  /** Takes a ready step out. */
  readonly take: (position: number) => void;
  /** Puts a step back that waits again. */
  readonly put: (position: number) => void;
  /** A step is done: what needed nothing else can be begun. */
  readonly done: (position: number) => void;
  /** The steps that cannot be carried out because these did not come about. */
  readonly behind: (positions: readonly number[]) => readonly number[];
}

/** The queue of a plan's steps, which are looked at again as they change. */
export function queueOf(steps: readonly StepRecord[]): Queue {
  const needs = dependencies(steps);
  const neededBy: number[][] = steps.map(() => []);
  for (const [position, all] of needs.entries()) for (const one of all) neededBy[one]?.push(position);
  const open = needs.map((all) => all.filter((one) => steps[one]?.state !== 'done').length);

  const ready = new Map<Tier, number[]>(tiers.map((tier) => [tier, []]));
  const [doubtful, openings] = [new Set<number>(), new Set<number>()];
  const tierAt = (position: number): Tier | null => {
    const kind = steps[position]?.task.kind;
    return kind === undefined ? null : tierOfTask[kind];
  };
  const admit = (position: number): void => {
    const tier = tierAt(position);
    if (tier === null) openings.add(position);
    else insert(ready.get(tier) ?? [], position);
  };
  for (const { position, state } of steps) {
    if (state === 'resolving') doubtful.add(position);
    if (state === 'waiting' && open[position] === 0) admit(position);
  }

  return {
    doubtful,
    openings,
    ready,
    take: (position) => {
      const tier = tierAt(position);
      const row = tier === null ? [] : (ready.get(tier) ?? []);
      const index = row.indexOf(position);
      if (index >= 0) row.splice(index, 1);
    },
    put: admit,
    done: (position) => {
      for (const next of neededBy[position] ?? []) {
        open[next] = (open[next] ?? 0) - 1;
        if (open[next] === 0 && steps[next]?.state === 'waiting') admit(next); // not if it was cancelled
      }
    },
    behind: (positions) => {
      const all = new Set<number>();
      const walk = [...positions];
      for (let one = walk.pop(); one !== undefined; one = walk.pop())
        for (const next of neededBy[one] ?? [])
          if (!all.has(next)) {
            all.add(next);
            walk.push(next);
          }
      return [...all];
    },
  };
}

/** Puts a position where it belongs in a row in ascending order; mostly that is the end. */
function insert(row: number[], position: number): void {
  let index = row.length;
  while (index > 0 && (row[index - 1] ?? 0) > position) index -= 1;
  row.splice(index, 0, position);
}
