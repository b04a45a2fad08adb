import { create } from 'zustand';
import type { ImportMapping } from '../../../shared/model/preferences.ts';
import type { OpenedTable } from '../../../shared/operations/import.ts';
import { type DayOrder, dayOrders } from '../../../shared/rules/tables/cells.ts';
import {
  type ColumnMapping,
  columnsOf,
  type ImportColumn,
  type ImportKind,
  type ImportWords,
  importKinds,
  mapHeader,
  neededColumns,
  proposeMapping,
} from '../../../shared/rules/tables/columns.ts';
import { agreedOrders, ordersOf, withContent } from '../../../shared/rules/tables/content.ts';
import type { Correction, Meanings } from '../../../shared/rules/tables/model.ts';
import type { TableFacts } from '../../../shared/rules/tables/session.ts';
import type { Taken } from '../../data/import-checking.ts';
import {
  rememberedFor,
  rememberedPlaces,
  rememberedRow,
  rememberedUnused,
} from '../../data/remembered-columns.ts';
import type { SentTable } from '../../data/sent-imports.ts';

export type Table = NonNullable<OpenedTable['table']>;

/** A table on its way into the service. It stays while the window is open, whatever screen shows. */
export interface Import extends Taken {
  readonly file: OpenedTable;
  readonly facts: TableFacts;
  readonly kind: ImportKind;
  readonly mapping: ColumnMapping;
  readonly orders: Readonly<Partial<Record<ImportColumn, DayOrder>>>;
  /** The corrections as they were when the table was sent the last time, and is kept with its outcomes; null before. */
  readonly sent: readonly Correction[] | null;
  /** The numbers of rows that a person leaves out. */
  readonly left: ReadonlySet<number>;
  /** The places of columns that a person does not use, though their titles are close to a column of the app. */
  readonly notUsed: readonly number[];
  /** What a person has said that values mean. */
  readonly meanings: Meanings;
  /** Whether a person has seen the values that are not understood. */
  readonly sawValues: boolean;
  /** The titles of columns that a person has added behind those of the file. */
  readonly added: readonly string[];
  /** The id of the template that fills the empty cells of audits; null for none. */
  readonly templateId: string | null;
  /** Whether the team of the template is assigned to new audits. */
  readonly assignsTeam: boolean;
  readonly page: 'columns' | 'rows';
}

