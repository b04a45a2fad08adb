import { CalendarDate, endOfMonth, parseDate, startOfMonth } from '@internationalized/date';
import { endsBeforeStart, isCalendarDate } from '../../../shared/rules/calendar.ts';

/** A period of whole days, both inclusive, as `YYYY-MM-DD`. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** How long a period is: in whole months where it is some, else in days; null while it is none. */
export function periodLength({
  start,
  end,
}: Period): { readonly unit: 'months' | 'days'; readonly count: number } | null {
  if (!isCalendarDate(start) || !isCalendarDate(end) || endsBeforeStart(start, end)) return null;
  const first = parseDate(start);
  const after = parseDate(end).add({ days: 1 });
  const months = (after.year - first.year) * 12 + after.month - first.month;
  return months > 0 && first.add({ months }).compare(after) === 0
    ? { unit: 'months', count: months }
    : { unit: 'days', count: after.compare(first) };
}

/** The period of the same length that follows on another; whole months stay whole months; null where there is none. */
export function periodAfter(before: Period): Period | null {
  const length = periodLength(before);
  if (length === null || before.end >= '9990') return null;
  const start = parseDate(before.end).add({ days: 1 });
  const end = start.add({ [length.unit]: length.count }).subtract({ days: 1 });
  return { start: start.toString(), end: end.toString() };
}

/** The calendar years that an audit begun today is likely to be about: the one before and the current one. */
export function likelyYears(today: string): readonly Period[] {
  const year = parseDate(today).year;
  return [year - 1, year].map((one) => ({
    start: startOfMonth(new CalendarDate(one, 1, 1)).toString(),
    end: endOfMonth(new CalendarDate(one, 12, 1)).toString(),
  }));
}
