import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import { entriesOf, listDoubt } from '../../shared/rules/list-reading.ts';
import { CallFailure } from './call.ts';
import { readingOf, readWholeList, readWholeListAnew, wholeListOptions, withEntry } from './whole-list.ts';

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

  it('leaves out of a part of a list what is on a page that has not come: the service has counted it in', () => {
    const part = [{ count: 10_000, cursor: 'page=2', results: [{ id: 'a' }] }];
    expect(withEntry(part, { id: 'c' })).toEqual(part);
  });

  it('does not count what was missed in the reading', () => {
    const missed = [{ count: 2, cursor: null, results: [{ id: 'a' }] }];
    expect(withEntry(missed, { id: 'c' })).toEqual([
      { count: 2, cursor: null, results: [{ id: 'a' }, { id: 'c' }] },
    ]);
  });

  it('leaves no doubt about a list that had none', () => {
    expect(listDoubt(withEntry(pages, { id: 'c', status: 'open' }))).toBeNull();
  });

  it('adds nothing to a list that was not read', () => {
    expect(withEntry([], { id: 'c' })).toEqual([]);
  });
});

describe('readWholeList', () => {
  /** Lists of one page each, one after the other: the count that is said, and the ids. */
  const reading = async (...lists: readonly (readonly [number, string])[]) => {
    let asked = 0;
    const readPage = async (): Promise<Page<{ readonly id: string }>> => {
      const [count, ids] = lists[Math.min(asked, lists.length - 1)] ?? [0, ''];
      asked += 1;
      return { count, cursor: null, results: Array.from(ids, (id) => ({ id })) };
    };
    const entries = await readWholeList(new QueryClient(), wholeListOptions(['c', 'x'], readPage, 0));
    return { ids: entries.map(({ id }) => id).join(''), asked };
  };

  it('reads again what may not be whole, until it is or stands still, at most three times', async () => {
    expect(await reading([3, 'abc'])).toEqual({ ids: 'abc', asked: 1 });
    expect(await reading([3, 'ab'], [3, 'abc'])).toEqual({ ids: 'abc', asked: 2 });
    expect(await reading([3, 'ab'], [3, 'ab'], [3, 'abc'])).toEqual({ ids: 'ab', asked: 2 });
    expect(await reading([3, 'ab'], [4, 'ac'], [5, 'ad'], [6, 'ae'])).toEqual({ ids: 'ad', asked: 3 });
  });

  it('is satisfied with what was read lately, and anew with nothing', async () => {
    let asked = 0;
    const readPage = async (): Promise<Page<{ readonly id: string }>> => {
      asked += 1;
      return { count: 1, cursor: null, results: [{ id: `${asked}` }] };
    };
    const client = new QueryClient();
    const options = wholeListOptions(['c', 'x'], readPage, 60_000);
    expect(await readWholeList(client, options)).toEqual([{ id: '1' }]);
    expect(await readWholeList(client, options)).toEqual([{ id: '1' }]);
    expect(await readWholeListAnew(client, options)).toEqual([{ id: '2' }]);
  });

  const failure = (status: number) => new CallFailure({ code: 'unexpected-answer', status });
  /** A list of two pages: for each request in turn its page, or why there is none. */
  const readingPages = async (...answers: readonly (Page<{ readonly id: string }> | CallFailure)[]) => {
    const asked: (string | undefined)[] = [];
    const readPage = async (cursor: string | undefined) => {
      asked.push(cursor);
      const answer = answers[asked.length - 1] ?? failure(418);
      if (answer instanceof CallFailure) throw answer;
      return answer;
    };
    const options = { ...wholeListOptions(['c', 'x'], readPage, 0), retry: false };
    const entries = await readWholeList(new QueryClient(), options);
    return { ids: entries.map(({ id }) => id).join(''), asked: asked.map((cursor) => cursor ?? '') };
  };
  const first = { count: null, cursor: 'page=2', results: [{ id: 'a' }] };
  const last = { count: null, cursor: null, results: [{ id: 'b' }] };
  const alone = { ...first, cursor: null };

  it.each([
    ['is not found', [first, failure(404), first, last], 'ab'],
    ['fails', [first, failure(500), alone], 'a'],
    ['is not found twice', [first, failure(404), first, failure(404), alone], 'a'],
    ['is empty', [first, { ...last, results: [] }, alone], 'a'],
    ['is the one before', [first, alone, first, last], 'ab'],
  ])('begins anew where a page in the middle %s', async (_, answers, ids) => {
    expect((await readingPages(...answers)).ids).toBe(ids);
  });

  it('gives up what breaks each time, and what fails from the start', async () => {
    const broken = [first, failure(404), first, failure(404), first, failure(404), first, last];
    await expect(readingPages(...broken)).rejects.toMatchObject({ error: { reason: 'list-unsure' } });
    await expect(readingPages(failure(404), alone)).rejects.toMatchObject({ error: { status: 404 } });
  });

  it('fails for a list with entries that cannot be read: nothing is concluded from it', async () => {
    const unread = { ...alone, unread: { count: 2, asItCame: ['null', '7'] } };
    await expect(readingPages(unread)).rejects.toMatchObject({
      error: { code: 'unexpected-answer', reason: 'list-unread' },
    });
  });

  it('fails for a list without an end, and never takes it for whole', async () => {
    let asked = 0;
    const readPage = async (): Promise<Page<{ readonly id: string }>> => {
      asked += 1;
      return { count: null, cursor: `page=${asked}`, results: [{ id: 'same' }] };
    };
    const client = new QueryClient();
    const options = wholeListOptions(['c', 'x'], readPage, 0);
    await expect(readWholeList(client, { ...options, retry: false })).rejects.toMatchObject({
      error: { code: 'unexpected-answer', reason: 'list-endless' },
    });
    expect(asked).toBe(4);
  });
});

const error: AppError = { code: 'fault' };
const nothing = { isWhole: false, readAt: 0, entries: [], isReading: false, error: null };

it.each([
  ['not asked for', nothing, { kind: 'unread' }],
  ['failed', { ...nothing, error }, { kind: 'unread' }],
  ['failed and tried again', { ...nothing, error, isReading: true }, { kind: 'unread' }],
  ['on its way', { ...nothing, isReading: true }, { kind: 'reading' }],
  ['first page here, more to come', { ...nothing, entries: ['a'], isReading: true }, { kind: 'part' }],
  ['first page here, the next failed', { ...nothing, entries: ['a'], error }, { kind: 'part' }],
  ['kept from before', { ...nothing, entries: ['a'], isReading: true }, { kind: 'part' }],
  ['whole and empty', { ...nothing, isWhole: true, readAt: 5 }, { kind: 'read', at: 5 }],
  ['whole, and not read anew', { ...nothing, isWhole: true, readAt: 5, error }, { kind: 'read', at: 5 }],
])('a list that is %s', (_, list, reading) => {
  expect(readingOf(list)).toEqual(reading);
});
