import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Exchange, ExchangePage } from '../../shared/workbench.ts';
import { createSandbox, type Sandbox } from '../app.ts';
import { readFixture } from '../fixture/fixture.ts';
import { creation, twoFirms } from '../testing/two-firms.ts';
import { json, type Outcome } from './exchange.ts';
import { type Listener, listen } from './listen.ts';

// What only a real socket can show.

let [sandbox, listener, port]: [Sandbox, Listener, number] = [undefined, undefined, 0] as never; // set before each test

beforeEach(async () => {
  const fixture = readFixture(twoFirms());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  sandbox = await createSandbox({ fixture: fixture.value, control: true });
  listener = await listen(sandbox, 0);
  port = Number(new URL(listener.baseUrl).port);
});
afterEach(async () => {
  await listener.close();
  await sandbox.close();
});

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function send(
  method: string,
  path: string,
  { headers = {}, body = '' }: { readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends bytes as they are and gives all that comes back. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    connect(port, '127.0.0.1')
      .on('data', (chunk) => {
        received += String(chunk);
      })
      .on('error', reject)
      .on('close', () => {
        resolve(received);
      })
      .end(text);
  });
}

async function bearer(): Promise<Record<string, string>> {
  const { text } = await send('POST', '/api/v1/oauth/token/', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'north-manager',
      client_secret: 'north manager secret',
    }).toString(),
  });
  const { access_token: token } = JSON.parse(text) as { access_token: string }; // as the token tests prove
  return { Authorization: `Bearer ${token}` };
}

async function addFault(fault: unknown): Promise<void> {
  const { status } = await send('POST', '/__sandbox/faults/', { body: JSON.stringify(fault) });
  expect(status).toBe(201);
}

/** What the workbench is told of the last request to the API. */
async function lastNoted(): Promise<Exchange> {
  const page = JSON.parse((await send('GET', '/__sandbox/exchanges/after/0/')).text) as ExchangePage;
  return JSON.parse((await send('GET', `/__sandbox/exchanges/${String(page.newest)}/`)).text) as Exchange;
}

describe('what is refused at the entry is noted, with the reason', () => {
  it.each([
    ['another host', { Host: 'evil.example' }, 'other-host', { host: 'evil.example' }],
    ['a web page', { Origin: 'https://evil.example' }, 'web-page', { origin: 'https://evil.example' }],
    ['the documentation page without its login', 'own', 'login-ended', undefined],
  ] as const)('%s', async (_what, given, rule, facts) => {
    const headers = given === 'own' ? { Origin: listener.baseUrl } : given;
    expect((await send('GET', '/api/v1/roles/?a=b', { headers })).status).toBe(403);
    const noted = await lastNoted();
    expect(noted).toMatchObject({ path: '/api/v1/roles/', query: 'a=b', status: 403, rules: [rule] });
    expect(noted.reasons).toEqual([facts === undefined ? { rule } : { rule, facts }]);
    const again = await send('POST', `/__sandbox/exchanges/${String(noted.id)}/replay/`);
    expect(again).toMatchObject({ status: 409, text: expect.stringContaining('it did not come in') });
  });
  it('headers that are too large, with the request line as far as it came; no secret of it', async () => {
    const [token, long] = ['a-token-of-somebody', 'x'.repeat(40_000)];
    await raw(
      `GET /api/v1/audits/${token}/?client_secret=s HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nX: ${long}\r\n\r\n`,
    );
    const noted = await lastNoted();
    expect(noted).toMatchObject({
      method: 'GET',
      path: '/api/v1/audits/(removed)/',
      query: 'client_secret=(removed)',
      status: 431,
      rules: ['headers-too-large'],
    });
    expect(JSON.stringify(noted)).not.toContain(token);
  });
  it('what is no HTTP', async () => {
    await raw('hello\r\n\r\n');
    expect(await lastNoted()).toMatchObject({ method: '–', path: '(not read)', rules: ['not-http'] });
  });
  it('nothing of the control plane', async () => {
    await send('GET', '/__sandbox/clock/', { headers: { Host: 'evil.example' } });
    expect(JSON.parse((await send('GET', '/__sandbox/exchanges/after/0/')).text)).toMatchObject({
      newest: 0,
    });
  });
});

