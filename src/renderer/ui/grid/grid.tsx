import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useMemo,
  useState,
} from 'react';
import { later, UntilFocusMoves } from '../later.tsx';
import type { MenuPlace } from '../menu-at.tsx';
import { Sought } from '../name.tsx';
import { targetOf } from '../row-place.ts';
import { type RowWindow, visibleRows } from '../row-window.ts';
import { useTyping } from '../tree-rows.ts';
import { type ActionsOf, type Headed, meant, type RowAction, some } from './actions.ts';
import { GridBusy } from './busy.ts';
import type { CellCursor, CellPlace } from './cell-editing.tsx';
import {
  type Column,
  gridColumns,
  layoutColumns,
  type PlacedColumn,
  rowHeaderOf,
  type Sort,
  type TableColumn,
} from './columns.ts';
import styles from './grid.module.css';
import { GridHeader } from './grid-header.tsx';
import { GridRow, type TreeFacts } from './grid-row.tsx';
import { useInHand } from './hand.ts';
import { useColumnChoice } from './layouts.tsx';
import { useMinimums } from './minimums.ts';
import { type RowSelection, useSelecting } from './selection.ts';

const WholeText = later(async () => (await import('./whole-text.tsx')).WholeText);
const RowMenu = later(async () => (await import('./row-menu.tsx')).RowMenu, UntilFocusMoves);

/** What flat tables and trees have in common. */
export interface GridProps<Row, ColumnId extends string = string> {
  /** Under which a person's columns are kept, over a restart as well: one for each place where a grid stands. */
  readonly id: string;
  readonly label: string;
  /** The same array as long as the columns are the same: a new one renders every row anew. Those of a file alone do not show. */
  readonly columns: readonly TableColumn<Row, ColumnId>[];
  readonly sort?: Sort<ColumnId> | null | undefined;
  readonly onSort?: ((sort: Sort<ColumnId>) => void) | undefined;
  /** The name by which typing its first letters finds a row. */
  readonly textOf?: ((row: Row) => string) | undefined;
  /** What a screen reader says for a row, its name first (ux T4). The same function as long as it says the same. */
  readonly labelOf?: ((row: Row) => string) | undefined;
  /** Further words for a row, said after its name and how it stands. The same function as long as it says the same. */
  readonly hintOf?: ((row: Row) => string | undefined) | undefined;
  readonly selection?: RowSelection<Row> | undefined;
  /** Where cells are edited in place: which one is active, and what keys do there. */
  readonly cells?: CellCursor<Row> | undefined;
  /** What can be done with a row, or with the selected ones, in the menu that the right button or the menu key opens. */
  readonly actionsOf?: ActionsOf<Row> | undefined;
  /** The rows that a row is the heading of, which has one cell: what is done with it is done with those. Undefined for any other row. */
  readonly headed?: Headed<Row> | undefined;
  /** The id of the one row that is chosen, as in a field of a form: `onOpen` chooses. Undefined where nothing is chosen so. */
  readonly chosen?: string | null | undefined;
  /** The id of the words that say what is wrong with the choice. */
  readonly describedBy?: string | undefined;
  /** What is searched for: it is marked in the names. */
  readonly sought?: string | undefined;
  readonly empty?: ReactNode | undefined;
  readonly isBusy?: boolean | undefined;
}

/** The rows of a grid and what moves in them; a table and a tree each have their own. */
interface GridCore<Item, Row, ColumnId extends string> extends GridProps<Row, ColumnId> {
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly rowOf: (item: Item) => Row;
  /** Undefined in a flat table. */
  readonly factsOf?: ((item: Item) => TreeFacts) | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly view: RowWindow;
  /** The place of the active row; -1 without rows. */
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onSideways?: ((key: 'ArrowLeft' | 'ArrowRight') => void) | undefined;
  readonly onToggle?: ((item: Item) => void) | undefined;
  /** Opens a row: by Enter, and by a click or a double click. */
  readonly onOpen?: ((row: Row, isAside: boolean) => void) | undefined;
  readonly opensBy: 'click' | 'double-click';
  readonly opensAside: boolean;
  /** -1 while nobody knows. */
  readonly rowCount: number;
}

