import { cellKinds } from '../../shared/model/table.ts';

/**
 * How a number is shown, as far as it says what the number is: hundredths, a day, a moment, or a whole number by a pattern, whose pieces are texts and places of
 * digits: as many as are shown at least.
 */
type Shown = 'plain' | 'percent' | 'day' | 'moment' | { readonly pieces: readonly (string | number)[] };

// Of the formats that have a number of their own (ECMA-376, 18.8.30), with those of East Asian editions.
const days = [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];
const moments = [18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 46, 47, 55, 56];

/** How a format shows a number: one of its sections may count for numbers below zero, or by a condition. */
export type Format = (value: number) => Shown;

/** A number format, by its number and, where a workbook has its own, its code. */
export function formatOf(id: number, code = id === 9 || id === 10 ? '0%' : undefined): Format {
  if (code === undefined) {
    const shown = days.includes(id) ? 'day' : moments.includes(id) ? 'moment' : 'plain';
    return () => shown;
  }
  const sections = sectionsOf(code);
  return (value) => (sections.find(({ holds }) => holds(value)) ?? sections.at(-1))?.shown ?? 'plain';
}

interface Section {
  readonly holds: (value: number) => boolean;
  readonly shown: Shown;
}

const notSeparator = /"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?|[^;]/gs;
const condition = /\[(<>|<=|>=|<|>|=)\s*(-?(?:\d+\.?\d*|\.\d+))\]/;

/** The sections of a code that numbers are shown by: one with `@`, behind others, is that of texts. */
function sectionsOf(code: string): readonly Section[] {
  const codes = [''];
  let at = 0;
  for (const { 0: part, index } of code.matchAll(notSeparator)) {
    codes.push(...Array.from({ length: index - at }, () => '')); // semicolons
    codes[codes.length - 1] += part;
    at = index + part.length;
  }
  codes.push(...Array.from({ length: code.length - at }, () => ''));
  const isOfTexts = (section: string | undefined) => bare(section ?? '').includes('@');
  const ofNumbers = codes.slice(0, codes.length > 1 && isOfTexts(codes.at(-1)) ? -1 : 3).slice(0, 3);
  return ofNumbers.map((section, place) => ({
    holds: conditionOf(section, place, ofNumbers.length),
    shown: shownBySection(section),
  }));
}

/** For which numbers a section counts: by its own condition, else by its place. */
function conditionOf(section: string, place: number, count: number): Section['holds'] {
  if (count === 1) return () => true;
  const [, sign, written] = condition.exec(section.replace(/"[^"]*"|\\./g, '')) ?? [];
  const holds = comparisons[sign ?? ''];
  if (holds !== undefined) return (value) => holds(value, Number(written));
  if (place === 0) return (value) => (count === 2 ? value >= 0 : value > 0);
  return (value) => place === 2 || count === 2 || value < 0;
}

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '<>': (value, bound) => value !== bound,
  '<=': (value, bound) => value <= bound,
  '>=': (value, bound) => value >= bound,
  '<': (value, bound) => value < bound,
  '>': (value, bound) => value > bound,
  '=': (value, bound) => value === bound,
};

/** A section without texts, signs that stand for themselves, colours, conditions and languages; `[h]`, which counts hours, stays. */
function bare(section: string): string {
  return section
    .replace(/"[^"]*"?|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .toLowerCase();
}

