import { longestAuditName, longestId } from './audit.ts';
import { firstCodePoints, freeId } from './free-id.ts';
import type { Period } from './roll-forward-period.ts';

/**
 * A text of an audit with the years of its period moved to those of the next: `FY2025` becomes `FY2026`, `2024/25` becomes `2025/26`. Two
 * digits are a year where no four are, or right behind four. Null where the text has no year of the period.
 */
export function movedText(text: string, from: Period, to: Period): string | null {
  const shift = yearOf(to.end) - yearOf(from.end);
  let isMoved = false;
  const moved = replaceYears(text, from, (year, digits) => {
    isMoved = true;
    return String(year + shift)
      .slice(-digits.length)
      .padStart(digits.length, '0');
  });
  return isMoved ? moved : null;
}

/** A text without the years of a period, by which those of several years are told to be of one thing. */
export function withoutYears(text: string, period: Period): string {
  return replaceYears(text, period, () => '#');
}

/** The name of the next audit, at most as long as the service takes it: with its years moved, or with the year behind it. */
export function nextName(name: string, from: Period, to: Period): string {
  const moved = movedText(name, from, to);
  if (moved !== null && Array.from(moved).length <= longestAuditName) return moved;
  const year = ` ${to.end.slice(0, 4)}`;
  return `${firstCodePoints(moved ?? name, longestAuditName - year.length).trimEnd()}${year}`;
}

/** The id of the next audit: with its years moved, or with the year behind it, and free. */
export function nextId(id: string, from: Period, to: Period, taken: ReadonlySet<string>): string {
  const year = `-${to.end.slice(0, 4)}`;
  return freeId(
    movedText(id, from, to) ?? `${firstCodePoints(id, longestId - 6 - year.length)}${year}`,
    taken,
  );
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function replaceYears(
  text: string,
  { start, end }: Period,
  replace: (year: number, digits: string) => string,
): string {
  const years = [...new Set([yearOf(start), yearOf(end)])];
  const long = (digits: string): number | undefined => years.find((year) => String(year) === digits);
  const short = (digits: string): number | undefined =>
    years.find((year) => String(year).slice(-2) === digits);
  const hasLong = [...text.matchAll(/(?<!\d)\d{4}(?!\d)/g)].some(([digits]) => long(digits) !== undefined);
  return hasLong
    ? text.replace(
        /(?<!\d)(\d{4})([/–-]?)(?:(\d{2})(?!\d))?(?!\d)/g,
        (whole, first: string, between: string, second?: string) => {
          const one = long(first);
          if (one === undefined) return whole;
          const other = [one, one + 1].find((year) => String(year).slice(-2) === second);
          const tail = second === undefined || other === undefined ? (second ?? '') : replace(other, second);
          return `${replace(one, first)}${between}${tail}`;
        },
      )
    : text.replace(/(?<!\d)\d{2}(?!\d)/g, (digits) => {
        const year = short(digits);
        return year === undefined ? digits : replace(year, digits);
      });
}
