import { cellKinds } from '../../shared/model/table.ts';

/** How a number is shown, as far as it says what the number is: a day, a moment, or a number with this many digits at least. */
export type Shown = 'plain' | 'day' | 'moment' | { readonly digits: number };

// Of the formats that have a number of their own (ECMA-376, 18.8.30), with those of East Asian editions.
const days = [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];
const moments = [18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 46, 47, 55, 56];

/** What a number format shows, by its number and, where a workbook has its own, its code. */
export function shownAs(id: number, code: string | undefined): Shown {
  if (code === undefined) {
    if (days.includes(id)) return 'day';
    return moments.includes(id) ? 'moment' : 'plain';
  }
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '') // texts, and signs that stand for themselves
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, ''); // colours, conditions, languages; not [h], which counts hours
  const [section = ''] = bare.toLowerCase().split(';');
  if (/^0{2,}$/.test(section)) return { digits: section.length };
  if (/general|standaard|standard|#|0|\?|@/.test(section.replace(/\.0+/g, ''))) return 'plain';
  const hasTime = /h|s|\[m/.test(section);
  // Days and years as they are written in English, Dutch, German and Italian, which some programs put into files.
  const hasDay = /[ydjgae]/.test(section.replace(/am\/pm|a\/p/g, '')) || (/m/.test(section) && !hasTime);
  if (hasTime) return 'moment';
  return hasDay ? 'day' : 'plain';
}

const longest = 15; // digits, of which a spreadsheet keeps no more
const mostOfDouble = 17; // digits, by which a file writes any of its numbers exactly
const lastDay = 2_958_465; // 9999-12-31 in the system of 1900

/** A number of a workbook as a text, and what it is. */
export function numberText(raw: string, shown: Shown, is1904: boolean): { text: string; kind: string } {
  const value = Number(raw);
  if (!Number.isFinite(value)) return { text: raw, kind: cellKinds.text };
  if ((shown === 'day' || shown === 'moment') && value >= 0 && value < lastDay + 1)
    return dateText(value, shown, is1904);
  const text = shortest(raw, value);
  const isLong = /^-?\d+$/.test(text) ? digitsOf(text) > longest : digitsOf(text) > mostOfDouble;
  if (typeof shown === 'object' && /^\d+$/.test(text) && text.length < shown.digits)
    return { text: text.padStart(shown.digits, '0'), kind: cellKinds.padded };
  return { text, kind: isLong ? cellKinds.long : cellKinds.number };
}

/** A number as people write it, without an exponent; as the file writes it where that says more than a number can hold. */
function shortest(raw: string, value: number): string {
  if (/^-?\d+$/.test(raw)) return BigInt(raw).toString();
  if (/^-?\d+\.\d+$/.test(raw) && digitsOf(raw) > mostOfDouble) return raw;
  const [, sign = '', first = '', rest = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e\+(\d+)$/.exec(String(value)) ?? [];
  return exponent === undefined ? String(value) : sign + first + rest.padEnd(Number(exponent), '0');
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
  const [, day, clock] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.0+)?Z?)?$/.exec(value) ?? [];
  if (day === undefined) return { text: value, kind: cellKinds.text };
  if (clock === undefined || clock === '00:00:00') return { text: day, kind: cellKinds.day };
  return { text: `${day} ${clock}`, kind: cellKinds.moment };
}
