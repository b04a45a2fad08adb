import { longestAuditName, longestId } from '../service/audit.ts';
import { isCalendarDate, sameDayIn } from '../service/calendar.ts';
import { firstCodePoints, freeId } from '../texts/free-id.ts';
import { type Period, periodYears } from './period.ts';
import { yearReadings } from './years.ts';

/**
 * The names that a text can have in the next period: with its years moved, or as it is where it has none; several where it can be read in several
 * ways, the likelier first (`yearReadings`). `FY2025` becomes `FY2026`, `2024/25` becomes `2025/26`, and `2026` where the next period is in one year.
 */
export function movedTexts(
  text: string,
  from: Period,
  to: Period,
  names: readonly string[] = [],
): readonly (string | null)[] {
  const [[starts, ends], [toStarts, toEnds]] = [periodYears(from), periodYears(to)];
  const nextOf = (year: number): number =>
    year === starts && starts !== ends ? toStarts : year + toEnds - ends;
  const nextDay = (day: string): string => {
    if (day === from.end && isCalendarDate(to.end)) return to.end;
    if (day === from.start && isCalendarDate(to.start)) return to.start;
    return sameDayIn(day, nextOf(yearOf(day))) ?? day;
  };
  return yearReadings(text, from, names, {
    year: (year, digits) => String(nextOf(year)).slice(-digits.length).padStart(digits.length, '0'),
    day: nextDay,
  });
}

/** A text without the years of a period, by which those of several years are told to be of one thing. */
export function withoutYears(text: string, period: Period): string {
  const day = (own: string) =>
    own === period.start || own === period.end ? '#-#-#' : own.replace(/^\d+/, '#');
  return yearReadings(text, period, [], { year: () => '#', day })[0] ?? text;
}

/** The names of the next audit by each reading, at most as long as the service takes it: with its years moved, or with the year behind it. */
export function nextNames(
  name: string,
  from: Period,
  to: Period,
  names: readonly string[] = [],
): readonly [string, ...string[]] {
  const [first = null, ...others] = movedTexts(name, from, to, names);
  const named = (moved: string | null): string => {
    if (moved !== null && Array.from(moved).length <= longestAuditName) return moved;
    const year = ` ${calledYear(to)}`;
    return `${firstCodePoints(moved ?? name, longestAuditName - year.length).trimEnd()}${year}`;
  };
  return [named(first), ...others.map(named)];
}

/** The likeliest name of the next audit. */
export function nextName(...of: Parameters<typeof nextNames>): string {
  return nextNames(...of)[0];
}

/** The ids of the next audit by each reading: with its years moved, or with the year behind it, and free. */
export function nextIds(
  id: string,
  from: Period,
  to: Period,
  taken: ReadonlySet<string>,
): readonly [string, ...string[]] {
  const year = `-${calledYear(to)}`;
  const [first = null, ...others] = movedTexts(id, from, to);
  const free = (moved: string | null): string =>
    freeId(moved ?? `${firstCodePoints(id, longestId - 6 - year.length)}${year}`, taken);
  return [free(first), ...others.map(free)];
}

/** The likeliest id of the next audit. */
export function nextId(...of: Parameters<typeof nextIds>): string {
  return nextIds(...of)[0];
}

/** The year by which a period is called; empty for what is no period. */
function calledYear(period: Period): string {
  return period.end === '' ? '' : String(periodYears(period)[1]).padStart(4, '0');
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
