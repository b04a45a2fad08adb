import { setImmediate } from 'node:timers/promises';
import { Unzip, UnzipInflate, Zip, ZipDeflate } from 'fflate';
import {
  type CellValue,
  type ColumnDef,
  colToLetter,
  type DataValidation,
  type WriteSheet,
  writeXlsx as writeHeld,
  writeXlsxStream,
} from 'hucre/xlsx';

export type SheetCell = string | number | boolean | Date | null;

export interface SheetColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** Of all its cells, also of those that are empty and those below the last row. */
  readonly format: 'general' | 'text' | 'day';
  readonly choices?: SheetChoices | undefined;
}

export interface SheetChoices {
  /** What stands in the list, and beside it what it is called; the empty text where the value says it. */
  readonly entries: readonly { readonly value: string; readonly name: string }[];
  /** Shown beside a cell that is selected. */
  readonly hint: string | undefined;
}

interface Sheet {
  readonly columns: readonly SheetColumn[];
  readonly batches: AsyncIterable<readonly (readonly SheetCell[])[]>;
  /** The last row whose cells offer their choices. */
  readonly lastOffered: number;
  /** With the titles; as many as a sheet can have unless given. */
  readonly mostRows?: number;
}

/**
 * A workbook, piece by piece as its rows come, with another sheet where one is full. A text is a cell of type text. With choices its rows are
 * held until it is written: hucre has no rules for cells while it streams.
 */
export function writeXlsx(sheet: Sheet): AsyncGenerator<Uint8Array> {
  return withColumnFormats(
    sheet.columns.some(({ choices }) => choices !== undefined) ? held(sheet) : streamed(sheet),
  );
}

function streamed({ columns, batches, mostRows }: Sheet): AsyncIterable<Uint8Array> {
  return writeXlsxStream(rowsOf(columns, batches), {
    name: 'Table',
    columns: columns.map(columnOf),
    freezePane: { rows: 1 },
    compress: false, // it is packed below, and where a packed part ends is not sure
    ...(mostRows === undefined ? {} : { maxRowsPerSheet: mostRows }),
  });
}

/** What cells may have stands in a sheet of its own to which their rules refer, since a rule holds 255 characters itself. */
async function* held({ columns, batches, lastOffered }: Sheet): AsyncGenerator<Uint8Array> {
  const rows: CellValue[][] = [];
  for await (const cells of rowsOf(columns, batches)) rows.push(cells.map(withoutError));
  const lists = columns.flatMap(({ title, choices }, place) =>
    choices === undefined ? [] : { title, choices, place },
  );
  const table: WriteSheet = {
    name: 'Table',
    columns: columns.map(columnOf),
    rows,
    freezePane: { rows: 1 },
    dataValidations: lists.map((list, number) => ruleOf(list, number, lastOffered)),
  };
  yield await writeHeld({ sheets: [table, choicesSheet(lists)] });
}

async function* rowsOf(
  columns: readonly SheetColumn[],
  batches: Sheet['batches'],
): AsyncGenerator<CellValue[]> {
  yield columns.map(({ title }) => xmlSafe(title));
  for await (const rows of batches)
    for (const cells of rows) yield cells.map((cell) => (typeof cell === 'string' ? xmlSafe(cell) : cell));
}

function columnOf({ width, format }: Pick<SheetColumn, 'width' | 'format'>): ColumnDef {
  return { width, ...formats[format] };
}

const formats: Readonly<Record<SheetColumn['format'], Pick<ColumnDef, 'numFmt'>>> = {
  general: {},
  text: { numFmt: '@' },
  day: { numFmt: 'yyyy-mm-dd' },
};

interface ChoiceList {
  readonly title: string;
  readonly choices: SheetChoices;
  readonly place: number;
}

