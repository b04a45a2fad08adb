import type { ReactNode } from 'react';

export interface Sort<ColumnId extends string = string> {
  readonly column: ColumnId;
  readonly direction: 'ascending' | 'descending';
}

export interface Column<Row, ColumnId extends string = string> {
  readonly id: ColumnId;
  readonly title: string;
  /** The title is for screen readers alone: the cells say by themselves what they are. */
  readonly isTitleHidden?: boolean | undefined;
  /** The least width, in pixels, in which its content can be read: no column gets narrower, nor than its title. */
  readonly min?: number | undefined;
  /** All texts that its cells may have, where these are few or of one form: it is at least as wide as the widest. */
  readonly texts?: readonly string[] | undefined;
  /** What its cells have beside their text, such as an icon, in pixels. */
  readonly beside?: number | undefined;
  /** The width, in pixels, for which others give way, as far as they can; its minimum unless given. */
  readonly wants?: number | undefined;
  /** Its part of the room that the minimums leave; without one it keeps its minimum. */
  readonly share?: number | undefined;
  /** In which order columns make room for those that do not fit, the lowest first. A column without one never does. */
  readonly givesWay?: number | undefined;
  /** The width, in pixels, of its icon alone. A column that gives way folds to it; one without it disappears. */
  readonly folded?: number | undefined;
  /** It shows from this width of the grid on, in pixels, unless a person decides; `Infinity` waits for the person. */
  readonly from?: number | undefined;
  /** What its cells show; a text that does not fit is cut off, and shows whole on hovering and on focus. */
  readonly render: (row: Row) => ReactNode;
  readonly isSortable?: boolean | undefined;
  /** Its cells name the row to a screen reader; the first column where none is marked. */
  readonly isRowHeader?: boolean | undefined;
  /** Its texts are names, which may begin alike: they are cut in the middle. The row header's are, too. */
  readonly isName?: boolean | undefined;
  readonly align?: 'start' | 'end' | undefined;
  /** Whether what a cell has cannot stay so. */
  readonly isInvalid?: ((row: Row) => boolean) | undefined;
}

/** What a person has made of the columns of one grid; what is not named is as the grid has it. */
export interface ColumnChoice {
  readonly order?: readonly string[] | undefined;
  /** In pixels. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  readonly shown?: Readonly<Record<string, boolean>> | undefined;
}

export type AnyColumn = Omit<Column<unknown>, 'render' | 'isInvalid'>;

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

export function isShown({ id, from = 0 }: AnyColumn, { shown = {} }: ColumnChoice, room: number): boolean {
  return shown[id] ?? room >= from;
}

/**
 * The columns that show in a room of so many pixels, with their widths. Where they do not fit, some give way in their order:
 * they fold, or disappear unless a person asked for them. What is left is shared out; what still does not fit is scrolled to.
 */
export function layoutColumns<One extends Measured<AnyColumn>>(
  columns: readonly One[],
  choice: ColumnChoice,
  room: number,
): readonly PlacedColumn<One>[] {
  const isGiven = ({ id }: One) => choice.widths?.[id] !== undefined;
  const wish = ({ id, min }: One) => Math.max(min, choice.widths?.[id] ?? 0);
  let shown = inOrder(columns, choice).filter((column) => isShown(column, choice, room));
  const folded = new Set<One>();
  const least = (column: One) => (folded.has(column) ? (column.folded ?? column.min) : wish(column));
  const taken = () => shown.reduce((sum, column) => sum + least(column), 0);
  const wanted = (column: One) => (isGiven(column) ? 0 : Math.max(0, (column.wants ?? 0) - column.min));
  const giving = shown
    .filter(({ givesWay }) => givesWay !== undefined)
    .toSorted((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0));
  for (const column of giving) {
    if (taken() + shown.reduce((sum, one) => sum + wanted(one), 0) <= room) break;
    if (column.folded !== undefined) folded.add(column);
    else if (choice.shown?.[column.id] !== true) shown = shown.filter((one) => one !== column);
  }
  const flexible = shown.filter(
    (column) => column.share !== undefined && !folded.has(column) && !isGiven(column),
  );
  const shares = shareOut(
    flexible,
    room - taken() + flexible.reduce((sum, column) => sum + least(column), 0),
  );
  return shown.map((column) => ({
    column,
    width: Math.floor(shares.get(column) ?? least(column)),
    isFolded: folded.has(column),
  }));
}

/** So much room by shares, and never less than the minimum, as `minmax(min, share fr)` does in CSS. */
function shareOut<One extends Measured<AnyColumn>>(
  columns: readonly One[],
  room: number,
): ReadonlyMap<One, number> {
  let open = columns;
  let rest = room;
  for (;;) {
    const shares = open.reduce((sum, { share = 0 }) => sum + share, 0);
    const unit = rest / shares;
    const tight = open.filter(({ share = 0, min }) => share * unit < min);
    if (tight.length === 0)
      return new Map(
        columns.map((column) => [column, open.includes(column) ? (column.share ?? 0) * unit : column.min]),
      );
    rest -= tight.reduce((sum, { min }) => sum + min, 0);
    open = open.filter((column) => !tight.includes(column));
    if (open.length === 0) return new Map(columns.map((column) => [column, column.min]));
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
