import { isCalendarDate } from '../service/calendar.ts';
import { type Period, periodYears } from './period.ts';

/** A year in a text, or two that belong together, and what becomes of it. */
interface Form {
  readonly at: number;
  readonly length: number;
  readonly moved: string;
  /** What it is: a year for sure; one where the text has no other, else more likely than not, or less; a year beside that of the period. */
  readonly kind: 'sure' | 'joined' | 'word' | 'doubtful' | 'neighbour';
}

/** How a year is written, and a day, of which the digits that stand for its year, month and day are put in the place of those it had. */
interface Write {
  readonly year: (year: number, digits: string) => string;
  readonly day: (day: string) => string;
}

/**
 * A text in which the years of a period are written otherwise, in each way in which it can be read: the likelier first, one where all of it is
 * clear. Null stands for a reading in which it has no year of the period.
 *
 * All forms of a year go together (`2025`, `FY25`, `'25`, `31.12.2025`), and a pair goes as a pair (`2024/25`, `FY2526`). What may be something else
 * is read in two ways: `25` beside a year that is clear or as a word by itself, the year before, a number behind a year (`2025.10`, `2025001`), a range (`2025-2030`).
 * `names`, as that of a legal entity, stay as they are wherever the text has them.
 */
export function yearReadings(
  text: string,
  period: Period,
  names: readonly string[],
  write: Write,
): readonly (string | null)[] {
  let at = 0;
  const forms = partsAround(text, names).flatMap((part, place) => {
    const start = at;
    at += part.length;
    return place % 2 === 1
      ? []
      : formsIn(part, period, write).map((form) => ({ ...form, at: start + form.at }));
  });
  const hasSure = forms.some(({ kind }) => kind === 'sure');
  const ways = forms.flatMap((form) => {
    const moves = wayOf(form.kind, hasSure);
    return moves === null ? [] : [{ ...form, moves }];
  });
  const readings = ([0, 1] as const).map((way) => {
    const chosen = ways.filter(({ moves }) => moves[way]);
    return chosen.length === 0 ? null : replaced(text, chosen);
  });
  return [...new Set(readings)];
}

/** Whether it moves in the likelier reading, and in the other; null where it is no year. */
function wayOf(kind: Form['kind'], hasSure: boolean): readonly [boolean, boolean] | null {
  if (kind === 'sure' || (kind === 'joined' && !hasSure)) return [true, true];
  if (kind === 'neighbour') return hasSure ? [true, false] : null;
  return kind === 'doubtful' || (kind === 'word' && hasSure) ? [false, true] : [true, false];
}

function replaced(text: string, forms: readonly Form[]): string {
  const ordered = forms.toSorted((one, other) => one.at - other.at);
  const ends = ordered.map(({ at, length }) => at + length);
  const pieces = ordered.map(({ at, moved }, place) => text.slice(ends[place - 1] ?? 0, at) + moved);
  return pieces.join('') + text.slice(ends.at(-1) ?? 0);
}

/** A text in parts: those at odd places are names that have digits. */
function partsAround(text: string, names: readonly string[]): readonly string[] {
  const literal = names
    .filter((name) => /\d{2}/.test(name))
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return literal.length === 0 ? [text] : text.split(new RegExp(`((?:${literal.join('|')})(?!\\d))`, 'i'));
}

