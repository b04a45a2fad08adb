import { parseDate } from '@internationalized/date';
import type { Period } from '../../../shared/rules/roll-forward/period.ts';
import { endsBeforeStart, isCalendarDate } from '../../../shared/rules/service/calendar.ts';

/** The length in months where they are whole, else in days; null for an invalid period. */
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

/** The calendar years to offer: last year and this year. */
export function likelyYears(today: string): readonly Period[] {
  const { year } = parseDate(today);
  return [year - 1, year].map((one) => ({ start: `${one}-01-01`, end: `${one}-12-31` }));
}
