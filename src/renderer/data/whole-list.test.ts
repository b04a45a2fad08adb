import { describe, expect, it } from 'vitest';
import { entriesOf, nextCursor } from './whole-list.ts';

describe('nextCursor', () => {
  it.each<[string | null, readonly (string | undefined)[], string | undefined]>([
    ['page=2', [undefined], 'page=2'],
    [null, [undefined, 'page=2'], undefined],
    ['page=2', [undefined, 'page=2'], undefined],
    ['page=2', [undefined, 'page=2', 'page=3'], undefined],
  ])('after %j, with %j read, comes %j', (cursor, before, next) => {
    expect(nextCursor(cursor, before)).toBe(next);
  });
});

it('keeps one of each id, in its first place and with its later content', () => {
  const page = (...results: { id: string; name: string }[]) => ({ count: null, cursor: null, results });
  expect(
    entriesOf([
      page({ id: 'a', name: 'A' }, { id: 'b', name: 'B' }),
      page({ id: 'b', name: 'B, later' }, { id: 'c', name: 'C' }),
    ]),
  ).toEqual([
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B, later' },
    { id: 'c', name: 'C' },
  ]);
});
