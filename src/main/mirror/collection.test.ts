import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page } from '../../shared/model/page.ts';
import { type Collection, createCollection } from './collection.ts';
import type { RankedRow } from './rows.ts';

// What is known of one list, from what has come of it.

const page = (ids: string, count: number | null = null): Page<unknown> => ({
  count,
  cursor: null,
  results: Array.from(ids, (id) => entry(id)),
});

const entry = (id: string, status = 'open') => ({ id, status });

/** A list of these ids that was read to its end. */
function read(
  ...[ids, count, doubt = null]: readonly [string, number | null, ('changed' | 'count' | null)?]
) {
  const collection = createCollection('read', () => {});
  collection.settled([page(ids, count)], doubt, 1);
  // The service's count is told by its pages.
  if (count !== null) collection.page([page(ids, count)]);
  return collection;
}

const told = (collection: Collection) => {
  const { rows, state } = collection.changes(null, 0);
  const shown = rows.toSorted(([a], [b]) => a - b).map(([, row]) => row as { id: string; status: string });
  return [
    shown.map(({ id, status }) => (status === 'open' ? id : `(${id} ${status})`)).join(''),
    state.total,
  ];
};

test.each<[string, () => Collection, (to: Collection) => void, unknown]>([
  [
    'an entry that is otherwise stays in its place',
    () => read('ab', 2),
    (to) => to.seen(entry('a', 'archived')),
    ['(a archived)b', 2],
  ],
  ['a new entry stands last and is counted', () => read('ab', 2), (to) => to.seen(entry('c')), ['abc', 3]],
  [
    'one that was missed in the reading is not counted again',
    () => read('a', 2, 'count'),
    (to) => to.seen(entry('c')),
    ['ac', 2],
  ],
  [
    'of a list that does not say its count it is not counted',
    () => read('a', null),
    (to) => to.seen(entry('c')),
    ['ac', null],
  ],
  [
    'of a part of a list it is left out: the service has counted it in, and its page has not come',
    () => {
      const part = createCollection('read', () => {});
      part.page([{ ...page('a', 10_000), cursor: 'page=2' }]);
      return part;
    },
    (to) => to.seen(entry('c')),
    ['a', 10_000],
  ],
  [
    'to a list that was not read it adds nothing',
    () => createCollection('read', () => {}),
    (to) => to.seen(entry('c')),
    ['', null],
  ],
  ['one that is gone leaves, with its count', () => read('ab', 2), (to) => to.gone('a'), ['b', 1]],
  ['one that was not there takes nothing away', () => read('ab', 2), (to) => to.gone('x'), ['ab', 2]],
])('%s', (_, open, act, expected) => {
  const collection = open();
  act(collection);
  expect(told(collection)).toEqual(expected);
});

test('nothing is told where nothing is otherwise', () => {
  let changes = 0;
  const collection = createCollection('read', () => {
    changes += 1;
  });
  collection.settled([page('ab', 2)], null, 1);
  collection.seen(entry('a'));
  collection.gone('x');
  expect(changes).toBe(1);
});

test('a list of thousands is given in parts, and a window that was away for too long begins anew', () => {
  const many = (from: number, to: number): Page<unknown> => ({
    count: null,
    cursor: null,
    results: Array.from({ length: to - from }, (_, place) => ({ id: from + place })),
  });
  const collection = createCollection('read', () => {});
  collection.settled([many(0, 1_200)], null, 1);
  const first = collection.changes(null, 0);
  let last = first;
  const sizes = [first.rows.length];
  while (last.isMore) {
    last = collection.changes(first.epoch, last.version);
    sizes.push(last.rows.length);
  }
  expect(sizes).toEqual([250, 250, 250, 250, 200]);
  collection.settled([many(600, 1_200)], null, 2);
  expect(collection.changes(first.epoch, last.version).gone).toHaveLength(600);
  collection.settled([many(1_199, 1_800)], null, 3);
  const anew = collection.changes(first.epoch, last.version);
  expect(anew.epoch).not.toBe(first.epoch);
});

// What comes of a list, and in between two windows that ask for what has changed.
const ids = fc.nat(30).map(String);
const event = fc.oneof(
  fc.record({
    kind: fc.constantFrom('page', 'settled'),
    ids: fc.uniqueArray(ids, { maxLength: 12 }),
  }),
  fc.record({
    kind: fc.constantFrom('seen', 'gone'),
    id: ids,
    status: fc.constantFrom('open', 'archived'),
  }),
  fc.record({ kind: fc.constantFrom('first window', 'second window', 'file') }),
);

function openWindow(collection: Collection) {
  let known: { readonly epoch: string; readonly version: number } | null = null;
  const rows = new Map<number, unknown>();
  return () => {
    const changes = collection.changes(known?.epoch ?? null, known?.version ?? 0);
    if (changes.epoch !== known?.epoch) rows.clear();
    for (const [rank, row] of changes.rows) rows.set(rank, row);
    for (const rank of changes.gone) rows.delete(rank);
    known = changes;
    return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  };
}

/** A file that follows the rows of a list, some chunks at a time. */
function openFile(collection: Collection) {
  const chunks = new Map<number, readonly RankedRow[]>();
  const follow = (most = 1): boolean => {
    const { isAnew, chunks: now, isMore } = collection.rows.takeUnkept(most);
    if (isAnew) chunks.clear();
    for (const [chunk, rows] of now) chunks.set(chunk, rows);
    return isMore;
  };
  return {
    follow,
    restore: (kept: readonly RankedRow[]): void => {
      if (kept.length === 0) return;
      chunks.set(0, kept);
      collection.restored(kept, { at: 1, total: null });
    },
    rows: (): readonly unknown[] => {
      while (follow());
      return [...chunks].toSorted(([a], [b]) => a - b).flatMap(([, rows]) => rows.map(([, row]) => row));
    },
  };
}

test('whatever comes of a list, and whenever a window asks, it has the rows of the list in their order', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 40 }),
      fc.uniqueArray(ids, { maxLength: 12 }),
      (events, kept) => {
        const collection = createCollection('read', () => {});
        const file = openFile(collection);
        file.restore(kept.map((id, place) => [2 * place + 1, entry(id)]));
        const windows = { 'first window': openWindow(collection), 'second window': openWindow(collection) };
        const pageOf = (all: readonly string[]): Page<unknown> => ({
          count: null,
          cursor: null,
          results: all.map((id) => entry(id)),
        });
        for (const one of events) {
          if ('ids' in one) {
            const pages = [pageOf(one.ids)];
            if (one.kind === 'page') collection.page(pages);
            else {
              collection.settled(pages, null, 1);
              expect(openWindow(collection)()).toEqual(pages[0]?.results);
            }
          } else if ('id' in one) {
            if (one.kind === 'gone') collection.gone(one.id);
            else collection.seen(entry(one.id, one.status));
          } else if (one.kind === 'file') file.follow();
          else windows[one.kind]();
        }
        const all = openWindow(collection)();
        expect(windows['first window']()).toEqual(all);
        expect(windows['second window']()).toEqual(all);
        expect(file.rows()).toEqual(all);
      },
    ),
    { numRuns: 500 },
  );
});
