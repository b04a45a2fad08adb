import { ChevronRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from './class-names.ts';
import table from './data-table.module.css';
import type { Column } from './data-table.tsx';
import { targetOf } from './row-place.ts';
import { useRowWindow, visibleRows } from './row-window.ts';
import styles from './tree-grid.module.css';
import {
  type LastActive,
  openRows,
  placeInTree,
  sidewaysAt,
  type TreeGridNode,
  type TreeGridRow,
  useTyping,
} from './tree-rows.ts';

/** What may be chosen in a tree: any number of rows, by Space and by a click on the box in front of the name. */
export interface TreeSelection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** Whether a row can be chosen at all; the others have no box. */
  readonly canSelect: (row: Row) => boolean;
}

export interface TreeGridProps<Row> {
  readonly label: string;
  /** The first has the names, indented. The same array as long as the columns are the same. */
  readonly columns: readonly Column<Row>[];
  readonly nodes: readonly TreeGridNode<Row>[];
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (expanded: ReadonlySet<string>) => void;
  /** The name by which typing its first letters finds a row. */
  readonly textOf: (row: Row) => string;
  /** What a screen reader says for a row, its name first (ux T4). The same function as long as it says the same. */
  readonly labelOf: (row: Row) => string;
  /** Further words for a row, said after its name and how it stands. The same function as long as it says the same. */
  readonly hintOf?: ((row: Row) => string | undefined) | undefined;
  /** By Enter or a double click. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Called with the id of the active row whenever that is another one; null without rows. */
  readonly onActive?: ((id: string | null) => void) | undefined;
  /** The id of the row that is active first, as soon as it is there; the first row unless given. */
  readonly startAt?: string | undefined;
  readonly selection?: TreeSelection<Row> | undefined;
  /** A row to make the active one and to bring into sight, once for each new object; it waits until the row shows. */
  readonly goTo?: { readonly id: string } | null | undefined;
  readonly empty?: ReactNode | undefined;
  readonly isBusy?: boolean | undefined;
}

/**
 * A tree in columns, of any size, of which only the rows in sight are in the document. It is one tab stop: arrows, Page Up
 * and Down, Home, End and the first letters of a name move; Right opens and enters, Left closes and leaves; nothing wraps.
 */
