import { useRef } from 'react';

/** Which rows are selected, by their ids. Space, a click on the box, Shift with arrows or a click, and Ctrl+A select. */
export interface RowSelection<Row> {
  readonly selected: ReadonlySet<string>;
  /** The selected rows that there are still, those out of sight too: what a menu acts on. None where selecting is choosing, as in a picker. */
  readonly rows?: readonly Row[] | undefined;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** Whether a row can be selected; all can unless given. */
  readonly canSelect?: ((row: Row) => boolean) | undefined;
}

/** The rows as far as selecting needs them. */
interface Rows {
  readonly count: number;
  readonly idAt: (index: number) => string;
  readonly canSelect: (index: number) => boolean;
}

/** What was selected when a range began, and the place of its fixed end. */
export interface Anchor {
  readonly index: number;
  readonly before: ReadonlySet<string>;
}

/** What is selected when a range reaches from its anchor to a place: that, and what was selected before it began. */
export function withRange({ index, before }: Anchor, to: number, rows: Rows): ReadonlySet<string> {
  const [first, last] = index < to ? [index, to] : [to, index];
  const range: string[] = [];
  for (let at = Math.max(0, first); at <= Math.min(last, rows.count - 1); at += 1)
    if (rows.canSelect(at)) range.push(rows.idAt(at));
  return before.union(new Set(range));
}

/** Selecting by rows and ranges; null where nothing can be selected. */
export function useSelecting<Row>(selection: RowSelection<Row> | undefined, rows: Rows) {
  const anchor = useRef<Anchor | null>(null);
  if (selection === undefined) return null;
  const { selected, onChange } = selection;
  return {
    toggle: (index: number) => {
      anchor.current = null;
      if (rows.canSelect(index)) onChange(selected.symmetricDifference(new Set([rows.idAt(index)])));
    },
    /** Selects from the place where the range began, which is `from` for a new one, to another. */
    extend: (from: number, to: number) => {
      anchor.current ??= { index: from, before: selected };
      onChange(withRange(anchor.current, to, rows));
    },
    all: () => {
      anchor.current = null;
      onChange(withRange({ index: 0, before: selected }, rows.count - 1, rows));
    },
    /** The next range begins anew. */
    settle: () => {
      anchor.current = null;
    },
  };
}
