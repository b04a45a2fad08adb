import { create } from 'zustand';
import type { ImportMapping } from '../../../shared/model/preferences.ts';
import { type DayOrder, dayOrders, possibleOrders } from '../../../shared/rules/import-cells.ts';
import {
  type ColumnMapping,
  columnsOf,
  type ImportColumn,
  type ImportKind,
  type ImportWords,
  importColumns,
  importKinds,
  mapHeader,
  neededColumns,
  proposeMapping,
} from '../../../shared/rules/import-columns.ts';
import type { Replaced } from '../../../shared/rules/import-replace.ts';
import { type ImportRow, importRows } from '../../../shared/rules/import-rows.ts';
import type { OpenedTable } from '../../data/opened-tables.ts';
import { rememberedFor, rememberedPlaces, rememberedRow } from '../../data/remembered-columns.ts';
import type { SentTable } from '../../data/sent-imports.ts';

export type Table = NonNullable<OpenedTable['table']>;

/** A table on its way into the service. It stays while the window is open, whatever screen shows. */
export interface Import {
  readonly file: OpenedTable;
  readonly kind: ImportKind;
  /** Its place among the rows; null where there is none. */
  readonly headerRow: number | null;
  readonly mapping: ColumnMapping;
  readonly orders: Readonly<Partial<Record<ImportColumn, DayOrder>>>;
  readonly takesHidden: boolean;
  /** The rows below the header, as a person has corrected them. */
  readonly rows: readonly ImportRow[];
  readonly isCorrected: boolean;
  /** The rows as they were when they were sent the last time, and are kept with their outcomes; null before. */
  readonly sent: readonly ImportRow[] | null;
  /** The numbers of rows that a person leaves out. */
  readonly left: ReadonlySet<number>;
  /** What is deleted and created again by its row. */
  readonly replaced: Replaced;
  /** The titles of columns that a person has added behind those of the file. */
  readonly added: readonly string[];
  /** The id of the template that fills the empty cells of audits; null for none. */
  readonly templateId: string | null;
  /** Whether the team of the template is assigned to new audits. */
  readonly assignsTeam: boolean;
  readonly page: 'columns' | 'rows';
}

/** Whether rows have corrections that nothing keeps but the window. */
export function hasUnkept({
  isCorrected,
  rows,
  sent,
}: Pick<Import, 'isCorrected' | 'rows' | 'sent'>): boolean {
  return isCorrected && rows !== sent;
}

/** The table of each connection that was sent and whose outcomes show. */
export const useSentTables = create<Readonly<Record<string, SentTable | undefined>>>()(() => ({}));

export function showSent(connection: string, sent: SentTable | undefined): void {
  useSentTables.setState({ [connection]: sent });
}

/** The table of each connection. */
export const useImports = create<Readonly<Record<string, Import | undefined>>>()(() => ({}));

export function setImport(connection: string, next: Import | undefined): void {
  useImports.setState({ [connection]: next });
}

export function changeImport(connection: string, change: Partial<Import>): void {
  const before = useImports.getState()[connection];
  if (before !== undefined) useImports.setState({ [connection]: { ...before, ...change } });
}

/**
 * A table that was opened, with its columns as they were understood before, or as its titles say; of the kind that a person wants, where the titles
 * allow it.
 */
export function importOf(
  connection: string,
  file: OpenedTable,
  table: Table,
  words: ImportWords,
  mappings: readonly ImportMapping[],
  wanted: ImportKind | null,
): Import {
  const proposed = proposeMapping(table.rows, words, table.hidden.columns);
  const headerRow = rememberedRow(table.rows, mappings, 'import') ?? proposed.headerRow;
  const header = headerRow === null ? [] : (table.rows[headerRow] ?? []);
  const asWanted = wanted === null ? {} : mapHeader(wanted, shownTitles(table, header), words);
  const fits = wanted !== null && neededColumns[wanted].some((column) => asWanted[column] !== undefined);
  const { kind, mapping } = fits ? { kind: wanted, mapping: asWanted } : proposed;
  const remembered = rememberedFor(header, mappings, 'import');
  const rows = importRows(table, headerRow, false);
  const chosen = remembered === undefined ? { kind, mapping } : understood(remembered, header, kind);
  return {
    file,
    headerRow,
    ...chosen,
    orders: ordersOf(chosen.mapping, rows, remembered?.orders ?? {}),
    takesHidden: false,
    rows,
    isCorrected: false,
    sent: null,
    left: new Set(),
    replaced: new Set(),
    added: [],
    templateId: remembered?.templates?.[connection] ?? null,
    assignsTeam: false,
    page: 'columns',
  };
}

/** The same table with another header, or with the rows that its file hides; corrections begin anew. */
export function readOtherwise(
  before: Import,
  table: Table,
  words: ImportWords,
  { headerRow, takesHidden }: Pick<Import, 'headerRow' | 'takesHidden'>,
): Import {
  const rows = importRows(table, headerRow, takesHidden);
  const header = headerRow === null ? [] : (table.rows[headerRow] ?? []);
  const mapping =
    headerRow === before.headerRow
      ? before.mapping
      : mapHeader(before.kind, shownTitles(table, header), words);
  return {
    ...before,
    headerRow,
    takesHidden,
    rows,
    mapping,
    orders: ordersOf(mapping, rows, before.orders),
    isCorrected: false,
    left: new Set(),
    replaced: new Set(),
    added: headerRow === before.headerRow ? before.added : [],
  };
}

