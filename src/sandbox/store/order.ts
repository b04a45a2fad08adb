/**
 * The rows of each list, by number, in order of creation. Kept beside the tables, so that any page of any list costs
 * the same (a database would walk over all rows before it) and a count costs nothing.
 */
export interface Order {
  readonly of: (list: string, read: () => readonly number[]) => readonly number[];
  /** A row came to a list, as its last. */
  readonly appended: (list: string, row: number) => void;
  readonly removed: (list: string, row: number) => void;
  /** Forgets everything; lists are read again when asked for. */
  readonly clear: () => void;
}

const mostLists = 10_000; // more would be memory spent on lists that nobody reads twice

export function createOrder(): Order {
  const lists = new Map<string, number[]>();
  return {
    of: (list, read) => {
      const known = lists.get(list);
      if (known !== undefined) return known;
      if (lists.size >= mostLists) lists.clear();
      const rows = [...read()];
      lists.set(list, rows);
      return rows;
    },
    appended: (list, row) => {
      lists.get(list)?.push(row);
    },
    removed: (list, row) => {
      const rows = lists.get(list);
      const at = rows === undefined ? -1 : positionOf(rows, row);
      if (at >= 0) rows?.splice(at, 1);
    },
    clear: () => {
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
