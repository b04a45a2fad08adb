import type { CellValue, ColumnDef, DataValidation } from 'hucre/xlsx';
import {
  type FileCell,
  type FileColumnHead,
  type FileColumnKind,
  fileColumns,
  type TableFormat,
} from '../../shared/model/file-table.ts';
import type { TableSeparator } from '../../shared/model/table.ts';
import { byteOrderMark, csvRow } from './csv.ts';

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
  format: TableFormat,
  columns: readonly FileColumnHead[],
  batches: Batches,
  separator: TableSeparator = ',',
): TableContent {
  switch (format) {
    case 'csv':
      return { chunks: csvChunks(columns, batches, separator), cut: () => 0 };
    case 'json':
      return { chunks: jsonChunks(columns, batches), cut: () => 0 };
    case 'xlsx':
      return columns.some(({ choices = [] }) => choices.length > 0)
        ? offering(columns, batches)
        : workbook(columns, batches);
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
  for await (const rows of batches) yield rows.map((cells) => csvRow(cells.map(plain), separator)).join('');
}

/** An array with an object a row, each on a line of its own. */
async function* jsonChunks(columns: readonly FileColumnHead[], batches: Batches): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of batches) {
    for (const cells of rows) {
      const entries = columns.map(({ key, title }, place) => [key ?? title, cells[place] ?? null]);
      yield before + JSON.stringify(Object.fromEntries(entries));
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** The most characters that a cell of a workbook holds; spreadsheets call a file with more damaged. */
export const longestCell = 32_767;

/**
 * A workbook with one sheet, or several where it has more than 1,048,576 rows. A text is a cell of type text, so no spreadsheet
 * takes it for a formula or a number; a column of texts has the format of text, so that it stays one where a person edits it.
 */
function workbook(columns: readonly FileColumnHead[], batches: Batches): TableContent {
  let cut = 0;
  const kinds = columns.map(kindOf);
  const cellOf = (value: FileCell, place: number): CellValue => {
    const cell = plain(value);
    if (typeof cell !== 'string') return cell;
    const day = kinds[place] === 'day' ? dateOf(cell) : null;
    if (day !== null) return day;
    if (cell.length > longestCell) cut += 1;
    return xmlSafe(cell.slice(0, longestCell));
  };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const { writeXlsxStream } = await import('hucre/xlsx'); // only who saves a workbook needs it
    const heads = columns.map(
      (column): ColumnDef => ({
        header: xmlSafe(column.title),
        width: Math.min(60, Math.max(12, column.title.length + 2, kindOf(column) === 'text' ? 20 : 0)),
        ...formatOf[kindOf(column)],
      }),
    );
    const options = { name: 'Table', columns: heads, freezePane: { rows: 1 } };
    yield* writeXlsxStream(cellsOf(batches, cellOf), options);
  }
  return { chunks: chunks(), cut: () => cut };
}

const mostOffered = 10_000; // in which choices are offered

/**
 * A workbook that offers what its cells may have, by a second, hidden sheet that lists it: a list inside of a cell's own rule has 255 characters
 * at most. What is not offered can be typed after a warning. It is for few rows: they are held until it is written.
 */
function offering(columns: readonly FileColumnHead[], batches: Batches): TableContent {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const { writeXlsx, colToLetter } = await import('hucre/xlsx');
    const rows: CellValue[][] = [columns.map(({ title }) => xmlSafe(title))];
    for await (const batch of batches)
      for (const cells of batch)
        rows.push(cells.map((cell) => xmlSafe(String(plain(cell) ?? '').slice(0, longestCell))));
    const offered = columns.flatMap(({ title, choices = [] }, place) =>
      choices.length === 0 ? [] : [{ title, choices, place }],
    );
    const longest = Math.max(...offered.map(({ choices }) => choices.length));
    yield await writeXlsx({
      sheets: [
        {
          name: 'Table',
          columns: columns.map((column) => ({
            width: Math.min(60, Math.max(16, column.title.length + 2)),
            ...formatOf[kindOf(column)],
          })),
          rows,
          freezePane: { rows: 1 },
          dataValidations: offered.map(({ choices, place }, list): DataValidation => {
            const [cell, listed] = [colToLetter(place), colToLetter(2 * list)];
            return {
              type: 'list',
              range: `${cell}2:${cell}${mostOffered}`,
              formula1: `Choices!$${listed}$2:$${listed}$${choices.length + 1}`,
              allowBlank: true,
              showErrorMessage: true,
              errorStyle: 'warning',
            };
          }),
        },
        {
          name: 'Choices',
          hidden: true,
          rows: [
            offered.flatMap(({ title }) => [xmlSafe(title), '']),
            ...Array.from({ length: longest }, (_, row) =>
              offered.flatMap(({ choices }) => [
                xmlSafe(choices[row]?.value ?? ''),
                xmlSafe(choices[row]?.name ?? ''),
              ]),
            ),
          ],
        },
      ],
    });
  }
  return { chunks: chunks(), cut: () => 0 };
}

function kindOf({ key, kind = 'text' }: FileColumnHead): FileColumnKind {
  return key === null ? kind : fileColumns[key];
}

// A column of texts stays one where a person edits it.
const formatOf: Readonly<Partial<Record<FileColumnKind, Pick<ColumnDef, 'numFmt'>>>> = {
  text: { numFmt: '@' },
  day: { numFmt: 'yyyy-mm-dd' },
};

/** A list has a line for each of its texts. */
function plain(cell: FileCell): Exclude<FileCell, readonly string[]> {
  return typeof cell === 'object' && cell !== null ? cell.join('\n') : cell;
}

async function* cellsOf(
  batches: Batches,
  cellOf: (cell: FileCell, place: number) => CellValue,
): AsyncGenerator<CellValue[]> {
  for await (const rows of batches) for (const cells of rows) yield cells.map(cellOf);
}

const firstDay = '1900-03-01'; // spreadsheets believe that there was a 29 February 1900: earlier days differ from one to the other

/** A day as a date of spreadsheets; null where they have none for it. */
function dateOf(day: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < firstDay) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : date;
}

/** A text in which nothing reads as one of the escapes that workbooks have for characters, and that has none that XML forbids. */
function xmlSafe(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\uFFFE\uFFFF]/g, (sign) => (sign === '\uFFFE' ? '_xFFFE_' : '_xFFFF_'));
}