/** The columns that the titles of the file name for a kind. */
export function mappedByTitles(before: Import, kind: ImportKind, words: ImportWords): Import {
  const header = headerOf(before);
  const titles = before.file.table === null ? header : shownTitles(before.file.table, header);
  return withMapping({ ...before, kind }, mapHeader(kind, titles, words));
}

/** The titles of a header without those of columns that the file hides: a person may select them, and nothing else does. */
function shownTitles({ hidden }: Pick<Table, 'hidden'>, header: readonly string[]): readonly string[] {
  return header.map((title, place) => (hidden.columns.includes(place) ? '' : title));
}

/** With other columns: the days of a column that comes are asked for anew, and what is replaced. */
export function withMapping(before: Import, mapping: ColumnMapping): Import {
  return { ...before, mapping, replaced: new Set(), orders: ordersOf(mapping, before.rows, before.orders) };
}

/** Adds an empty column behind those of the file, with the title of the column that it is. */
export function addColumn(connection: string, column: ImportColumn, title: string): void {
  const before = useImports.getState()[connection];
  if (before === undefined) return;
  const place = widthOf(before) + before.added.length;
  const mapping = { ...before.mapping, [column]: place };
  setImport(connection, withMapping({ ...before, added: [...before.added, title] }, mapping));
}

/** How many columns the file has: those of its longest row. */
function widthOf({ file }: Pick<Import, 'file'>): number {
  return (file.table?.rows ?? []).reduce((most, row) => Math.max(most, row.length), 0);
}

/** Says where a column is in the file; null where it is not there. */
export function putColumn(connection: string, column: ImportColumn, place: number | null): void {
  const before = useImports.getState()[connection];
  if (before === undefined) return;
  const { [column]: _, ...rest } = before.mapping;
  setImport(connection, withMapping(before, place === null ? rest : { ...rest, [column]: place }));
}

/** The titles of the file's own columns. */
export function fileHeaderOf({ file, headerRow }: Pick<Import, 'file' | 'headerRow'>): readonly string[] {
  return headerRow === null ? [] : (file.table?.rows[headerRow] ?? []);
}

/** The same with those that a person has added. */
export function headerOf(of: Pick<Import, 'file' | 'headerRow' | 'added'>): readonly string[] {
  const header = fileHeaderOf(of);
  if (of.added.length === 0) return header;
  return [...Array.from({ length: widthOf(of) }, (_, place) => header[place] ?? ''), ...of.added];
}

/** What is remembered of a table: its columns, and the template of each connection. */
export function toRemember(
  connection: string,
  { kind, mapping, orders, templateId }: Import,
  before: ImportMapping | undefined,
) {
  const { [connection]: _, ...others } = before?.templates ?? {};
  const templates = templateId === null ? others : { ...others, [connection]: templateId };
  return { kind, mapping, orders, templates };
}

function understood(
  remembered: ImportMapping,
  header: readonly string[],
  proposed: ImportKind,
): Pick<Import, 'kind' | 'mapping'> {
  const kind = importKinds.find((each) => each === remembered.kind) ?? proposed;
  return { kind, mapping: rememberedPlaces(columnsOf(kind), remembered, header) };
}

/** The order of the days in each column of days: the one that is certain, or that a person chose where it is possible. */
function ordersOf(
  mapping: ColumnMapping,
  rows: readonly ImportRow[],
  chosen: Readonly<Record<string, string | undefined>>,
): Import['orders'] {
  const orders: Partial<Record<ImportColumn, DayOrder>> = {};
  for (const [column, possible] of ordersIn(mapping, rows)) {
    const before = dayOrders.find((order) => order === chosen[column]);
    if (before !== undefined && possible.includes(before)) orders[column] = before;
    else if (possible.length === 1 && possible[0] !== undefined) orders[column] = possible[0];
  }
  return orders;
}

/** The orders that are possible in each column of days. */
export function ordersIn(
  mapping: ColumnMapping,
  rows: readonly ImportRow[],
): ReadonlyMap<ImportColumn, readonly DayOrder[]> {
  const columns = Object.keys(mapping) as ImportColumn[]; // its keys are columns
  return new Map(
    columns
      .filter((column) => importColumns[column].reading === 'day')
      .map((column) => {
        const possible = ordersAt(rows, mapping[column] ?? -1);
        return [column, possible.length === 0 ? dayOrders : possible] as const; // written in several: a person says which counts
      }),
  );
}

const ordersOfRows = new WeakMap<readonly ImportRow[], Map<number, readonly DayOrder[]>>();

/** The orders that are possible at a place of these rows; looked for once, since every page of the import asks. */
function ordersAt(rows: readonly ImportRow[], place: number): readonly DayOrder[] {
  const known = ordersOfRows.get(rows) ?? new Map<number, readonly DayOrder[]>();
  ordersOfRows.set(rows, known);
  const before = known.get(place);
  if (before !== undefined) return before;
  const cells = rows.map((row) => ({ text: row.cells[place] ?? '', kind: row.kinds?.[place] ?? '' }));
  const possible = possibleOrders(cells);
  known.set(place, possible);
  return possible;
}
