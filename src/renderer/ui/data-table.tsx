import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { cx } from './class-names.ts';
import styles from './data-table.module.css';
import { placeOf, targetOf } from './row-place.ts';
import { useRowWindow, visibleRows } from './row-window.ts';

export interface Sort<ColumnId extends string = string> {
  readonly column: ColumnId;
  readonly direction: 'ascending' | 'descending';
}

export interface Column<Row, ColumnId extends string = string> {
  readonly id: ColumnId;
  readonly title: string;
  /** The title is for screen readers alone: the cells say by themselves what they are. */
  readonly isTitleHidden?: boolean | undefined;
  /** A track of a CSS grid: `120px`, `minmax(160px, 2fr)`. */
  readonly width: string;
  /** What its cells show; a text that does not fit is cut off and shows whole on hovering. */
  readonly render: (row: Row) => ReactNode;
  readonly isSortable?: boolean | undefined;
  /** Its cells name the row to a screen reader; the first column where none is marked. */
  readonly isRowHeader?: boolean | undefined;
  readonly align?: 'start' | 'end' | undefined;
}

export interface DataTableProps<Row, ColumnId extends string> {
  readonly label: string;
  /** The same array as long as the columns are the same: a new one renders every row anew. */
  readonly columns: readonly Column<Row, ColumnId>[];
  /** In the order in which they are shown: sorting is the caller's. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Opens a row: by click, Enter or Space. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Opens a row in a window of its own: by a middle click, or with Control or Command held. */
  readonly onOpenAside?: ((row: Row) => void) | undefined;
  readonly sort?: Sort<ColumnId> | null | undefined;
  readonly onSort?: ((sort: Sort<ColumnId>) => void) | undefined;
  readonly empty?: ReactNode | undefined;
  /** The row that was opened last, by its id: it has the focus when the table comes back. */
  readonly initialRow?: string | null | undefined;
  readonly isBusy?: boolean | undefined;
  /** Where there are more rows than those loaded, how many; null while nobody knows. */
  readonly totalRows?: number | null | undefined;
  /** The last of the rows is about to come into sight: more may be read. */
  readonly onNearEnd?: (() => void) | undefined;
}

const rowsAhead = 20; // so many before the end more are read

/**
 * A table of any length, full height, of which only the rows in sight are in the document. The rows are one tab stop:
 * arrows, Page Up and Down, Home and End move, Enter opens. The header is another; Left and Right move in it.
 */
