import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { selfSigned } from '../../../e2e/fixtures/certificate.ts';
import { systemClock } from '../clock.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { type FakeServer, serve, serveRaw } from '../fakes/server.ts';
import { type ExchangeRequest, exchange } from './exchange.ts';

const wire = { fetch, clock: systemClock };
const post: Omit<ExchangeRequest, 'url'> = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
};

let server: FakeServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const head = 'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n';
const faults: readonly (readonly [string, (socket: Socket) => void, unknown])[] = [
  ['a reset before any answer', (socket) => socket.resetAndDestroy(), { code: 'interrupted' }],
  ['an end before any answer', (socket) => socket.end(), { code: 'interrupted' }],
  [
    'a reset in the status line',
    (socket) => socket.write('HTTP/1.1 20', () => socket.resetAndDestroy()),
    { code: 'interrupted' },
  ],
  ['an end in the headers', (socket) => socket.end(`${head}Content-Le`), { code: 'interrupted' }],
  [
    'a body shorter than its length',
    (socket) => socket.end(`${head}Content-Length: 90\r\n\r\n{"id":`),
    { code: 'interrupted', status: 201 },
  ],
  [
    'a body without its last chunk',
    (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n`),
    { code: 'interrupted', status: 201 },
  ],
  [
    'a body that is not compressed as it says',
    (socket) => socket.end(`${head}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`),
    { code: 'interrupted', status: 201 },
  ],
];

test.each(faults)('%s', async (_, answer, fault) => {
  server = await serveRaw(answer);
  const url = `http://127.0.0.1:${server.port}/`;
  expect(await exchange(wire, { ...post, url })).toEqual({ ok: false, fault });
});

test('an answer cut at any byte is never taken for a whole one', async () => {
  const body = '{"id":"A-1"}';
  const whole = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  let length = 0;
  server = await serveRaw((socket) => socket.end(whole.slice(0, length)));
  const url = `http://127.0.0.1:${server.port}/`;
  for (length = 0; length < whole.length; length += 1)
    expect(await exchange(wire, { ...post, url }), `${length} bytes`).toMatchObject({ ok: false });
  length = whole.length;
  expect(await exchange(wire, { ...post, url })).toMatchObject({ ok: true, status: 201, text: body });
});

test('nobody listens', async () => {
  const gone = await serve(() => {});
  await gone.close();
  expect(await exchange(wire, { ...post, url: `http://127.0.0.1:${gone.port}/` })).toEqual({
    ok: false,
    fault: { code: 'unreachable', reason: 'refused' },
  });
});

test('no such name', async () => {
  expect(await exchange(wire, { ...post, url: 'https://nowhere.invalid/' })).toEqual({
    ok: false,
    fault: { code: 'unreachable', reason: 'name' },
  });
});

test('security 15: a certificate that nobody vouches for ends it', async () => {
  let requests = 0;
  server = await serve((_, response) => {
    requests += 1;
    response.end();
  }, selfSigned('localhost'));
  expect(await exchange(wire, { ...post, url: `https://localhost:${server.port}/` })).toEqual({
    ok: false,
    fault: { code: 'tls', reason: 'certificate-self-signed' },
  });
  expect(requests).toBe(0);
});

test('https to a server that speaks none', async () => {
  server = await serve((_, response) => response.end());
  expect(await exchange(wire, { ...post, url: `https://127.0.0.1:${server.port}/` })).toEqual({
    ok: false,
    fault: { code: 'tls', reason: 'no-tls' },
  });
});

test.each([301, 302, 307, 308])('security 14: a %i is not followed', async (status) => {
  const paths: string[] = [];
  server = await serve((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    response.writeHead(status, { Location: '/elsewhere' }).end();
  });
  const exchanged = await exchange(wire, { ...post, url: `http://127.0.0.1:${server.port}/here` });
  expect(exchanged).toMatchObject({ ok: true, status });
  expect(paths).toEqual(['POST /here']);
});

test('a body is read whole: compressed, in pieces, with a byte order mark', async () => {
  server = await serve((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    const body = gzipSync('\ufeff{"name":"Zürich"}');
    response.write(body.subarray(0, 10));
    response.end(body.subarray(10));
  });
  expect(await exchange(wire, { ...post, url: `http://127.0.0.1:${server.port}/` })).toMatchObject({
    text: '{"name":"Zürich"}',
  });
});

test('a body beyond all measure is not read on', async () => {
  server = await serve((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const write = (): void => {
      while (response.write(chunk));
      response.once('drain', write);
    };
    write();
  });
  expect(await exchange(wire, { ...post, url: `http://127.0.0.1:${server.port}/` })).toEqual({
    ok: false,
    fault: { code: 'unexpected-answer', status: 200 },
  });
});

/** After how many seconds an exchange ends, when headers come or do not, and a byte of body every so many seconds or never. */
async function endOf({ headers, every }: { readonly headers: boolean; readonly every: number | null }) {
  const clock = createFakeClock();
  const drip = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (every === null) return;
    clock.schedule(every * 1_000, () => {
      controller.enqueue(new Uint8Array([0x20]));
      drip(controller);
    });
  };
  const stall = (): Promise<Response> =>
    headers
      ? Promise.resolve(new Response(new ReadableStream({ start: drip }), { status: 201 }))
      : new Promise(() => {});
  const ended: unknown[] = [];
  const run = async (): Promise<void> => {
    ended.push(await exchange({ fetch: stall, clock }, { ...post, url: 'http://127.0.0.1/' }));
  };
  void run();
  let seconds = 0;
  for (; ended.length === 0 && seconds < 200; seconds += 1) await clock.advance(1_000);
  return { seconds, result: ended[0] };
}

test.each([
  ['30 s without headers', { headers: false, every: null }, 30, { code: 'timeout' }],
  ['15 s of silence in a body', { headers: true, every: null }, 15, { code: 'timeout', status: 201 }],
  [
    '60 s, however steadily the body drips',
    { headers: true, every: 10 },
    60,
    { code: 'timeout', status: 201 },
  ],
])('%s end it', async (_, stall, seconds, fault) => {
  expect(await endOf(stall)).toEqual({ seconds, result: { ok: false, fault } });
});

test('no timer is left behind', async () => {
  const clock = createFakeClock();
  await exchange({ fetch: async () => new Response('{}'), clock }, { ...post, url: 'http://127.0.0.1/' });
  expect(clock.outstanding()).toBe(0);
});
