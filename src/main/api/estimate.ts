import type { Tier } from '../../shared/model/tiers.ts';
import type { Estimate, Step, StepProgress, StepState, Task } from '../../shared/plan.ts';
import { dependencies, tierOf } from '../../shared/rules/plan.ts';
import { type Outlook, timetable, type Work } from './timetable.ts';

/** How long steps take if nothing goes wrong, in the plan's order. A step given without what it needs counts as ready. */
export function estimateSteps(steps: readonly Step[], outlook: Outlook): Estimate {
  const doneAt = timetable(worksOf(steps), outlook);
  const end = doneAt.reduce((latest, at) => Math.max(latest, at), outlook.now);
  const seconds = (end - outlook.now) / 1_000;
  return { seconds: Number.isFinite(seconds) ? seconds : null, calls: countCalls(steps) };
}

/** What is to be done for steps, with positions of their own. */
export function worksOf(steps: readonly Step[]): readonly Work[] {
  const needs = dependencies(steps);
  return steps.map(({ task }, index) => {
    const tier = tierOf(task.kind);
    return { needs: needs[index] ?? [], tier, listing: groupOf(task), waits: tier === null, turn: 0 };
  });
}

/** What is left of a plan. What is being sent counts as done, and what needs an unclear step as never done. */
export function worksLeft(
  steps: readonly Pick<StepProgress, 'key' | 'after' | 'subject' | 'task' | 'state'>[],
): readonly Work[] {
  const works = worksOf(steps);
  const left = works.flatMap((_, index) => (isLeft(steps[index]?.state) ? [index] : []));
  const places = new Map(left.map((index, place) => [index, place]));
  return left.flatMap((index, place) => {
    const [work, state] = [works[index], steps[index]?.state];
    if (work === undefined) return [];
    const needs = work.needs.flatMap((need) => places.get(need) ?? []);
    if (state === 'waiting') return [{ ...work, needs }];
    return [{ ...work, tier: null, waits: false, needs: state === 'unclear' ? [place] : needs }]; // what needs itself is never done
  });
}

function isLeft(state: StepState | undefined): boolean {
  return state === 'waiting' || state === 'sending' || state === 'resolving' || state === 'unclear';
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
    if (task.kind === 'deleteAudit' && typeof task.audit === 'string') count('read');
  }
  return calls;
}

const usualSeconds = 5;
const carefulSeconds = 20;
const remembered = 20; // audits

/** How long audits take to open, as far as this process has seen: the median of the last ones, 5 s before the first. */
export function createInitialisingTimes() {
  const seen: number[] = [];
  return {
    note: (seconds: number): void => {
      seen.push(seconds);
      if (seen.length > remembered) seen.shift();
    },
    expected: (): number => seen.toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? usualSeconds,
    /** The longest of the last ones, 20 s at least: what is to hold is not reckoned with the usual time. */
    longest: (): number => Math.max(carefulSeconds, ...seen),
  };
}
