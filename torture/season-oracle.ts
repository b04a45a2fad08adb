import { type Limits, windowNames, windowSeconds } from '../src/shared/model/tiers.ts';
import type { EstimatedTask } from '../src/shared/rules/plans/request-estimate.ts';

// It knows the whole season beforehand and counts. It shares nothing with the calendar but the shape of the tasks.

/** What of the quota is there for plans, and when. Moments are milliseconds from the beginning of the season. */
export interface Quota {
  /** Of creations, as far as plans may use them. */
  readonly limits: Limits;
  /** Creations of others; ascending. */
  readonly foreign: readonly number[];
  /** When the app does not run: it ends, and starts again with what its journal has. */
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
}

/** The moments at which so many requests leave from `from` on, each as soon as every window has room beside those of others. */
export function earliestSends(
  { limits, foreign, pauses }: Quota,
  from: number,
  count: number,
): readonly number[] {
  const windows = windowNames.flatMap((name) => {
    const most = limits[name];
    return most === undefined ? [] : [{ most, length: windowSeconds[name] * 1_000 }];
  });
  const used = foreign.filter((at) => at <= from); // ascending, as it grows below
  const theirs = foreign.filter((at) => at > from);
  const sent: number[] = [];
  for (let now = from, taken = 0; sent.length < count; ) {
    for (; (theirs[taken] ?? Infinity) <= now; taken += 1) used.push(theirs[taken] ?? 0);
    const off = pauses.find((pause) => pause.from <= now && now < pause.to);
    const free = Math.max(
      off?.to ?? now,
      ...windows.map(({ most, length }) => (used[used.length - most] ?? -Infinity) + length),
    );
    if (free > now) now = Math.min(free, theirs[taken] ?? Infinity);
    else {
      used.push(now);
      sent.push(now);
    }
  }
  return sent;
}

/** A request that has to leave: not before `from`, not after `due`. */
export interface Job {
  readonly from: number;
  readonly due: number;
}

/**
 * Whether all jobs can be in time, as far as counting tells (Hall's condition): of what may leave at a moment or later, so much is due by
 * another, and so many requests can leave between the two. Where it says no, no order holds.
 */
export function holdsAtBest(jobs: readonly Job[], quota: Quota): boolean {
  if (jobs.some(({ from, due }) => from > due)) return false;
  return startsOf(jobs)
    .slice(0, mostStarts)
    .every((start) => {
      const due = jobs.flatMap((job) => (job.from >= start ? [job.due] : [])).toSorted((a, b) => a - b);
      const sent = earliestSends(quota, start, due.length);
      return due.every((moment, index) => (sent[index] ?? Infinity) <= moment);
    });
}

/** When the last of all jobs can have left at the earliest. */
export function leastTime(jobs: readonly Job[], quota: Quota): number {
  const ends = startsOf(jobs).map((start) => {
    const count = jobs.filter(({ from }) => from >= start).length;
    return earliestSends(quota, start, count).at(-1) ?? 0;
  });
  return Math.max(0, ...ends);
}

const mostStarts = 12; // the first bind, later ones only wait for an audit

function startsOf(jobs: readonly Job[]): readonly number[] {
  return [...new Set(jobs.map(({ from }) => from))].toSorted((a, b) => a - b);
}

interface Standing {
  readonly now: number;
  readonly due: number;
  readonly opening: number;
  /** When each task was done; Infinity or nothing for what is not. */
  readonly doneAt?: readonly number[];
}

/** What is left of a group, with the least time that others of it make each wait, and that it makes others wait. */
export function jobsOf(
  tasks: readonly EstimatedTask[],
  { now, due, opening, doneAt = [] }: Standing,
): readonly Job[] {
  const waitOf = (task: EstimatedTask | undefined): number => (task?.waits === true ? opening : 0);
  const head: number[] = [];
  for (const [index, task] of tasks.entries()) {
    const begun = task.needs.reduce((latest, need) => Math.max(latest, head[need] ?? now), now);
    head.push(Math.min(doneAt[index] ?? Infinity, begun + waitOf(task)));
  }
  const tail = tasks.map(() => 0);
  for (const [index, task] of [...tasks.entries()].toReversed())
    for (const need of task.needs) tail[need] = Math.max(tail[need] ?? 0, (tail[index] ?? 0) + waitOf(task));
  return tasks.flatMap(({ tier }, index) =>
    tier === null || (doneAt[index] ?? Infinity) < Infinity
      ? []
      : [{ from: head[index] ?? now, due: due - (tail[index] ?? 0) }],
  );
}
