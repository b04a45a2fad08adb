import Papa from 'papaparse';
import {
  type TableChoice,
  type TableContent,
  type TableEncoding,
  type TableFault,
  type TableSeparator,
  tableLimits,
  tableSeparators,
} from '../../shared/model/table.ts';
import { byteOrderMark } from '../../shared/rules/tables/delimited.ts';
import { collectRows } from './collect-rows.ts';
import { readJson } from './read-json.ts';
import { Refused } from './refused.ts';

/** Reads a text file with separated values, or with a list of objects, every cell to the letter. */
export function readCsv(bytes: Uint8Array, choice: TableChoice): TableContent {
  const { encoding, hasMark } = encodingOf(bytes);
  const chosen = choice.encoding ?? encoding;
  let separator = choice.separator ?? null;
  try {
    const whole = withoutEndOfFile(decode(bytes, chosen));
    const zero = whole.indexOf('\0');
    if (zero >= 0) throw new Refused('nul-bytes', lineAt(whole, zero));
    const other = otherFormatOf(whole);
    if (other !== null) throw new Refused(other);
    const marked = { encoding: chosen, hasMark: hasMark && chosen === encoding };
    const json = readJson(whole);
    if (json !== null) return { ...json, ...marked };
    const hint = /^("?)sep=([,;\t|])\1[,;\t|]*(\r\n|\r|\n|$)/i.exec(whole);
    const text = hint === null ? whole : whole.slice(hint[0].length);
    const found = detectSeparator(text);
    separator ??= (hint?.[2] as TableSeparator | undefined) ?? found.separator; // by the pattern
    const first = hint === null ? 1 : 2;
    const collected = collectRows(first - 1, chosen);
    for (const [place, row] of records(text, separator, first).entries())
      collected.add(first + place, row, null);
    if (choice.encoding === undefined && encoding === 'windows-1252') noteNearlyUtf8(bytes, collected);
    if (hint !== null) collected.note('separator-line', 1);
    if (found.isUnsure && choice.separator === undefined && hint === null)
      collected.note('separator-unsure', null);
    return {
      ...collected.content(),
      ...marked,
      format: 'csv',
      separator,
      sheets: [],
      sheet: null,
      kinds: null,
      hidden: { rows: [], columns: [] },
      merged: [],
    };
  } catch (fault) {
    const isOther = !(fault instanceof Refused) || isNoText.has(fault.fault);
    if (isOther) throw fault;
    throw new Refused(fault.fault, fault.row, {
      encoding: chosen,
      separator: separator ?? separatorOfBytes(bytes),
      sheets: [],
      sheet: null,
    });
  }
}

const endOfFile = '\u001A'; // of DOS, which nothing follows but what fills a block

function withoutEndOfFile(text: string): string {
  if (!text.includes(endOfFile)) return text;
  let end = text.length;
  while (end > 0 && [endOfFile, '\0', ''].includes(text.charAt(end - 1).trim())) end -= 1;
  const first = text.indexOf(endOfFile, end);
  return first < 0 ? text : text.slice(0, first);
}

/** As it stands in every encoding, whatever the letters around it are. */
function separatorOfBytes(bytes: Uint8Array): TableSeparator {
  const signs = Buffer.from(bytes.subarray(0, 256 * 1024)).toString('latin1');
  return detectSeparator(signs.replaceAll('\0', '')).separator;
}

/** Where neither another encoding nor another separator would make a table of it. */
const isNoText: ReadonlySet<TableFault> = new Set(['not-a-table', 'other-workbook', 'web-page', 'lock-file']);

const sylkRecords = /^(?:P|F|B|C|O|NN|NE|NU|W);[A-Z]/m;

/** What a text is that has a table in another format, or none; null where it may have separated values. */
function otherFormatOf(text: string): TableFault | null {
  const beginning = text.slice(0, 4_096);
  if (/^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<\?mso[^>]*>\s*)*<(?:\w+:)?Workbook\b/.test(beginning))
    return 'other-workbook';
  if (/^\s*<(?:!doctype|!--|html|head|body|table|style|meta)/i.test(beginning)) return 'web-page';
  if (/^\s*<[a-z]/i.test(beginning) && /<t[dhr][\s>]/i.test(beginning)) return 'web-page'; // a part of one
  if (/^\s*(?:<\?xml[^>]*>\s*)?<office:document\b/.test(beginning)) return 'other-workbook';
  if (/^\s*<\?xml/i.test(beginning)) return /<html\b/i.test(beginning) ? 'web-page' : 'not-a-table';
  if (/^MIME-Version:/im.test(beginning) && /^Content-Type:\s*multipart\/related/im.test(beginning))
    return 'web-page';
  const [first = '', ...others] = beginning.split(/\r\n|\r|\n/);
  if (/^ID;P[A-Z0-9]*(?:;[A-Z0-9]*)*$/.test(first) && sylkRecords.test(others.join('\n')))
    return 'other-workbook';
  if (/^TABLE$/i.test(first) && /^0,1$/.test(others[0] ?? '')) return 'other-workbook'; // DIF
  if (/^,[^,\n]*,[^,\n]*,[^,\n]*,file:[^,\n]*;\s*$/.test(beginning)) return 'lock-file'; // of LibreOffice
  return null;
}

