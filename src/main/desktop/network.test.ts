import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { asNetwork, Connections } from '../../../tools/electron-standin/network.ts';
import { exchange, type Fetch } from '../api/exchange.ts';
import { systemClock } from '../clock.ts';
import { createFakeClock } from '../testing/clock.ts';
import { type Asked, type FakeServer, serve, serveRaw } from '../testing/server.ts';
import { openNetwork } from './network.ts';
import type { ProxyAnswer, ProxyLogin } from './proxy-login.ts';

// Over the stand-in's network, which keeps connections and repeats requests as Chromium does (tools/electron-standin/network.test.ts).

const servers: FakeServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server that answers by bytes, and what it was asked. */
async function listen(answer: (socket: Socket, asked: Asked) => void, host?: string) {
  const asked: Asked[] = [];
  const server = await serveRaw((socket, one) => {
    asked.push(one);
    answer(socket, one);
  }, host);
  servers.push(server);
  const { port } = server;
  return { port, url: (path = '/') => `http://127.0.0.1:${port}${path}`, asked };
}

const network = (): Fetch => openNetwork(asNetwork);
const ask = (fetch: Fetch, url: string, method = 'POST') =>
  exchange(
    { fetch, clock: systemClock },
    {
      url,
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    },
  );

const json = (status: string, body: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const endings: readonly (readonly [string, (socket: Socket) => void, unknown])[] = [
  ['ends', (socket) => socket.end(), { code: 'interrupted' }],
  ['is reset', (socket) => socket.resetAndDestroy(), { code: 'interrupted' }],
  ['is answered 408', (socket) => socket.end(json('408 Request Timeout', '{}')), 408],
];

test.each(
  endings.flatMap(([name, end, told]) =>
    [true, false].map(
      (closes) =>
        [
          name,
          closes ? 'closes connections' : 'keeps them although it is asked not to',
          end,
          told,
          closes,
        ] as const,
    ),
  ),
)('a POST whose connection %s is sent once, where the service %s', async (_, __, end, told, closes) => {
  const { url, asked } = await listen((socket, { line, head }) => {
    if (line === 'POST /lost') return end(socket);
    expect(head.toLowerCase()).toContain('connection: close');
    if (closes) socket.end(json('200 OK', '{}', 'Connection: close\r\n'));
    else socket.write(json('200 OK', '{}'));
  });
  const fetch = network();
  for (let before = 0; before < 3; before += 1) await ask(fetch, url('/before'), 'GET');
  const exchanged = await ask(fetch, url('/lost'));
  expect(exchanged).toMatchObject(
    typeof told === 'number' ? { ok: true, status: told } : { ok: false, fault: told },
  );
  expect(asked.filter(({ line }) => line === 'POST /lost')).toHaveLength(1);
  expect(new Set(asked.map(({ connection }) => connection)).size).toBe(asked.length);
});

const odd: readonly (readonly [string, string, unknown])[] = [
  [
    'a header beyond Latin-1',
    json('200 OK', '{"a":1}', 'X-Gateway: Büro – №\r\n'),
    { ok: true, status: 200, text: '{"a":1}' },
  ],
  [
    'a header in Latin-1',
    `HTTP/1.1 200 OK\r\nX-Gateway: M\xfcller\r\nContent-Length: 2\r\n\r\n{}`,
    { ok: true, status: 200, text: '{}' },
  ],
  ['a reason phrase that is not ASCII', json('200 Gut gemäß №', '{}'), { ok: true, status: 200, text: '{}' }],
  ['no reason phrase', json('200', '{}'), { ok: true, status: 200, text: '{}' }],
  ['status 600', json('600 What', '{}'), { ok: false, fault: { code: 'unexpected-answer', status: 600 } }],
  ['status 999', json('999 No', '{}'), { ok: false, fault: { code: 'unexpected-answer', status: 999 } }],
  ['status 000', json('000 Asleep', '{}'), { ok: false, fault: { code: 'unexpected-answer', status: 0 } }],
  [
    '101',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    { ok: false, fault: { code: 'interrupted' } },
  ],
  [
    '103 before the answer',
    `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${json('201 Created', '{"id":"a"}')}`,
    { ok: true, status: 201, text: '{"id":"a"}' },
  ],
  [
    '204 with a body',
    'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}',
    { ok: true, status: 204, text: '' },
  ],
  [
    'two answers',
    json('201 Created', '{"id":"a"}') + json('500 Twice', '{}'),
    { ok: true, status: 201, text: '{"id":"a"}' },
  ],
  [
    '10,000 headers',
    json('200 OK', '{}', 'X-A: b\r\n'.repeat(10_000)),
    { ok: true, status: 200, text: '{}' },
  ],
  [
    'more headers than anybody sends',
    json('200 OK', '{}', `X-A: ${'b'.repeat(300_000)}\r\n`),
    { ok: false, fault: { code: 'interrupted' } },
  ],
  [
    'HTTP/1.0',
    'HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"a":1}',
    { ok: true, status: 200, text: '{"a":1}' },
  ],
  [
    'HTTP/1.0 of a proxy that keeps',
    'HTTP/1.0 200 OK\r\nProxy-Connection: keep-alive\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n{}',
    { ok: true, status: 200, text: '{}' },
  ],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n', { ok: false, fault: { code: 'interrupted' } }],
  ['nothing', '', { ok: false, fault: { code: 'interrupted' } }],
  [
    'a redirect',
    'HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
    { ok: true, status: 302, text: '' },
  ],
  [
    'a redirect to nowhere',
    'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
    { ok: true, status: 302, text: '' },
  ],
];

test.each(odd)('%s is an answer or a fault, and no error that nobody catches', async (_, bytes, told) => {
  const { url, asked } = await listen((socket) =>
    socket.end(Buffer.from(bytes, bytes.includes('\xfcller') ? 'latin1' : 'utf8')),
  );
  expect(await ask(network(), url())).toMatchObject(told as object);
  expect(asked).toHaveLength(1);
});

test('a service whose answers all differ in their headers, closes before, in the middle or after', async () => {
  let count = 0;
  const ends = [
    (socket: Socket) => socket.end(),
    (socket: Socket) => socket.end(json('200 OK', '{"a":1}').slice(0, -3)),
    (socket: Socket) => socket.end(json('200 OK', '{"a":1}', `X-Gateway-${count}: ${count}\r\n`)),
    (socket: Socket) => socket.write(json('200 OK', '{"a":1}', `x-trace: ${count}\r\nX-TRACE: again\r\n`)),
  ];
  const { url, asked } = await listen((socket) => ends[(count += 1) % ends.length]?.(socket));
  const fetch = network();
  const told = await Promise.all(Array.from({ length: 40 }, () => ask(fetch, url())));
  expect(told.filter(({ ok }) => ok)).toHaveLength(20);
  expect(asked).toHaveLength(40);
});

test('six at once to a service and no more, each on a connection of its own, and others do not wait for it', async () => {
  const held: Socket[] = [];
  const slow = await listen((socket) => held.push(socket));
  const quick = await listen((socket) => socket.end(json('200 OK', '{}')));
  const fetch = network();
  const all = Array.from({ length: 9 }, () => ask(fetch, slow.url(), 'GET'));
  await expect.poll(() => held.length).toBe(6);
  expect(await ask(fetch, quick.url(), 'GET')).toMatchObject({ ok: true });
  expect(held).toHaveLength(6);
  for (let at = 0; at < 9; at += 1) {
    await expect.poll(() => held.length).toBeGreaterThan(at);
    held[at]?.end(json('200 OK', '{}'));
  }
  expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true);
});

