import type { ReactNode } from 'react';
import type { FileCell, FileKey } from '../../../shared/model/file-table.ts';

export interface Sort<ColumnId extends string = string> {
  readonly column: ColumnId;
  readonly direction: 'ascending' | 'descending';
}

/** How wide a column is: never less than its title. */
export interface ColumnWidth {
  /** In which its content can be read, in pixels; or the texts of which the widest is to fit, where these are few or of one form. */
  readonly least?: number | readonly string[] | undefined;
  /** Its part of the room that is left; without one it keeps its least. */
  readonly grows?: number | undefined;
  /**
   * In which order columns make room for those that do not fit, the lowest first: one with icons folds to them, others disappear. A
   * column without one never does.
   */
  readonly givesWay?: number | undefined;
  /** The width, in pixels, for which others give way, as far as they can; its least unless given. */
  readonly wants?: number | undefined;
  /** It shows from this width of the grid on, in pixels, unless a person decides. */
  readonly from?: number | undefined;
}

/** A column of a file. */
export interface FileField<Row> {
  readonly key: FileKey;
  /** As the service spells it; null where it is not known. */
  readonly value: (row: Row) => FileCell;
  /** The value in the person's words, for CSV and XLSX; JSON has the value. */
  readonly words?: ((row: Row) => string) | undefined;
}

/** What rows are filtered by. */
export interface ColumnFilter<Row> {
  /** Under which the chosen values are kept; the column's own id unless given. */
  readonly id?: string | undefined;
  /** All that a row has, as the service spells it: a row passes with one of those that are chosen. */
  readonly values: (row: Row) => readonly string[];
  /** The value at a place of these in words; undefined where it says it by itself. */
  readonly words?: ((row: Row, place: number) => string | undefined) | undefined;
}

/** A column of a table: its grid, its file, its order and its filters are made of it. */
export interface Column<Row, ColumnId extends string = string> {
  readonly id: ColumnId;
  readonly title: string;
  /** The title is for screen readers alone: the cells say by themselves what they are. */
  readonly isTitleHidden?: boolean | undefined;
  /** What it has of a row, in words; none where only the cell can say it. */
  readonly value?: ((row: Row) => string) | undefined;
  /** What its cells show instead of the value. A text that does not fit is cut off, and shows whole on hovering and on focus. */
  readonly cell?: ((row: Row) => ReactNode) | undefined;
  /** What is said of a cell on hovering, below its text. */
  readonly hint?: ((row: Row) => string | undefined) | undefined;
  readonly width?: ColumnWidth | undefined;
  /** Its cells have an icon beside their text. */
  readonly hasIcon?: boolean | undefined;
  /** It shows once a person asks for it. */
  readonly isOnDemand?: boolean | undefined;
  /** Rows can be sorted by it: by its values as people sort, or in an order of their own. */
  readonly sort?: 'value' | ((one: Row, other: Row) => number) | undefined;
  readonly filter?: ColumnFilter<Row> | undefined;
  /** What a file has of it: several columns, or one with its value. */
  readonly file?: FileKey | readonly FileField<Row>[] | undefined;
  /** Its cells name the row to a screen reader; the first column where none is marked. */
  readonly isRowHeader?: boolean | undefined;
  /** Its texts are names: they show by what tells them apart from those of the rows beside them. The row header's do, too. */
  readonly isName?: boolean | undefined;
  /** What tells rows of one name apart. */
  readonly twin?: ((row: Row) => string) | undefined;
  readonly align?: 'start' | 'end' | undefined;
  /** Whether what a cell has cannot stay so. */
  readonly isInvalid?: ((row: Row) => boolean) | undefined;
}

/** A column of a table, or one that only its file has. */
export type TableColumn<Row, ColumnId extends string = string> = Column<Row, ColumnId> | FileField<Row>;

/** The columns of a table that a grid shows. */
export function gridColumns<Row, ColumnId extends string>(
  columns: readonly TableColumn<Row, ColumnId>[],
): readonly Column<Row, ColumnId>[] {
  return columns.filter((column) => 'id' in column);
}

/** The columns of a file of a table; each with the column of the grid that shows it, where one does. */
export function fileFields<Row>(
  columns: readonly TableColumn<Row>[],
): readonly (FileField<Row> & { readonly column?: string })[] {
  return columns.flatMap((column) => {
    if (!('id' in column)) return [column];
    const { id, file = [], value = () => '' } = column;
    const fields = typeof file === 'string' ? [{ key: file, value }] : file;
    return fields.map((field) => ({ ...field, column: id }));
  });
}

type Compare = (left: string, right: string) => number;

/** The order of rows by a column; `compare` as people of a language sort. */
export function rowOrder<Row>(
  columns: readonly TableColumn<Row>[],
  { column: id, direction }: Sort,
  compare: Compare,
): (one: Row, other: Row) => number {
  const sign = direction === 'ascending' ? 1 : -1;
  const column = gridColumns(columns).find((one) => one.id === id);
  const { sort, value = () => '' } = column ?? {};
  return typeof sort === 'function'
    ? (one, other) => sign * sort(one, other)
    : (one, other) => sign * compare(value(one), value(other));
}