/** Whether rows have corrections that nothing keeps but the window. */
export function hasUnkept({ corrections, sent }: Pick<Import, 'corrections' | 'sent'>): boolean {
  return corrections.length > 0 && corrections !== sent;
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

/** Leaves rows out of a file besides those that are left out by now; nothing where another file is open meanwhile. */
export function leaveOut(connection: string, { id }: OpenedTable, rows: readonly number[]): void {
  const before = useImports.getState()[connection];
  if (before?.file.id === id) changeImport(connection, { left: new Set([...before.left, ...rows]) });
}

/**
 * A table that was opened, with its columns as they were understood before, or as its titles say; of the kind that a person wants, where the titles
 * allow it. What its columns have is to be read (`withFacts`).
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
  const headerRow = rememberedRow(table.rows, mappings) ?? proposed.headerRow;
  const header = headerRow === null ? [] : (table.rows[headerRow] ?? []);
  const asWanted = wanted === null ? {} : mapHeader(wanted, shownTitles(table, header), words);
  const fits = wanted !== null && neededColumns(wanted).some((column) => asWanted[column] !== undefined);
  const { kind, mapping } = fits ? { kind: wanted, mapping: asWanted } : proposed;
  const remembered = rememberedFor(header, mappings, fits ? wanted : null);
  const chosen = remembered === undefined ? { kind, mapping } : understood(remembered, header, kind);
  return {
    file,
    facts: noFacts,
    headerRow,
    ...chosen,
    orders: chosenOrders(remembered?.orders ?? {}),
    takesHidden: false,
    corrections: [],
    sent: null,
    left: new Set(),
    notUsed: remembered === undefined ? [] : rememberedUnused(remembered, header),
    meanings: remembered?.meanings ?? {},
    sawValues: false,
    added: [],
    templateId: remembered?.templates?.[connection] ?? null,
    assignsTeam: false,
    page: 'columns',
  };
}

const noFacts: TableFacts = { rows: 0, width: 0, columns: [], unescaped: 0 };

/** The same with what its columns have: of the orders of days those stay that are possible. */
export function withFacts(before: Import, facts: TableFacts): Import {
  return { ...before, facts, orders: ordersOf(before.mapping, facts.columns, before.orders) };
}

/** The same with the columns that are found by what they hold. */
export function withFound(before: Import, facts: TableFacts): Import {
  const held = facts.columns.map(({ content }) => content);
  const mapping = withContent(before.kind, before.mapping, held);
  return { ...before, mapping, facts, orders: agreedOrders(mapping, facts.columns, before.orders) };
}

/** The same table with another header, or with the rows that its file hides; corrections begin anew. What its columns have is to be read. */
export function readOtherwise(
  before: Import,
  table: Table,
  words: ImportWords,
  { headerRow, takesHidden }: Pick<Import, 'headerRow' | 'takesHidden'>,
): Import {
  const header = headerRow === null ? [] : (table.rows[headerRow] ?? []);
  const mapping =
    headerRow === before.headerRow
      ? before.mapping
      : mapHeader(before.kind, shownTitles(table, header), words);
  return {
    ...before,
    headerRow,
    takesHidden,
    mapping,
    corrections: [],
    left: new Set(),
    notUsed: headerRow === before.headerRow ? before.notUsed : [],
    added: headerRow === before.headerRow ? before.added : [],
  };
}

/** The columns that the titles of the file name for a kind. */
export function mappedByTitles(before: Import, kind: ImportKind, words: ImportWords): Import {
  const header = headerOf(before);
  const titles = before.file.table === null ? header : shownTitles(before.file.table, header);
  return withFound({ ...before, kind, notUsed: [], mapping: mapHeader(kind, titles, words) }, before.facts);
}

/** The titles of a header without those of columns that the file hides: a person may select them, and nothing else does. */
function shownTitles({ hidden }: Pick<Table, 'hidden'>, header: readonly string[]): readonly string[] {
  return header.map((title, place) => (hidden.columns.includes(place) ? '' : title));
}

/** With other columns: the days of a column that comes are asked for anew. */
export function withMapping(before: Import, mapping: ColumnMapping): Import {
  return { ...before, mapping, orders: ordersOf(mapping, before.facts.columns, before.orders) };
}

/** Adds an empty column behind those of the file, with the title of the column that it is. */
export function addColumn(connection: string, column: ImportColumn, title: string): void {
  const before = useImports.getState()[connection];
  if (before === undefined) return;
  const place = before.facts.width + before.added.length;
  const mapping = { ...before.mapping, [column]: place };
  setImport(connection, withMapping({ ...before, added: [...before.added, title] }, mapping));
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
export function headerOf(of: Pick<Import, 'file' | 'headerRow' | 'added' | 'facts'>): readonly string[] {
  const header = fileHeaderOf(of);
  if (of.added.length === 0) return header;
  return [...Array.from({ length: of.facts.width }, (_, place) => header[place] ?? ''), ...of.added];
}

/** What is remembered of a table: its columns, and the template of each connection. */
export function toRemember(
  connection: string,
  { kind, mapping, orders, notUsed, meanings, templateId }: Import,
  before: ImportMapping | undefined,
) {
  const { [connection]: _, ...others } = before?.templates ?? {};
  const templates = templateId === null ? others : { ...others, [connection]: templateId };
  const said = Object.keys(meanings).length === 0 ? {} : { meanings };
  return { kind, mapping, orders, notUsed, templates, ...said };
}

function understood(
  remembered: ImportMapping,
  header: readonly string[],
  proposed: ImportKind,
): Pick<Import, 'kind' | 'mapping'> {
  const kind = importKinds.find((each) => each === remembered.kind) ?? proposed;
  return { kind, mapping: rememberedPlaces(columnsOf(kind), remembered, header) };
}

/** The orders of days that are known as such. */
function chosenOrders(chosen: Readonly<Record<string, string | undefined>>): Import['orders'] {
  const known = Object.entries(chosen).filter(([, order]) => dayOrders.some((each) => each === order));
  return Object.fromEntries(known) as Import['orders']; // of columns that the file lacks nothing is asked
}
