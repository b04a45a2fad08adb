import Papa from 'papaparse';
import {
  type TableChoice,
  type TableContent,
  type TableEncoding,
  type TableSeparator,
  tableLimits,
  tableSeparators,
} from '../../shared/model/table.ts';
import { collectRows } from './collect-rows.ts';
import { byteOrderMark } from './csv.ts';
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
  const { data, errors } = parsed(text, separator);
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong !== undefined) throw new Refused('quotes', (wrong.row ?? 0) + first);
  const last = data.at(-1);
  return last?.length === 1 && last[0] === '' ? data.slice(0, -1) : data; // the end of the last line begins no other
}

function parsed(text: string, separator: TableSeparator, preview = 0): Papa.ParseResult<readonly string[]> {
  const { text: prepared, newline } = forPapaparse(text, separator);
  // A mark at the beginning is taken away, and one of the file's own is a sign of its first cell.
  return Papa.parse<readonly string[]>(byteOrderMark + prepared, { delimiter: separator, newline, preview });
}

type LineEnd = '\r\n' | '\n' | '\r';

/**
 * papaparse takes the first line's end for that of all: where they differ, those outside of quotation marks are made one. It passes over blanks
 * behind a closed quotation mark: a letter in their place has it name the row, as it does where letters stand there.
 */
function forPapaparse(
  text: string,
  separator: TableSeparator,
): { readonly text: string; readonly newline: LineEnd } {
  const end = lineEndOf(text);
  const newline = end ?? '\n';
  const blanks = `[^\\S\\r\\n${separator}]+(?=[${separator}\\r\\n])`;
  if (end !== null && !new RegExp(`"${blanks}`).test(text)) return { text, newline };
  const parts = new RegExp(`${quotedCell(separator)}(${blanks})?|\\r\\n?|\\n`, 'g');
  const written = (part: string, blanksBehind?: string): string => {
    if (!part.startsWith('"')) return newline;
    return blanksBehind === undefined ? part : `${part.trimEnd()}_`;
  };
  return { text: text.replace(parts, written), newline };
}

/** By which all lines end; null where they differ. */
function lineEndOf(text: string): LineEnd | null {
  const [windows, feeds, returns] = ['\r\n', '\n', '\r'].map((end) => text.split(end).length - 1);
  if (returns === windows && windows === feeds) return '\r\n';
  if (returns === 0) return '\n';
  return feeds === 0 ? '\r' : null;
}

/** The pattern of a cell in quotation marks that begins where a cell does. One with more letters than a cell can have is refused later. */
function quotedCell(separator: TableSeparator): string {
  return `(?<=^|[${separator}\\r\\n])"[^"]*(?:""[^"]*){0,${tableLimits.letters}}"`;
}

const sampleRows = 100;

/**
 * The separator by which the fewest quotation marks stand in cells that they do not enclose; among equals the one that divides the most of the
 * first rows into equally many cells, and then the one that makes the most cells; a comma where none divides them. Unsure where another does as
 * well.
 */
function detectSeparator(text: string): { readonly separator: TableSeparator; readonly isUnsure: boolean } {
  const sample = text.slice(0, 256 * 1024);
  const scored = tableSeparators
    .map((separator) => {
      const whole = new RegExp(`${quotedCell(separator)}(?=[${separator}\\r\\n]|$)`, 'g');
      const loose = sample.replace(whole, '').split('"').length - 1;
      return { separator, loose, ...regularity(parsed(sample, separator, sampleRows).data) };
    })
    .filter(({ width }) => width > 1)
    .toSorted(
      (left, right) => left.loose - right.loose || right.share - left.share || right.width - left.width,
    );
  const [best, second] = scored;
  if (best === undefined) return { separator: ',', isUnsure: false };
  return {
    separator: best.separator,
    isUnsure: second?.loose === best.loose && second.share === best.share,
  };
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