test('who gives up while it waits for its turn sends nothing, and takes nobody’s place', async () => {
  const held: Socket[] = [];
  const { url, asked } = await listen((socket) => held.push(socket));
  const fetch = network();
  const wire = { fetch, clock: systemClock };
  const request = { url: url(), method: 'GET', headers: {} };
  const first = Array.from({ length: 6 }, () => exchange(wire, request));
  await expect.poll(() => held.length).toBe(6);
  const giveUp = new AbortController();
  const seventh = exchange(wire, request, giveUp.signal);
  const eighth = exchange(wire, { ...request, url: url('/eighth') });
  giveUp.abort();
  expect(await seventh).toEqual({ ok: false, fault: { code: 'cancelled' } });
  for (const socket of held.splice(0)) socket.end(json('200 OK', '{}'));
  await expect.poll(() => held.length).toBe(1);
  held[0]?.end(json('200 OK', '{}'));
  expect((await Promise.all([...first, eighth])).every(({ ok }) => ok)).toBe(true);
  expect(asked.map(({ line }) => line)).toEqual([...Array(6).fill('GET /'), 'GET /eighth']);
});

test('a request that is given up is broken off, and its place is free', async () => {
  const { url } = await listen((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'));
  const fetch = network();
  for (let round = 0; round < 8; round += 1) {
    const giveUp = new AbortController();
    const asked = exchange(
      { fetch, clock: systemClock },
      { url: url(), method: 'GET', headers: {} },
      giveUp.signal,
    );
    setImmediate(() => giveUp.abort());
    expect(await asked).toEqual({ ok: false, fault: { code: 'cancelled' } });
  }
});

test.each([
  ['::1 alone', '::1', 'localhost'],
  ['two addresses, of which one is dead', '127.0.0.1', 'localhost'],
])('a host with %s is reached', async (_, host, name) => {
  const { port } = await listen((socket) => socket.end(json('200 OK', '{}')), host);
  expect(await ask(network(), `http://${name}:${port}/`)).toMatchObject({ ok: true, status: 200 });
});

test('a host without an address is not reached, and nothing was sent', async () => {
  expect(await ask(network(), 'https://nowhere.invalid/')).toEqual({
    ok: false,
    fault: { code: 'unreachable', reason: 'name' },
  });
});

/** A request of Electron's that does as a test says. */
const by = (play: (request: EventEmitter) => void): Fetch => openNetwork(byEvents(play));

function byEvents(play: (request: EventEmitter) => void) {
  return {
    request: () => {
      const request = new EventEmitter();
      return Object.assign(request, { end: () => setImmediate(play, request), abort: () => {} });
    },
    openLine: () => ({ closeAllConnections: async () => {} }),
    login: async () => null,
  };
}

const answerOf = (statusCode: number, rawHeaders: unknown, chunks: readonly string[] = []) =>
  Object.assign(Readable.from(chunks.map((one) => Buffer.from(one))), { statusCode, rawHeaders });

test.each<readonly [string, (request: EventEmitter) => void, unknown]>([
  [
    'a redirect by which Chromium takes http for https',
    (request) =>
      request.emit('redirect', 307, 'POST', 'https://a/', { 'non-authoritative-reason': ['HSTS'] }),
    { code: 'redirected', reason: 'needs-https' },
  ],
  [
    'a proxy that wants a password',
    (request) => request.emit('login', { isProxy: true }, () => {}),
    { code: 'unreachable', reason: 'proxy-credentials' },
  ],
  [
    'an answer that is no stream',
    (request) => request.emit('response', { statusCode: 200, rawHeaders: [] }),
    { code: 'interrupted' },
  ],
  [
    'headers that are none',
    (request) => request.emit('response', answerOf(200, null)),
    { code: 'interrupted' },
  ],
  ['an error that is none', (request) => request.emit('error', undefined), { code: 'interrupted' }],
  [
    'an error after the answer',
    (request) => {
      const answer = answerOf(201, [], ['{']);
      request.emit('response', answer);
      answer.destroy(new Error('net::ERR_CONTENT_LENGTH_MISMATCH'));
      request.emit('error', new Error('net::ERR_CONTENT_LENGTH_MISMATCH'));
    },
    { code: 'interrupted', status: 201 },
  ],
])('%s is a fault', async (_, play, fault) => {
  expect(await ask(by(play), 'http://127.0.0.1/')).toEqual({ ok: false, fault });
});

test('a service that wants to know who asks is answered with nothing: what it says then counts', async () => {
  const logins: unknown[] = [];
  const fetch = by((request) => {
    request.emit('login', { isProxy: false }, (...given: unknown[]) => logins.push(given));
    request.emit(
      'response',
      answerOf(401, ['WWW-Authenticate', 'Basic', 'www-authenticate', 'Bearer'], ['{}']),
    );
  });
  const exchanged = await ask(fetch, 'http://127.0.0.1/');
  expect(logins).toEqual([[]]);
  expect(exchanged).toMatchObject({ ok: true, status: 401, text: '{}' });
  expect(exchanged.ok && exchanged.headers.get('WWW-AUTHENTICATE')).toBe('Basic, Bearer');
});

test('a certificate that a service refuses is told', async () => {
  let refused = 0;
  const fetch = openNetwork({
    ...byEvents((request) => request.emit('error', new Error('net::ERR_BAD_SSL_CLIENT_AUTH_CERT'))),
    onCertificateRefused: () => {
      refused += 1;
    },
  });
  expect(await ask(fetch, 'https://a.example/')).toEqual({
    ok: false,
    fault: { code: 'tls', reason: 'certificate-wanted' },
  });
  expect(refused).toBe(1);
});

test('connections that cannot be closed send nothing', async () => {
  let sent = 0;
  const fetch = openNetwork({
    request: () => {
      sent += 1;
      throw new Error('not to be sent');
    },
    openLine: () => ({ closeAllConnections: () => Promise.reject(new Error('gone')) }),
    login: async () => null,
  });
  expect(await ask(fetch, 'http://127.0.0.1/')).toEqual({ ok: false, fault: { code: 'interrupted' } });
  expect(sent).toBe(0);
});

/** A proxy that wants this user and password, and says who reached it with what: `POST http://… as me:right`. */
async function proxyThatAsks(wanted: string) {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    const [, given = ''] = request.headers['proxy-authorization']?.split(' ') ?? [];
    const pair = Buffer.from(given, 'base64').toString();
    asked.push(`${request.method} ${request.url} as ${pair || 'nobody'}`);
    if (pair === wanted && request.url?.endsWith('/never')) return;
    if (pair === wanted) return response.end('{"via":"proxy"}');
    return response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="Office"' }).end();
  });
  servers.push(server);
  const { port } = server;
  const through = (login: ProxyLogin['answer']): Fetch =>
    openNetwork({ ...asNetwork, openLine: () => new Connections(`127.0.0.1:${port}`), login });
  return { port, asked, through };
}