export function DataTable<Row, ColumnId extends string>(props: DataTableProps<Row, ColumnId>) {
  const { label, columns, rows, rowId, onOpen, onOpenAside } = props;
  const { empty, initialRow, isBusy, totalRows, onNearEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const ids = useId();
  const [last, setLast] = useState({ id: initialRow ?? null, index: 0 });
  const active = placeOf(rows, rowId, last);
  const { first, end, rowHeight, reveal } = useRowWindow(scroller, rows.length);

  const read = isBusy !== true && end > rows.length - rowsAhead ? rows.length : 0;
  const tellNearEnd = useEffectEvent(() => onNearEnd?.());
  useEffect(() => {
    if (read > 0) tellNearEnd();
  }, [read]);

  const wanted = useRef(initialRow ?? null);
  useEffect(() => {
    if (wanted.current === null || rows.length === 0) return;
    const index = rows.findIndex((row) => rowId(row) === wanted.current);
    wanted.current = null; // once: a row that comes in later takes the focus from nobody
    if (index < 0) return;
    reveal(index);
    scroller.current?.focus({ preventScroll: true });
  }, [rows, rowId, reveal]);

  const move = (index: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[target];
    if (row === undefined) return;
    setLast({ id: rowId(row), index: target });
    reveal(target);
  };

  const open = (row: Row, isAside: boolean) =>
    isAside && onOpenAside !== undefined ? onOpenAside(row) : onOpen?.(row);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isAside = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.target !== event.currentTarget || event.altKey || (event.metaKey && !isAside)) return;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 2);
    const target = targetOf(event.key, active, page, rows.length);
    const row = rows[active];
    if (target !== null) move(target);
    else if ((event.key === 'Enter' || event.key === ' ') && row !== undefined) open(row, isAside);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const clicked = event.target instanceof Element ? event.target.closest('[role="row"]') : null;
    const index = Number(clicked?.getAttribute('aria-rowindex') ?? Number.NaN) - 2;
    const row = rows[index];
    if (row === undefined) return;
    setLast({ id: rowId(row), index });
    const isAside = event.button === 1 || event.ctrlKey || event.metaKey;
    if (getSelection()?.type !== 'Range') open(row, isAside); // dragging over words marks them, to be copied
  };

  const tracks = columns.map(({ width }) => width).join(' ');
  const shown = visibleRows(rows, first, end, active);
  return (
    // The rows are told to a screen reader by aria-activedescendant: the focus stays here while rows come and go.
    <div
      ref={scroller}
      role="grid"
      className={styles.table}
      aria-label={label}
      aria-rowcount={totalRows === undefined ? rows.length + 1 : totalRows === null ? -1 : totalRows + 1}
      aria-colcount={columns.length}
      aria-busy={isBusy === true}
      aria-activedescendant={rows.length > 0 ? `${ids}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={{ '--tracks': tracks }}
    >
      <Header {...props} onDown={() => scroller.current?.focus()} />
      {/* Keys are handled by the grid, which has the focus. */}
      <div
        role="rowgroup"
        className={styles.body}
        style={{ height: rows.length * rowHeight }}
        onClick={onClick}
        // Where a middle click opens something, it does not begin to scroll.
        onMouseDown={(event) => onOpenAside !== undefined && event.button === 1 && event.preventDefault()}
        onAuxClick={(event) => event.button === 1 && onClick(event)}
      >
        {shown.map(({ row, index }) => (
          <TableRow
            key={rowId(row)}
            id={`${ids}-${index}`}
            row={row}
            index={index}
            top={index * rowHeight}
            columns={columns}
            isActive={index === active}
            opens={onOpen !== undefined}
          />
        ))}
      </div>
      {rows.length === 0 && empty !== undefined && <div className={styles.empty}>{empty}</div>}
    </div>
  );
}

interface TableRowProps<Row, ColumnId extends string> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly Column<Row, ColumnId>[];
  readonly isActive: boolean;
  readonly opens: boolean;
}

function RowOfCells<Row, ColumnId extends string>(props: TableRowProps<Row, ColumnId>) {
  const { id, row, index, top, columns, isActive, opens } = props;
  const headerId = columns.find(({ isRowHeader }) => isRowHeader === true)?.id ?? columns[0]?.id;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      className={cx(styles.row, isActive && styles.active, opens && styles.opens)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column) => {
        const content = column.render(row);
        return (
          <div
            key={column.id}
            role={column.id === headerId ? 'rowheader' : 'gridcell'}
            className={cx(styles.cell, column.align === 'end' && styles.end)}
            title={typeof content === 'string' ? content : undefined}
          >
            {content}
          </div>
        );
      })}
    </div>
  );
}

// Scrolling renders the rows that come in and no other; `memo` alone forgets that the component is generic.
const TableRow = memo(RowOfCells) as typeof RowOfCells;

function Header<Row, ColumnId extends string>({
  columns,
  sort,
  onSort,
  onDown,
}: DataTableProps<Row, ColumnId> & { readonly onDown: () => void }) {
  const [current, setCurrent] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const sortable = columns.filter(({ isSortable }) => isSortable === true);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'ArrowDown') onDown();
    else if (step === 0) return;
    const next = Math.max(0, Math.min(sortable.length - 1, current + step));
    if (step !== 0) {
      setCurrent(next);
      row.current?.querySelectorAll('button')[next]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} ref={row} className={styles.headRow}>
        {columns.map((column) => {
          const direction = sort?.column === column.id ? sort.direction : undefined;
          const place = sortable.indexOf(column);
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={column.isSortable === true ? (direction ?? 'none') : undefined}
              className={cx(styles.headCell, column.align === 'end' && styles.end)}
            >
              {column.isSortable === true ? (
                <button
                  type="button"
                  className={styles.sort}
                  tabIndex={place === current ? 0 : -1}
                  onFocus={() => setCurrent(place)}
                  onKeyDown={onKeyDown}
                  onClick={() =>
                    onSort?.({
                      column: column.id,
                      direction: direction === 'ascending' ? 'descending' : 'ascending',
                    })
                  }
                >
                  <span className={styles.title}>{column.title}</span>
                  {direction === 'ascending' && <ChevronUp aria-hidden />}
                  {direction === 'descending' && <ChevronDown aria-hidden />}
                </button>
              ) : (
                <span className={styles.title}>
                  {column.isTitleHidden === true ? (
                    <VisuallyHidden>{column.title}</VisuallyHidden>
                  ) : (
                    column.title
                  )}
                </span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
