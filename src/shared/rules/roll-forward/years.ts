import type { Period } from './period.ts';

/** A year in a text, or two that belong together, and what becomes of it. */
interface Form {
  readonly at: number;
  readonly length: number;
  readonly moved: string;
  /** What it is: a year for sure; one where the text has no other, else more likely than not, or less; a year beside that of the period. */
  readonly kind: 'sure' | 'joined' | 'word' | 'doubtful' | 'neighbour';
}

type Write = (year: number, digits: string) => string;

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
  return literal.length === 0 ? [text] : text.split(new RegExp(`(${literal.join('|')})`));
}

const mark =
  /(?:(?<!\p{L})(?:[A-Z]Y|FYE|[BGRW]J|JR|[QT][1-4]|[HS][12]|(?:boek)?jaar|jaarrekening|year|anno|es(?:ercizio)?|bilancio)[ ._/-]{0,2}|['’‘])$/iu;

/** What stands between two years of a pair or a range; the second may have its own mark. */
const between = String.raw`( ?[/–_|-] ?(?:[A-Z]Y ?|[BGRW]J ?|['’‘])?| (?:t\/m|tot|to|bis|al) |)`;

/** In this order: what one has taken is nothing else. A kind without a year of the period takes its place all the same. */
const kinds: readonly {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray, years: Years) => Omit<Form, 'at'> | null;
}[] = [
  // 20251231
  {
    pattern: /(?<!\d)(\d{4})(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)/g,
    read: (match, years) => years.one(match, 0),
  },
  // 2025-12-31
  {
    pattern: /(?<!\d)(\d{4})([./-])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01])(?!\d)/g,
    read: (match, years) => years.one(match, 0),
  },
  // 31.12.2025, 31/12/25
  {
    pattern: /(?<!\d)(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(\d{4}|\d{2})(?!\d)/g,
    read: (match, years) => years.one(match, match[0].length - (match[2] ?? '').length),
  },
  // 31122025
  {
    pattern: /(?<!\d)(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(\d{4})(?!\d)/g,
    read: (match, years) => years.one(match, 4),
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
  // 2025.10
  { pattern: /(?<!\d)(\d{4})\.\d{1,3}(?!\d)/g, read: (match, years) => years.one(match, 0, 'doubtful') },
  // 2025001
  { pattern: /(?<!\d)\d{7,10}(?!\d)/g, read: (match, years) => years.one(match, 0, 'word') },
  // Q42025
  { pattern: /(?<=(?<!\p{L})[HQST][1-4])\d{4}(?!\d)/gu, read: (match, years) => years.one(match, 0) },
  // 25001
  { pattern: /(?<!\d)\d{5,6}(?!\d)/g, read: (match, years) => years.one(match, 0, 'doubtful', 2) },
  { pattern: /(?<!\d)\d{4}(?!\d)/g, read: (match, years) => years.one(match, 0) ?? years.neighbour(match) },
  { pattern: /(?<!\d|\d[.,])\d{2}(?![.,]?\d| ?%)/g, read: (match, years) => years.short(match) },
];

function isBehindLetter({ input, index }: RegExpExecArray): boolean {
  return /\p{L}$/u.test(input.slice(0, index));
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
      return [{ at, ...form }];
    }),
  );
}

/** The years of a period, as digits have them. */
function yearsOf({ start, end }: Period, write: Write) {
  const own = [...new Set([Number(start.slice(0, 4)), Number(end.slice(0, 4))])];
  const ownOf = (digits: string) => own.find((year) => String(year).slice(-digits.length) === digits);
  const asText = (text: string, digits: string, at: number, year: number): string =>
    text.slice(0, at) + write(year, digits) + text.slice(at + digits.length);
  const beside = (digits: string) =>
    [Math.min(...own) - 1, Math.max(...own) + 1].find((one) => String(one).slice(-digits.length) === digits);
  const neighbour = ([digits]: RegExpExecArray) => {
    const year = beside(digits);
    return year === undefined
      ? null
      : { length: digits.length, moved: write(year, digits), kind: 'neighbour' as const };
  };
  return {
    one: (match: RegExpExecArray, at: number, kind: Form['kind'] = 'sure', most = 4) => {
      const [text] = match;
      const [digits = ''] = /^\d{2,4}/.exec(text.slice(at, at + most)) ?? [];
      const year = ownOf(digits);
      return year === undefined ? null : { length: text.length, moved: asText(text, digits, at, year), kind };
    },
    neighbour,
    short: (match: RegExpExecArray) => {
      const [digits] = match;
      const year = ownOf(digits);
      const before = match.input.slice(0, match.index);
      const after = match.input.slice(match.index + digits.length);
      const isMarked = mark.test(before);
      const behindOwn = ownOf(/(?<!\d)(\d{2}) ?[/–-] ?$/.exec(before)?.[1] ?? '') !== undefined; // 25/24
      if (year === undefined) return isMarked || behindOwn ? neighbour(match) : null;
      const isFirst = beside(/^ ?[/–-] ?(\d{2})(?!\d)/.exec(after)?.[1] ?? '-') !== undefined;
      const isWord = /(?:^|[\s(])$/.test(before) && /^(?:$|[\s),;:]|-?\p{Ll})/u.test(after);
      const kind = isMarked || isFirst ? ('sure' as const) : isWord ? ('word' as const) : ('joined' as const);
      return { length: digits.length, moved: write(year, digits), kind };
    },
    /** Two years that follow each other; of a range of others that one moves which is of the period. */
    pair: ([text, first = '', inner = '', second = '']: RegExpExecArray) => {
      const [known, last] = [ownOf(first), ownOf(second)];
      const one = known ?? (last === undefined ? undefined : last - 1);
      if (one === undefined) return null;
      const follows = (year: number) => String(year).slice(-second.length) === second;
      if (String(one).slice(-first.length) === first && follows(one + 1)) {
        const [head, tail] = [write(one, first), write(one + 1, second)];
        return { length: text.length, moved: joined(head, inner, tail), kind: 'sure' as const };
      }
      if (first.length !== 4 || second.length !== 4 || second <= first || inner === '') return null;
      const [head, tail] = [first, second].map((digits) => {
        const year = ownOf(digits);
        return year === undefined ? digits : write(year, digits);
      });
      return { length: text.length, moved: `${head}${inner}${tail}`, kind: 'doubtful' as const };
    },
  };
}

/** Two years of one period, or the one that both are. */
function joined(head: string, inner: string, tail: string): string {
  return head.endsWith(tail) ? head : `${head}${inner}${tail}`;
}