/** The order of texts by their characters, as of days and ids. */
export function byCharacters(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What rows can be filtered by, by its id. */
export function filtersOf<Row>(columns: readonly TableColumn<Row>[]): ReadonlyMap<string, ColumnFilter<Row>> {
  return new Map(
    gridColumns(columns).flatMap(({ id, filter }) =>
      filter === undefined ? [] : [[filter.id ?? id, filter] as const],
    ),
  );
}

/** Whether a row has one of the chosen values of each filter; null where none is chosen, so that all pass. */
export function passing<Row>(
  columns: readonly TableColumn<Row>[],
  chosen: Readonly<Record<string, readonly string[]>>,
): ((row: Row) => boolean) | null {
  const inForce = [...filtersOf(columns)].flatMap(([id, { values }]) => {
    const wanted = new Set(chosen[id]);
    return wanted.size === 0 ? [] : [(row: Row) => values(row).some((value) => wanted.has(value))];
  });
  return inForce.length === 0 ? null : (row) => inForce.every((passes) => passes(row));
}

/** What a person has made of the columns of one grid; what is not named is as the grid has it. */
export interface ColumnChoice {
  readonly order?: readonly string[] | undefined;
  /** In pixels. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  readonly shown?: Readonly<Record<string, boolean>> | undefined;
}

export type AnyColumn = Omit<
  Column<never>,
  'value' | 'cell' | 'hint' | 'sort' | 'filter' | 'file' | 'isInvalid' | 'twin'
> & {
  readonly sort?: unknown;
};

/** A column of which it is known how wide it must be, in pixels. */
export type Measured<One> = One & { readonly min: number };

/** A column as it is laid out. */
export interface PlacedColumn<One> {
  readonly column: One;
  /** In pixels. */
  readonly width: number;
  /** Only its icon is in sight. */
  readonly isFolded: boolean;
}

/** The columns in a person's order; one that the order does not know stays behind the column that it was behind. */
export function inOrder<One extends AnyColumn>(columns: readonly One[], { order = [] }: ColumnChoice): One[] {
  const placed = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  for (const [index, column] of columns.entries()) {
    if (placed.includes(column)) continue;
    const before = columns[index - 1];
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, column);
  }
  return placed;
}

const iconAlone = 28; // pixels, with the padding of its cell

/**
 * The columns that show in a room of so many pixels, with their widths. Where they do not fit, some give way in their order:
 * they fold, or disappear unless a person asked for them. What is left is shared out; what still does not fit is scrolled to.
 */
export function layoutColumns<One extends Measured<AnyColumn>>(
  columns: readonly One[],
  choice: ColumnChoice,
  room: number,
): readonly PlacedColumn<One>[] {
  const { widths = {}, shown: asked = {} } = choice;
  const isGiven = ({ id }: One) => widths[id] !== undefined;
  let shown = inOrder(columns, choice).filter(
    ({ id, isOnDemand, width }) => asked[id] ?? (isOnDemand !== true && room >= (width?.from ?? 0)),
  );
  const folded = new Set<One>();
  const least = (column: One) =>
    folded.has(column) ? iconAlone : Math.max(column.min, widths[column.id] ?? 0);
  const taken = () => shown.reduce((sum, column) => sum + least(column), 0);
  const more = (column: One) => (isGiven(column) ? 0 : Math.max(0, (column.width?.wants ?? 0) - column.min));
  const wanted = () => taken() + shown.reduce((sum, column) => sum + more(column), 0);
  const giving = shown
    .filter(({ width }) => width?.givesWay !== undefined)
    .toSorted((one, other) => (one.width?.givesWay ?? 0) - (other.width?.givesWay ?? 0));
  for (const column of giving) {
    if (wanted() <= room) break;
    if (column.hasIcon === true) folded.add(column);
    else if (asked[column.id] !== true) shown = shown.filter((one) => one !== column);
  }
  const flexible = shown.filter(
    (column) => column.width?.grows !== undefined && !folded.has(column) && !isGiven(column),
  );
  const rest = room - taken() + flexible.reduce((sum, column) => sum + least(column), 0);
  const shares = shareOut(flexible, rest);
  return shown.map((column) => ({
    column,
    width: Math.floor(shares.get(column) ?? least(column)),
    isFolded: folded.has(column),
  }));
}

/** So much room by how columns grow, and never less than the minimum, as `minmax(min, grows fr)` does in CSS. */
function shareOut<One extends Measured<AnyColumn>>(
  columns: readonly One[],
  room: number,
): ReadonlyMap<One, number> {
  let open = columns;
  let rest = room;
  const part = ({ width }: One) => width?.grows ?? 0;
  for (;;) {
    const unit = rest / open.reduce((sum, column) => sum + part(column), 0);
    const tight = open.filter((column) => part(column) * unit < column.min);
    if (tight.length === 0 || tight.length === open.length)
      return new Map(
        columns.map((column) => [
          column,
          open.includes(column) && tight.length === 0 ? part(column) * unit : column.min,
        ]),
      );
    rest -= tight.reduce((sum, { min }) => sum + min, 0);
    open = open.filter((column) => !tight.includes(column));
  }
}

/** The choice with one column so many places further on; the first `pinned` columns stay where they are. */
export function withMoved(
  columns: readonly AnyColumn[],
  choice: ColumnChoice,
  { id, by, pinned, isIn }: { id: string; by: -1 | 1; pinned: number; isIn: (id: string) => boolean },
): ColumnChoice {
  const order = inOrder(columns, choice).map((column) => column.id);
  const from = order.indexOf(id);
  let to = from + by;
  while (to >= 0 && to < order.length && !isIn(order[to] ?? '')) to += by; // over those that do not show
  if (from < pinned || to < pinned || to >= order.length) return choice;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

/** The id of the column whose cells name the rows. */
export function rowHeaderOf(columns: readonly AnyColumn[]): string | undefined {
  return (columns.find(({ isRowHeader }) => isRowHeader === true) ?? columns[0])?.id;
}
