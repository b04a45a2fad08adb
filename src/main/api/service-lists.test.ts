import { expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import type { TwoFirms } from '../../sandbox/testing/two-firms.ts';
import { address, openServices } from '../testing/services.ts';

const manyClients = (fixture: TwoFirms) => ({
  ...fixture,
  firms: fixture.firms.map((firm) => ({
    ...firm,
    client_organisations: [
      ...firm.client_organisations,
      ...Array.from({ length: 250 }, (_, index) => ({
        id: `c${index}`,
        name: `Client ${index}`,
        country: 'NL',
        legal_entities: [],
      })),
    ],
  })),
});

test('decisions §3.5: a list is followed to its end', async () => {
  const { service } = openServices(openDesk(manyClients));
  const reply = await service.all('clients.list', {});
  expect(reply.ok && reply.value.length).toBe(252);
});

test('decisions §3.5: rows that shift between pages turn up once, a repeated page ends the list', async () => {
  const page = (ids: readonly string[], next: string | null) =>
    new Response(JSON.stringify({ count: 9, next, previous: null, results: ids.map((id) => ({ id })) }), {
      headers: { 'content-type': 'application/json' },
    });
  const list = `${address}/api/v1/client-organisations/`;
  const { service } = openServices(openDesk(), (send) => async (url, init) => {
    if (!url.startsWith(list)) return send(url, init);
    if (url.endsWith('page=2')) return page(['b', 'c'], `${list}?page=3`);
    return url.endsWith('page=3') ? page(['d'], `${list}?page=2`) : page(['a', 'b'], `${list}?page=2`);
  });
  const reply = await service.all('clients.list', {});
  expect(reply.ok && reply.value.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test.each(['https://evil.example', 'http://127.0.0.1:4000/firm', 'http://10.0.0.7:8000'])(
  'decisions §3.5: a list whose pages are said to be at %s is read to its end, where the connection leads, and it is told',
  async (origin) => {
    const asked: (readonly [host: string, hasToken: boolean])[] = [];
    const { service, events } = openServices(openDesk(), (send) => async (url, init) => {
      asked.push([new URL(url).origin, new Headers(init.headers).has('authorization')]);
      if (!url.includes('client-organisations')) return send(url, init);
      const isLast = url.includes('page=2');
      return Response.json({
        count: 2,
        next: isLast ? null : `${origin}/api/v1/client-organisations/?page=2`,
        previous: null,
        results: [{ id: isLast ? 'b' : 'a' }],
      });
    });
    const reply = await service.all('clients.list', {});
    expect(reply.ok && reply.value.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(new Set(asked.map(([host]) => host))).toEqual(new Set([address]));
    expect(asked.filter(([, hasToken]) => hasToken).length).toBeGreaterThan(1);
    expect(events.filter(({ type }) => type === 'links-elsewhere')).toEqual([
      { type: 'links-elsewhere', connection: 'c', isElsewhere: true },
    ]);
  },
);

const list = `${address}/api/v1/client-organisations/`;

/** A service whose list of clients is, for each reading in turn, these pages. */
function listing(...readings: readonly (readonly (readonly [count: number | null, ids: string])[])[]) {
  let reading = -1;
  const asked: string[] = [];
  const { service } = openServices(openDesk(), (send) => async (url, init) => {
    if (!url.startsWith(list)) return send(url, init);
    const at = Number(new URL(url).searchParams.get('page') ?? 0);
    if (at === 0) reading += 1;
    asked.push(`${reading}.${at}`);
    const pages = readings[Math.min(reading, readings.length - 1)] ?? [];
    const [count, ids] = pages[at] ?? [0, ''];
    const next = at + 1 < pages.length ? `${list}?page=${at + 1}` : null;
    const results = Array.from(ids, (id) => ({ id }));
    return Response.json({ count, next, previous: null, results });
  });
  return { asked, read: () => service.all('clients.list', {}) };
}
const ids = (found: string) => ({ ok: true, value: Array.from(found, (id) => ({ id })) });

test('a row that was missed because the list changed while it was read is found', async () => {
  const { asked, read } = listing(
    [
      [5, 'abc'],
      [4, 'e'], // a was deleted meanwhile: d moved to the first page
    ],
    [
      [4, 'bcd'],
      [4, 'e'],
    ],
  );
  expect(await read()).toMatchObject(ids('bcde'));
  expect(asked).toEqual(['0.0', '0.1', '1.0', '1.1']);
});

test('from a list that changes each time nothing is concluded', async () => {
  const { asked, read } = listing([[4, 'abc']], [[5, 'abd']], [[6, 'abe']], [[7, 'abf']]);
  expect(await read()).toMatchObject({ error: { code: 'unexpected-answer', reason: 'list-unsure' } });
  expect(asked).toHaveLength(3);
});

test.each([0, 2, 4, 1e12])(
  'a count of %i that never fits is no reason to conclude nothing',
  async (count) => {
    const { asked, read } = listing([[count, 'abc']]);
    expect(await read()).toMatchObject(ids('abc'));
    expect(asked).toEqual(['0.0', '1.0']);
  },
);

test('a list without an end is given up, however it goes on', async () => {
  for (const entry of [(at: number) => ({ id: `${at}` }), () => ({ id: 'same' })]) {
    let asked = 0;
    const { service } = openServices(openDesk(), (send) => async (url, init) => {
      if (!url.startsWith(list)) return send(url, init);
      asked += 1;
      const results = Array.from({ length: 100 }, (_, row) => entry(100 * asked + row));
      return Response.json({ count: 7, next: `${list}?page=${asked}`, previous: null, results });
    });
    expect(await service.all('clients.list', {})).toMatchObject({
      error: { code: 'unexpected-answer', reason: 'list-endless' },
    });
    expect(asked).toBeLessThan(20);
  }
});

/** A service whose list of clients answers each request in turn so: entries and what follows, or a status. */
type Listed = Readonly<Record<string, unknown>> | readonly unknown[] | number;
function answering(...answers: readonly Listed[]) {
  const asked: string[] = [];
  const { service, clock } = openServices(openDesk(), (send) => async (url, init) => {
    if (!url.startsWith(list)) return send(url, init);
    asked.push(new URL(url).search);
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? 500;
    return typeof answer === 'number'
      ? Response.json({ detail: 'Invalid page.' }, { status: answer })
      : Response.json(answer);
  });
  return { asked, service, clock };
}
const rows = (...names: readonly string[]) => names.map((id) => ({ id }));
const readable = rows('a', 'b');
const [first, second] = [
  { count: 3, next: '?page=2', results: readable },
  { count: 3, next: null, results: rows('c') },
];
const two = { count: 2, next: null, results: readable };

// The rows of its last page were deleted meanwhile, or come otherwise: what the service answers in turn, and what is read.
test.each<[string, readonly (Readonly<Record<string, unknown>> | number)[], string]>([
  ['is not found', [first, 404, two], 'ab'],
  ['is not found, and then there again', [first, 404, first, second], 'abc'],
  ['is gone for good', [first, 410, two], 'ab'],
  ['fails once', [first, 500, second], 'abc'],
  ['fails for as long as it is asked for', [first, 500, 500, 500, two], 'ab'],
  ['is empty', [first, { count: 2, next: null, results: [] }, two], 'ab'],
  ['is empty, and the count as before', [first, { ...second, results: [] }, two], 'ab'],
  [
    'is empty, without a count',
    [
      { next: '?page=2', results: readable },
      { next: null, results: [] },
      { next: null, results: readable },
    ],
    'ab',
  ],
  ['is the one before once more', [first, first, first, second], 'abc'],
  ['is the last that there is', [first, { ...two, results: rows('b') }, two], 'ab'],
  ['has another count', [first, { ...second, count: 2 }, first, second], 'abc'],
  ['names itself as the next', [first, { ...second, next: '?page=2' }], 'abc'],
])('a page in the middle that %s: the list is read again', async (_, answers, read) => {
  const { service, clock } = answering(...answers);
  const reading = service.all('clients.list', {});
  for (let wait = 0; wait < 3; wait += 1) await clock.advance(1_000); // a failure that passes is tried again
  expect(await reading).toMatchObject(ids(read));
});

test('from a list whose middle page is never there nothing is concluded, not even that its object is gone', async () => {
  const { asked, service } = answering(first, 404, first, 404, first, 404, first);
  expect(await service.all('clients.list', {})).toMatchObject({
    error: { code: 'unexpected-answer', reason: 'list-unsure' },
  });
  expect(asked).toHaveLength(6);
});

test('a first page that is not there is no list', async () => {
  expect(await answering(404).service.all('clients.list', {})).toMatchObject({ error: { code: 'missing' } });
});

test('of a list with entries that cannot be read, what it lacks is unknown: all of it fails, and the list says how many', async () => {
  const results = [{ id: 'a' }, null, 'b', { name: 'Jansen' }];
  const { asked, service } = answering({ count: 4, next: null, results });
  expect(await service.all('clients.list', {})).toMatchObject({
    error: { code: 'unexpected-answer', reason: 'list-unread', operation: 'clients.list' },
  });
  expect(asked).toHaveLength(1);
  expect(await service.list('clients.list', {})).toMatchObject({
    ok: true,
    value: { entries: [{ id: 'a' }], unread: { count: 3, asItCame: ['null', '"b"', '{"name": "Jansen"}'] } },
  });
});

const tooMany = { next: null, results: Array.from({ length: 1_001 }, (_, at) => ({ id: `c${at}` })) };

test.each([
  ['is too large', tooMany],
  [
    'is of too many bytes',
    { results: [{ id: 'a', note: Array.from({ length: 20 }, () => 'x'.repeat(250_000)) }] },
  ],
  ['is of too many values', { results: [{ id: 'a', notes: Array.from({ length: 70_000 }, () => 1) }] }],
])('a page that %s is asked for once more in parts of twenty, and so from then on', async (_, page) => {
  const { asked, service } = answering(page, first, second, two);
  expect(await service.all('clients.list', {})).toMatchObject(ids('abc'));
  expect(await service.all('clients.list', {})).toMatchObject(ids('ab'));
  expect(asked).toEqual(['?page_size=100', '?page_size=20', '?page=2', '?page_size=20']);
});

test('a page in the middle that is too large begins the list anew, in parts of twenty', async () => {
  const { asked, service } = answering(first, tooMany, first, second);
  expect(await service.all('clients.list', {})).toMatchObject(ids('abc'));
  expect(asked).toEqual(['?page_size=100', '?page=2', '?page_size=20', '?page=2']);
});

test('a list that is too large in any parts is given up', async () => {
  const { asked, service } = answering(tooMany);
  expect(await service.all('clients.list', {})).toMatchObject({ error: { reason: 'answer-limit' } });
  expect(asked).toEqual(['?page_size=100', '?page_size=20']);
});

test('decisions §3.1: a bare list may be of any length', async () => {
  const { service } = answering(tooMany.results);
  const reply = await service.all('clients.list', {});
  expect(reply.ok && reply.value.length).toBe(1_001);
});

test.each([
  ['a cursor', { next_cursor: 'k7' }, '?page_size=100&cursor=k7'],
  ['the number of the next page', { next_page: 2 }, '?page_size=100&page=2'],
  ['that there is more', { has_more: true }, '?page_size=100&page=2'],
  ['how many pages there are', { meta: { page: 1, pages: 2 } }, '?page_size=100&page=2'],
])('a list that names %s is followed to its end', async (_, head, search) => {
  const { asked, service } = answering({ data: rows('a'), ...head }, { data: rows('b') });
  expect(await service.all('clients.list', {})).toMatchObject(ids('ab'));
  expect(asked).toEqual(['?page_size=100', search]);
});

// Pages that are numbered from nought look like one more: what is refused behind as many rows as are counted is the end.
test.each([400, 404])(
  'a page that is refused with %i once all rows have come ends the list',
  async (status) => {
    const page = { totalPages: 2, totalElements: 2 };
    const { asked, service } = answering(
      { data: rows('a'), number: 0, ...page },
      { data: rows('b'), number: 1, ...page },
      status,
    );
    expect(await service.all('clients.list', {})).toMatchObject(ids('ab'));
    expect(asked).toHaveLength(3);
  },
);

const [ten, others] = [rows(...Array.from('abcdefghij')), rows('k', 'l', 'm')];
const none = { items: [], total: 13 };

// A service that does not say whether a page follows: what it answers in turn, how often it is asked, and what is read; null where nothing is concluded.
test.each<[string, readonly Listed[], number, string | null]>([
  [
    'it counts more',
    [
      { items: ten, total: 13 },
      { items: others, total: 13 },
    ],
    2,
    'abcdefghijklm',
  ],
  ['it counts as many', [{ items: ten, total: 10 }], 1, 'abcdefghij'],
  ['its page is as full as pages are', [ten, others], 2, 'abcdefghijklm'],
  ['its page is so full, and the last', [ten, []], 2, 'abcdefghij'],
  ['its page is so full, and there is no second', [ten, 404], 2, 'abcdefghij'],
  ['its page is so full, and it knows no pages', [ten, ten], 2, 'abcdefghij'],
  ['its page is not full', [others], 1, 'klm'],
  [
    'it counts more, and then has no more',
    [{ items: ten, total: 13 }, none, { items: ten, total: 13 }, none],
    4,
    'abcdefghij',
  ],
  ['it counts more, and knows no pages', [{ items: ten, total: 13 }], 4, null],
  [
    'its page is as full as others',
    [rows(...Array.from('abcdefghijklmno')), rows('p')],
    2,
    'abcdefghijklmnop',
  ],
])('a list of which nothing is said to follow, where %s', async (_, answers, times, read) => {
  const { asked, service } = answering(...answers);
  expect(await service.all('clients.list', {})).toMatchObject(
    read === null ? { error: { code: 'unexpected-answer', reason: 'list-unsure' } } : ids(read),
  );
  expect(asked).toHaveLength(times);
  expect(asked[1] ?? '?page_size=100&page=2').toMatch(/^\?page_size=100(&page=2)?$/);
});

test('a page that is numbered from nought and asked for from one is not missed: all that is counted came', async () => {
  const { service } = answering({ data: readable, number: 0, totalPages: 1, totalElements: 2 });
  expect(await service.all('clients.list', {})).toMatchObject(ids('ab'));
});

test('of a list that goes on, and gives what came before for every way of asking, nothing is concluded', async () => {
  for (const more of [
    { nextToken: 'abc' },
    { next: { after: 'abc', of: 7 } },
    { cursor: 'abc' },
    { number: 0, totalPages: 2, totalElements: 2 },
  ]) {
    const { service } = answering({ data: rows('a'), ...more });
    expect(await service.all('clients.list', {})).toMatchObject({ error: { code: 'unexpected-answer' } });
  }
});

test('what follows, and how many there are, may stand in headers', async () => {
  const asked: string[] = [];
  const { service } = openServices(openDesk(), (send) => async (url, init) => {
    if (!url.startsWith(list)) return send(url, init);
    asked.push(new URL(url).search);
    const isLast = url.includes('page=2');
    const link = isLast
      ? `<${list}?page=1>; rel="prev"`
      : `<${list}?page=2>; rel="next", <${list}?page=2>; rel="last"`;
    return Response.json(isLast ? rows('c') : readable, { headers: { Link: link, 'X-Total-Count': '3' } });
  });
  expect(await service.all('clients.list', {})).toMatchObject(ids('abc'));
  expect(asked).toEqual(['?page_size=100', '?page=2']);
});

test.each([
  [{ 'X-Next-Page': '2' }, { 'X-Next-Page': '' }],
  [{ 'Content-Range': 'items 0-1/3' }, { 'Content-Range': 'items 2-2/3' }],
  [{ 'X-Pagination-Total-Count': '3' }, { 'X-Pagination-Total-Count': '3' }],
  [{ 'X-Pagination': '{"TotalCount": 3}' }, { 'X-Pagination': '{"TotalCount": 3}' }],
  [{ Link: `<${list}?page_size=100&page=2>; title="Next, please"; rel='last next'` }, {}],
])('what follows a page is read from the headers %j', async (one, other) => {
  const asked: string[] = [];
  const { service } = openServices(openDesk(), (send) => async (url, init) => {
    if (!url.startsWith(list)) return send(url, init);
    asked.push(new URL(url).search);
    const isFirst = asked.length === 1;
    return Response.json(isFirst ? readable : rows('c'), { headers: isFirst ? one : other });
  });
  expect(await service.all('clients.list', {})).toMatchObject(ids('abc'));
  expect(asked).toEqual(['?page_size=100', '?page_size=100&page=2']);
});

test('a list that is no content once is read again', async () => {
  const answers = [new Response(null, { status: 204 })];
  const { service } = openServices(openDesk(), (send) => (url, init) => {
    const blank = init.method === 'GET' ? answers.pop() : undefined;
    return blank === undefined ? send(url, init) : Promise.resolve(blank);
  });
  const read = await service.list('clients.list', {});
  expect(read.ok && read.value.entries.length).toBeGreaterThan(0);
});

test('a list that is no content has no entries; an object that is none is not read', async () => {
  const { service } = openServices(
    openDesk(),
    (send) => async (url, init) =>
      init.method === 'GET' ? new Response(null, { status: 204 }) : send(url, init),
  );
  expect(await service.list('clients.list', {})).toMatchObject({
    ok: true,
    value: { entries: [], unread: null },
  });
  expect(await service.call('audits.read', { path: { audit_id: 'a' } })).toMatchObject({
    error: { code: 'unexpected-answer', status: 204 },
  });
});