/**
 * Rows in columns, any number of them, of which only those in sight are in the document. The rows are one tab stop and the header
 * another. The focus stays on the grid while rows come and go: `aria-activedescendant` names the active one.
 */
export function Grid<Item, Row, ColumnId extends string>(props: GridCore<Item, Row, ColumnId>) {
  const { label, items, rowOf, factsOf, scroller, view, active, selection } = props;
  const ids = useId();
  const isBusy = use(GridBusy) || props.isBusy === true;
  const columns = useColumns(props);
  const selecting = useSelectingIn(props);
  const typing = useGridTyping(props);
  const menu = useRowMenu(props, (index) => `${ids}-${index}`);
  const [isByKeys, setByKeys] = useState(false);
  const item = items[active];
  const activePlace = placeAt(props, columns.rows, active);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.altKey || item === undefined) return;
    setByKeys(event.key !== 'Escape');
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / view.rowHeight) - 2);
    if (activePlace !== null && props.cells?.onKey(event, activePlace) === true) event.preventDefault();
    else if (pressed(event, { ...props, page, item, selecting, typing, openMenu: () => menu.open(active) }))
      event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    setByKeys(false);
    const isOfCell = pressCell(event, props, columns.rows);
    clicked(event, props, selecting, isOfCell);
  };
  return (
    <>
      <div
        ref={scroller}
        role={factsOf === undefined ? 'grid' : 'treegrid'}
        className={styles.grid}
        data-grid={props.id}
        data-region="grid"
        aria-label={label}
        aria-rowcount={props.rowCount}
        aria-colcount={columns.placed.length}
        aria-busy={isBusy}
        aria-describedby={props.describedBy}
        aria-multiselectable={selection === undefined ? undefined : true}
        aria-activedescendant={
          item === undefined ? undefined : `${ids}-${active}` // the row: a cell has no level and no place
        }
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setByKeys(false)}
        style={{ '--tracks': columns.tracks }}
      >
        <GridHeader
          {...columns}
          pinned={factsOf === undefined ? 0 : 1}
          sort={props.sort}
          // The header names columns that it was given.
          onSort={props.onSort as ((sort: Sort) => void) | undefined}
          onDown={() => scroller.current?.focus()}
        />
        {/* Keys are handled by the grid, which has the focus. */}
        <div
          role="rowgroup"
          className={styles.body}
          style={{ height: items.length * view.rowHeight }}
          onClick={onClick}
          onDoubleClick={(event) => {
            const there = items[rowAt(event)];
            if (props.opensBy === 'double-click' && there !== undefined) props.onOpen?.(rowOf(there), false);
            pressCell(event, props, columns.rows);
          }}
          // Where a middle click opens something, it does not begin to scroll.
          onMouseDown={(event) => {
            if ((props.opensAside && event.button === 1) || (event.shiftKey && selecting !== null))
              event.preventDefault();
            if (event.shiftKey) scroller.current?.focus({ preventScroll: true });
          }}
          onAuxClick={(event) => event.button === 1 && onClick(event)}
          onContextMenu={(event) => {
            const index = rowAt(event);
            if (props.actionsOf === undefined || !(index in items)) return;
            event.preventDefault();
            props.onMove(index);
            menu.open(index, { x: event.clientX, y: event.clientY });
          }}
        >
          <Sought value={props.sought ?? ''}>
            <ShownRows grid={props} ids={ids} placed={columns.rows} header={columns.header} />
          </Sought>
        </div>
        {isByKeys && menu.opened === null && item !== undefined && <WholeText rowId={`${ids}-${active}`} />}
        {items.length === 0 && props.empty !== undefined && <div className={styles.empty}>{props.empty}</div>}
      </div>
      {menu.opened !== null && <RowMenu {...menu.opened} onClose={menu.close} grid={scroller} />}
    </>
  );
}

/**
 * The menu of a row: of all selected rows where it is one of them, else of it alone, and then it is what is selected from then on.
 * A selection that is a choice, as in a picker, stays as it is.
 */
