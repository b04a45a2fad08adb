import { isRecord } from '../../shared/model/tolerant.ts';
import type { RowChanges } from '../../shared/operations/mirror.ts';
import { keyOf } from '../../shared/rules/service/list-reading.ts';

// The rows of one list of the service, in its order, what of them has changed since when, and what of that the file has not yet.

interface Row {
  readonly key: unknown;
  /** Its place in the order; it stays the same within an epoch. */
  readonly rank: number;
  readonly value: unknown;
  readonly version: number;
  /** Whether it was read since the app was started; else it is of the offline copy. */
  readonly isFresh: boolean;
  /** The last reading to the end that it was found in, by its number. */
  foundIn: number;
}

/** A row in its place. */
export type RankedRow = readonly [rank: number, value: unknown];

const mostInPart = 250;
const mostGone = 1_000; // rows that are remembered to be gone: who has not asked for longer begins anew
const inChunk = 100; // places: the rows of a page, as most services send it

let epochs = 0;

export type Rows = ReturnType<typeof createRows>;

export function createRows() {
  let rows = new Map<unknown, Row>();
  const changed = createChanged();
  let gone: { readonly rank: number; readonly version: number }[] = [];
  let [epoch, version, ranks, fresh, readings] = [(epochs += 1), 0, 0, 0, 0];
  const [unkept, share] = [createUnkept(), createSharing()];

  const put = (key: unknown, value: unknown, rank: number, isFresh: boolean): void => {
    const { isFresh: wasFresh = false, foundIn = 0 } = rows.get(key) ?? {};
    fresh += Number(isFresh) - Number(wasFresh);
    version += 1;
    const row = { key, rank, value: share(value), version, isFresh, foundIn };
    rows.set(key, row);
    changed.add(row, rows);
  };

  const take = (entries: readonly unknown[]): boolean => {
    const before = version;
    for (const value of entries) {
      const key = keyOf(value);
      const row = rows.get(key);
      const isKnown = row !== undefined && isSame(row.value, value);
      if (isKnown && row.isFresh) continue;
      const rank = row?.rank ?? (ranks += 1);
      put(key, value, rank, true);
      if (!isKnown) unkept.at(rank);
    }
    return version > before;
  };

  const remove = (key: unknown): boolean => {
    const row = rows.get(key);
    if (row === undefined) return false;
    rows.delete(key);
    fresh -= Number(row.isFresh);
    version += 1;
    gone.push({ rank: row.rank, version });
    unkept.at(row.rank);
    return true;
  };

  return {
    counts: () => ({ all: rows.size, fresh }),
    get: (key: unknown): unknown => rows.get(key)?.value,
    /** In the service's order. */
    entries: (): readonly unknown[] => inOrder(rows).map(([, { value }]) => value),
    /** Another once a row or the state is. */
    version: (): string => `${epoch} ${version}`,
    /** Notes that something besides the rows has changed. */
    touch: (): number => (version += 1),
    /** Takes rows in as they were read: each in its place, a new one last. Answers whether one is other. */
    take,
    /** Puts rows of the offline copy back in their places, before anything was read. */
    restore: (kept: readonly RankedRow[]): void => {
      unkept.none();
      for (const [rank, value] of kept) {
        put(keyOf(value), value, rank, false);
        ranks = Math.max(ranks, rank);
      }
    },
    /** Whether a row of this id was there. */
    remove,
    /** A list was read to its end: these are its rows, in this order, and no others. */
    settle: (entries: readonly unknown[]): void => {
      const { absent, isMoved } = compared(rows, entries, (readings += 1), take);
      for (const key of absent) remove(key);
      if (!isMoved && gone.length <= mostGone) return;
      [epoch, rows, gone, ranks, fresh] = [(epochs += 1), new Map(), [], 0, 0];
      changed.none();
      unkept.all();
      take(entries);
    },
    /** The first of what has changed since a version of an epoch. */
    changes: (known: string | null, since: number): Omit<RowChanges, 'state'> =>
      changesOf({ epoch: String(epoch), rows, changed, gone, version }, known, since),
    /** What the file has not yet, so many chunks at most; from then on it has it, until it is said (`unkeep`) that it has nothing any more. */
    takeUnkept: (most: number) => unkept.take(most, rows),
    unkeep: unkept.all,
  };
}

const mostShared = 2_000; // values; with more of them the rows have little in common
const longestShared = 100; // characters

/** The row itself, in less memory: texts and short lists that rows have in common are one, and no list keeps room to grow. */
function createSharing() {
  const [text, list] = [createPool<string>(), createPool<readonly unknown[]>()];
  const share = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value, value);
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value.map(share);
      return items.every((item) => typeof item === 'string') ? list(JSON.stringify(items), items) : items;
    }
    if (isRecord(value)) for (const [key, part] of Object.entries(value)) value[key] = share(part);
    return value;
  };
  return share;
}

