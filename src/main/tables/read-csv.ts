import Papa from 'papaparse';
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
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('not-in-encoding');
  }
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split(/\r\n|\r|\n/).length;
}

/** The records of a text, also where its lines end in more than one way; refuses as `quotes` what could be read in two ways. */
function records(text: string, separator: TableSeparator, first: number): readonly (readonly string[])[] {
  const { text: even, newline } = withOneLineEnd(text, separator);
  const { data, errors } = Papa.parse<readonly string[]>(even, {
    delimiter: separator,
    newline,
  });
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong !== undefined) throw new Refused('quotes', (wrong.row ?? 0) + first);
  const last = data.at(-1);
  return last?.length === 1 && last[0] === '' ? data.slice(0, -1) : data; // the end of the last line begins no other
}

type LineEnd = '\r\n' | '\n' | '\r';

/** papaparse takes the first line's end for that of all: where they differ, those outside of quotation marks are made one. */
function withOneLineEnd(
  text: string,
  separator: TableSeparator,
): { readonly text: string; readonly newline: LineEnd } {
  const windows = text.split('\r\n').length - 1;
  const feeds = text.split('\n').length - 1;
  const returns = text.split('\r').length - 1;
  if (returns === windows && windows === feeds) return { text, newline: '\r\n' };
  if (returns === 0) return { text, newline: '\n' };
  if (feeds === 0) return { text, newline: '\r' };
  const quotedOrEnd = new RegExp(
    `(?<=^|[${separator === '|' ? '\\|' : separator}\\r\\n])"[^"]*(?:""[^"]*)*"|\\r\\n?|\\n`,
    'g',
  );
  return {
    text: text.replace(quotedOrEnd, (part) => (part.startsWith('"') ? part : '\n')),
    newline: '\n',
  };
}

const sampleRows = 100;

/**
 * The separator that divides the most of the first rows into equally many cells, and among equals the one that makes the most
 * cells; a comma where none divides them. Unsure where another does as well.
 */
function detectSeparator(text: string): { readonly separator: TableSeparator; readonly isUnsure: boolean } {
  const sample = text.slice(0, 256 * 1024);
  const scored = tableSeparators
    .map((separator) => {
      const { text: even, newline } = withOneLineEnd(sample, separator);
      const { data } = Papa.parse<readonly string[]>(even, {
        delimiter: separator,
        newline,
        preview: sampleRows,
      });
      return { separator, ...regularity(data) };
    })
    .filter(({ width }) => width > 1)
    .toSorted((left, right) => right.share - left.share || right.width - left.width);
  const [best, second] = scored;
  if (best === undefined) return { separator: ',', isUnsure: false };
  return { separator: best.separator, isUnsure: second?.share === best.share };
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
