import type { RowChanges } from '../../shared/operations/mirror.ts';
import { keyOf } from '../../shared/rules/list-reading.ts';

// The rows of one list of the service, in its order, and what of them has changed since when.

interface Row {
  /** Its place in the order; it stays the same within an epoch. */
  readonly rank: number;
  readonly value: unknown;
  readonly version: number;
  /** Whether it was read since the app was started; else it is of the offline copy. */
  readonly isFresh: boolean;
}

const mostInPart = 500;
const mostGone = 1_000; // rows that are remembered to be gone: who has not asked for longer begins anew

let epochs = 0;

export type Rows = ReturnType<typeof createRows>;

export function createRows() {
  let epoch = (epochs += 1);
  let rows = new Map<unknown, Row>(); // in the order of their versions
  let gone: { readonly rank: number; readonly version: number }[] = [];
  let [version, ranks, fresh] = [0, 0, 0];

  const put = (key: unknown, value: unknown, rank: number, isFresh: boolean): void => {
    const before = rows.get(key);
    if (before?.isFresh === true) fresh -= 1;
    if (isFresh) fresh += 1;
    rows.delete(key); // it comes last
    version += 1;
    rows.set(key, { rank, value, version, isFresh });
  };

  const take = (entries: readonly unknown[], isFresh: boolean): boolean => {
    const before = version;
    for (const value of entries) {
      const key = keyOf(value);
      const row = rows.get(key);
      if (row === undefined) put(key, value, (ranks += 1), isFresh);
      else if (isFresh && !(row.isFresh && isSame(row.value, value))) put(key, value, row.rank, true);
    }
    return version > before;
  };

  const remove = (key: unknown): boolean => {
    const row = rows.get(key);
    if (row === undefined) return false;
    rows.delete(key);
    if (row.isFresh) fresh -= 1;
    version += 1;
    gone.push({ rank: row.rank, version });
    return true;
  };

  const beginAnew = (entries: readonly unknown[]): void => {
    epoch = epochs += 1;
    [rows, gone, ranks, fresh] = [new Map(), [], 0, 0];
    take(entries, true);
  };

  return {
    counts: () => ({ all: rows.size, fresh }),
    /** Notes that something besides the rows has changed. */
    touch: (): void => {
      version += 1;
    },
    /** Takes rows in: each in its place, a new one last. Those of the offline copy give way to those that were read. Answers whether one is other. */
    take,
    /** Whether a row of this id was there. */
    remove,
    has: (key: unknown): boolean => rows.has(key),
    /** A list was read to its end: these are its rows, in this order, and no others. */
    settle: (entries: readonly unknown[]): void => {
      take(entries, true);
      const order = new Map(entries.map((entry, place) => [keyOf(entry), place]));
      const inPlace = [...rows].toSorted(([, a], [, b]) => a.rank - b.rank);
      const left = inPlace.flatMap(([key]) => order.get(key) ?? []);
      const isMoved = left.some((place, at) => place !== at);
      if (isMoved || gone.length + rows.size - left.length > mostGone) beginAnew(entries);
      else for (const [key] of inPlace) if (!order.has(key)) remove(key);
    },
    /** The first of what has changed since a version of an epoch. */
    changes: (known: string | null, since: number): Omit<RowChanges, 'state'> => {
      const isKnown = known === String(epoch) && since <= version;
      const part = firstSince(rows, isKnown ? since : 0);
      const until = part.isMore ? (part.rows.at(-1)?.version ?? version) : version;
      const isNews = (one: { readonly version: number }) => one.version > since && one.version <= until;
      return {
        epoch: String(epoch),
        version: until,
        rows: part.rows.map(({ rank, value }) => [rank, value]),
        gone: isKnown ? gone.filter(isNews).map(({ rank }) => rank) : [],
        isMore: part.isMore,
      };
    },
  };
}

function firstSince(rows: ReadonlyMap<unknown, Row>, since: number) {
  const found: Row[] = [];
  for (const row of rows.values()) {
    if (row.version <= since) continue;
    if (found.length === mostInPart) return { rows: found, isMore: true };
    found.push(row);
  }
  return { rows: found, isMore: false };
}

/** Two answers to the same question. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