describe('requests over a socket', () => {
  it('a creation, read back; links carry the host that was asked', async () => {
    const headers = await bearer();
    const typed = { ...headers, 'Content-Type': 'application/json' };
    const created = await send('POST', '/api/v1/audits/', { headers: typed, body: JSON.stringify(creation) });
    expect(created.status).toBe(201);
    expect(created.headers['content-type']).toBe('application/json');
    const listed = await send('GET', '/api/v1/audits/?page_size=1', {
      headers: { ...headers, Host: `localhost:${String(port)}` },
    });
    expect(JSON.parse(listed.text)).toMatchObject({
      next: `http://localhost:${String(port)}/api/v1/audits/?page=2&page_size=1`,
    });
  });
  it('204 has no body and no content type', async () => {
    const headers = await bearer();
    const received = await send('DELETE', '/api/v1/audits/audit/', { headers });
    expect(received).toMatchObject({ status: 204, text: '' });
    expect(received.headers['content-type']).toBeUndefined();
  });
  it('HEAD is 405 without a body', async () => {
    expect(await send('HEAD', '/api/v1/audits/', { headers: await bearer() })).toMatchObject({
      status: 405,
      text: '',
    });
  });
  it('a path is taken as it was sent: dot segments are not resolved', async () => {
    const headers = await bearer();
    expect((await send('GET', '/api/v1/roles/../audits/', { headers })).status).toBe(404);
    expect((await send('GET', '/api/v1/audits/%2e%2e/', { headers })).status).toBe(404);
    expect(
      (await send('GET', `http://127.0.0.1:${String(port)}/api/v1/roles/?page=1`, { headers })).status,
    ).toBe(200);
  });
  it.each([1_048_576, 1_048_577, 20_000_000])('a body of %i bytes ends in JSON', async (size) => {
    const headers = { ...(await bearer()), 'Content-Type': 'application/json' };
    const received = await send('POST', '/api/v1/audits/', { headers, body: `"${'x'.repeat(size - 2)}"` });
    expect(received.status).toBe(size > 1_048_576 ? 413 : 400);
    expect(Object.keys(JSON.parse(received.text) as object)).toHaveLength(1);
  });
  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 403],
  ])('%s is answered in JSON', async (_, text, status) => {
    const received = await raw(text);
    expect(received.startsWith(`HTTP/1.1 ${String(status)} `)).toBe(true);
    expect(received).toContain('Content-Type: application/json');
    expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toEqual({ detail: expect.any(String) });
  });
});

describe('who may come in', () => {
  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1.evil.example:PORT',
    '127.0.0.1:1',
    'localhost',
    '127.0.0.2:PORT',
  ])('security 44: the host %s is refused with 403, also at the control plane', async (name) => {
    const headers = { ...(await bearer()), Host: name.replace('PORT', String(port)) };
    for (const path of ['/api/v1/roles/', '/__sandbox/clock/', '/__sandbox/'])
      expect(await send('GET', path, { headers })).toMatchObject({
        status: 403,
        text: expect.stringContaining('"detail"'),
      });
  });
  it('security 44: a name that leads here is no name of ours, though page and service have it in common', async () => {
    const host = `rebound.example:${String(port)}`;
    const headers = { Host: host, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' };
    for (const [method, path] of [
      ['GET', '/__sandbox/'],
      ['GET', '/__sandbox/exchanges/after/0/'],
      ['POST', '/__sandbox/reset/'],
    ] as const)
      expect((await send(method, path, { headers })).status, path).toBe(403);
  });
  it.each(['127.0.0.1:PORT', 'LOCALHOST:PORT', '[::1]:PORT'])('the host %s is ours', async (name) => {
    const headers = { ...(await bearer()), Host: name.replace('PORT', String(port)) };
    expect((await send('GET', '/api/v1/roles/', { headers })).status).toBe(200);
  });
  it.each(['https://evil.example', 'null', 'http://127.0.0.1:5173'])(
    'security 44: the page %s is refused',
    async (origin) => {
      const headers = { ...(await bearer()), Origin: origin };
      expect((await send('GET', '/api/v1/roles/', { headers })).status).toBe(403);
    },
  );
  it.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['something new', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('security 44: a request of a page that is %s is answered with %i', async (site, status) => {
    const headers = { ...(await bearer()), 'Sec-Fetch-Site': site };
    for (const path of ['/api/v1/roles/', '/api/v1/docs/'])
      expect((await send('GET', path, { headers })).status).toBe(status);
  });
  it.each([
    ['its own form', 'POST', '/api/v1/docs/', 'http://127.0.0.1:PORT', 401],
    ['its own page, in another method', 'GET', '/api/v1/docs/', 'http://127.0.0.1:PORT', 403],
    ['its own page, elsewhere', 'POST', '/api/v1/audits/', 'http://127.0.0.1:PORT', 403],
    ['its own page, at the token', 'POST', '/api/v1/oauth/token/', 'http://127.0.0.1:PORT', 403],
    ['the workbench, at the control plane', 'POST', '/__sandbox/reset/', 'http://127.0.0.1:PORT', 200],
    ['the workbench under another of its names', 'POST', '/__sandbox/reset/', 'http://localhost:PORT', 403],
    ['a page of another port, at the control plane', 'POST', '/__sandbox/reset/', 'http://127.0.0.1:1', 403],
    [
      'a page of another site, at the control plane',
      'POST',
      '/__sandbox/reset/',
      'https://evil.example',
      403,
    ],
    ['a page of nobody, at the control plane', 'POST', '/__sandbox/reset/', 'null', 403],
    ['its own form under another of its names', 'POST', '/api/v1/docs/', 'http://localhost:PORT', 403],
    ['its own form by another scheme', 'POST', '/api/v1/docs/', 'https://127.0.0.1:PORT', 403],
    ['a form of another port', 'POST', '/api/v1/docs/', 'http://127.0.0.1:1', 403],
    ['a form of another site', 'POST', '/api/v1/docs/', 'https://evil.example', 403],
    ['a form of nobody', 'POST', '/api/v1/docs/', 'null', 403],
  ])('of pages, %s: %s %s from %s is %i', async (_, method, path, origin, status) => {
    const type = 'application/x-www-form-urlencoded';
    const headers = { Origin: origin.replace('PORT', String(port)), 'Content-Type': type };
    const body = path === '/__sandbox/reset/' ? '' : 'client_id=a&client_secret=b';
    expect((await send(method, path, { headers, body })).status).toBe(status);
  });
});

