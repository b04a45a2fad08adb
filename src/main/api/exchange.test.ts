import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../../e2e/fixtures/certificate.ts';
import { asNetwork } from '../../../tools/electron-standin/network.ts';
import { systemClock } from '../clock.ts';
import { openNetwork } from '../desktop/network.ts';
import { createRedactor } from '../diagnostics/redaction.ts';
import { createFakeClock } from '../testing/clock.ts';
import { type FakeServer, serve, serveRaw } from '../testing/server.ts';
import { readAnswer } from './answer.ts';
import { type ExchangeRequest, exchange } from './exchange.ts';

const post: Omit<ExchangeRequest, 'url'> = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
};

const json = { 'content-type': 'application/json' };
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

const networks = [
  ['Node', fetch, 'certificate-self-signed'],
  ['Electron', openNetwork(asNetwork), 'certificate-issuer'],
] as const;

describe.each(networks)('by the network of %s', (_name, reach, untrusted) => {
  const wire = { fetch: reach, clock: systemClock };

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
      fault: { code: 'tls', reason: untrusted },
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
      fault: { code: 'unexpected-answer', status: 200, reason: 'answer-limit' },
    });
  });

  test('security 46: 31 MiB that weigh 31 kB on their way are not unpacked', async () => {
    server = await serve((_, response) => {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.from(`[${'{},'.repeat(10_800_000)}{}]`)));
    });
    expect(await exchange(wire, { ...post, url: `http://127.0.0.1:${server.port}/` })).toMatchObject({
      fault: { code: 'unexpected-answer', reason: 'answer-limit' },
    });
  });
});

const shapes: readonly (readonly [string, string, string | null])[] = [
  ['empty objects', `[${'{},'.repeat(1_000_000)}{}]`, 'answer-limit'],
  ['numbers', `{"results":[${'1,'.repeat(60_001)}1]}`, 'answer-limit'],
  ['numbers without an envelope', `[${'1,'.repeat(400_001)}1]`, 'answer-limit'],
  ['names of fields', `{${'"a":1,'.repeat(30_001)}"a":1}`, 'answer-limit'],
  ['lists in lists', '['.repeat(2_000_000), 'answer-limit'],
  ['objects in objects', '{"a":'.repeat(101), 'answer-limit'],
  ['a text', `["${'x'.repeat(256 * 1024 + 1)}"]`, 'answer-limit'],
  ['a text of escaped quotes', `["${'\\"'.repeat(200_000)}"]`, 'answer-limit'],
  ['the name of a field', `{"${'x'.repeat(256 * 1024 + 1)}":1}`, 'answer-limit'],
  ['one number', `[${'1'.repeat(5_000_000)}]`, 'answer-limit'],
  ['white space', ' '.repeat(5_000_000), 'answer-limit'],
  ['60,000 values', `{"results":[${'1,'.repeat(59_996)}1]}`, null],
  ['400,000 values without an envelope', ` [${'1,'.repeat(399_999)}1]`, null],
  ['100 levels', '['.repeat(100), null],
  ['commas, colons and brackets in a text', `["${'[{,:\\"'.repeat(30_000)}"]`, null],
  ['texts that end', `[${'"{[,:",'.repeat(59_999)}1]`, null],
];

const wire = { fetch, clock: systemClock };

test.each(shapes)(
  'security 46: what is too much is known before it is built: %s',
  async (_, text, reason) => {
    // By one piece, by many, and cut where a text or an escape is.
    for (const size of [Number.POSITIVE_INFINITY, 65_536, 999]) {
      const bytes = new TextEncoder().encode(text);
      let at = 0;
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
        controller.enqueue(bytes.subarray(at, at + size));
        at += size;
        if (at >= bytes.length) controller.close();
      };
      const answer = async () => new Response(new ReadableStream({ pull }), { headers: json });
      const exchanged = await exchange({ ...wire, fetch: answer }, { ...post, url: 'http://127.0.0.1/' });
      if (reason === null) expect(exchanged).toMatchObject({ ok: true, text });
      else
        expect(exchanged).toEqual({ ok: false, fault: { code: 'unexpected-answer', status: 200, reason } });
    }
  },
);

test.each([
  [400, '{"a":'.repeat(200), 'answer-limit'],
  [429, ' '.repeat(300_000), 'answer-limit'],
  [503, `[${'{},'.repeat(60_000)}{}]`, 'answer-limit'],
])('a refusal with %i means what it means, however much comes with it', async (status, text, unread) => {
  const headers = { ...json, 'retry-after': '7' };
  const answer = async () => new Response(text, { status, headers });
  const exchanged = await exchange({ ...wire, fetch: answer }, { ...post, url: 'http://127.0.0.1/' });
  expect(exchanged).toMatchObject({ ok: true, status, text: '', unread });
  const code = { 400: 'validation', 429: 'throttled', 503: 'fault' }[status];
  const url = 'http://127.0.0.1/';
  const asked = { operation: 'audits.create', input: {}, url, redactor: createRedactor() } as const;
  expect(await readAnswer(asked, exchanged, 0)).toMatchObject({
    error: { code, status, reason: unread, ...(status === 400 ? {} : { retryAfterSeconds: 7 }) },
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
