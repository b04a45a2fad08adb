import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Grid, type GridProps } from './grid/grid.tsx';
import { placeOf } from './row-place.ts';
import { useRowWindow } from './row-window.ts';

export interface DataTableProps<Row, ColumnId extends string> extends GridProps<Row, ColumnId> {
  /** In the order in which they are shown: sorting is the caller's. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Opens a row: by click, Enter or Space. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Opens a row in a window of its own: by a middle click, or with Control or Command held. */
  readonly onOpenAside?: ((row: Row) => void) | undefined;
  /** The row that was opened last, by its id: it has the focus when the table comes back. */
  readonly initialRow?: string | null | undefined;
  /** Told which row keys and commands are about; null without rows. The same function as long as it does the same. */
  readonly onActive?: ((row: Row | null) => void) | undefined;
  /** Where there are more rows than those loaded, how many; null while nobody knows. */
  readonly totalRows?: number | null | undefined;
  /** Told which rows are in sight, from one place up to before another, for rows that come as they are seen. The same function as long as it does the same. */
  readonly onView?: ((first: number, end: number) => void) | undefined;
  /** The last of the rows is about to come into sight: more may be read. */
  readonly onNearEnd?: (() => void) | undefined;
}

const rowsAhead = 20; // so many before the end more are read

/** A table of any length: a grid whose rows are below each other. A click opens a row. */
export function DataTable<Row, ColumnId extends string>(props: DataTableProps<Row, ColumnId>) {
  const { rows, rowId, onOpen, onOpenAside, initialRow, isBusy, totalRows, onView, onNearEnd, onActive } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState({ id: initialRow ?? null, index: 0 });
  const active = placeOf(rows, rowId, last);
  const view = useRowWindow(scroller, rows.length);
  const { first, end, reveal } = view;

  useEffect(() => onView?.(first, end), [onView, first, end]);

  const read = isBusy !== true && end > rows.length - rowsAhead ? rows.length : 0;
  const tellNearEnd = useEffectEvent(() => onNearEnd?.());
  useEffect(() => {
    if (read > 0) tellNearEnd();
  }, [read]);

  const activeRow = rows[active] ?? null;
  useEffect(() => onActive?.(activeRow), [onActive, activeRow]);

  const wanted = useRef(initialRow ?? null);
  useEffect(() => {
    if (wanted.current === null || rows.length === 0) return;
    const index = rows.findIndex((row) => rowId(row) === wanted.current);
    wanted.current = null; // once: a row that comes in later takes the focus from nobody
    if (index < 0) return;
    reveal(index);
    scroller.current?.focus({ preventScroll: true });
  }, [rows, rowId, reveal]);

  return (
    <Grid
      {...props}
      items={rows}
      idOf={rowId}
      rowOf={itself}
      scroller={scroller}
      view={view}
      active={active}
      onMove={(index) => {
        const row = rows[index];
        if (row === undefined) return;
        setLast({ id: rowId(row), index });
        reveal(index);
      }}
      onOpen={
        onOpen === undefined
          ? undefined
          : (row, isAside) => (isAside && onOpenAside !== undefined ? onOpenAside(row) : onOpen(row))
      }
      opensBy="click"
      opensAside={onOpenAside !== undefined}
      rowCount={totalRows === undefined ? rows.length + 1 : totalRows === null ? -1 : totalRows + 1}
    />
  );
}

function itself<Row>(row: Row): Row {
  return row;
}
