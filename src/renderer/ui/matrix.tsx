import {
  type KeyboardEvent,
  type MouseEvent,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from './class-names.ts';
import { entryOf, type RowAction } from './grid/actions.ts';
import { GridBusy } from './grid/busy.ts';
import { act } from './in-hand.ts';
import layout from './layout.module.css';
import styles from './matrix.module.css';
import { MenuAt, type MenuPlace } from './menu-at.tsx';
import { Name } from './name.tsx';
import { rowsInView, useRowWindow } from './row-window.ts';
import { useTyping } from './tree-rows.ts';
import { useUiWords } from './words.tsx';

export interface MatrixHeading {
  readonly id: string;
  readonly label: string;
  /** Tells two of the same label apart: under the label of a column. */
  readonly note?: string | undefined;
  readonly detail?: string | undefined;
}

export interface MatrixProps {
  readonly label: string;
  /** What the rows are, above their names. */
  readonly corner: string;
  readonly rows: readonly MatrixHeading[];
  readonly columns: readonly MatrixHeading[];
  /** What stands where a row and a column meet; the empty text for nothing. */
  readonly cell: (row: string, column: string) => string;
  /** What an empty cell is called for a screen reader. */
  readonly nothing: string;
  /** Opens a cell: by double click or Enter. */
  readonly onOpen: (row: string, column: string) => void;
  /** What can be done with a cell, in the menu that the right button or the menu key opens. */
  readonly actionsOf: (row: string, column: string) => readonly RowAction[];
}

const headingWidth = 272; // a name has 248 of it
const columnWidth = 248;
const padding = 24; // of a cell
const headerRows = 1.5;

/**
 * A table of any length and breadth, of which only what is in sight is in the document. It is one tab stop: arrows, Page Up
 * and Down, Home and End move from cell to cell, with Control to the ends; typing a name goes to its row; Enter opens.
 */
export function Matrix(props: MatrixProps) {
  const { label, corner, rows, columns, cell, nothing, onOpen } = props;
  const isBusy = use(GridBusy);
  const scroller = useRef<HTMLDivElement>(null);
  const ids = useId();
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const { first, end, rowHeight, reveal } = useRowWindow(scroller, rows.length, headerRows);
  const across = useColumnWindow(scroller, columns.length);
  const at: Place = {
    row: Math.min(active.row, rows.length - 1),
    column: Math.min(active.column, columns.length - 1),
  };
  const move = (to: Place) => {
    setActive(to);
    reveal(to.row);
    across.reveal(to.column);
  };
  const typing = useTyping(
    () => ({ count: rows.length, at: (index) => rows[index]?.label ?? '' }),
    () => at.row,
    (row) => move({ ...at, row }),
  );
  const open = ({ row, column }: Place) => {
    const [one, other] = [rows[row], columns[column]];
    if (one !== undefined && other !== undefined) onOpen(one.id, other.id);
  };
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 2);
    const target = cellTarget(event.key, event.ctrlKey, at, {
      rows: rows.length,
      columns: columns.length,
      page,
    });
    if (target !== null) {
      typing.end(); // whoever moves begins a new word
      move(target);
    } else if (event.key === 'Enter') open(at);
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))
      setMenuAt(below(cellId(ids, at)));
    else if (Array.from(event.key).length === 1 && !event.ctrlKey) typing.type(event.key, event.timeStamp);
    else return;
    event.preventDefault();
  };
  const placeOf = (event: MouseEvent): Place | null => {
    const found = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null;
    if (found === null) return null;
    const row = Number(found.parentElement?.getAttribute('aria-rowindex')) - 2;
    return { row, column: Number(found.getAttribute('aria-colindex')) - 2 };
  };
  const width = headingWidth + columns.length * columnWidth;
  const shownColumns = inSight(columns, across.first, across.end, at.column);
  return (
    <div
      ref={scroller}
      role="grid"
      className={styles.matrix}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-busy={isBusy}
      aria-activedescendant={rows.length > 0 && columns.length > 0 ? cellId(ids, at) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <MatrixHead corner={corner} columns={shownColumns} width={width} />
      {/* Keys are handled by the grid, which has the focus. */}
      <div
        role="rowgroup"
        className={styles.body}
        style={{ width, height: rows.length * rowHeight }}
        onClick={(event) => {
          const place = placeOf(event);
          if (place !== null) setActive(place);
        }}
        onDoubleClick={(event) => {
          const place = placeOf(event);
          if (place !== null) open(place);
        }}
        onContextMenu={(event) => {
          const place = placeOf(event);
          if (place === null) return;
          event.preventDefault();
          setActive(place);
          setMenuAt({ x: event.clientX, y: event.clientY });
        }}
      >
        {inSight(rows, first, end, at.row).map(({ one: row, index }) => (
          <MatrixRow
            key={row.id}
            ids={ids}
            row={row}
            index={index}
            top={index * rowHeight}
            columns={shownColumns}
            active={index === at.row ? at.column : null}
            cell={cell}
            nothing={nothing}
          />
        ))}
      </div>
      {menuAt !== null && (
        <CellMenu
          at={menuAt}
          actions={props.actionsOf(rows[at.row]?.id ?? '', columns[at.column]?.id ?? '')}
          onClose={() => setMenuAt(null)}
        />
      )}
    </div>
  );
}

interface MatrixHeadProps extends Pick<MatrixProps, 'corner'>, Pick<MatrixRowProps, 'columns'> {
  /** Of all columns, in pixels. */
  readonly width: number;
}