function shownBySection(code: string): Shown {
  const section = bare(code);
  const pieces = piecesOf(code);
  if (pieces !== null) return { pieces };
  if (section.includes('%')) return 'percent';
  if (/[ln#0?@]/.test(section.replace(/\.0+/g, ''))) return 'plain'; // "General" is so called in no language without one
  const hasTime = /h|s|\[m/.test(section);
  // Days and years as they are written in English, Dutch, German and Italian, which some programs put into files.
  const hasDay = /[ydjgae]/.test(section.replace(/am\/pm|a\/p/g, '')) || (/m/.test(section) && !hasTime);
  if (hasTime) return 'moment';
  return hasDay ? 'day' : 'plain';
}

const piece =
  /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[a-z<>=][^\]]*\]|_.|\*.|(0+)|(general|standaard|standard|#)|([-+()':€$£ ])/giy;

/**
 * What a pattern of texts and digits shows, or a word in place of the number; null for any other, and for one that shows no more than the number.
 */
function piecesOf(code: string): readonly (string | number)[] | null {
  const pieces: (string | number)[] = [];
  let at = 0;
  while (at < code.length) {
    piece.lastIndex = at;
    const found = piece.exec(code);
    if (found === null) return null;
    const [, quoted, escaped, currency, zeros, open, sign] = found;
    if (zeros !== undefined) pieces.push(zeros.length);
    else if (open !== undefined) pieces.push(0);
    else pieces.push(quoted ?? escaped ?? currency ?? sign ?? '');
    at = piece.lastIndex;
  }
  const digits = pieces.filter((each) => typeof each === 'number');
  const texts = pieces.filter((each) => typeof each === 'string').join('');
  const isPlain =
    digits.length === 0
      ? !/\p{L}/u.test(texts)
      : texts.trim() === '' && digits.length === 1 && (digits[0] ?? 0) < 2;
  return isPlain ? null : pieces;
}

/** A whole number as a pattern shows it: its last digits in the last place, and what is left over in the first one. */
function shownBy(pieces: readonly (string | number)[], digits: string): string {
  const first = pieces.findIndex((each) => typeof each === 'number');
  let left = digits;
  return pieces
    .map((each, place) => ({ each, place }))
    .toReversed()
    .reduce((shown, { each, place }) => {
      if (typeof each === 'string') return each + shown;
      const taken = place === first ? left : each === 0 ? left.slice(-1) : left.slice(-each);
      left = left.slice(0, left.length - taken.length);
      return taken.padStart(each, '0') + shown;
    }, '')
    .trim();
}

const longest = 15; // digits, of which a spreadsheet keeps no more
const mostOfDouble = 17; // digits, by which a file writes any of its numbers exactly
const lastDay = 2_958_465; // 9999-12-31 in the system of 1900
const daysTo1904 = 1_462; // by which the other system counts fewer

/** A number of a workbook as a text, and what it is. */
export function numberText(raw: string, format: Format, is1904: boolean): { text: string; kind: string } {
  const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(raw) ? Number(raw) : Number.NaN;
  if (!Number.isFinite(value)) return { text: raw, kind: cellKinds.text };
  const shown = format(value);
  if (
    (shown === 'day' || shown === 'moment') &&
    value >= 0 &&
    value < lastDay + 1 - (is1904 ? daysTo1904 : 0)
  )
    return dateText(value, shown, is1904);
  const hundredths = shortest('', Number((value * 100).toPrecision(longest)));
  if (shown === 'percent') return { text: `${hundredths}%`, kind: cellKinds.padded };
  const text = shortest(raw, value);
  const isLong = /^-?\d+$/.test(text) ? digitsOf(text) > longest : digitsOf(text) > mostOfDouble;
  const whole = typeof shown === 'object' && /^\d+$/.test(text) ? shownBy(shown.pieces, text) : text;
  if (whole !== text) return { text: whole, kind: isLong ? cellKinds.long : cellKinds.padded };
  return { text, kind: isLong ? cellKinds.long : cellKinds.number };
}

/** A number as people write it, without an exponent; as the file writes it where that says more than a number can hold. */
function shortest(raw: string, value: number): string {
  if (/^-?\d+$/.test(raw)) return BigInt(raw).toString();
  if (/^-?\d+\.\d+$/.test(raw) && digitsOf(raw) > mostOfDouble) return raw;
  const [, sign = '', first = '', rest = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const power = Number(exponent);
  return power < 0
    ? `${sign}0.${'0'.repeat(-power - 1)}${first}${rest}`
    : sign + first + rest.padEnd(power, '0');
}

/** Digits that count, without zeros before them. */
function digitsOf(number: string): number {
  return number.replace(/\D/g, '').replace(/^0+/, '').length;
}

const dayMilliseconds = 86_400_000;

/** Serial 60 of the system of 1900 is 1900-02-29, a day that never was; the days before it count from 1900-01-01 as 1. */
function dateText(serial: number, shown: 'day' | 'moment', is1904: boolean): { text: string; kind: string } {
  const seconds = Math.round((serial % 1) * 86_400);
  const day = Math.floor(serial) + (seconds === 86_400 ? 1 : 0);
  const clock = new Date((seconds % 86_400) * 1_000).toISOString().slice(11, 19);
  if (shown === 'moment' && day === 0) return { text: clock, kind: cellKinds.moment };
  const date = is1904 ? isoDay(Date.UTC(1904, 0, 1), day) : dayOf1900(day);
  return seconds % 86_400 === 0
    ? { text: date, kind: cellKinds.day }
    : { text: `${date} ${clock}`, kind: cellKinds.moment };
}

function dayOf1900(day: number): string {
  if (day === 0) return '1900-01-00'; // as spreadsheets show it
  if (day === 60) return '1900-02-29';
  return isoDay(Date.UTC(1899, 11, 31), day > 60 ? day - 1 : day);
}

function isoDay(epoch: number, day: number): string {
  return new Date(epoch + day * dayMilliseconds).toISOString().slice(0, 10);
}

/** A day that a workbook writes as ISO 8601 has it. */
export function datedText(value: string): { text: string; kind: string } {
  const [, day, minutes, rest = ':00'] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?Z?)?$/.exec(value.trim()) ?? [];
  if (day === undefined) return { text: value, kind: cellKinds.text };
  const clock = minutes === undefined ? undefined : (minutes + rest).replace(/\.0+$/, '');
  if (clock === undefined || clock === '00:00:00') return { text: day, kind: cellKinds.day };
  return { text: `${day} ${clock}`, kind: cellKinds.moment };
}
