import { create } from 'zustand';
import type { ImportMapping } from '../../../shared/model/preferences.ts';
import type { OpenedTable } from '../../../shared/operations/import.ts';
import { type DayOrder, dayOrders, possibleOrders } from '../../../shared/rules/import-cells.ts';
import {
  type ColumnMapping,
  columnsOf,
  headerFingerprint,
  type ImportColumn,
  type ImportKind,
  type ImportWords,
  importColumns,
  importKinds,
  mapHeader,
  neededColumns,
  proposeMapping,
  titleKey,
} from '../../../shared/rules/import-columns.ts';
import { type ImportRow, importRows } from '../../../shared/rules/import-rows.ts';
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
  /** The numbers of rows that a person leaves out. */
  readonly left: ReadonlySet<number>;
  readonly page: 'columns' | 'rows';
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
  file: OpenedTable,
  table: Table,
  words: ImportWords,
  mappings: readonly ImportMapping[],
  wanted: ImportKind | null,
): Import {
  const proposed = proposeMapping(table.rows, words, table.hidden.columns);
  const { headerRow } = proposed;
  const header = headerRow === null ? [] : (table.rows[headerRow] ?? []);
  const asWanted = wanted === null ? {} : mapHeader(wanted, header, words);
  const fits = wanted !== null && neededColumns[wanted].some((column) => asWanted[column] !== undefined);
  const { kind, mapping } = fits ? { kind: wanted, mapping: asWanted } : proposed;
  const remembered = rememberedFor(header, mappings);
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
    left: new Set(),
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
  const mapping = headerRow === before.headerRow ? before.mapping : mapHeader(before.kind, header, words);
  return {
    ...before,
    headerRow,
    takesHidden,
    rows,
    mapping,
    orders: ordersOf(mapping, rows, before.orders),
    isCorrected: false,
    left: new Set(),
  };
}

/** With other columns: the days of a column that comes are asked for anew. */
export function withMapping(before: Import, mapping: ColumnMapping): Import {
  return { ...before, mapping, orders: ordersOf(mapping, before.rows, before.orders) };
}

export function headerOf({ file, headerRow }: Pick<Import, 'file' | 'headerRow'>): readonly string[] {
  return headerRow === null ? [] : (file.table?.rows[headerRow] ?? []);
}

/** How a header was understood before; undefined where it is new. */
export function rememberedFor(
  header: readonly string[],
  mappings: readonly ImportMapping[],
): ImportMapping | undefined {
  const fingerprint = headerFingerprint(header);
  return fingerprint === '' ? undefined : mappings.find((one) => one.fingerprint === fingerprint);
}

/** What is remembered of a header: its columns by their titles. Null where it cannot be known again. */
export function toRemember({ kind, mapping, orders, ...rest }: Import): ImportMapping | null {
  const header = headerOf(rest);
  const fingerprint = headerFingerprint(header);
  if (fingerprint === '' || fingerprint.length > 4_000) return null;
  const titles = Object.entries(mapping).map(([column, place]) => [column, titleKey(header[place] ?? '')]);
  return { fingerprint, kind, titles: Object.fromEntries(titles), orders };
}

function understood(
  { kind: name, titles }: ImportMapping,
  header: readonly string[],
  proposed: ImportKind,
): Pick<Import, 'kind' | 'mapping'> {
  const kind = importKinds.find((each) => each === name) ?? proposed;
  const keys = header.map(titleKey);
  const mapping = columnsOf(kind).flatMap((column): readonly (readonly [string, number])[] => {
    const place = titles[column] === undefined ? -1 : keys.indexOf(titles[column]);
    return place < 0 ? [] : [[column, place]];
  });
  return { kind, mapping: Object.fromEntries(mapping) };
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
        const place = mapping[column] ?? -1;
        const cells = rows.map((row) => ({ text: row.cells[place] ?? '', kind: row.kinds?.[place] ?? '' }));
        const possible = possibleOrders(cells);
        return [column, possible.length === 0 ? dayOrders : possible] as const; // written in several: a person says which counts
      }),
  );
}