test('a proxy that asks gets who a person says, once for each line: a token and a list pass it', async () => {
  const { port, asked, through } = await proxyThatAsks('me:right');
  const logins: unknown[] = [];
  const overs: unknown[] = [];
  const fetch = through(async (asking, refused) => {
    logins.push([asking, refused]);
    const pair = { user: 'me', password: refused === null ? 'wrong' : 'right' };
    return { pair, over: (isTaken) => overs.push([pair.password, isTaken]) };
  });
  const told = { ok: true, status: 200, text: '{"via":"proxy"}' };
  expect(await ask(fetch, 'http://audits.example/oauth/token/')).toMatchObject(told);
  expect(await ask(fetch, 'http://audits.example/v1/audits/', 'GET')).toMatchObject(told);
  expect(asked).toEqual([
    'POST http://audits.example/oauth/token/ as nobody',
    'POST http://audits.example/oauth/token/ as me:wrong',
    'POST http://audits.example/oauth/token/ as me:right',
    'GET http://audits.example/v1/audits/ as me:right',
  ]);
  const office = expect.objectContaining({ host: '127.0.0.1', port, realm: 'Office' });
  expect(logins).toEqual([
    [office, null],
    [office, { user: 'me', password: 'wrong' }],
  ]);
  expect(overs).toEqual([
    ['wrong', false],
    ['right', true],
  ]);
});