describe('faults over a socket', () => {
  it('a header of a fault has the characters that were given', async () => {
    await addFault({ kind: 'status', status: 503, headers: { 'X-Reason': 'caff\u00e8' } });
    expect(await send('GET', '/api/v1/audits/')).toMatchObject({
      status: 503,
      headers: { 'x-reason': 'caff\u00e8' },
      text: '{"detail":"Status 503."}',
    });
  });
  it.each(['drop_before', 'drop_after'])('%s resets the connection', async (kind) => {
    const headers = await bearer();
    await addFault({ kind, path: '/api/v1/roles/' });
    await expect(send('GET', '/api/v1/roles/', { headers })).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await send('GET', '/api/v1/roles/', { headers })).status).toBe(200);
  });
  it('truncate of an answer without a body is a reset; the operation is carried out', async () => {
    const headers = await bearer();
    await addFault({ kind: 'truncate', method: 'DELETE' });
    await expect(send('DELETE', '/api/v1/audits/audit/', { headers })).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
    const { text } = await send('GET', '/api/v1/audits/audit/', { headers });
    expect(JSON.parse(text)).toMatchObject({ status: 'deleting' });
  });
  it('truncate sends half of the body, then resets', async () => {
    const headers = await bearer();
    const { text: whole } = await send('GET', '/api/v1/roles/', { headers });
    await addFault({ kind: 'truncate', path: '/api/v1/roles/' });
    const outcome = await new Promise<{ status: number; text: string; code: string }>((resolve) => {
      const sent = request(
        { host: '127.0.0.1', port, path: '/api/v1/roles/', headers, agent: false },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += String(chunk);
          });
          response.on('error', (error: Error & { code?: string }) => {
            resolve({ status: response.statusCode ?? 0, text, code: error.code ?? '' });
          });
        },
      );
      sent.on('error', () => {}); // told by the response
      sent.end();
    });
    expect(outcome).toEqual({
      status: 200,
      text: whole.slice(0, Math.floor(whole.length / 2)),
      code: 'ECONNRESET',
    });
  });
});

describe('closing', () => {
  it('finishes the requests under way', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<Outcome>();
    const closing = await listen(
      {
        answer: () => {
          arrived.resolve(undefined);
          return released.promise;
        },
      },
      0,
    );
    port = Number(new URL(closing.baseUrl).port);
    const underWay = send('GET', '/');
    await arrived.promise;
    const closed = closing.close();
    released.resolve({ delivery: 'whole', answer: json(200, {}) });
    expect((await underWay).status).toBe(200);
    await closed;
    await expect(send('GET', '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
