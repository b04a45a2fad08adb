import { daysBetween, laterBy } from '../../../shared/rules/service/calendar.ts';
import { isLate, type SeasonRow } from './season-rows.ts';

/** A week of a season, in creations. */
export interface SeasonWeek {
  /** Its Monday. */
  readonly monday: string;
  /** Of groups whose deadline is in it; of those that have passed, in the first. */
  readonly due: number;
  /** Of groups that are ready in it by the forecast. */
  readonly ready: number;
  /** What plans may create in it at most; null without a limit. */
  readonly carried: number | null;
}

const most = 60; // weeks

/** The weeks of a season, and how many creations are due or ready after the last of them. */
export interface SeasonWeeks {
  readonly weeks: readonly SeasonWeek[];
  readonly later: number;
}

/** The weeks from this one to the last in which anything is due or ready; `perDay` is what plans may create a day. */
export function weeksOf(
  rows: readonly Pick<SeasonRow, 'scheduling' | 'readyOn' | 'stepsLeft' | 'deadlineStatus'>[],
  today: string,
  perDay: number | null,
): SeasonWeeks {
  const first = mondayOf(today);
  const [due, ready] = [new Map<number, number>(), new Map<number, number>()];
  let later = 0;
  const add = (to: Map<number, number>, day: string | null, count: number): void => {
    if (day === null) return;
    const week = Math.max(0, Math.floor(daysBetween(first, day) / 7));
    if (week >= most) later += count;
    else to.set(week, (to.get(week) ?? 0) + count);
  };
  for (const { scheduling, readyOn, stepsLeft, deadlineStatus } of rows) {
    if (deadlineStatus === 'done' || stepsLeft === 0) continue;
    add(due, scheduling.deadline, stepsLeft);
    add(ready, readyOn, stepsLeft);
  }
  const count = Math.max(-1, ...due.keys(), ...ready.keys()) + 1;
  const weeks = Array.from({ length: count }, (_, week) => ({
    monday: laterBy(first, { months: 0, days: week * 7 }) ?? first,
    due: due.get(week) ?? 0,
    ready: ready.get(week) ?? 0,
    carried: perDay === null ? null : perDay * (week === 0 ? 7 - daysBetween(first, today) : 7),
  }));
  return { weeks, later };
}

/** The groups of a season that have one value, as those that somebody leads; an empty name for those without one. */
export interface SeasonPart {
  readonly name: string;
  readonly rows: readonly SeasonRow[];
  /** Of groups that miss their deadline. */
  readonly late: number;
  readonly stepsLeft: number;
  /** The first deadline of what is not created yet. */
  readonly due: string | null;
}

/** The groups of each value, as of each partner or month, by their names; those without one last. Within each they stay in their order. */
export function partsOf(
  rows: readonly SeasonRow[],
  valueOf: (row: SeasonRow) => string,
): readonly SeasonPart[] {
  return [...Map.groupBy(rows, valueOf)]
    .map(([name, own]): SeasonPart => {
      const open = own.filter(({ deadlineStatus }) => deadlineStatus !== 'done');
      return {
        name,
        rows: own,
        late: own.filter(isLate).length,
        stepsLeft: open.reduce((sum, { stepsLeft }) => sum + stepsLeft, 0),
        due: open.flatMap(({ scheduling }) => scheduling.deadline ?? []).toSorted()[0] ?? null,
      };
    })
    .toSorted(
      (one, other) =>
        Number(one.name === '') - Number(other.name === '') || one.name.localeCompare(other.name),
    );
}

function mondayOf(day: string): string {
  const back = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return new Date(Date.parse(`${day}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);
}
