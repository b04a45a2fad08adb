import { afterEach, expect, test } from 'vitest';
import { selfSigned } from '../../../e2e/fixtures/certificate.ts';
import { type Listener, listen } from '../../sandbox/http/listen.ts';
import { type Desk, openDesk, startOfTime } from '../../sandbox/testing/desk.ts';
import { fail, succeed } from '../../shared/error.ts';
import type { Fetch } from '../api/exchange.ts';
import { systemClock } from '../clock.ts';
import { createRedactor } from '../diagnostics/redaction.ts';
import { createFakeClock } from '../testing/clock.ts';
import { type FakeServer, serve, serveRaw } from '../testing/server.ts';
import { type ProbeTarget, probe } from './probe.ts';

let opened: readonly (FakeServer | Listener)[] = [];
afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
});

const target = (address: string, secret = 'north manager secret'): ProbeTarget => ({
  address,
  clientId: 'north-manager',
  secret: async () => succeed(secret),
});
const uncounted = () => ({ answered: () => {}, refused: () => false, unused: () => {} });
const run = (one: ProbeTarget, send: Fetch = fetch) =>
  probe({ fetch: send, clock: systemClock }, one, createRedactor(), uncounted);

async function withSandbox(desk: Desk = openDesk()): Promise<string> {
  const listener = await listen(desk.sandbox, 0);
  opened = [listener];
  return listener.baseUrl;
}

test('a connection that is in order passes every layer but the one that only a write could show', async () => {
  const tokens: string[] = [];
  const report = await probe(
    { fetch, clock: systemClock },
    target(`${await withSandbox()}/api/v1/`),
    { ...createRedactor(), add: (credential) => tokens.push(credential) },
    uncounted,
  );
  expect(report).toMatchObject({
    passed: ['address', 'network', 'api', 'credentials', 'quota'],
    failed: null,
    scope: 'read write',
  });
  expect(tokens).toEqual(['north manager secret', expect.stringMatching(/^[\w-]{43}$/)]);
});

test.each([
  ['https:', ['address', 'network', 'tls', 'api', 'credentials', 'quota']],
  ['http:', ['address', 'network', 'api', 'credentials', 'quota']], // nothing has shown a certificate
])('an address of %s passes %j', async (scheme, passed) => {
  const address = (await withSandbox()).replace('http:', scheme);
  const wire = {
    fetch: (url: string, init: RequestInit) => fetch(url.replace(scheme, 'http:'), init),
    clock: systemClock,
  };
  expect(await probe(wire, target(`${address}/api/v1/`), createRedactor(), uncounted)).toMatchObject({
    passed,
  });
});

test.each([
  ['http://audits.example', 'needs-https'],
  ['https://a:b@audits.example', 'has-more'],
  ['audits.example', 'not-an-address'],
  ['https://999.999.999.999', 'not-an-address'],
])('address: %s', async (address, fault) => {
  expect(await run(target(address), () => Promise.reject(new Error('nothing may be sent')))).toEqual({
    passed: [],
    failed: { layer: 'address', error: { code: 'invalid-address', fields: { baseUrl: [fault] } } },
    clockSkewSeconds: null,
    scope: null,
  });
});

test('network: no such name', async () => {
  expect(await run(target('https://nowhere.invalid'))).toMatchObject({
    passed: ['address'],
    failed: { layer: 'network', error: { code: 'unreachable' } },
  });
});

test('network: nobody listens', async () => {
  const gone = await serve(() => {});
  await gone.close();
  expect(await run(target(`http://127.0.0.1:${gone.port}`))).toMatchObject({ failed: { layer: 'network' } });
});

test('network: no answer in time', async () => {
  const clock = createFakeClock();
  const report = probe(
    { fetch: () => new Promise(() => {}), clock },
    target('https://audits.example'),
    createRedactor(),
    uncounted,
  );
  await clock.advance(30_000);
  expect(await report).toMatchObject({ failed: { layer: 'network', error: { code: 'timeout' } } });
});

test('network: a connection that is reset', async () => {
  const server = await serveRaw((socket) => socket.resetAndDestroy());
  opened = [server];
  expect(await run(target(`http://127.0.0.1:${server.port}`))).toMatchObject({
    passed: ['address'],
    failed: { layer: 'network', error: { code: 'interrupted' } },
  });
});

test('tls: a certificate that nobody vouches for', async () => {
  const server = await serve((_, response) => response.end(), selfSigned('localhost'));
  opened = [server];
  expect(await run(target(`https://localhost:${server.port}`))).toMatchObject({
    passed: ['address', 'network'],
    failed: { layer: 'tls', error: { code: 'tls' } },
  });
});

