import {
  type TableChoice,
  type TableContent,
  type TableEncoding,
  type TableSeparator,
  tableSeparators,
} from '../../shared/model/table.ts';
import { collectRows } from './collect-rows.ts';
import { readJson } from './read-json.ts';
import { Refused } from './refused.ts';

/** Reads a text file with separated values, or with a list of objects, every cell to the letter. */
export function readCsv(bytes: Uint8Array, choice: TableChoice): TableContent {
  const { encoding, hasMark } = encodingOf(bytes);
  const chosen = choice.encoding ?? encoding;
  const whole = decode(bytes, chosen);
  const zero = whole.indexOf('\0');
  if (zero >= 0) throw new Refused('nul-bytes', lineAt(whole, zero));
  if (/^\s*<(?:!doctype|!--|\?xml|html|head|body|table)/i.test(whole)) throw new Refused('not-a-table');
  const json = readJson(whole);
  if (json !== null) return { ...json, encoding: chosen, hasMark: hasMark && chosen === encoding };
  const hint = /^sep=([,;\t|])(\r\n|\r|\n|$)/.exec(whole);
  const text = hint === null ? whole : whole.slice(hint[0].length);
  const found = detectSeparator(text);
  const separator = choice.separator ?? (hint?.[1] as TableSeparator | undefined) ?? found.separator; // by the pattern
  const first = hint === null ? 1 : 2;
  const collected = collectRows(first - 1);
  for (const [place, row] of records(text, separator, first).entries())
    collected.add(first + place, row, null);
  if (choice.encoding === undefined && encoding === 'windows-1252') noteNearlyUtf8(bytes, collected);
  if (hint !== null) collected.note('separator-line', 1);
  if (found.isUnsure && choice.separator === undefined && hint === null)
    collected.note('separator-unsure', null);
  return {
    ...collected.content(),
    format: 'csv',
    encoding: chosen,
    hasMark: hasMark && chosen === encoding,
    separator,
    sheets: [],
    sheet: null,
    kinds: null,
    hidden: { rows: [], columns: [] },
    merged: [],
  };
}

const marks: readonly (readonly [TableEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** By its mark, else UTF-8 where every byte is, else windows-1252. */
function encodingOf(bytes: Uint8Array): { readonly encoding: TableEncoding; readonly hasMark: boolean } {
  const marked = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte));
  if (marked !== undefined) return { encoding: marked[0], hasMark: true };
  return { encoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252', hasMark: false };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Without the mark, if there is one. */
function decode(bytes: Uint8Array, encoding: TableEncoding): string {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (encoding !== 'windows-1252' || !withoutLetter.test(text)) return text;
  } catch {
    // told below
  }
  throw new Refused('not-in-encoding');
}

const withoutLetter = /[\u0081\u008D\u008F\u0090\u009D]/; // bytes for which windows-1252 has none; the decoder lets them pass

/** A text in which more letters are those of UTF-8 than are none is no windows-1252: a part of it was written otherwise. */
function noteNearlyUtf8(bytes: Uint8Array, { note }: Pick<ReturnType<typeof collectRows>, 'note'>): void {
  const text = new TextDecoder('utf-8').decode(bytes);
  const [wrong = 0, right = 0] = [/\uFFFD/g, /[^\p{ASCII}\uFFFD]/gu].map(
    (letters) => text.match(letters)?.length,
  );
  if (right > wrong) note('nearly-utf-8', lineAt(text, text.indexOf('\uFFFD')), wrong);
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split(/\r\n|\r|\n/).length;
}

/** The records of a text; refuses as `quotes` what could be read in two ways. */
function records(text: string, separator: TableSeparator, first: number): readonly (readonly string[])[] {
  const { rows, fault } = parse(text, separator);
  if (fault !== null) throw new Refused('quotes', rows.length + first);
  return rows;
}

interface Parsed {
  readonly rows: readonly (readonly string[])[];
  /** Why the record behind these cannot be read: a quotation mark is not closed, or something stands behind a closed one. */
  readonly fault: 'open' | 'behind' | null;
  /** How many cells have a quotation mark within them. */
  readonly loose: number;
}

/** A text as RFC 4180 has it, whose lines may end in more than one way. The end of the last line begins no other. */
function parse(text: string, separator: TableSeparator, mostRows = Number.POSITIVE_INFINITY): Parsed {
  const ending = new RegExp(`[${separator === '|' ? '\\|' : separator}\\r\\n]|$`, 'g');
  const rows: string[][] = [];
  let row: string[] = [];
  let loose = 0;
  let at = 0;
  const plainCell = (): string => {
    ending.lastIndex = at;
    const end = ending.exec(text)?.index ?? text.length;
    const cell = text.slice(at, end);
    if (cell.includes('"')) loose += 1;
    at = end;
    return cell;
  };
  while (at < text.length && rows.length < mostRows) {
    if (text[at] === '"') {
      const end = closingMark(text, at + 1);
      if (end === null) return { rows, fault: 'open', loose };
      row.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < text.length && ![separator, '\r', '\n'].includes(text.charAt(at)))
        return { rows, fault: 'behind', loose };
    } else row.push(plainCell());
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
  }
  return { rows, fault: null, loose };
}

/** Where the quotation mark stands that closes a cell; two of them are one of its letters. */
function closingMark(text: string, from: number): number | null {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? null : at;
}

const sampleRows = 100;
const sampleLength = 256 * 1024;

/**
 * The separator by which the first rows can be read, and have the fewest quotation marks within cells; among equals the one that divides the most
 * rows into equally many cells, and then the one that makes the most cells; a comma where none divides them. Unsure where another does as well.
 */
function detectSeparator(text: string): { readonly separator: TableSeparator; readonly isUnsure: boolean } {
  const sample = text.slice(0, sampleLength);
  const scored = tableSeparators
    .map((separator) => {
      const { rows, fault, loose } = parse(sample, separator, sampleRows);
      const isCut = fault === 'open' && sample.length < text.length;
      return { separator, faults: fault === null || isCut ? 0 : 1, loose, ...regularity(rows) };
    })
    .filter(({ width }) => width > 1)
    .toSorted(
      (left, right) =>
        left.faults - right.faults ||
        left.loose - right.loose ||
        right.share - left.share ||
        right.width - left.width,
    );
  const [best, second] = scored;
  if (best === undefined) return { separator: ',', isUnsure: false };
  const isUnsure =
    second?.faults === best.faults && second.loose === best.loose && second.share === best.share;
  return { separator: best.separator, isUnsure };
}

/** How many of the rows have the number of cells that most of them have, from 0 to 1. */
function regularity(rows: readonly (readonly string[])[]): {
  readonly share: number;
  readonly width: number;
} {
  const full = rows.filter((row) => row.some((cell) => cell !== ''));
  const widths = new Map<number, number>();
  for (const { length } of full) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width, count] = [...widths].toSorted(
    (left, right) => right[1] - left[1] || right[0] - left[0],
  )[0] ?? [0, 0];
  return { share: full.length === 0 ? 0 : count / full.length, width };
}