function useRowMenu<Item, Row, ColumnId extends string>(
  props: GridCore<Item, Row, ColumnId>,
  elementId: (index: number) => string,
) {
  const { items, idOf, rowOf, selection, actionsOf, active } = props;
  const [opened, setOpened] = useState<{ readonly at: MenuPlace; readonly id: string | null } | null>(null);
  useInHand(props, namesOf(props));
  const rows =
    opened === null
      ? []
      : opened.id === null
        ? (selection?.rows ?? [])
        : items
            .filter((item) => idOf(item) === opened.id)
            .flatMap((item) => meant(rowOf(item), props.headed));
  return {
    opened:
      opened === null
        ? null
        : { at: opened.at, count: rows.length, actionsNow: () => actionsAmong(rows, actionsOf) },
    close: () => setOpened(null),
    open: (index: number, at?: MenuPlace) => {
      const item = items[index];
      const box = document.getElementById(elementId(active))?.getBoundingClientRect();
      if (actionsOf === undefined || item === undefined) return;
      const id = idOf(item);
      const isOfAll = selection?.rows !== undefined && selection.selected.has(id);
      if (!isOfAll && (selection?.rows?.length ?? 0) > 0)
        selection?.onChange(new Set(selection.canSelect?.(rowOf(item)) === false ? [] : [id]));
      setOpened({ at: at ?? { x: (box?.left ?? 0) + 32, y: box?.bottom ?? 0 }, id: isOfAll ? null : id });
    },
  };
}

function actionsAmong<Row>(
  rows: readonly Row[],
  actionsOf: ActionsOf<Row> | undefined,
): readonly RowAction[] {
  const now = some(rows);
  return now === null ? [] : (actionsOf?.(now) ?? []);
}

/** The rows in sight, and the active one wherever it is. */
function ShownRows<Item, Row, ColumnId extends string>({
  grid,
  ids,
  placed,
  header,
}: {
  readonly grid: GridCore<Item, Row, ColumnId>;
  readonly ids: string;
  readonly placed: readonly PlacedColumn<Column<Row>>[];
  readonly header: string | undefined;
}) {
  const { items, idOf, rowOf, view, active, selection, cells } = grid;
  const { headed } = grid;
  const besideOf = useMemo(() => besideIn(items, rowOf, headed), [items, rowOf, headed]);
  const place = cells === undefined ? null : placeAt(grid, placed, active);
  return visibleRows(items, view.first, view.end, active).map(({ row: one, index }) => (
    <GridRow
      key={idOf(one)}
      id={`${ids}-${index}`}
      row={rowOf(one)}
      {...grid.factsOf?.(one)}
      index={index}
      top={index * view.rowHeight}
      placed={placed}
      header={header}
      isActive={index === active}
      isSelected={
        selection === undefined || selection.canSelect?.(rowOf(one)) === false
          ? null
          : selection.selected.has(idOf(one))
      }
      hasBoxes={selection !== undefined}
      isHeading={headed?.(rowOf(one)) !== undefined}
      isChosen={grid.chosen === undefined ? null : grid.chosen === idOf(one)}
      opens={grid.onOpen !== undefined || cells !== undefined}
      activeCell={place === null || index !== active ? undefined : cells?.columnIn(place)}
      cellWords={place === null || index !== active ? undefined : cells?.wordsIn(place)}
      editor={place === null || index !== active ? null : cells?.editorIn(place)}
      besideOf={besideOf}
      labelOf={grid.labelOf}
      hintOf={grid.hintOf}
    />
  ));
}

const around = 64; // rows before and after: more than a window shows

function besideIn<Item, Row>(
  items: readonly Item[],
  rowOf: (item: Item) => Row,
  headed: Headed<Row> = () => undefined,
) {
  return ({ value }: Column<Row>, index: number): readonly string[] =>
    value === undefined
      ? []
      : [...items.slice(Math.max(0, index - around), index), ...items.slice(index + 1, index + around)]
          .map(rowOf)
          .filter((row) => headed(row) === undefined)
          .map(value);
}

