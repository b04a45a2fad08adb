/** A cell, by position. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page has. */
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