const marks: readonly (readonly [TableEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** By its mark, else UTF-16 where its zeros say so, UTF-8 where every byte is, or windows-1252. */
function encodingOf(bytes: Uint8Array): { readonly encoding: TableEncoding; readonly hasMark: boolean } {
  const marked = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte));
  if (marked !== undefined) return { encoding: marked[0], hasMark: true };
  const wide = unmarkedUtf16(bytes);
  return { encoding: wide ?? (isIn(bytes, 'utf-8') ? 'utf-8' : 'windows-1252'), hasMark: false };
}

const leastShare = 1 / 4; // of its letters, line ends and separators with it, are ASCII in any text with separated values

/** UTF-16 without a mark: every second byte of ASCII is zero, and no other. */
function unmarkedUtf16(bytes: Uint8Array): TableEncoding | null {
  if (bytes.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (const [place, byte] of bytes.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.min(even, odd) > 0 || Math.max(even, odd) < (bytes.length / 2) * leastShare) return null;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  return isIn(bytes, encoding) ? encoding : null;
}

function isIn(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Without the mark, if there is one. */
function decode(bytes: Uint8Array, encoding: TableEncoding): string {
  if (encoding === 'ibm850') return fromCodePage850(bytes);
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
 * first rows into equally many cells, then the one behind which the fewest blanks stand, as behind commas in a sentence, and then the one that makes
 * the most cells; a comma where none divides them. Unsure where another does as well.
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
      (left, right) =>
        left.loose - right.loose ||
        right.share - left.share ||
        left.blanks - right.blanks ||
        right.width - left.width,
    );
  const [best, second] = scored;
  if (best === undefined) return { separator: ',', isUnsure: false };
  return {
    separator: best.separator,
    isUnsure: second?.loose === best.loose && second.share === best.share && second.blanks === best.blanks,
  };
}

const mostAbove = 3 / 4; // of the rows are lines of one cell, as titles and remarks are

/**
 * How many of the rows have the number of cells that most of them have, from 0 to 1, lines of one cell apart, and how many cells begin with a blank.
 */
function regularity(rows: readonly (readonly string[])[]): {
  readonly share: number;
  readonly width: number;
  readonly blanks: number;
} {
  const full = rows.filter((row) => row.some((cell) => cell !== ''));
  const widths = new Map<number, number>();
  for (const { length } of full) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width, count] = [...widths]
    .toSorted((left, right) => right[1] - left[1] || right[0] - left[0])
    .find(([cells, having]) => cells > 1 || having > full.length * mostAbove) ?? [0, 0];
  const blanks = full.flatMap((row) => row.slice(1).filter((cell) => cell.startsWith(' '))).length;
  return { share: full.length === 0 ? 0 : count / full.length, width, blanks };
}

// The upper half of the code page of DOS in Western Europe, which no decoder of the Web knows.
const upper =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

function fromCodePage850(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\u0080-\u00FF]/g, (sign) => upper.charAt(sign.charCodeAt(0) - 0x80));
}
