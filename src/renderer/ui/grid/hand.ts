import { type RefObject, useEffect } from 'react';
import { hold } from '../in-hand.ts';
import { type ActionsOf, type Headed, meant, some } from './actions.ts';
import type { TableColumn } from './columns.ts';
import type { RowSelection } from './selection.ts';

interface Hand<Item, Row> {
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly rowOf: (item: Item) => Row;
  readonly active: number;
  readonly selection?: RowSelection<Row> | undefined;
  readonly actionsOf?: ActionsOf<Row> | undefined;
  readonly headed?: Headed<Row> | undefined;
  readonly columns: readonly TableColumn<Row>[];
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/**
 * Gives the palette what can be done with the selected rows of a grid, or with the active one where none is selected, and the clipboard
 * those rows.
 */
export function useInHand<Item, Row>(
  { items, idOf, rowOf, selection, actionsOf, headed, active, columns, scroller }: Hand<Item, Row>,
  nameOf: (row: Row) => string,
): void {
  // Anew with each drawing: a palette asks while it is drawn, when no event has come.
  useEffect(() =>
    hold(() => {
      const item = items[active];
      const rows =
        some(selection?.rows ?? []) ?? (item === undefined ? null : some(meant(rowOf(item), headed)));
      if (rows === null) return null;
      return {
        name: rows.length === 1 ? nameOf(rows[0]) : null,
        count: rows.length,
        actions: actionsOf?.(rows) ?? [],
        table: () => ({
          grid: scroller.current,
          columns: columns as readonly TableColumn<unknown>[], // their own rows stand beside them
          rows:
            selection === undefined || selection.rows !== undefined
              ? rows
              : (some(items.filter((one) => selection.selected.has(idOf(one))).map(rowOf)) ?? rows),
        }),
      };
    }),
  );
}
