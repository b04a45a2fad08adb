import type { Rows } from '../store.ts';

export interface Numbered {
  readonly seq: number;
}

const mostLists = 10_000;

export type Order = ReturnType<typeof createOrder>;

/**
 * The numbers of the rows of each list, in order of creation. So every page costs the same (a database would walk over all
 * rows before it), and a count costs nothing.
 */
export function createOrder() {
  const lists = new Map<string, number[]>();
  return {
    of: (list: string, read: () => readonly Numbered[]): readonly number[] => {
      const known = lists.get(list);
      if (known !== undefined) return known;
      if (lists.size >= mostLists) lists.clear();
      const rows = read().map(({ seq }) => seq);
      lists.set(list, rows);
      return rows;
    },
    appended: (list: string, row: number): void => {
      lists.get(list)?.push(row);
    },
    removed: (list: string, row: number): void => {
      const rows = lists.get(list);
      const at = rows === undefined ? -1 : positionOf(rows, row);
      if (at >= 0) rows?.splice(at, 1);
    },
    clear: (): void => {
      lists.clear();
    },
  };
}

function positionOf(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rows[middle] ?? 0;
    if (found === row) return middle;
    if (found < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function rowsOf<Row>(rows: readonly number[], read: (seq: number) => Row | undefined): Rows<Row> {
  return {
    count: rows.length,
    slice: (from, to) => rows.slice(from, to).flatMap((seq) => read(seq) ?? []),
  };
}