test('a proxy that nobody answers is the fault, and has got nothing but the question', async () => {
  const { asked, through } = await proxyThatAsks('me:right');
  const told = await ask(
    through(async () => null),
    'http://audits.example/',
  );
  expect(told).toEqual({ ok: false, fault: { code: 'unreachable', reason: 'proxy-credentials' } });
  expect(asked).toEqual(['POST http://audits.example/ as nobody']);
});

test('a request that was given up while a person was asked leaves the trial to others', async () => {
  const { promise, resolve } = Promise.withResolvers<ProxyAnswer | null>();
  const question = Promise.withResolvers<void>();
  const { through } = await proxyThatAsks('me:right');
  const givenUp = new AbortController();
  const fetch = through(() => {
    question.resolve();
    return promise;
  });
  const request = { url: 'http://audits.example/', method: 'GET' as const, headers: {} };
  const exchanged = exchange({ fetch, clock: createFakeClock() }, request, givenUp.signal);
  await question.promise;
  givenUp.abort();
  await exchanged;
  const over = new Promise<boolean>((told) => {
    resolve({ pair: { user: 'me', password: 'right' }, over: told });
  });
  expect(await over).toBe(false);
});

test('while a person is asked no deadline ends the request, and each begins anew afterwards', async () => {
  const clock = createFakeClock();
  const { promise, resolve } = Promise.withResolvers<ProxyAnswer | null>();
  const question = Promise.withResolvers<void>();
  const { asked, through } = await proxyThatAsks('me:right');
  const fetch = through(() => {
    question.resolve();
    return promise;
  });
  const url = 'http://audits.example/never';
  const exchanged = exchange({ fetch, clock }, { url, method: 'GET', headers: {} });
  await question.promise;
  expect(clock.outstanding()).toBe(0);
  await clock.advance(3_600_000);
  resolve({ pair: { user: 'me', password: 'right' }, over: () => undefined });
  await expect.poll(() => asked).toHaveLength(2);
  expect(clock.outstanding()).toBe(2);
  await clock.advance(30_000);
  expect(await exchanged).toEqual({ ok: false, fault: { code: 'timeout' } });
});
