import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../model/page.ts';
import { entriesOf, listDoubt, listFault, listPrint, nextCursor } from './list-reading.ts';

type Row = { readonly id: string };
const page = (count: number | null, ids: string, size = 0): Page<Row> => ({
  count,
  cursor: 'more',
  size,
  results: Array.from(ids, (id) => ({ id })),
});

const unread = (count: number | null, ids: string): Page<Row> => ({
  ...page(count, ids),
  unread: { count: 1, asItCame: ['null'] },
});

describe('what may be concluded from a list that was read to its end', () => {
  test.each([
    ['all that there are', [page(4, 'ab'), page(4, 'cd')], null],
    ['a list that does not say how many', [page(null, 'ab'), page(null, 'c')], null],
    ['an empty list', [page(0, '')], null],
    ['one was added in front: c came twice, the new one never', [page(4, 'abc'), page(5, 'cd')], 'changed'],
    [
      'one was deleted in front: as many as it says, and d is missing',
      [page(5, 'abc'), page(4, 'e')],
      'changed',
    ],
    [
      'one came and one went: as many as it says, one of them twice',
      [page(4, 'abc'), page(4, 'cd')],
      'changed',
    ],
    ['twice the same, without a count', [page(null, 'ab'), page(null, 'b')], 'changed'],
    ['fewer than it says', [page(3, 'ab')], 'count'],
    ['more than it says', [page(1, 'ab')], 'count'],
    ['a count that cannot be', [page(-1, 'ab')], 'count'],
    ['one that cannot be read', [page(4, 'ab'), unread(4, 'c')], 'unread'],
    ['one that cannot be read, without a count', [unread(null, 'ab')], 'unread'],
    ['fewer than it says, with one that cannot be read', [unread(4, 'ab')], 'count'],
    ['twice the same, with one that cannot be read', [unread(4, 'ab'), page(4, 'b')], 'changed'],
    ['nothing on its last page, without a count', [page(null, 'ab'), page(null, '')], 'changed'],
    ['nothing on its last page, and as many as it says', [page(2, 'ab'), page(2, '')], null],
  ])('%s', (_, pages, doubt) => {
    expect(listDoubt(pages)).toBe(doubt);
  });

  test('two readings of a list that stood still are the same, others are not', () => {
    expect(listPrint([page(3, 'ab')])).toBe(listPrint([page(3, 'ab')]));
    expect(listPrint([page(3, 'ab')])).not.toBe(listPrint([page(3, 'ac')]));
    expect(listPrint([page(3, 'ab')])).not.toBe(listPrint([page(4, 'ab')]));
    expect(listPrint([page(3, 'ab')])).not.toBe(listPrint([unread(3, 'ab')]));
  });
});

describe('a list that is not read on', () => {
  const pages = (length: number, one: (index: number) => Page<Row>) =>
    Array.from({ length }, (_, at) => one(at));
  const fresh = (count: number | null, rows: number) => (at: number) => ({
    ...page(count, ''),
    results: Array.from({ length: rows }, (_, row) => ({ id: `${at}-${row}` })),
  });
  test.each([
    ['ten thousand audits', pages(100, fresh(10_000, 100)), null],
    ['100,000 rows', pages(100, fresh(null, 1_000)), null],
    ['more rows', pages(101, fresh(null, 1_000)), 'list-limit'],
    ['64 million characters', pages(16, () => page(null, 'a', 4 * 1024 * 1024)).slice(0, 3), null],
    ['more of them', pages(17, (at) => ({ ...fresh(null, 1)(at), size: 4 * 1024 * 1024 })), 'list-limit'],
    ['one page for ever', pages(4, () => page(null, 'ab')), 'list-endless'],
    ['empty pages for ever', pages(4, () => page(null, '')), 'list-endless'],
    ['an empty page in between', [page(null, 'a'), page(null, ''), page(null, 'b'), page(null, '')], null],
    ['far more than it says', pages(13, fresh(7, 100)), 'list-endless'],
    ['some more than it says', pages(10, fresh(7, 100)), null],
    ['far more than a count that cannot be', pages(13, fresh(-9, 100)), 'list-endless'],
  ])('%s', (_, read, fault) => {
    expect(listFault(read)).toBe(fault);
  });
});

test('a row that is missed or comes twice is never taken for nothing: any list, any change between two pages', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 20 });
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 1, max: 9 }), fc.nat(9), (before, after, pageSize, changesAt) => {
      const pages: Page<{ readonly id: number }>[] = [];
      for (let start = 0; ; start += pageSize) {
        const now = pages.length <= changesAt ? before : after;
        const results = now.slice(start, start + pageSize).map((id) => ({ id }));
        pages.push({ count: now.length, cursor: 'more', results });
        if (start + pageSize >= now.length) break;
      }
      const last = pages.length - 1 <= changesAt ? before : after;
      const read = entriesOf(pages).map(({ id }) => id);
      // Told apart by nothing but the count, one that left and one that came are the same: they are beyond what a list can tell.
      const isSame = last.length === before.length;
      const isMissing = last.some((id) => !read.includes(id));
      if (isMissing && !isSame) expect(listDoubt(pages)).not.toBeNull();
      if (read.length !== last.length) expect(listDoubt(pages)).not.toBeNull();
    }),
  );
});

describe('where a list goes on', () => {
  test.each<[string | null, readonly (string | undefined)[], string | undefined]>([
    ['page=2', [undefined], 'page=2'],
    [null, [undefined, 'page=2'], undefined],
    ['page=2', [undefined, 'page=2'], undefined],
    ['page=2', [undefined, 'page=2', 'page=3'], undefined],
  ])('after %j, with %j read, comes %j', (cursor, before, next) => {
    expect(nextCursor(cursor, before)).toBe(next);
  });
});
