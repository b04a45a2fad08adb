import {
  type ClipboardEvent,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { canMove } from '../../../shared/rules/plans/season-groups.ts';
import { useTranslation } from '../../messages/language.ts';
import { announce } from '../../ui/live-region.tsx';
import styles from './season.module.css';
import type { SeasonRow } from './season-rows.ts';

interface Props {
  /** In the order in which they are shown: those that can be moved first. */
  readonly rows: readonly SeasonRow[];
  /** Gives a row the place of another. */
  readonly onMove: (row: SeasonRow, other: string) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
  /** The grid of the rows. */
  readonly children: ReactNode;
}

interface Drag {
  readonly row: SeasonRow;
  readonly pointer: number;
}

/** Where a row would be dropped: before the row at this place. */
interface Gap {
  readonly place: number;
  /** Its distance from the top of the grid, in pixels; null where it is out of sight. */
  readonly top: number | null;
}

/** Rows that are dragged by their grips. Near an edge the grid scrolls; Escape leaves all as it was. Keys and the menu of a row do the same. */
export function RowDrag({ rows, onMove, children, ...on }: Props) {
  const { t } = useTranslation('season');
  const [drag, setDrag] = useState<Drag | null>(null);
  const [gap, setGap] = useState<Gap | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const movable = rows.filter(canMove);
  const begin = (event: PointerEvent) => {
    const grip = event.target instanceof Element ? event.target.closest('[data-grip]') : null;
    const row = rows[Number(grip?.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2];
    if (row === undefined || event.button !== 0) return;
    event.preventDefault(); // no text is marked
    event.currentTarget.setPointerCapture(event.pointerId); // its row may leave the document while the grid scrolls
    setDrag({ row, pointer: event.clientY });
    const place = movable.findIndex(({ id }) => id === row.id) + 1;
    announce(t('drag.begun', { name: row.name, place, count: movable.length }));
  };
  const end = (isDropped: boolean) => {
    if (drag === null) return;
    const from = movable.findIndex(({ id }) => id === drag.row.id);
    const other = movable[(gap?.place ?? from) > from ? (gap?.place ?? 0) - 1 : (gap?.place ?? from)];
    setDrag(null);
    setGap(null);
    if (isDropped && from >= 0 && other !== undefined && other.id !== drag.row.id) onMove(drag.row, other.id);
    else announce(t('drag.stays', { name: drag.row.name }));
  };
  useFollowing(drag, frame, movable.length, setGap);
  useEscape(drag !== null, () => end(false));
  return (
    <div
      ref={frame}
      className={styles.rows}
      data-dragging={drag === null ? undefined : true}
      onPointerDownCapture={begin}
      onPointerMove={({ clientY }) => drag !== null && setDrag({ ...drag, pointer: clientY })}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      {...on}
      // A press on a grip is no press on its row.
      onClickCapture={(event) => {
        if (event.target instanceof Element && event.target.closest('[data-grip]') !== null)
          event.stopPropagation();
      }}
    >
      {children}
      {drag !== null && gap?.top != null && (
        <div className={styles.gap} style={{ top: gap.top }}>
          <span>{drag.row.name}</span>
        </div>
      )}
    </div>
  );
}

const edge = 40; // pixels from the edges of the grid, in which it scrolls
const fastest = 1; // pixels a millisecond: as far in a second where frames are few
const longest = 100; // milliseconds that a frame counts for

/** Tells the gap that the pointer is at, and scrolls the grid while it is near an edge. */
function useFollowing(
  drag: Drag | null,
  frame: { readonly current: HTMLElement | null },
  count: number,
  onGap: (gap: Gap) => void,
): void {
  const isDragging = drag !== null;
  const follow = useEffectEvent((elapsed: number) => {
    const grid = frame.current?.querySelector<HTMLElement>('[data-grid]');
    if (drag === null || grid == null) return;
    const box = grid.getBoundingClientRect();
    const height = Number.parseFloat(getComputedStyle(grid).getPropertyValue('--row')) || 32; // that of the header, too
    const sight = (frame.current?.parentElement ?? grid).getBoundingClientRect(); // in a low window the page scrolls, too
    const above = Math.max(box.top + height, sight.top) + edge - drag.pointer;
    const below = drag.pointer - (Math.min(box.bottom, sight.bottom) - edge);
    const by = (pixels: number) => Math.min(fastest, pixels / 32) * Math.min(longest, elapsed);
    if (above > 0) grid.scrollTop -= by(above);
    else if (below > 0) grid.scrollTop += by(below);
    const from = drag.pointer - box.top - height + grid.scrollTop;
    const place = Math.max(0, Math.min(count, Math.round(from / height)));
    const top = height + place * height - grid.scrollTop;
    onGap({ place, top: top < height || top > box.height ? null : top });
  });
  useEffect(() => {
    if (!isDragging) return;
    let last = performance.now();
    let next = requestAnimationFrame(function again(now) {
      follow(Math.max(0, now - last));
      last = now;
      next = requestAnimationFrame(again);
    });
    return () => cancelAnimationFrame(next);
  }, [isDragging]);
}

/** Hears Escape before anything else does, while a row is dragged. */
function useEscape(isDragging: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isDragging) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      escape();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isDragging]);
}