/** What is not among the choices can be typed after a warning. */
function ruleOf(
  { choices: { entries, hint }, place }: ChoiceList,
  list: number,
  lastRow: number,
): DataValidation {
  const [cell, listed] = [colToLetter(place), colToLetter(2 * list)];
  return {
    type: 'list',
    range: `${cell}2:${cell}${lastRow}`,
    formula1: `Choices!$${listed}$2:$${listed}$${entries.length + 1}`,
    allowBlank: true,
    showErrorMessage: true,
    errorStyle: 'warning',
    ...(hint === undefined
      ? {}
      : { showInputMessage: true, inputMessage: xmlSafe(hint.slice(0, longestHint)) }),
  };
}

const longestHint = 255; // characters, as spreadsheets hold

/** Two columns for each list: the values, and what they are called. Out of sight where nothing is called otherwise. */
function choicesSheet(lists: readonly ChoiceList[]): WriteSheet {
  const longest = Math.max(...lists.map(({ choices }) => choices.entries.length));
  const rows = Array.from({ length: longest }, (_, row) =>
    lists.flatMap(({ choices }) => {
      const entry = choices.entries[row];
      return [entry?.value ?? null, entry?.name || null];
    }),
  );
  const titles = lists.flatMap(({ title }) => [title, null]);
  return {
    name: 'Choices',
    hidden: lists.every(({ choices }) => choices.entries.every(({ name }) => name === '')),
    columns: lists.flatMap(() => [24, 40].map((width) => columnOf({ width, format: 'text' }))),
    rows: [titles, ...rows].map((cells) =>
      cells.map((cell) => (cell === null ? null : withoutError(xmlSafe(cell)))),
    ),
    freezePane: { rows: 1 },
  };
}

/** hucre gives formats to cells alone: here each column of a sheet has that of its title, so that a cell which is not there yet has it. */
async function* withColumnFormats(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((fault, chunk) => {
    if (fault !== null) throw fault;
    ready.push(chunk);
  });
  const unzip = new Unzip((file) => {
    const part = new ZipDeflate(file.name);
    zip.add(part);
    const changed = file.name.startsWith('xl/worksheets/sheet')
      ? columnFormats()
      : (chunk: Uint8Array) => chunk;
    file.ondata = (fault, chunk, isLast) => {
      if (fault !== null) throw fault;
      part.push(changed(chunk, isLast), isLast);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of chunks) {
    unzip.push(chunk);
    yield* ready.splice(0);
    await setImmediate(); // so that main answers others between two pieces
  }
  unzip.push(new Uint8Array(), true);
  zip.end();
  yield* ready;
}

/** Changes a sheet as it comes: its beginning is held until its first row is whole. */
function columnFormats(): (chunk: Uint8Array, isLast: boolean) => Uint8Array {
  let head: Buffer | null = Buffer.alloc(0);
  return (chunk, isLast) => {
    if (head === null) return chunk;
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('</row>');
    if (end < 0 && !isLast) return new Uint8Array();
    const whole = Buffer.concat([Buffer.from(formatted(head.toString('utf8', 0, end))), head.subarray(end)]);
    head = null;
    return whole;
  };
}

function formatted(head: string): string {
  const styles = new Map(
    [...head.matchAll(/<c r="([A-Z]+)1"[^>]* s="(\d+)"/g)].map(([, letters, style]) => [letters, style]),
  );
  return head.replace(/(<col min="(\d+)"[^>]*)\/>/g, (column, start: string, number: string) => {
    const style = styles.get(colToLetter(Number(number) - 1));
    return style === undefined ? column : `${start} style="${style}"/>`;
  });
}

/** A text in which nothing reads as one of the escapes that workbooks have for characters, and that has none that XML forbids. */
function xmlSafe(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\uFFFE\uFFFF]/g, (sign) => (sign === '\uFFFE' ? '_xFFFE_' : '_xFFFF_'));
}

/** A workbook that is held takes a text such as `#N/A` for the error of that name. */
function withoutError<Cell extends CellValue>(cell: Cell): Cell | string {
  return typeof cell === 'string' ? cell.replace(/^#/, '_x0023_') : cell;
}
