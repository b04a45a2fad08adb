import { describe, expect, it } from 'vitest';
import { entriesOf, nextCursor, withEntry } from './whole-list.ts';

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

describe('withEntry', () => {
  const pages = [
    { count: 2, cursor: 'page=2', results: [{ id: 'a', status: 'open' }] },
    { count: 2, cursor: null, results: [{ id: 'b', status: 'initializing' }] },
  ];

  it('replaces an entry in its place', () => {
    const next = withEntry(pages, { id: 'b', status: 'open' });
    expect(next.map(({ results }) => results)).toEqual([
      [{ id: 'a', status: 'open' }],
      [{ id: 'b', status: 'open' }],
    ]);
    expect(next[1]?.count).toBe(2);
  });

  it('puts a new entry last and counts it', () => {
    expect(withEntry(pages, { id: 'c', status: 'initializing' })[1]).toMatchObject({
      count: 3,
      results: [{ id: 'b' }, { id: 'c' }],
    });
  });

  it('adds nothing to a list that was not read', () => {
    expect(withEntry([], { id: 'c' })).toEqual([]);
  });
});
