import { cellKinds } from '../../model/table.ts';
import { isCalendarDate } from '../service/calendar.ts';
import type { AppliedTemplate } from '../service/template.ts';
import { fold } from '../texts/fold.ts';

/** The order in which the days of a column are written. */
export const dayOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** The part of a table that a rule looks at: a cell's text, and what it is in a workbook (`cellKinds`). */
export interface ImportCell {
  readonly text: string;
  readonly kind: string;
}

/** How people write days and answers, in all languages of the app. */
export interface CellWords {
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** The names of each month, whole and abbreviated, from January on. */
  readonly months: readonly (readonly string[])[];
}

const numeric = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/;

/** A day with the name of its month, and perhaps a word before it. A year of two digits is of this century. */
const named = [
  /^(?:(?<before>\p{L}+)[.,]* +)?(?<day>\d{1,2})(?:\.|°|o|st|nd|rd|th|er|e)?[ ./-]*(?:(?:of|de) )?(?<month>\p{L}{3,})\.?,?[ ./-]*(?:de )?['’]?(?<year>\d{4}|\d{2})$/u,
  /^(?:(?<before>\p{L}+)[.,]* +)?(?<month>\p{L}{3,})\.?[ ./-]+(?<day>\d{1,2})(?:st|nd|rd|th)?,?[ ./-]+['’]?(?<year>\d{4}|\d{2})$/u,
  /^(?<year>\d{4})[ ./-]+(?<month>\p{L}{3,})\.?[ ./-]+(?<day>\d{1,2})$/u,
];

/** A day that programs write with the moment at which it begins. */
const midnight =
  /[T ]+(?:0?0[:.]00(?:[:.]00(?:[.,]0+)?)?|12:00(?::00)? ?[Aa]\.?[Mm]\.?)(?:Z|[-+]\d\d:?\d\d)?$/;

/** A day as ISO 8601 writes it, by the order of its column or with the name of its month; null where it is none in that order. */
export function readDay(text: string, order: DayOrder, months: CellWords['months'] = []): string | null {
  const plain = plainDay(text);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (compact !== null) return dayOf(compact.slice(1), 'ymd');
  const parts = numeric.exec(plain)?.slice(1);
  if (parts !== undefined) return dayOf(parts, parts[0]?.length === 4 ? 'ymd' : order);
  for (const pattern of named) {
    const { before = '', day = '', month = '', year = '' } = pattern.exec(plain)?.groups ?? {};
    if (day !== '' && mayStandBefore(before))
      return dayOf([year.padStart(4, '20'), String(monthOf(month, months)), day], 'ymd');
  }
  return null;
}

const articles = ['', 'le', 'el', 'il', 'den'];
const weekdays = ['en', 'nl', 'it', 'de', 'fr', 'es'].flatMap((locale) => {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, place) => fold(format.format(Date.UTC(2025, 0, 1 + place))));
});

/** Whether a word before a day is one of the week, whole or shortened; behind any other, such as “before”, the day is not the one that is meant. */
function mayStandBefore(word: string): boolean {
  const key = fold(word);
  return articles.includes(key) || (key.length > 1 && weekdays.some((day) => day.startsWith(key)));
}

const longestDay = 60; // letters

/** A day without a time, and without what looks otherwise alone: other blanks and dashes, wide digits, signs that nobody sees. */
function plainDay(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > longestDay || !/[^ -~]| [-./]|[-./] /.test(trimmed))
    return trimmed.replace(midnight, '');
  return trimmed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?\p{Pd} ?/gu, '-')
    .replace(/(?<=\d) ?([./]) ?(?=\d)/g, '$1')
    .trim()
    .replace(midnight, '');
}

/** Whether a text is a day as spreadsheets write one without its year, such as `1-feb` for what was typed as 1-2; or a month with one, `feb-25`. */
export function isShortDay(text: string, months: CellWords['months']): boolean {
  const [, ofDay, ofYear] = /^(?:\d{1,2}-(\p{L}{3,})\.?|(\p{L}{3,})\.?-\d\d)$/u.exec(text.trim()) ?? [];
  const month = ofDay ?? ofYear;
  return month !== undefined && monthOf(month, months) > 0;
}

/** The month of a name, whole or abbreviated as long as no other begins so; 0 where there is none. */
function monthOf(written: string, months: CellWords['months']): number {
  const word = fold(written);
  const exact = months.findIndex((names) => names.some((name) => fold(name) === word));
  if (exact >= 0 || word.length < 3) return exact + 1;
  const [found, ...others] = months.flatMap((names, place) =>
    names.some((name) => fold(name).startsWith(word)) ? [place + 1] : [],
  );
  return others.length > 0 ? 0 : (found ?? 0);
}

function dayOf(parts: readonly string[], order: DayOrder): string | null {
  const at = (part: string) => parts[order.indexOf(part)] ?? '';
  const [year, month, day] = [at('y'), at('m').padStart(2, '0'), at('d').padStart(2, '0')];
  const written = `${year}-${month}-${day}`; // a year of two digits is none: nobody can tell its century
  return isCalendarDate(written) ? written : null;
}

