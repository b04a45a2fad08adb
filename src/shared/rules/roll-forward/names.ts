import { longestAuditName, longestId } from '../service/audit.ts';
import { firstCodePoints, freeId } from '../texts/free-id.ts';
import type { Period } from './period.ts';

/**
 * A text of an audit with the years of its period moved to those of the next: `FY2025` becomes `FY2026`, `2024/25` becomes `2025/26`, and
 * `2026` where the next period is in one year. Two digits are a year where no four are, or right behind four. `names`, as that of a legal
 * entity, stay as they are wherever the text has them. Null where it has no year of the period.
 */
export function movedText(
  text: string,
  from: Period,
  to: Period,
  names: readonly string[] = [],
): string | null {
  const [shift, starts] = [yearOf(to.end) - yearOf(from.end), yearOf(from.start)];
  const nextOf = (year: number): number =>
    year === starts && starts !== yearOf(from.end) ? yearOf(to.start) : year + shift;
  let isMoved = false;
  const move = (part: string): string =>
    replaceYears(part, from, (year, digits) => {
      isMoved = true;
      return String(nextOf(year)).slice(-digits.length).padStart(digits.length, '0');
    });
  const moved = partsAround(text, names)
    .map((part, place) => (place % 2 === 0 ? move(part) : part))
    .join('');
  return isMoved ? moved : null;
}

/** A text in parts: those at odd places are names that have digits. */
function partsAround(text: string, names: readonly string[]): readonly string[] {
  const literal = names
    .filter((name) => /\d{2}/.test(name))
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return literal.length === 0 ? [text] : text.split(new RegExp(`(${literal.join('|')})`));
}

/** A text without the years of a period, by which those of several years are told to be of one thing. */
export function withoutYears(text: string, period: Period): string {
  return replaceYears(text, period, () => '#');
}

/** The name of the next audit, at most as long as the service takes it: with its years moved, or with the year behind it. */
export function nextName(name: string, from: Period, to: Period, names: readonly string[] = []): string {
  const moved = movedText(name, from, to, names);
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
        /(?<!\d)(\d{4})([/–-]?)(?:(\d{4}|\d{2})(?!\d))?(?!\d)/g,
        (whole, first: string, between: string, second?: string) => {
          const one = long(first);
          if (one === undefined) return whole;
          const other = [one, one + 1].find((year) =>
            [String(year), String(year).slice(-2)].includes(second ?? ''),
          );
          const head = replace(one, first);
          if (second === undefined || other === undefined) return `${head}${between}${second ?? ''}`;
          const tail = replace(other, second);
          return one === other ? `${head}${between}${tail}` : joined(head, between, tail);
        },
      )
    : text.replace(
        /(?<!\d)(\d{2})(?:([/–-])(\d{2}))?(?!\d)/g,
        (_, first: string, between = '', second = '') => {
          const [head = first, tail = second] = [first, second].map((digits) => {
            const year = short(digits);
            return year === undefined ? digits : replace(year, digits);
          });
          return first === second || short(first) === undefined || short(second) === undefined
            ? `${head}${between}${tail}`
            : joined(head, between, tail);
        },
      );
}

/** Two years of one period, or the one that both are. */
function joined(head: string, between: string, tail: string): string {
  return head.endsWith(tail) ? head : `${head}${between}${tail}`;
}
