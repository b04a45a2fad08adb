/** Where the active row is among those shown: a row that is gone hands the focus to the one in its place (ux T5). */
export function placeOf<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  last: { readonly id: string | null; readonly index: number },
): number {
  const there = rows[last.index];
  if (there !== undefined && rowId(there) === last.id) return last.index;
  const found = last.id === null ? -1 : rows.findIndex((row) => rowId(row) === last.id);
  return found >= 0 ? found : Math.min(last.index, rows.length - 1);
}

/** Where a key leads from a row; null for a key that leads nowhere. It never wraps. */
export function targetOf(key: string, active: number, page: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
