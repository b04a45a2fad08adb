import type { MenuEntry } from '../floating.tsx';

/** Rows that something is done with: at least one. */
export type Some<Row> = readonly [Row, ...Row[]];

/** Something that can be done with rows. */
export interface RowAction extends Pick<MenuEntry, 'id' | 'label' | 'icon' | 'shortcut'> {
  /** Why it cannot be done now: it stays in sight, and says so (ux T7). */
  readonly reason?: string | undefined;
  readonly isDestructive?: boolean | undefined;
  readonly onAction: () => void;
}

/**
 * What can be done with rows of one kind, for one of them or for several: the one table of which their menu, the bar of a
 * selection, the buttons of a panel and the palette are made. It is asked anew with the rows that are there when one is chosen.
 */
export type ActionsOf<Row> = (rows: Some<Row>) => readonly RowAction[];

/** The rows that a row is the heading of; undefined for one that is none. */
export type Headed<Row> = (row: Row) => readonly Row[] | undefined;

/** The rows that a row stands for in its menu and on the clipboard. */
export function meant<Row>(row: Row, headed: Headed<Row> | undefined): readonly Row[] {
  return headed?.(row) ?? [row];
}

/** Rows as some, and null for none. */
export function some<Row>([first, ...others]: readonly Row[]): Some<Row> | null {
  return first === undefined ? null : [first, ...others];
}

/** What can be done with one row alone. */
export function ofOne<Row>(
  [row, ...others]: Some<Row>,
  make: (row: Row) => readonly RowAction[],
): readonly RowAction[] {
  return others.length === 0 ? make(row) : [];
}

/** As an entry of a menu. */
export function entryOf({ id, label, icon, shortcut, reason }: RowAction): MenuEntry {
  return { id, label, icon, shortcut, detail: reason };
}
