import { spawnSync } from 'node:child_process';
import { createSecureServer, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../e2e/fixtures/certificate.ts';
import { type Asked, type FakeServer, serve, serveRaw } from '../../src/main/testing/server.ts';
import { findChromium } from './chromium.ts';
import { ClientRequest, Connections, type IncomingMessage } from './network.ts';

// The same server is asked by Chromium and by the stand-in's network: what reaches it is the same.

const switches = ['--no-sandbox', '--disable-background-networking', '--disable-component-update'];
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(process.env), args: switches });
});
afterAll(() => browser.close());

let server: FakeServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** Sends a request and answers its status, or why there is none. */
type Ask = (path: string, method: string) => Promise<number | 'lost'>;

const inPage =
  (page: Page): Ask =>
  (path, method) =>
    page.evaluate(
      async ([to, by]) => {
        try {
          const body = by === 'POST' ? { body: '{}' } : {};
          const answer = await fetch(to, { method: by, credentials: 'omit', cache: 'no-store', ...body });
          await answer.text();
          return answer.status;
        } catch {
          return 'lost' as const;
        }
      },
      [path, method] as const,
    );

function byNet(origin: string, session: Connections, headers = {}): Ask {
  return (path, method) =>
    new Promise((resolve) => {
      const request = new ClientRequest({ url: origin + path, method, headers, redirect: 'manual', session });
      request.on('error', () => resolve('lost'));
      request.on('response', (answered: IncomingMessage) => {
        answered.on('error', () => undefined); // the request tells it as well
        answered.on('end', () => resolve(answered.statusCode));
        answered.resume();
      });
      request.end(method === 'POST' ? '{}' : undefined);
    });
}

