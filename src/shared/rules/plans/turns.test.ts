import { describe, expect, it } from 'vitest';
import { inTurn, priorityChanges } from './turns.ts';

describe('another place by hand', () => {
  const turns = (...list: readonly (readonly [string, string | null, number])[]) =>
    list.map(([id, due, priority]) => ({ id, due, priority }));
  it.each([
    [
      'one up, before an earlier deadline',
      turns(['a', '2026-01-01', 0], ['b', '2026-02-01', 0]),
      'b',
      0,
      { b: 1 },
    ],
    ['one down is the other up', turns(['a', '2026-01-01', 0], ['b', '2026-02-01', 0]), 'a', 1, { b: 1 }],
    [
      'those before it stay before it',
      turns(['a', '2026-01-01', 0], ['b', '2026-02-01', 0], ['c', '2026-03-01', 0]),
      'c',
      1,
      { a: 1, c: 1 },
    ],
    ['to the top', turns(['a', null, 2], ['b', null, 0], ['c', null, 0]), 'c', 0, { c: 3 }],
    ['of one day', turns(['a', null, 0], ['b', null, 0]), 'b', 0, { b: 1 }],
    ['back', turns(['b', '2026-02-01', 1], ['a', '2026-01-01', 0]), 'b', 1, { a: 1 }],
    ['above the first', turns(['a', null, 0]), 'a', -1, {}],
    ['an unknown one', turns(['a', null, 0]), 'x', 0, {}],
  ] as const)('%s', (_, inOrder, id, to, changes) => {
    const changed = priorityChanges(inOrder, id, to);
    expect(Object.fromEntries(changed)).toEqual(changes);
    if (changed.size === 0) return;
    const moved = inOrder.map((one) => ({ ...one, priority: changed.get(one.id) ?? one.priority }));
    expect(inTurn(moved, (one) => one).findIndex((one) => one.id === id)).toBe(to);
  });
});
