import {
  type FileCell,
  type FileColumnHead,
  type FileColumnKind,
  type FileFormat,
  fileColumns,
} from '../../shared/model/file-table.ts';
import { type TableSeparator, tableLimits } from '../../shared/model/table.ts';
import { byteOrderMark, csvRow, plain } from '../../shared/rules/tables/delimited.ts';
import { calendarChunks } from './write-ics.ts';
import type { SheetCell, SheetColumn } from './write-xlsx.ts';

export type FileRow = readonly FileCell[];
type Batches = AsyncIterable<readonly FileRow[]>;

/** The content of a file, piece by piece, as its rows come. */
export interface TableContent {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** How many texts were longer than a cell can be, and lost their end; known when the chunks have ended. */
  readonly cut: () => number;
}

/** A table in a format. Nothing of it is held but the rows that are being written. Only CSV has a separator. */
export function writeTable(
  format: FileFormat,
  columns: readonly FileColumnHead[],
  batches: Batches,
  separator: TableSeparator = ',',
): TableContent {
  switch (format) {
    case 'csv':
      return { chunks: csvChunks(columns, batches, separator), cut: () => 0 };
    case 'json':
      return { chunks: jsonChunks(columns, batches), cut: () => 0 };
    case 'ics':
      return { chunks: calendarChunks(columns, batches, new Date()), cut: () => 0 };
    case 'xlsx':
      return workbook(columns, batches);
  }
}

async function* csvChunks(
  columns: readonly FileColumnHead[],
  batches: Batches,
  separator: TableSeparator,
): AsyncGenerator<string> {
  yield byteOrderMark +
    csvRow(
      columns.map(({ title }) => title),
      separator,
    );
  for await (const rows of batches) yield rows.map((cells) => csvRow(cells, separator)).join('');
}

/** An array with an object a row, each on a line of its own. */
async function* jsonChunks(columns: readonly FileColumnHead[], batches: Batches): AsyncGenerator<string> {
  const names = namesOf(columns).map((name) => JSON.stringify(name));
  let before = '[\n';
  for await (const rows of batches) {
    for (const cells of rows) {
      const entries = names.map((name, place) => `${name}:${JSON.stringify(cells[place] ?? null)}`);
      yield `${before}{${entries.join(',')}}`;
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** What the columns are called in JSON: by their key, else by their title, with a number where another is called so. */
function namesOf(columns: readonly FileColumnHead[]): readonly string[] {
  const taken = new Set<string>(columns.flatMap(({ key }) => key ?? []));
  return columns.map(({ key, title }) => {
    if (key !== null) return key;
    let name = title;
    for (let number = 2; taken.has(name); number += 1) name = `${title} (${number})`;
    taken.add(name);
    return name;
  });
}

/** The most characters that a cell of a workbook holds; spreadsheets call a file with more damaged. */
export const longestCell = 32_767;

/**
 * A workbook with one sheet, or several where it has more than 1,048,576 rows. A text is a cell of type text, so no spreadsheet
 * takes it for a formula or a number; a column of texts has the format of text, so that it stays one where a person fills it in.
 */
function workbook(columns: readonly FileColumnHead[], batches: Batches): TableContent {
  let cut = 0;
  const kinds = columns.map(kindOf);
  const cellOf = (value: FileCell, place: number): SheetCell => {
    const cell = plain(value);
    if (typeof cell !== 'string') return cell;
    const day = kinds[place] === 'day' ? dateOf(cell) : null;
    if (day !== null) return day;
    if (cell.length > longestCell) cut += 1;
    return cell.slice(0, longestCell);
  };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const { writeXlsx } = await import('./write-xlsx.ts'); // only who saves a workbook needs it
    yield* writeXlsx({
      columns: columns.map((column) => sheetColumn(column, kindOf(column))),
      batches: cellsOf(batches, cellOf),
      lastOffered: tableLimits.rows,
    });
  }
  return { chunks: chunks(), cut: () => cut };
}

function sheetColumn({ title, choices = [], hint }: FileColumnHead, kind: FileColumnKind): SheetColumn {
  const least = kind === 'text' ? 20 : 12;
  return {
    title,
    width: Math.min(60, Math.max(least, title.length + 2)),
    format: kind === 'text' || kind === 'day' ? kind : 'general',
    choices: choices.length === 0 ? undefined : { entries: choices, hint },
  };
}

function kindOf({ key, kind = 'text' }: FileColumnHead): FileColumnKind {
  return key === null ? kind : fileColumns[key];
}

async function* cellsOf(
  batches: Batches,
  cellOf: (cell: FileCell, place: number) => SheetCell,
): AsyncGenerator<readonly (readonly SheetCell[])[]> {
  for await (const rows of batches) yield rows.map((cells) => cells.map(cellOf));
}

const firstDay = '1900-03-01'; // spreadsheets believe that there was a 29 February 1900: earlier days differ from one to the other

/** A day as a date of spreadsheets; null where they have none for it. */
function dateOf(day: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < firstDay) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : date;
}