test.each<[string, number, Record<string, string>, string, string, string]>([
  ['a page', 200, { 'content-type': 'text/html' }, '<html>', 'api', 'not-json'],
  ['a page that refuses', 401, { 'content-type': 'text/html' }, '<html>', 'api', 'not-json'],
  ['a redirect', 302, { location: 'https://login.example/' }, '', 'api', 'redirected'],
  ['another API', 404, { 'content-type': 'application/json' }, '{"message":"no route"}', 'api', 'missing'],
  ['a page that is not found', 404, { 'content-type': 'text/html' }, '<html>', 'api', 'not-json'],
  ['an API that is out of order', 500, { 'content-type': 'application/json' }, '{}', 'api', 'fault'],
  ['a gateway without anything behind it', 502, { 'content-type': 'text/html' }, '<html>', 'api', 'fault'],
  [
    'a refusal that is no object',
    401,
    { 'content-type': 'application/json' },
    '"no"',
    'api',
    'unexpected-answer',
  ],
])('%s is not shown the secret', async (_, status, headers, body, layer, code) => {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status, headers).end(body);
  });
  opened = [server];
  expect(await run(target(`http://127.0.0.1:${server.port}`))).toMatchObject({
    failed: { layer, error: { code } },
  });
  expect(asked).toEqual(['GET /api/v1/rate-limits/']);
});

test('network: a proxy that wants a password', async () => {
  const proxy: Fetch = async () => new Response('<html>', { status: 407 });
  expect(await run(target('https://audits.example'), proxy)).toMatchObject({
    passed: ['address'],
    failed: { layer: 'network', error: { code: 'unreachable', status: 407 } },
  });
});

test('security 14: a redirect takes no authorization along', async () => {
  const headers: unknown[] = [];
  const other = await serve((request, response) => {
    headers.push(request.headers.authorization);
    response.end();
  });
  const server = await serve((_, response) => {
    response.writeHead(307, { Location: `http://127.0.0.1:${other.port}/` }).end();
  });
  opened = [server, other];
  await run(target(`http://127.0.0.1:${server.port}`));
  expect(headers).toEqual([]);
});

test('credentials: a wrong secret', async () => {
  expect(await run(target(await withSandbox(), 'wrong'))).toMatchObject({
    passed: ['address', 'network', 'api'],
    failed: {
      layer: 'credentials',
      error: {
        code: 'credentials-rejected',
        detail: 'There is no such client, or its secret is another.',
      },
    },
  });
});

test('credentials: none to be had', async () => {
  const address = await withSandbox();
  expect(await run({ ...target(address), secret: async () => fail('keychain-locked') })).toMatchObject({
    failed: { layer: 'credentials', error: { code: 'keychain-locked' } },
  });
});

test('quota: throttled before the credentials are looked at', async () => {
  const desk = openDesk((fixture) => ({
    ...fixture,
    rate_limits: { ...fixture.rate_limits, token: { burst: 0 } },
  }));
  expect(await run(target(await withSandbox(desk)))).toMatchObject({
    passed: ['address', 'network', 'api'],
    failed: { layer: 'quota', error: { code: 'throttled', retryAfterSeconds: 60 } },
  });
});

test('quota: throttled with a token', async () => {
  const desk = openDesk((fixture) => ({
    ...fixture,
    rate_limits: { ...fixture.rate_limits, reference: { burst: 0 } },
  }));
  expect(await run(target(await withSandbox(desk)))).toMatchObject({
    passed: ['address', 'network', 'api', 'credentials'],
    failed: { layer: 'quota', error: { code: 'throttled' } },
  });
});

test.each([
  ['credentials: a token that the service does not take', 401, 3, ['credentials', 'unauthorized']],
  ['permission: an account that may not even read', 403, 5, ['permission', 'forbidden']],
  ['a service that does not tell its limits leaves the quota open', 404, 4, []],
])('%s', async (_, status, layers, [layer, code]) => {
  const desk = openDesk();
  const address = await withSandbox(desk);
  const fault = { path: '/api/v1/rate-limits/', skip: 1, kind: 'status', status, body: { detail: 'x' } };
  await desk.control('POST', '/faults/', fault);
  expect(await run(target(address))).toMatchObject({
    passed: ['address', 'network', 'api', 'credentials', 'quota'].slice(0, layers),
    failed: layer === undefined ? null : { layer, error: { code } },
  });
});

test.each(['drop_before', 'drop_after', 'not_json', 'truncate'])('fault %s at the token', async (kind) => {
  const desk = openDesk();
  const address = await withSandbox(desk);
  await desk.control('POST', '/faults/', { path: '/api/v1/oauth/token/', kind });
  const layer = kind.startsWith('drop') ? 'network' : 'api';
  expect(await run(target(address))).toMatchObject({ failed: { layer } });
});

test.each([
  [0, 0],
  [90, 90],
  [-3_600, -3_599], // the second that it names had not begun, or was over: the rest is sure
])('a clock that is %i s ahead is told as %i', async (ahead, told) => {
  const clock = createFakeClock(startOfTime);
  const dated: Fetch = async () =>
    new Response('{"detail":"x"}', {
      status: 403,
      headers: {
        'content-type': 'application/json',
        date: new Date(startOfTime + ahead * 1_000).toUTCString(),
      },
    });
  const report = await probe(
    { fetch: dated, clock },
    target('https://audits.example'),
    createRedactor(),
    uncounted,
  );
  expect(report.clockSkewSeconds).toBe(told);
});