/** How the days of a column are written. */
export interface DaysOfColumn {
  /** The orders in which all cells that are days are days: of several a person has to choose, and none shows that more than one is used. */
  readonly orders: readonly DayOrder[];
  /** The order that counts unless a person chooses another: the only one, or the one that other columns are written in; null where nothing tells. */
  readonly order: DayOrder | null;
  /** Where another column tells that order: its place. */
  readonly as?: number;
}

/** A column without days. */
export const noDays: DaysOfColumn = { orders: ['ymd'], order: 'ymd' };

/**
 * How the days of each column of a table are written. A column that can be read in several ways is written as those are that
 * can be read in one way alone, if these agree: one program has written all of them.
 */
export function daysOf(columns: readonly Iterable<ImportCell>[]): readonly DaysOfColumn[] {
  const found = columns.map(possibleOrders);
  const proofs = new Set(found.flatMap(({ orders, isProof }) => (isProof ? orders : [])));
  const [proof, ...others] = found.some(({ orders }) => orders.length === 0) ? [] : proofs;
  return found.map(({ orders }) => {
    const [only = null, ...more] = orders;
    if (more.length === 0) return { orders, order: only };
    const isProven = proof !== undefined && others.length === 0 && orders.includes(proof);
    return isProven
      ? { orders, order: proof, as: found.findIndex(({ isProof }) => isProof) }
      : { orders, order: null };
  });
}

/** The orders that are possible in a column, and whether its cells leave only one. Cells that are days in any order, or in none, tell nothing. */
function possibleOrders(cells: Iterable<ImportCell>) {
  let possible: readonly DayOrder[] = dayOrders;
  const asked: string[] = [];
  const seen = new Set<string>();
  for (const { text, kind } of cells) {
    if (kind.toLowerCase() === cellKinds.day || !numeric.test(plainDay(text))) continue; // a day in every order, or in none
    if (seen.has(text)) continue; // a column repeats its days
    seen.add(text);
    const fitting = dayOrders.filter((order) => readDay(text, order) !== null);
    if (fitting.length === 0 || fitting.length === dayOrders.length) continue; // none, or its year says the order
    asked.push(text);
    possible = possible.filter((order) => fitting.includes(order));
  }
  if (asked.length === 0) return { orders: ['ymd'] as const, isProof: false };
  const isSame = (text: string) => new Set(possible.map((order) => readDay(text, order))).size === 1;
  const needsNone = possible.length > 1 && asked.every(isSame);
  return { orders: needsNone ? possible.slice(0, 1) : possible, isProof: possible.length === 1 };
}

const yeses = 'true 1 x yes y j ✓ ✔ ☑ waar vero wahr vrai verdadero oui'.split(' ');
const noes = 'false 0 no n neen ✗ ✘ ☐ onwaar falso falsch faux nein non'.split(' ');

/** Yes or no in the words that are given, or as programs write them; null for anything else. */
export function readBoolean(text: string, words: Pick<CellWords, 'yes' | 'no'>): boolean | null {
  const key = fold(text);
  if ([...yeses, ...words.yes.map(fold)].includes(key)) return true;
  return [...noes, ...words.no.map(fold)].includes(key) ? false : null;
}

/**
 * The entries of a list, without empty ones and the space around each, in their order. A line, or the whole text, that is known as
 * it stands is one entry, whatever is in it: an id may have a comma.
 */
export function readList(text: string, isKnown: (entry: string) => boolean = () => false): readonly string[] {
  if (isKnown(text)) return [text];
  return text.split(/[\n\r]+/).flatMap((line) =>
    isKnown(line)
      ? [line]
      : line
          .split(/[,;|]+/)
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ''),
  );
}

export type Finder = (text: string) => string | null;

/** Finds the value that a text stands for: the service's own spelling first, then its words, whatever their case and accents. */
export function choiceFinder(
  values: readonly string[],
  words: Readonly<Record<string, readonly string[]>>,
): Finder {
  const exact = new Set(values);
  const known = new Map<string, string | null>();
  const learn = (word: string, value: string): void => {
    const key = fold(word.replaceAll('_', ' '));
    const other = known.get(key);
    known.set(key, other === undefined || other === value ? value : null); // two values share the word: neither is meant
  };
  for (const value of values) learn(value, value);
  const wordsOf = new Map(Object.entries(words)); // a value may be called as what every object has
  for (const value of values) for (const word of wordsOf.get(value) ?? []) learn(word, value);
  return (text) => {
    const trimmed = text.trim();
    return exact.has(trimmed) ? trimmed : (known.get(fold(trimmed.replaceAll('_', ' '))) ?? null);
  };
}

/** Settings as the text of a cell; an empty one for none. */
export function settingsText(settings: AppliedTemplate['settings'] | undefined): string {
  return settings === undefined || Object.keys(settings).length === 0 ? '' : JSON.stringify(settings);
}

/** What the text of a cell says of settings; null where it is not an object in JSON. */
export function readSettings(text: string): AppliedTemplate['settings'] | null {
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    return isObject ? Object.fromEntries(Object.entries(read)) : null;
  } catch {
    return null;
  }
}