const mark =
  /(?:(?<!\p{L})(?:[A-Z]Y|FYE|[BGRVW]J|JR|vs|vgl|[QT][1-4]|[HS][12]|(?:boek)?jaar|jaarrekening|year|anno|es(?:ercizio)?|bilancio)[\s._/-]{0,2}|['’‘])$/iu;

/** What stands between two years of a pair or a range; the second may have its own mark. */
const between = String.raw`( ?[/–—‐‑−_|-] ?(?:[A-Z]Y ?|[BGRW]J ?|['’‘])?| (?:t\/m|tot|to|bis|al) |)`;

const aMonth = '(?:0?[1-9]|1[0-2])';
const aDay = String.raw`(?:0?[1-9]|[12]\d|3[01])`;

/** In this order: what one has taken is nothing else; `other` takes its place as well. */
const kinds: readonly {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray, years: Years) => Omit<Form, 'at'> | 'other' | null;
}[] = [
  // NL25INGB0001234567
  { pattern: /(?<!\p{L})[A-Z]{2}\d{2}[A-Z]{4}\d{7,}/gu, read: () => 'other' },
  // 20251231
  {
    pattern: /(?<!\d)(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})(?!\d)/dg,
    read: (match, years) => years.date(match),
  },
  // 2025-12-31
  {
    pattern: new RegExp(`(?<!\\d)(?<y>\\d{4})([./-])(?<m>${aMonth})\\2(?<d>${aDay})(?!\\d)`, 'dg'),
    read: (match, years) => years.date(match),
  },
  // 31.12.2025, 31/12/25, 12/31/2025
  {
    pattern: new RegExp(`(?<!\\d)(?<d>${aDay})([./-])(?<m>${aDay})\\2(?<y>\\d{4}|\\d{2})(?!\\d)`, 'dg'),
    read: (match, years) => years.date(match, true),
  },
  // 31122025
  {
    pattern: /(?<!\d)(?<d>\d{2})(?<m>\d{2})(?<y>\d{4})(?!\d)/dg,
    read: (match, years) => years.date(match, true),
  },
  // 2025/2026, 2025-26, FY25/FY26, 2025 t/m 2027, 20252026
  {
    pattern: new RegExp(`(?<!\\d)(\\d{4})${between}(\\d{4}|\\d{2})(?!\\d)`, 'gi'),
    read: (match, years) => years.pair(match),
  },
  // 25/26, FY2526
  {
    pattern: new RegExp(`(?<!\\d|\\d[.,])(\\d{2})${between}(\\d{2})(?!\\d)`, 'gi'),
    read: (match, years) => (match[2] === '' && !isBehindLetter(match) ? null : years.pair(match)),
  },
  // 202512
  { pattern: /(?<!\d)(\d{4})(?:0[1-9]|1[0-2])(?!\d)/g, read: (match, years) => years.one(match, 0) },
  // 2025.10, ISO 9001:2025
  {
    pattern: /(?<!\d)\d{4}[.,]\d{1,3}(?!\d)|(?<=\d:)\d{4}(?!\d)/g,
    read: (match, years) => years.one(match, 0, 'doubtful'),
  },
  // ISA 2025, 2025AB, 2025 AB Haarlem
  {
    pattern:
      /(?<=(?<!\p{L})(?:ISAE?|ISO|ISRS|IAS|IFRS|NEN|DIN|COS)[ -]?)\d{4}(?!\d)|(?<!\d)\d{4}(?:[A-Z]{2}(?![\p{L}\d])| [A-Z]{2}(?= \p{Lu}\p{Ll}))/gu,
    read: (match, years) => (isMarked(match) ? null : years.one(match, 0, 'word')),
  },
  // 2025001
  { pattern: /(?<!\d)\d{7,10}(?!\d)/g, read: (match, years) => years.one(match, 0, 'word') },
  // Q42025
  { pattern: /(?<=(?<!\p{L})[HQST][1-4])\d{4}(?!\d)/gu, read: (match, years) => years.one(match, 0) },
  // 25001
  { pattern: /(?<!\d)\d{5,6}(?!\d)/g, read: (match, years) => years.one(match, 0, 'doubtful', 2) },
  { pattern: /(?<!\d)\d{4}(?!\d)/g, read: (match, years) => years.one(match, 0) ?? years.neighbour(match) },
  { pattern: /(?<!\d|\d[.,:])\d{2}(?![.,]?\d| ?%)/g, read: (match, years) => years.short(match) },
];

function isBehindLetter({ input, index }: RegExpExecArray): boolean {
  return /\p{L}$/u.test(input.slice(0, index));
}

function isMarked({ input, index }: RegExpExecArray): boolean {
  return mark.test(input.slice(0, index));
}

type Years = ReturnType<typeof yearsOf>;

function formsIn(text: string, period: Period, write: Write): readonly Form[] {
  const years = yearsOf(period, write);
  const taken: { readonly at: number; readonly end: number }[] = [];
  return kinds.flatMap(({ pattern, read }) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const { index: at } = match;
      const end = at + match[0].length;
      if (taken.some((other) => at < other.end && other.at < end)) return [];
      const form = read(match, years);
      if (form === null) return [];
      taken.push({ at, end });
      return form === 'other' ? [] : [{ at, ...form }];
    }),
  );
}

