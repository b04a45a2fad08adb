import { describe, expect, it } from 'vitest';
import { byDeadline, priorityChanges } from './deadline-order.ts';

it('by hand first, then the earliest deadline, then what came first; without a deadline last', () => {
  const things = [
    { id: 'none', deadline: null, priority: 0 },
    { id: 'late', deadline: '2026-09-30', priority: 0 },
    { id: 'early', deadline: '2026-03-31', priority: 0 },
    { id: 'pushed back', deadline: '2026-01-31', priority: -1 },
    { id: 'early too', deadline: '2026-03-31', priority: 0 },
    { id: 'pulled forward', deadline: null, priority: 1 },
  ];
  expect(byDeadline(things, (one) => one).map(({ id }) => id)).toEqual([
    'pulled forward',
    'early',
    'early too',
    'late',
    'none',
    'pushed back',
  ]);
});

describe('another place by hand', () => {
  const places = (...list: readonly (readonly [string, string | null, number])[]) =>
    list.map(([id, deadline, priority]) => ({ id, deadline, priority }));
  it.each([
    [
      'one up, before an earlier deadline',
      places(['a', '2026-01-01', 0], ['b', '2026-02-01', 0]),
      'b',
      0,
      { b: 1 },
    ],
    ['one down is the other up', places(['a', '2026-01-01', 0], ['b', '2026-02-01', 0]), 'a', 1, { b: 1 }],
    [
      'those before it stay before it',
      places(['a', '2026-01-01', 0], ['b', '2026-02-01', 0], ['c', '2026-03-01', 0]),
      'c',
      1,
      { a: 1, c: 1 },
    ],
    ['to the top', places(['a', null, 2], ['b', null, 0], ['c', null, 0]), 'c', 0, { c: 3 }],
    ['of one day', places(['a', null, 0], ['b', null, 0]), 'b', 0, { b: 1 }],
    ['back', places(['b', '2026-02-01', 1], ['a', '2026-01-01', 0]), 'b', 1, { a: 1 }],
    ['above the first', places(['a', null, 0]), 'a', -1, {}],
    ['an unknown one', places(['a', null, 0]), 'x', 0, {}],
  ] as const)('%s', (_, inOrder, id, to, changes) => {
    const changed = priorityChanges(inOrder, id, to);
    expect(Object.fromEntries(changed)).toEqual(changes);
    if (changed.size === 0) return;
    const moved = inOrder.map((one) => ({ ...one, priority: changed.get(one.id) ?? one.priority }));
    expect(byDeadline(moved, (one) => one).findIndex((one) => one.id === id)).toBe(to);
  });
});
