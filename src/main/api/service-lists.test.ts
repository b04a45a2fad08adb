import { expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import type { TwoFirms } from '../../sandbox/testing/two-firms.ts';
import { address, openServices } from '../fakes/services.ts';

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

test('decisions §3.5: a list that leads to another host is an error, and no token goes there', async () => {
  const asked: string[] = [];
  const { service } = openServices(openDesk(), (send) => async (url, init) => {
    asked.push(new URL(url).host);
    if (!url.includes('client-organisations')) return send(url, init);
    return new Response('{"next":"https://evil.example/api/v1/client-organisations/?page=2","results":[]}', {
      headers: { 'content-type': 'application/json' },
    });
  });
  expect(await service.all('clients.list', {})).toMatchObject({ error: { code: 'unexpected-answer' } });
  expect(new Set(asked)).toEqual(new Set(['127.0.0.1:4000']));
});