/** The years of a period, as digits have them. */
function yearsOf(period: Period, write: Write) {
  const { start, end } = period;
  const own = [...new Set(periodYears(period))];
  const ownOf = (digits: string) => own.find((year) => String(year).slice(-digits.length) === digits);
  const asText = (text: string, digits: string, at: number, year: number): string =>
    text.slice(0, at) + write.year(year, digits) + text.slice(at + digits.length);
  const beside = (digits: string) =>
    [Math.min(...own) - 1, Math.max(...own) + 1].find((one) => String(one).slice(-digits.length) === digits);
  const neighbour = ([digits]: RegExpExecArray) => {
    const year = beside(digits);
    return year === undefined
      ? null
      : { length: digits.length, moved: write.year(year, digits), kind: 'neighbour' as const };
  };
  return {
    one: (match: RegExpExecArray, at: number, kind: Form['kind'] = 'sure', most = 4) => {
      const [text] = match;
      const [digits = ''] = /^\d{2,4}/.exec(text.slice(at, at + most)) ?? [];
      const year = ownOf(digits);
      return year === undefined ? null : { length: text.length, moved: asText(text, digits, at, year), kind };
    },
    neighbour,
    /** A day; `isSwapped`: the month may stand before it. */
    date: (match: RegExpExecArray, isSwapped = false) => {
      const [text] = match;
      const { y = '', m = '', d = '' } = match.groups ?? {};
      const year = y.length === 4 ? Number(y) : (ownOf(y) ?? beside(y));
      const read = [[m, d] as const, ...(isSwapped ? [[d, m] as const] : [])]
        .map(([month, day]) => `${String(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
        .filter(isCalendarDate);
      const isEdge = (day: string): boolean => day === start || day === end;
      const day = read.find(isEdge) ?? read[0];
      if (year === undefined || day === undefined) return null;
      const isSure = isEdge(day) || own.includes(year);
      if (!isSure && beside(y) !== year) return 'other' as const;
      const moved = withDay(match, day, write.day(day));
      return { length: text.length, moved, kind: isSure ? ('sure' as const) : ('neighbour' as const) };
    },
    short: (match: RegExpExecArray) => {
      const [digits] = match;
      const year = ownOf(digits);
      const before = match.input.slice(0, match.index);
      const after = match.input.slice(match.index + digits.length);
      const behindOwn = ownOf(/(?<!\d)(\d{2}) ?[/–-] ?$/.exec(before)?.[1] ?? '') !== undefined; // 25/24
      if (year === undefined) return isMarked(match) || behindOwn ? neighbour(match) : null;
      const isFirst = beside(/^ ?[/–-] ?(\d{2})(?!\d)/.exec(after)?.[1] ?? '-') !== undefined;
      const isWord = /(?:^|[\s(])$/.test(before) && /^(?:$|[\s),;:]|-?\p{Ll}|\/\d(?!\d))/u.test(after);
      const kind =
        isMarked(match) || isFirst ? ('sure' as const) : isWord ? ('word' as const) : ('joined' as const);
      return { length: digits.length, moved: write.year(year, digits), kind };
    },
    /** Two years that follow each other; of a range of others that one moves which is of the period. */
    pair: ([text, first = '', inner = '', second = '']: RegExpExecArray) => {
      const [known, last] = [ownOf(first), ownOf(second)];
      const one = known ?? (last === undefined ? undefined : last - 1);
      if (one === undefined) return null;
      const follows = (year: number) => String(year).slice(-second.length) === second;
      if (String(one).slice(-first.length) === first && follows(one + 1)) {
        const [head, tail] = [write.year(one, first), write.year(one + 1, second)];
        return { length: text.length, moved: joined(head, inner, tail), kind: 'sure' as const };
      }
      const isShort = second.length === 2 && known === undefined; // 2020–25, and not a number behind a year
      const whole = isShort ? first.slice(0, 2) + second : second;
      if (first.length !== 4 || whole.length !== 4 || whole <= first || inner === '') return null;
      const [head, tail] = [first, second].map((digits) => {
        const year = ownOf(digits);
        return year === undefined ? digits : write.year(year, digits);
      });
      return { length: text.length, moved: `${head}${inner}${tail}`, kind: 'doubtful' as const };
    },
  };
}

/** What was read as one day, as another: year, month and day in their places, as long as they were. */
function withDay({ 0: text, index, indices, groups }: RegExpExecArray, day: string, to: string): string {
  const [y = '', m = '', d = ''] = to.split('-');
  const isAsRead = Number(groups?.['m']) === Number(day.slice(5, 7));
  const written: Readonly<Record<string, string>> = isAsRead ? { y, m, d } : { y, m: d, d: m };
  return Object.entries(indices?.groups ?? {})
    .toSorted(([, one], [, other]) => other[0] - one[0])
    .reduce((left, [key, [from, end]]) => {
      const digits = written[key] ?? '';
      const fitting = end - from === 1 ? digits.replace(/^0/, '') : digits.slice(from - end);
      return left.slice(0, from - index) + fitting + left.slice(end - index);
    }, text);
}

/** Two years of one period, or the one that both are. */
function joined(head: string, inner: string, tail: string): string {
  return head.endsWith(tail) ? head : `${head}${inner}${tail}`;
}
