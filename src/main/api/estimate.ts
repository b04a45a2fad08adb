import type { StepProgress, StepState } from '../../shared/plan.ts';
import { type EstimatedTask, estimatedTasks } from '../../shared/rules/plans/request-estimate.ts';
import { type Outlook, timetable } from './timetable.ts';

/** How many seconds tasks take if nothing goes wrong, in their order; null where a tier admits no request at all. */
export function secondsOf(tasks: readonly EstimatedTask[], outlook: Outlook): number | null {
  const doneAt = timetable(tasks, outlook);
  const end = doneAt.reduce((latest, at) => Math.max(latest, at), outlook.now);
  const seconds = (end - outlook.now) / 1_000;
  return Number.isFinite(seconds) ? seconds : null;
}

/** What is left of a plan. What is being sent counts as done, and what needs an unclear step as never done. */
export function tasksLeft(
  steps: readonly Pick<StepProgress, 'key' | 'after' | 'subject' | 'task' | 'state'>[],
): readonly EstimatedTask[] {
  const tasks = estimatedTasks(steps);
  const left = tasks.flatMap((_, index) => (isLeft(steps[index]?.state) ? [index] : []));
  const places = new Map(left.map((index, place) => [index, place]));
  return left.flatMap((index, place) => {
    const [task, state] = [tasks[index], steps[index]?.state];
    if (task === undefined) return [];
    const needs = task.needs.flatMap((need) => places.get(need) ?? []);
    if (state === 'waiting') return [{ ...task, needs }];
    return [{ ...task, tier: null, waits: false, needs: state === 'unclear' ? [place] : needs }]; // what needs itself is never done
  });
}

function isLeft(state: StepState | undefined): boolean {
  return state === 'waiting' || state === 'sending' || state === 'resolving' || state === 'unclear';
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