const answer = (status: string, body: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

interface Case {
  /** What becomes of the first request for `/lost`; a second one is answered 201. */
  readonly lost: (socket: Socket) => void;
  /** Whether the service keeps the connection before. */
  readonly keeps: boolean;
  readonly sent: number;
  readonly told: number | 'lost';
}
const cases: Readonly<Record<string, Case>> = {
  'a kept connection ends': { lost: (socket) => socket.end(), keeps: true, sent: 2, told: 201 },
  'a kept connection is reset': {
    lost: (socket) => socket.resetAndDestroy(),
    keeps: true,
    sent: 2,
    told: 201,
  },
  'a kept connection is answered 408': {
    lost: (socket) => socket.end(answer('408 Late', '')),
    keeps: true,
    sent: 2,
    told: 201,
  },
  'a kept connection ends amid the answer': {
    lost: (socket) => socket.end(answer('201 Created', '{}').slice(0, -1)),
    keeps: true,
    sent: 1,
    told: 'lost',
  },
  'a new connection ends': { lost: (socket) => socket.end(), keeps: false, sent: 1, told: 'lost' },
  'a new connection is reset': {
    lost: (socket) => socket.resetAndDestroy(),
    keeps: false,
    sent: 1,
    told: 'lost',
  },
  'a new connection is answered 408': {
    lost: (socket) => socket.end(answer('408 Late', '')),
    keeps: false,
    sent: 1,
    told: 408,
  },
};

/** A server that loses the first `POST /lost`. */
async function losing({
  lost,
  keeps,
}: Case): Promise<{ readonly port: number; readonly posts: readonly Asked[] }> {
  const posts: Asked[] = [];
  server = await serveRaw((socket, asked) => {
    if (asked.line === 'POST /lost') {
      posts.push(asked);
      if (posts.length === 1) return lost(socket);
      return socket.write(answer('201 Created', '{}'));
    }
    if (keeps) return socket.write(answer('200 OK', 'x'));
    return socket.end(answer('200 OK', 'x', 'Connection: close\r\n'));
  });
  return { port: server.port, posts };
}

test.each(Object.entries(cases))('%s under a POST: Chromium, and the stand-in as it', async (_, one) => {
  const byChromium = await losing(one);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${byChromium.port}/`);
  const ask = inPage(page);
  await ask('/before', 'GET');
  expect(await ask('/lost', 'POST')).toBe(one.told);
  expect(byChromium.posts).toHaveLength(one.sent);
  await page.close();
  await server?.close();

  const byStandIn = await losing(one);
  const net = byNet(`http://127.0.0.1:${byStandIn.port}`, new Connections(), { Connection: 'close' });
  await net('/before', 'GET');
  expect(await net('/lost', 'POST')).toBe(one.told);
  expect(byStandIn.posts).toHaveLength(one.sent);
});

test('connections of a session that were closed are not used again', async () => {
  const one: Case = { lost: (socket) => socket.end(), keeps: true, sent: 1, told: 'lost' };
  const { port, posts } = await losing(one);
  const session = new Connections();
  const ask = byNet(`http://127.0.0.1:${port}`, session);
  await ask('/before', 'GET');
  await session.closeAllConnections();
  expect([await ask('/lost', 'POST'), posts.length]).toEqual(['lost', 1]);
});

/** How often a POST reaches a server that speaks HTTP/2 to whoever can, and ends its connection under it; and by which version. */
async function overSecure(args: readonly string[]) {
  const { key, cert } = selfSigned('localhost');
  const posts: string[] = [];
  const sessions = new Set<Http2Session>();
  const secure = createSecureServer({ key, cert, allowHTTP1: true });
  secure.on('session', (session) => sessions.add(session));
  secure.on('request', (request, response) => {
    if (request.method !== 'POST') return response.end('x');
    posts.push(request.httpVersion);
    if (posts.length > 1) return response.writeHead(201).end('{}');
    const { stream } = response as { readonly stream?: ServerHttp2Stream }; // only in HTTP/2
    if (stream === undefined) request.socket.destroy();
    else stream.session?.destroy();
  });
  await new Promise<void>((resolve) => {
    secure.listen(0, '127.0.0.1', resolve);
  });
  const { port } = secure.address() as AddressInfo; // it listens on a port, not on a pipe
  const own = await chromium.launch({
    executablePath: findChromium(process.env),
    args: [...switches, ...args],
  });
  const page = await own.newPage({ ignoreHTTPSErrors: true });
  await page.goto(`https://127.0.0.1:${port}/`);
  const ask = inPage(page);
  await ask('/before', 'GET');
  const told = await ask('/lost', 'POST');
  await own.close();
  for (const session of sessions) session.destroy();
  await new Promise((resolve) => {
    secure.close(resolve);
  });
  return { told, posts };
}

test('over HTTP/2 Chromium repeats a POST, too; with disable-http2 it does not speak it', async () => {
  expect(await overSecure([])).toEqual({ told: 201, posts: ['2.0', '2.0'] });
  expect((await overSecure(['--disable-http2'])).posts[0]).toBe('1.1');
});

const odd: readonly (readonly [string, string])[] = [
  ['a header beyond Latin-1', answer('200 OK', '{}', 'X-Gateway: №\r\n')],
  ['a header in Latin-1', answer('200 OK', '{}', 'X-Gateway: M\xfcller\r\n')],
  ['a reason phrase that is not ASCII', answer('200 Gem\xe4\xdf', '{}')],
  ['status 0', answer('000 Asleep', '{}')],
  ['status 600', answer('600 What', '{}')],
  ['status 999', answer('999 No', '{}')],
];

test.each(odd)('net.fetch throws where nobody catches it, as in Electron: %s', (_, bytes) => {
  const encoding = bytes.includes('№') ? 'utf8' : 'latin1';
  const program = `
    import { createServer } from 'node:net';
    const { fetchAsElectron } = await import(${JSON.stringify(new URL('network.ts', import.meta.url).href)});
    process.on('uncaughtException', ({ name }) => { console.log('uncaught', name); process.exit(); });
    const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.from(${JSON.stringify(bytes)}, '${encoding}'))));
    server.listen(0, '127.0.0.1', () => {
      const settled = () => { console.log('settled'); process.exit(); };
      fetchAsElectron('http://127.0.0.1:' + server.address().port + '/').then(settled, settled);
    });`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^uncaught (TypeError|RangeError)/);
});

