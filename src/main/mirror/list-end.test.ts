import { expect, test } from 'vitest';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import { listDoubt } from '../../shared/rules/service/list-reading.ts';
import { createOrder, endOf, laterEnd, readEnd } from './list-end.ts';

// Lists of two entries a page, `p20` being the cursor of page 20, the first page being 0.

interface Entry {
  readonly id: string;
  readonly created_at?: string;
}

const entry = (number: number, minute = number): Entry => ({
  id: `audit-${String(number)}`,
  created_at: new Date(minute * 60_000).toISOString(),
});
const entries = (count: number): readonly Entry[] =>
  Array.from({ length: count }, (_, number) => entry(number));
const without = (number: number, all: readonly Entry[]) =>
  all.filter(({ id }) => id !== `audit-${String(number)}`);

function pagesOf(all: readonly Entry[], count: number | null = all.length): readonly Page<unknown>[] {
  const many = Math.ceil(all.length / 2);
  return Array.from({ length: many }, (_, page) => ({
    count,
    cursor: page + 1 < many ? `p${String(page + 1)}` : null,
    results: all.slice(2 * page, 2 * page + 2),
  }));
}

const known = { cursor: 'p20', before: 40, keys: ['audit-40', 'audit-41'] };
const unread = { count: 1, asItCame: ['null'] };

test.each<[of: string, pages: readonly Page<unknown>[], end: unknown]>([
  ['21 pages in the order of creation', pagesOf(entries(42)), known],
  ['20 pages, which are soon read', pagesOf(entries(40)), null],
  ['a count that is another', pagesOf(entries(42), 43), null],
  ['no count', pagesOf(entries(42), null), null],
  [
    'an entry that cannot be read',
    [{ ...pagesOf(entries(42))[0], unread } as Page<unknown>, ...pagesOf(entries(42)).slice(1)],
    null,
  ],
  ['an entry without a moment', pagesOf([{ id: 'audit-0' }, ...entries(42).slice(1)]), null],
  ['another order', pagesOf([entry(0, 99), ...entries(42).slice(1)]), null],
])('the end of a list of %s', (_, pages, end) => {
  const isInOrder = createOrder().has(pages.flatMap(({ results }) => results));
  expect(endOf(pages, listDoubt(pages), isInOrder)).toEqual(end);
});

const all = entries(42);
test.each<[now: string, all: readonly Entry[], asked: readonly string[], isProved: boolean]>([
  ['as it was', all, ['p20'], true],
  ['three more', entries(45), ['p20', 'p21', 'p22'], true],
  ['one gone before it', without(7, all), ['p20'], false],
  ['one gone before it, and one more', [...without(7, all), entry(42)], ['p20'], false],
  ['its last one gone', without(41, all), ['p20'], false],
  ['one gone of the end, and one more', [...without(41, all), entry(42)], ['p20'], false],
  ['one more, which says to be older', [...all, entry(42, 3)], ['p20', 'p21'], false],
  [
    'sixteen more, which are too many pages',
    entries(58),
    ['p20', 'p21', 'p22', 'p23', 'p24', 'p25', 'p26', 'p27'],
    false,
  ],
])('a list that is now %s', async (_, now, expected, isProved) => {
  const asked: string[] = [];
  const pages = pagesOf(now);
  const read = await readEnd(known, async (cursor) => {
    asked.push(cursor);
    const page = pages[Number(cursor.slice(1))];
    return page === undefined ? fail('missing', { status: 404 }) : succeed(page);
  });
  expect(asked).toEqual(expected);
  expect(read).toEqual(succeed(isProved ? pages.slice(20) : null));
});

test.each<[what: string, reply: Reply<Page<unknown>>, read: unknown]>([
  ['is there no more: all is read', fail('missing', { status: 404 }), succeed(null)],
  ['does not come: the reading has failed', fail('unreachable'), fail('unreachable')],
  [
    'has an entry that cannot be read: all is read',
    succeed({ count: 42, cursor: null, results: [all[40]], unread }),
    succeed(null),
  ],
])('a last page that %s', async (_, reply, read) => {
  expect(await readEnd(known, async () => reply)).toEqual(read);
});

// Where a service names a page by the entry that it begins with, what goes before it moves nothing.
test.each<[now: string, count: number, end: readonly Entry[], isProved: boolean]>([
  ['as it was', 42, all.slice(40), true],
  ['one gone before it', 41, all.slice(40), false],
  ['one gone before it, and one more', 42, entries(43).slice(40), false],
  ['one more', 43, entries(43).slice(40), true],
])('a list whose pages begin with an entry, and that is now %s', async (_, count, results, isProved) => {
  const page = { count, cursor: null, results };
  expect(await readEnd(known, async () => succeed(page))).toEqual(succeed(isProved ? [page] : null));
});

test('the end that was read begins later than the one before', () => {
  expect(laterEnd(known, pagesOf(entries(45)).slice(20))).toEqual({
    cursor: 'p22',
    before: 44,
    keys: ['audit-44'],
  });
  expect(laterEnd(known, pagesOf(all).slice(20))).toEqual(known);
});