export function TreeGrid<Row>(props: TreeGridProps<Row>) {
  const { label, columns, nodes, expanded, onExpand, textOf, onOpen, selection, isBusy } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const ids = useId();
  const rows = useMemo(() => openRows(nodes, expanded), [nodes, expanded]);
  const [last, setLast] = useState<LastActive | null>(() =>
    props.startAt === undefined ? null : { id: props.startAt, position: 1, above: [] },
  );
  const active = placeInTree(rows, last);
  const { first, end, rowHeight, reveal } = useRowWindow(scroller, rows.length);
  useGoals(props, { rows, activeId: rows[active]?.id ?? null, activate: setLast, reveal });

  const go = (index: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[target];
    if (row === undefined) return;
    setLast(row);
    reveal(target);
  };
  const toggle = (id: string) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    onExpand(next);
  };
  const choose = ({ id, row }: TreeGridRow<Row>) => {
    if (selection?.canSelect(row) === true) selection.onToggle(id);
  };
  const typing = useTyping(
    () => rows.map(({ row }) => textOf(row)),
    () => active,
    go,
  );

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key } = event;
    if (event.target !== event.currentTarget || event.altKey || event.metaKey || event.ctrlKey) return;
    const row = rows[active];
    if (row === undefined) return;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 2);
    const target = targetOf(key, active, page, rows.length);
    if (target !== null || key.startsWith('Arrow')) typing.end(); // whoever moves begins a new word
    if (target !== null) go(target);
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const sideways = sidewaysAt(rows, active, key);
      if (sideways?.kind === 'toggle') toggle(row.id);
      if (sideways?.kind === 'go') go(sideways.index);
    } else if (key === 'Enter') onOpen?.(row.row);
    // A space may stand in a name; where no name goes on with it, it chooses.
    else if (Array.from(key).length === 1) {
      if (!typing.type(key, event.timeStamp) && key === ' ') choose(row);
    } else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const row = rows[rowAt(event)];
    if (row === undefined) return;
    setLast(row);
    const part = event.target instanceof Element ? event.target.closest('[data-part]') : null;
    if (part?.getAttribute('data-part') === 'chevron') toggle(row.id);
    if (part?.getAttribute('data-part') === 'box') choose(row);
  };

  return (
    // The rows are told to a screen reader by aria-activedescendant: the focus stays here while rows come and go.
    <div
      ref={scroller}
      role="treegrid"
      className={table.table}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-busy={isBusy === true}
      aria-multiselectable={selection === undefined ? undefined : true}
      aria-activedescendant={rows.length > 0 ? `${ids}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={{ '--tracks': columns.map(({ width }) => width).join(' ') }}
    >
      <Head columns={columns} />
      {/* Keys are handled by the tree, which has the focus. */}
      <div
        role="rowgroup"
        className={table.body}
        style={{ height: rows.length * rowHeight }}
        onClick={onClick}
        onDoubleClick={(event) => {
          const row = rows[rowAt(event)];
          if (row !== undefined) onOpen?.(row.row);
        }}
      >
        {visibleRows(rows, first, end, active).map(({ row, index }) => (
          <GridRow
            key={row.id}
            id={`${ids}-${index}`}
            row={row.row}
            level={row.level}
            position={row.position}
            setSize={row.setSize}
            isExpanded={row.isExpanded}
            index={index}
            top={index * rowHeight}
            columns={columns}
            isActive={index === active}
            isSelected={
              selection === undefined || !selection.canSelect(row.row) ? null : selection.selected.has(row.id)
            }
            hasBoxes={selection !== undefined}
            labelOf={props.labelOf}
            hintOf={props.hintOf}
          />
        ))}
      </div>
      {rows.length === 0 && props.empty !== undefined && <div className={table.empty}>{props.empty}</div>}
    </div>
  );
}

function rowAt({ target }: MouseEvent): number {
  const clicked = target instanceof Element ? target.closest('[role="row"]') : null;
  return Number(clicked?.getAttribute('aria-rowindex') ?? Number.NaN) - 2;
}

interface Goals<Row> {
  readonly rows: readonly TreeGridRow<Row>[];
  readonly activeId: string | null;
  readonly activate: (row: LastActive | null) => void;
  readonly reveal: (index: number) => void;
}

/** Tells of the active row, and brings the row into sight that is active first, and whichever is to be gone to. */
function useGoals<Row>(
  { goTo, startAt, onActive }: Pick<TreeGridProps<Row>, 'goTo' | 'startAt' | 'onActive'>,
  { rows, activeId, activate, reveal }: Goals<Row>,
): void {
  useEffect(() => {
    onActive?.(activeId);
  }, [onActive, activeId]);

  const wentTo = useRef<typeof goTo>(null);
  useLayoutEffect(() => {
    const index = goTo == null || wentTo.current === goTo ? -1 : rows.findIndex(({ id }) => id === goTo.id);
    if (index < 0) return;
    wentTo.current = goTo;
    activate(rows[index] ?? null);
    reveal(index);
  }, [goTo, rows, activate, reveal]);

  const sought = useRef(startAt);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === sought.current);
    if (index < 0) return;
    sought.current = undefined;
    reveal(index);
  }, [rows, reveal]);
}

function Head<Row>({ columns }: Pick<TreeGridProps<Row>, 'columns'>) {
  return (
    <div role="rowgroup" className={table.head}>
      <div role="row" aria-rowindex={1} className={table.headRow}>
        {columns.map(({ id, title, align }) => (
          <div key={id} role="columnheader" className={cx(table.headCell, align === 'end' && table.end)}>
            <span className={table.title}>{title}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

interface GridRowProps<Row>
  extends Pick<TreeGridRow<Row>, 'row' | 'level' | 'position' | 'setSize' | 'isExpanded'>,
    Pick<TreeGridProps<Row>, 'columns' | 'labelOf' | 'hintOf'> {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly isActive: boolean;
  /** Null where it cannot be chosen. */
  readonly isSelected: boolean | null;
  readonly hasBoxes: boolean;
}

const deepestIndent = 12; // levels; deeper ones stand below each other, and say their level

function RowOfCells<Row>(props: GridRowProps<Row>) {
  const { row, level, isExpanded, columns, isActive, isSelected, hasBoxes } = props;
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={props.index + 2}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      aria-expanded={isExpanded ?? undefined}
      aria-selected={hasBoxes ? (isSelected ?? undefined) : isActive}
      aria-label={props.labelOf(row)}
      aria-description={props.hintOf?.(row)}
      className={cx(table.row, isActive && table.active, styles.row, isActive && styles.current)}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      {columns.map((column, place) => {
        const content = column.render(row);
        const title = typeof content === 'string' ? content : undefined;
        if (place > 0)
          return (
            <div
              key={column.id}
              role="gridcell"
              className={cx(table.cell, column.align === 'end' && table.end)}
              title={title}
            >
              {content}
            </div>
          );
        return (
          <div
            key={column.id}
            role="rowheader"
            className={cx(table.cell, styles.first)}
            title={title}
            style={{ paddingInlineStart: (Math.min(level, deepestIndent) - 1) * 20 }}
          >
            <span data-part={isExpanded === null ? undefined : 'chevron'} className={styles.chevron}>
              {isExpanded !== null && <ChevronRight aria-hidden className={cx(isExpanded && styles.open)} />}
            </span>
            {hasBoxes && (
              <span data-part={isSelected === null ? undefined : 'box'} className={styles.boxPlace}>
                {isSelected !== null && <span className={cx(styles.box, isSelected && styles.chosen)} />}
              </span>
            )}
            <span className={styles.name}>{content}</span>
          </div>
        );
      })}
    </div>
  );
}

// Moving renders the two rows that it concerns; `memo` alone forgets that the component is generic.
const GridRow = memo(RowOfCells) as typeof RowOfCells;
