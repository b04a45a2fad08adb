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

test.each([0, -1, 2, 4, 1e12])(
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
