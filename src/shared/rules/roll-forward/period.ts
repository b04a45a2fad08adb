import { dayAfter, endsBeforeStart, isCalendarDate, sameDayIn } from '../service/calendar.ts';

/** A period of whole days, both inclusive, as `YYYY-MM-DD`. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** The years in which a period begins and ends, as it is called: one of whole weeks begins and ends up to a week beside them. */
export function periodYears({ start, end }: Period): readonly [first: number, last: number] {
  const [first, last] = [Number(start.slice(0, 4)), Number(end.slice(0, 4))];
  const called = [
    first + Number(start.slice(5) > '12-25'),
    last - Number(end.slice(5, 7) === '01' && end.slice(8) <= '07'),
  ] as const;
  return called[0] > called[1] ? [first, last] : called;
}

/**
 * The year behind a period, however long that was: from the day after it to the same day of the next year. It is the next period for the wizard, a
 * duplicate, a roll-forward and a season alike: a period of 18 months, as a company's first, or a short one, as of a changed year end, is an
 * exception that does not repeat, and is followed by 12 months. The last day of a February stays the last. Null for what is no period,
 * and at the end of the calendar.
 */
export function yearAfter({ start, end }: Period): Period | null {
  if (!isCalendarDate(start) || !isCalendarDate(end) || endsBeforeStart(start, end)) return null;
  const [first, last] = [dayAfter(end), sameDayIn(end, Number(end.slice(0, 4)) + 1)];
  return first === null || last === null ? null : { start: first, end: last };
}

/** What is to be said of a period that follows another. */
export type PeriodRemark =
  /** It begins before the other has ended. */
  | 'overlaps'
  /** Days between the two belong to neither. */
  | 'leaves-days-out'
  /** It is not of twelve months. */
  | 'no-year'
  /** It ends on another day of the year: the year end has changed. */
  | 'other-year-end';

/** What is unusual about a period behind another; none of it forbids the period. Both are valid periods. */
export function periodRemarks(before: Period, next: Period): readonly PeriodRemark[] {
  const first = dayAfter(before.end);
  const remarks: (PeriodRemark | false)[] = [
    next.start <= before.end && 'overlaps',
    first !== null && next.start > first && 'leaves-days-out',
    !isYear(next) && 'no-year',
    sameDayIn(before.end, Number(next.end.slice(0, 4))) !== next.end && 'other-year-end',
  ];
  return remarks.filter((remark) => remark !== false);
}

function isYear({ start, end }: Period): boolean {
  const after = dayAfter(end);
  if (after === null) return false;
  const [year, rest] = [Number(start.slice(0, 4)), start.slice(4)];
  // A year from 29 February ends on 28 February: no day is the same in the year behind.
  return rest === '-02-29'
    ? end === sameDayIn(start, year + 1)
    : Number(after.slice(0, 4)) === year + 1 && after.slice(4) === rest;
}