/** The first value of a name stands for all later ones, as long as there are few. */
function createPool<Value>() {
  const values = new Map<string, Value>();
  return (name: string, value: Value): Value => {
    if (name.length > longestShared) return value;
    if (values.size >= mostShared) values.clear();
    if (!values.has(name)) values.set(name, value); // a text is equal to every other of its letters: only `has` tells
    return values.get(name) ?? value;
  };
}

/** Rows in the order of their versions; also what is no more, or has changed since. */
function createChanged() {
  let changed: Row[] = [];
  const isCurrent = (rows: ReadonlyMap<unknown, Row>) => (row: Row) => rows.get(row.key) === row;
  return {
    add: (row: Row, rows: ReadonlyMap<unknown, Row>): void => {
      changed.push(row);
      if (changed.length > 2 * rows.size + mostInPart) changed = changed.filter(isCurrent(rows));
    },
    none: (): void => {
      changed = [];
    },
    /** The first of those that have changed since a version. */
    since: (version: number, rows: ReadonlyMap<unknown, Row>) => {
      const found: Row[] = [];
      for (let place = placeAfter(changed, version); place < changed.length; place += 1) {
        const row = changed[place];
        if (row === undefined || !isCurrent(rows)(row)) continue;
        if (found.length === mostInPart) return { rows: found, isMore: true };
        found.push(row);
      }
      return { rows: found, isMore: false };
    },
  };
}

/** Which chunks of the file are not as the rows are. */
function createUnkept() {
  const chunks = new Set<number>();
  let isAll = true;
  return {
    at: (rank: number): void => {
      chunks.add(chunkOf(rank));
    },
    all: (): void => {
      isAll = true;
      chunks.clear();
    },
    none: (): void => {
      isAll = false;
    },
    /** `isAnew`: what the file has of before is no more. */
    take: (most: number, rows: ReadonlyMap<unknown, Row>) => {
      const isAnew = isAll;
      if (isAll) for (const { rank } of rows.values()) chunks.add(chunkOf(rank));
      isAll = false;
      const taken = new Map<number, RankedRow[]>([...chunks].slice(0, most).map((chunk) => [chunk, []]));
      for (const { rank, value } of taken.size === 0 ? [] : rows.values())
        taken.get(chunkOf(rank))?.push([rank, value]);
      for (const chunk of taken.keys()) chunks.delete(chunk);
      for (const [chunk, ranked] of taken)
        taken.set(
          chunk,
          ranked.toSorted(([a], [b]) => a - b),
        );
      return { isAnew, chunks: taken, isMore: chunks.size > 0 };
    },
  };
}

function chunkOf(rank: number): number {
  return Math.floor((rank - 1) / inChunk);
}

/**
 * Takes in the entries of a reading of its own number. Answers which rows are not among them, and whether the others are in another order. Of an
 * entry that comes twice, the first place counts.
 */
function compared(
  rows: ReadonlyMap<unknown, Row>,
  entries: readonly unknown[],
  reading: number,
  take: (entries: readonly unknown[]) => unknown,
) {
  let [last, isMoved, found] = [0, false, 0];
  for (const entry of entries) {
    const key = keyOf(entry);
    let row = rows.get(key);
    if (row?.value !== entry) {
      take([entry]);
      row = rows.get(key);
    }
    if (row === undefined || row.foundIn === reading) continue;
    row.foundIn = reading;
    found += 1;
    isMoved ||= row.rank < last;
    last = row.rank;
  }
  const isAbsent = ([, { foundIn }]: readonly [unknown, Row]) => foundIn !== reading;
  return { isMoved, absent: found === rows.size ? [] : [...rows].filter(isAbsent).map(([key]) => key) };
}

interface Versioned {
  readonly epoch: string;
  readonly rows: ReadonlyMap<unknown, Row>;
  readonly changed: ReturnType<typeof createChanged>;
  readonly gone: readonly { readonly rank: number; readonly version: number }[];
  readonly version: number;
}

function changesOf(list: Versioned, known: string | null, since: number) {
  const { epoch, rows, changed, gone, version } = list;
  const isKnown = known === epoch && since <= version;
  const part = changed.since(isKnown ? since : 0, rows);
  const until = part.isMore ? (part.rows.at(-1)?.version ?? version) : version;
  const isNews = (one: { readonly version: number }) =>
    isKnown && one.version > since && one.version <= until;
  return {
    epoch,
    version: until,
    rows: part.rows.map(({ rank, value }): [number, unknown] => [rank, value]),
    gone: gone.filter(isNews).map(({ rank }) => rank),
    isMore: part.isMore,
  };
}

function inOrder(rows: ReadonlyMap<unknown, Row>) {
  return [...rows].toSorted(([, a], [, b]) => a.rank - b.rank);
}

/** The place of the first of them that is later than a version. */
function placeAfter(changed: readonly Row[], version: number): number {
  let [from, to] = [0, changed.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((changed[middle]?.version ?? 0) <= version) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Two answers to the same question. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