/** A row and what is around it but headings, as editing its cells needs it; null without one. */
function placeAt<Item, Row, ColumnId extends string>(
  { items, rowOf, headed, onMove, scroller }: GridCore<Item, Row, ColumnId>,
  placed: readonly PlacedColumn<Column<Row>>[],
  index: number,
): CellPlace<Row> | null {
  const rowIn = (at: number): Row | null => items.slice(Math.max(0, at), at + 1).map(rowOf)[0] ?? null;
  const stepped = (by: -1 | 1): number => {
    let to = index + by;
    for (let row = rowIn(to); row !== null && headed?.(row) !== undefined; row = rowIn(to)) to += by;
    return to;
  };
  const row = rowIn(index);
  if (row === null) return null;
  return {
    row,
    columns: placed.map(({ column }) => column.id),
    next: rowIn(stepped(1)),
    before: rowIn(stepped(-1)),
    move: (by) => onMove(stepped(by)),
    focus: () => scroller.current?.focus({ preventScroll: true }),
  };
}

/** The columns as they are laid out in the width of the grid, and what a person makes of them. */
function useColumns<Item, Row, ColumnId extends string>({
  id,
  columns: given,
  view,
}: GridCore<Item, Row, ColumnId>) {
  const columns = useMinimums(useMemo(() => gridColumns(given), [given]));
  const [kept, keep] = useColumnChoice(id);
  const [dragged, setDragged] = useState<typeof kept | null>(null);
  const choice = dragged ?? kept;
  const room = Math.max(0, view.width - 24); // less the padding of a row, and the button of the columns
  const placed = useMemo(() => layoutColumns(columns, choice, room), [columns, choice, room]);
  // Rows know the widths of their columns in steps, so that a drag renders them anew only now and then.
  const coarse = JSON.stringify(
    placed.map(({ column, width, isFolded }) => [
      columns.indexOf(column),
      Math.floor(width / 24) * 24,
      isFolded,
    ]),
  );
  const rows = useMemo(() => placedAs(columns, coarse), [columns, coarse]);
  return {
    columns,
    placed,
    rows,
    header: rowHeaderOf(columns),
    tracks: placed.map(({ width }) => `${width}px`).join(' '),
    choice,
    onChoice: (next: typeof kept, isKept: boolean) => {
      setDragged(isKept ? null : next);
      if (isKept) keep(next);
    },
  };
}

function placedAs<Row>(
  columns: readonly Column<Row>[],
  coarse: string,
): readonly PlacedColumn<Column<Row>>[] {
  const places: readonly (readonly [place: number, width: number, isFolded: boolean])[] = JSON.parse(coarse);
  return places.flatMap(([place, width, isFolded]) => {
    const column = columns[place];
    return column === undefined ? [] : [{ column, width, isFolded }];
  });
}

function useSelectingIn<Item, Row, ColumnId extends string>(props: GridCore<Item, Row, ColumnId>) {
  const { items, idOf, rowOf, selection } = props;
  return useSelecting(selection, {
    count: items.length,
    idAt: (index) => {
      const item = items[index];
      return item === undefined ? '' : idOf(item);
    },
    canSelect: (index) => {
      const item = items[index];
      return item !== undefined && selection?.canSelect?.(rowOf(item)) !== false;
    },
  });
}

/** What names a row. */
function namesOf<Row, ColumnId extends string>({ columns, textOf }: GridProps<Row, ColumnId>) {
  const shown = gridColumns(columns);
  const names = shown.find(({ id }) => id === rowHeaderOf(shown));
  return (row: Row): string => (textOf ?? names?.value)?.(row) ?? '';
}

function useGridTyping<Item, Row, ColumnId extends string>(props: GridCore<Item, Row, ColumnId>) {
  const { items, rowOf, active, onMove } = props;
  const nameOf = namesOf(props);
  return useTyping(
    () => ({
      count: items.length,
      at: (index) => {
        const item = items[index];
        return item === undefined ? '' : nameOf(rowOf(item));
      },
    }),
    () => active,
    onMove,
  );
}