function MatrixHead({ corner, columns, width }: MatrixHeadProps) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ width }}>
      <div
        role="columnheader"
        aria-colindex={1}
        className={cx(layout.cut, styles.corner)}
        style={{ width: headingWidth }}
      >
        {corner}
      </div>
      {columns.map(({ one, index }) => (
        <div
          key={one.id}
          role="columnheader"
          aria-colindex={index + 2}
          className={cx(layout.cut, styles.columnHead)}
          title={titleOf(one)}
          style={placed(index)}
        >
          <span>
            <Name text={one.label} room={columnWidth - padding} />
          </span>
          {one.note !== undefined && <span className={styles.note}>{one.note}</span>}
        </div>
      ))}
    </div>
  );
}

interface CellMenuProps {
  readonly at: MenuPlace;
  readonly actions: readonly RowAction[];
  readonly onClose: () => void;
}

function CellMenu({ at, actions, onClose }: CellMenuProps) {
  const words = useUiWords();
  if (actions.length === 0) return null;
  return (
    <MenuAt
      label={words.rowActions}
      at={at}
      entries={actions.map((action) => entryOf(action))}
      onClose={onClose}
      onAction={(id) => {
        const chosen = actions.find((one) => one.id === id);
        if (chosen !== undefined) act(chosen);
      }}
    />
  );
}

function below(id: string): MenuPlace | null {
  const place = document.getElementById(id)?.getBoundingClientRect();
  return place === undefined ? null : { x: place.left + padding, y: place.bottom };
}

interface MatrixRowProps extends Pick<MatrixProps, 'cell' | 'nothing'> {
  readonly ids: string;
  readonly row: MatrixHeading;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly { readonly one: MatrixHeading; readonly index: number }[];
  readonly active: number | null;
}

function MatrixRow({ ids, row, index, top, columns, active, cell, nothing }: MatrixRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={cx(layout.cut, styles.rowHead)}
        title={titleOf(row)}
        style={{ width: headingWidth }}
      >
        <Name text={row.label} room={headingWidth - padding} />
      </div>
      {columns.map(({ one: column, index: place }) => {
        const text = cell(row.id, column.id);
        return (
          <div
            key={column.id}
            id={cellId(ids, { row: index, column: place })}
            role="gridcell"
            aria-colindex={place + 2}
            aria-selected={place === active}
            aria-label={`${row.label}, ${column.label}: ${text === '' ? nothing : text}`}
            title={text}
            className={cx(layout.cut, styles.cell, place === active && styles.active)}
            style={placed(place)}
          >
            {text}
          </div>
        );
      })}
    </div>
  );
}

function placed(column: number) {
  return { insetInlineStart: headingWidth + column * columnWidth, width: columnWidth };
}

function cellId(ids: string, { row, column }: Place): string {
  return `${ids}-${row}-${column}`;
}

function titleOf({ label, note, detail }: MatrixHeading): string {
  return [label, note, detail].filter((text) => text !== undefined && text !== '').join('\n');
}

// What is active stays in the document even out of sight: aria-activedescendant must name an element.
function inSight<One>(all: readonly One[], first: number, end: number, active: number) {
  const shown = all.slice(first, end).map((one, offset) => ({ one, index: first + offset }));
  const focused = all[active];
  if (focused === undefined || (active >= first && active < end)) return shown;
  return active < first
    ? [{ one: focused, index: active }, ...shown]
    : [...shown, { one: focused, index: active }];
}

function useColumnWindow(scroller: React.RefObject<HTMLElement | null>, count: number) {
  const [view, setView] = useState({ left: 0, width: 1_200 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const follow = () => {
      const left = Math.floor(element.scrollLeft / columnWidth) * columnWidth; // within a column nothing is drawn anew
      const width = element.clientWidth;
      setView((old) => (old.left === left && old.width === width ? old : { left, width }));
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [scroller]);
  const reveal = useCallback(
    (column: number) => {
      const element = scroller.current;
      if (element === null) return;
      const start = column * columnWidth;
      const room = Math.max(columnWidth, element.clientWidth - headingWidth); // beside the names, which stay
      if (start < element.scrollLeft) element.scrollTo({ left: start });
      else if (start + columnWidth > element.scrollLeft + room)
        element.scrollTo({ left: start + columnWidth - room });
    },
    [scroller],
  );
  return { ...rowsInView(view.left, view.width, columnWidth, count), reveal };
}

interface Place {
  readonly row: number;
  readonly column: number;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** Where a key leads from a cell; null for a key that leads nowhere. It never wraps. */
export function cellTarget(
  key: string,
  isControl: boolean,
  { row, column }: Place,
  size: Size,
): Place | null {
  const to = (wantedRow: number, wantedColumn: number): Place => ({
    row: Math.max(0, Math.min(size.rows - 1, wantedRow)),
    column: Math.max(0, Math.min(size.columns - 1, wantedColumn)),
  });
  const far = Number.MAX_SAFE_INTEGER;
  switch (key) {
    case 'ArrowDown':
      return to(isControl ? far : row + 1, column);
    case 'ArrowUp':
      return to(isControl ? 0 : row - 1, column);
    case 'ArrowRight':
      return to(row, isControl ? far : column + 1);
    case 'ArrowLeft':
      return to(row, isControl ? 0 : column - 1);
    case 'PageDown':
      return to(row + size.page, column);
    case 'PageUp':
      return to(row - size.page, column);
    case 'Home':
      return to(isControl ? 0 : row, 0);
    case 'End':
      return to(isControl ? far : row, far);
    default:
      return null;
  }
}