/** What NTLM answers to who wants to begin: type 2, without a domain. */
const ntlmChallenge = ((): string => {
  const message = Buffer.alloc(52);
  message.write('NTLMSSP\0', 'latin1');
  message.writeUInt32LE(2, 8);
  message.writeUInt32LE(48, 16); // an empty name
  message.writeUInt32LE(0x00_88_82_05, 20); // Unicode, NTLM, extended session security, target information
  message.write('asked by', 24, 'latin1');
  message.writeUInt16LE(4, 40);
  message.writeUInt16LE(4, 42);
  message.writeUInt32LE(48, 44); // no information but its end
  return message.toString('base64');
})();

/** Who a header says that it is: by NTLM the step, and the name once it is there; what is wrong with it is nobody's to see here. */
function whoIn(header: string): string {
  const [scheme, text = ''] = header.split(' ');
  const bytes = Buffer.from(text, 'base64');
  if (scheme !== 'NTLM') return bytes.toString() || 'nobody';
  return `step ${bytes.readUInt32LE(8)}${bytes.includes(Buffer.from('anna', 'utf16le')) ? ', anna' : ''}`;
}

/** A proxy that asks, and what reached it. */
async function openProxy(scheme: 'Basic' | 'NTLM') {
  const posts: string[] = [];
  server = await serve((request, response) => {
    const who = whoIn(request.headers['proxy-authorization'] ?? '');
    if (request.url === 'http://audits.example/') posts.push(who); // Chromium has its own errands, too
    if (who === 'anna:right' || who === 'step 3, anna')
      return response.writeHead(201, { 'Content-Type': 'text/html' }).end('x');
    const wanted = who === 'step 1' ? `NTLM ${ntlmChallenge}` : `${scheme} realm="Office"`;
    const challenge = scheme === 'NTLM' && who !== 'step 1' ? 'NTLM' : wanted;
    return response.writeHead(407, { 'Proxy-Authenticate': challenge, 'Content-Length': 0 }).end();
  });
  return { address: `127.0.0.1:${server.port}`, posts };
}

test.each([
  ['Basic', ['anna:right']],
  ['NTLM', ['step 1', 'step 3, anna']],
] as const)(
  'a proxy asks by %s: Chromium does what follows one answer, also for who omits credentials',
  async (scheme, whos) => {
    const { address, posts } = await openProxy(scheme);
    const own = await chromium.launch({
      executablePath: findChromium(process.env),
      args: switches,
      proxy: { server: `http://${address}`, username: 'anna', password: 'right' },
    });
    const page = await own.newPage(); // without an address: this is the first that the proxy hears
    const send = { method: 'POST', body: '{}', mode: 'no-cors', credentials: 'omit' } as const;
    await page.evaluate((given) => fetch('http://audits.example/', given), send);
    await own.close();
    expect(posts).toEqual(['nobody', ...whos]);
  },
);

test('a proxy asks the stand-in by Basic, and again where it does not take the answer', async () => {
  const { address, posts } = await openProxy('Basic');
  const session = new Connections(address);
  const ask = (passwords: string[]): Promise<number> =>
    new Promise((resolve) => {
      const request = new ClientRequest({ url: 'http://audits.example/', method: 'POST', session });
      request.on('login', (_by: unknown, say: (user?: string, password?: string) => void) => {
        const password = passwords.shift();
        if (password === undefined) say();
        else say('anna', password);
      });
      request.on('response', ({ statusCode }: IncomingMessage) => resolve(statusCode));
      request.end('{}');
    });
  expect(await ask([])).toBe(407);
  expect(await ask(['wrong', 'right'])).toBe(201);
  expect(await ask([])).toBe(201);
  expect(posts).toEqual(['nobody', 'nobody', 'anna:wrong', 'anna:right', 'anna:right']);
});
