import { expect, test } from 'vitest';
import type { Page } from '../../shared/model/page.ts';
import { type Collection, createCollection } from './collection.ts';

// What is known of one list, from what has come of it.

const page = (ids: string, count: number | null = null): Page<unknown> => ({
  count,
  cursor: null,
  results: Array.from(ids, (id) => ({ id, status: 'open' })),
});

/** A list of these ids that was read to its end. */
function read(
  ...[ids, count, doubt = null]: readonly [string, number | null, ('changed' | 'count' | null)?]
) {
  const collection = createCollection(() => {});
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
    (to) => to.seen({ id: 'a', status: 'archived' } as { id: string }),
    ['(a archived)b', 2],
  ],
  [
    'a new entry stands last and is counted',
    () => read('ab', 2),
    (to) => to.seen({ id: 'c', status: 'open' } as { id: string }),
    ['abc', 3],
  ],
  [
    'one that was missed in the reading is not counted again',
    () => read('a', 2, 'count'),
    (to) => to.seen({ id: 'c', status: 'open' } as { id: string }),
    ['ac', 2],
  ],
  [
    'of a list that does not say its count it is not counted',
    () => read('a', null),
    (to) => to.seen({ id: 'c', status: 'open' } as { id: string }),
    ['ac', null],
  ],
  [
    'of a part of a list it is left out: the service has counted it in, and its page has not come',
    () => {
      const part = createCollection(() => {});
      part.page([{ ...page('a', 10_000), cursor: 'page=2' }]);
      return part;
    },
    (to) => to.seen({ id: 'c', status: 'open' } as { id: string }),
    ['a', 10_000],
  ],
  [
    'to a list that was not read it adds nothing',
    () => createCollection(() => {}),
    (to) => to.seen({ id: 'c', status: 'open' } as { id: string }),
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
  const collection = createCollection(() => {
    changes += 1;
  });
  collection.settled([page('ab', 2)], null, 1);
  collection.seen({ id: 'a', status: 'open' } as { id: string });
  collection.gone('x');
  expect(changes).toBe(1);
});

test('a list of thousands is given in parts, and a window that was away for too long begins anew', () => {
  const many = (from: number, to: number): Page<unknown> => ({
    count: null,
    cursor: null,
    results: Array.from({ length: to - from }, (_, place) => ({ id: from + place })),
  });
  const collection = createCollection(() => {});
  collection.settled([many(0, 1_200)], null, 1);
  const first = collection.changes(null, 0);
  expect([first.rows.length, first.isMore]).toEqual([500, true]);
  const second = collection.changes(first.epoch, first.version);
  const third = collection.changes(first.epoch, second.version);
  expect([second.rows.length, third.rows.length, third.isMore]).toEqual([500, 200, false]);
  collection.settled([many(600, 1_200)], null, 2);
  expect(collection.changes(first.epoch, third.version).gone).toHaveLength(600);
  collection.settled([many(1_199, 1_800)], null, 3);
  const anew = collection.changes(first.epoch, third.version);
  expect(anew.epoch).not.toBe(first.epoch);
});
