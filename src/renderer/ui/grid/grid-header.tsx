import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { cx } from '../class-names.ts';
import { later, UntilFocusMoves } from '../later.tsx';
import { announce } from '../live-region.tsx';
import type { MenuPlace } from '../menu-at.tsx';
import { useUiWords } from '../words.tsx';
import type { AnyColumn, ColumnChoice, Measured, PlacedColumn } from './columns.ts';
import styles from './grid.module.css';
import type { HeaderProps, OpenMenu } from './header-menu.tsx';

const step = 16; // pixels that a key widens or narrows a column

const HeaderMenu = later(async () => (await import('./header-menu.tsx')).HeaderMenu, UntilFocusMoves);

/**
 * The header of a grid: one tab stop. Left and Right move in it, with Shift they resize a column, Enter sorts; the menu key opens
 * what else can be done with a column. Its last button chooses the columns.
 */
export function GridHeader(props: HeaderProps) {
  const { placed, choice, onChoice, sort, onSort, onDown } = props;
  const words = useUiWords();
  const [current, setCurrent] = useState(0);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const named = placed.filter(({ column }) => column.isTitleHidden !== true);
  const stops = named.length + 1;
  const at = Math.min(current, stops - 1);
  const resize = (column: Measured<AnyColumn>, width: number, isKept = true) => {
    const kept = Math.max(column.min, Math.round(width));
    // Those before it keep the width that they have: the edge stays under the mouse.
    const place = placed.findIndex((one) => one.column.id === column.id);
    const before = placed
      .slice(0, place)
      .filter((one) => one.column.width?.grows !== undefined && !one.isFolded);
    const fixed = Object.fromEntries(before.map((one) => [one.column.id, one.width]));
    onChoice({ ...choice, widths: { ...choice.widths, ...fixed, [column.id]: kept } }, isKept);
    if (isKept) announce(`${column.title}: ${kept} px`);
  };
  const press = (column: Measured<AnyColumn>, place: HTMLElement) => {
    if (column.sort === undefined) return setMenu({ at: below(place), column });
    const isUp = sort?.column === column.id && sort.direction === 'ascending';
    onSort?.({ column: column.id, direction: isUp ? 'descending' : 'ascending' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, one: PlacedColumn<Measured<AnyColumn>> | null) => {
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const isMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (isMenu && one !== null) setMenu({ at: below(event.currentTarget), column: one.column });
    else if (event.key === 'ArrowDown') onDown();
    else if (sideways !== 0 && event.shiftKey && one !== null)
      resize(one.column, one.width + sideways * step);
    else if (sideways !== 0) {
      const next = Math.max(0, Math.min(stops - 1, at + sideways));
      setCurrent(next);
      row.current?.querySelectorAll('button')[next]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} ref={row} className={styles.headRow}>
        {placed.map((one) => {
          const { column } = one;
          const direction = sort?.column === column.id ? sort.direction : undefined;
          const place = named.indexOf(one);
          return (
            <div
              key={column.id}
              role="columnheader"
              data-column={column.id}
              aria-sort={column.sort !== undefined ? (direction ?? 'none') : undefined}
              className={cx(styles.headCell, column.align === 'end' && styles.end)}
              onContextMenu={(event) => {
                if (place < 0) return;
                event.preventDefault();
                setMenu({ at: { x: event.clientX, y: event.clientY }, column });
              }}
            >
              {place < 0 ? (
                <VisuallyHidden>{column.title}</VisuallyHidden>
              ) : (
                <button
                  type="button"
                  className={styles.sort}
                  tabIndex={place === at ? 0 : -1}
                  title={column.title}
                  onFocus={() => setCurrent(place)}
                  onKeyDown={(event) => onKeyDown(event, one)}
                  onClick={({ currentTarget }) => press(column, currentTarget)}
                >
                  {one.isFolded ? (
                    <VisuallyHidden>{column.title}</VisuallyHidden>
                  ) : (
                    <span className={styles.title}>{column.title}</span>
                  )}
                  {direction === 'ascending' && <ArrowUp aria-hidden />}
                  {direction === 'descending' && <ArrowDown aria-hidden />}
                </button>
              )}
              {place >= 0 && (
                <Resizer
                  one={one}
                  onResize={resize}
                  onReset={() => onChoice(unsized(choice, column), true)}
                />
              )}
            </div>
          );
        })}
        <div role="columnheader" className={styles.columns}>
          <button
            type="button"
            tabIndex={at === stops - 1 ? 0 : -1}
            aria-label={words.columns}
            title={words.columns}
            aria-haspopup="menu"
            onFocus={() => setCurrent(stops - 1)}
            onKeyDown={(event) => onKeyDown(event, null)}
            onClick={({ currentTarget }) => setMenu({ at: below(currentTarget), column: null })}
          >
            <Columns3 aria-hidden />
          </button>
        </div>
      </div>
      {menu !== null && <HeaderMenu {...props} menu={menu} onResize={resize} onClose={() => setMenu(null)} />}
    </div>
  );
}

function below(element: Element): MenuPlace {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
}

function unsized(choice: ColumnChoice, { id }: AnyColumn): ColumnChoice {
  const { [id]: _gone, ...widths } = choice.widths ?? {};
  return { ...choice, widths };
}

interface ResizerProps {
  readonly one: PlacedColumn<Measured<AnyColumn>>;
  readonly onResize: (column: Measured<AnyColumn>, width: number, isKept?: boolean) => void;
  readonly onReset: () => void;
}

/** The edge of a column: dragging it makes the column wider or narrower, a double click gives it its own width again. */
function Resizer({ one: { column, width }, onResize, onReset }: ResizerProps) {
  const [dragged, setDragged] = useState<{ readonly from: number; readonly width: number } | null>(null);
  const widthAt = (event: PointerEvent) =>
    dragged === null ? width : dragged.width + event.clientX - dragged.from;
  return (
    <span
      className={styles.resize}
      data-dragged={dragged === null ? undefined : true}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ from: event.clientX, width });
      }}
      onPointerMove={(event) => dragged !== null && onResize(column, widthAt(event), false)}
      onPointerUp={(event) => {
        setDragged(null);
        if (dragged !== null && event.clientX !== dragged.from) onResize(column, widthAt(event));
      }}
      onPointerCancel={() => setDragged(null)}
      onDoubleClick={onReset}
    />
  );
}