interface Pressed<Item, Row, ColumnId extends string> extends GridCore<Item, Row, ColumnId> {
  readonly page: number;
  readonly item: Item;
  readonly selecting: ReturnType<typeof useSelecting<Row>>;
  readonly typing: ReturnType<typeof useTyping>;
  readonly openMenu: () => void;
}

/** Does what a key stands for; answers whether it stands for anything. */
function pressed<Item, Row, ColumnId extends string>(
  event: KeyboardEvent,
  on: Pressed<Item, Row, ColumnId>,
): boolean {
  const { key } = event;
  const { selecting, typing, active, items } = on;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'Enter') on.onOpen?.(on.rowOf(on.item), on.opensAside);
    else if (key.toLowerCase() === 'a' && selecting !== null) selecting.all();
    else return false;
    return true;
  }
  if (key === 'ContextMenu' || (event.shiftKey && key === 'F10')) {
    on.openMenu();
    return true;
  }
  const target = targetOf(key, active, on.page, items.length);
  if (target !== null || key.startsWith('Arrow')) typing.end(); // whoever moves begins a new word
  if (target !== null) {
    const to = Math.max(0, Math.min(items.length - 1, target));
    if (event.shiftKey) selecting?.extend(active, to);
    else selecting?.settle();
    on.onMove(to);
  } else if (key === 'ArrowLeft' || key === 'ArrowRight') on.onSideways?.(key);
  else if (key === 'Enter') on.onOpen?.(on.rowOf(on.item), false);
  // A space may stand in a name; where no name goes on with it, it selects, or opens.
  else if (Array.from(key).length === 1) {
    if (typing.type(key, event.timeStamp) || key !== ' ') return true;
    if (selecting !== null) selecting.toggle(active);
    else if (on.opensBy === 'click') on.onOpen?.(on.rowOf(on.item), false);
  } else return false;
  return true;
}

function clicked<Item, Row, ColumnId extends string>(
  event: MouseEvent,
  on: GridCore<Item, Row, ColumnId>,
  selecting: ReturnType<typeof useSelecting<Row>>,
  isOfCell: boolean,
): void {
  const index = rowAt(event);
  const item = on.items[index];
  if (item === undefined) return;
  const part = event.target instanceof Element ? event.target.closest('[data-part]') : null;
  const isControl = event.ctrlKey || event.metaKey;
  if (selecting !== null && event.shiftKey) selecting.extend(on.active, index);
  else if (part?.getAttribute('data-part') === 'box') selecting?.toggle(index);
  else if (part?.getAttribute('data-part') === 'chevron') on.onToggle?.(item);
  else if (selecting !== null && isControl && !on.opensAside) selecting.toggle(index);
  else {
    selecting?.settle();
    const isMarked = getSelection()?.type === 'Range'; // dragging over words marks them, to be copied
    if (on.opensBy === 'click' && !isMarked && !isOfCell)
      on.onOpen?.(on.rowOf(item), on.opensAside && (event.button === 1 || isControl));
  }
  on.onMove(index);
}

function rowAt({ target }: MouseEvent): number {
  const row = target instanceof Element ? target.closest('[role="row"]') : null;
  return Number(row?.getAttribute('aria-rowindex') ?? Number.NaN) - 2;
}

/** Makes the cell active that was clicked, and a second click edits it; answers whether it is one that is edited. */
function pressCell<Item, Row, ColumnId extends string>(
  event: MouseEvent,
  on: GridCore<Item, Row, ColumnId>,
  placed: readonly PlacedColumn<Column<Row>>[],
): boolean {
  const cell = event.target instanceof Element ? event.target.closest('[role="row"] > *') : null;
  const at = [...(cell?.parentElement?.children ?? [])].findIndex((each) => each === cell);
  const column = placed[at]?.column;
  const place = placeAt(on, placed, rowAt(event));
  if (column === undefined || place === null) return false;
  return on.cells?.onPress(place, column.id, event.type === 'dblclick') === true;
}
