import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** Rows that are rendered above and below those in sight, so that a quick scroll finds them there. */
const overscan = 2;

/**
 * Which rows of a scrolled list of equal rows are in sight, from `first` up to before `end`, and how to bring one
 * into sight; and how wide the list is, 0 until that is measured. The height of a row is the token `--row`, in pixels; the header is as high as some rows.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, headerRows = 1) {
  const [{ top, height, width, rowHeight }, setView] = useState({
    top: 0,
    height: 800,
    width: 0,
    rowHeight: 32,
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let size = sizeOf(element);
    const follow = () => {
      const next = { top: element.scrollTop, ...size };
      setView((old) => (sameRows(old, next) ? old : next));
    };
    const measure = () => {
      size = sizeOf(element); // not at every scroll: reading a style makes the browser work it out
      follow();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const density = new MutationObserver(measure);
    density.observe(document.documentElement, { attributeFilter: ['data-density'] });
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      density.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [scroller]);

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) return;
      const { height: whole, rowHeight: row, under } = sizeOf(element);
      const start = index * row;
      const room = whole - row * headerRows - under; // below the header and above what floats, which stay
      if (start < element.scrollTop) element.scrollTo({ top: start });
      else if (start + row > element.scrollTop + room) element.scrollTo({ top: start + row - room });
    },
    [scroller, headerRows],
  );

  return { ...rowsInView(top, height - rowHeight * headerRows, rowHeight, count), rowHeight, width, reveal };
}

export type RowWindow = ReturnType<typeof useRowWindow>;

function sizeOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const rowHeight = Number.parseFloat(style.getPropertyValue('--row')) || 32;
  const under = Number.parseFloat(style.scrollPaddingBottom) || 0;
  return { height: element.clientHeight, width: element.clientWidth, rowHeight, under };
}

/** The rows between two scroll positions, with those beyond the edges. */
export function rowsInView(top: number, height: number, rowHeight: number, count: number) {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - overscan);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + overscan);
  return { first, end };
}

/** The rows of a window with their places, and the active one wherever it is. */
export function visibleRows<Row>(rows: readonly Row[], first: number, end: number, active: number) {
  const shown = rows.slice(first, end).map((row, offset) => ({ row, index: first + offset }));
  const focused = rows[active];
  // It stays in the document even out of sight: aria-activedescendant must name an element.
  if (focused === undefined || (active >= first && active < end)) return shown;
  return active < first
    ? [{ row: focused, index: active }, ...shown]
    : [...shown, { row: focused, index: active }];
}

interface View {
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly rowHeight: number;
}

// Scrolling within a row changes nothing that is drawn.
function sameRows(old: View, next: View): boolean {
  return (
    old.height === next.height &&
    old.width === next.width &&
    old.rowHeight === next.rowHeight &&
    Math.floor(old.top / old.rowHeight) === Math.floor(next.top / next.rowHeight)
  );
}
