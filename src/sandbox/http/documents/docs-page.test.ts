import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { operationNames, operations } from '../../../shared/api.ts';
import { type Desk, openDesk } from '../../testing/desk.ts';

const form = 'application/x-www-form-urlencoded';
const right = { client_id: 'north-assistant', client_secret: 'north assistant secret' };

function send(desk: Desk, fields: Readonly<Record<string, string>>, type = form) {
  const body = new URLSearchParams(fields).toString();
  return desk.call('POST', '/docs/', { as: null, body, headers: { 'Content-Type': type } });
}

async function logIn(desk: Desk): Promise<string> {
  const { headers } = await send(desk, right);
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

function visit(desk: Desk, cookie: string, path = '/docs/') {
  return desk.call('GET', path, { as: null, headers: { Cookie: `a=b; ${cookie}; c` } });
}

const isForm = (text: string) => text.includes('name="client_secret"');

describe('sandbox.md, Documents: /api/v1/docs/ asks for a login', () => {
  it('without one it is the form', async () => {
    const received = await openDesk().call('GET', '/docs/', { as: null });
    expect(received.status).toBe(200);
    expect(received.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(isForm(received.text)).toBe(true);
    expect(received.text).not.toContain('Rate limit tier');
  });
  it('a token is no login', async () => {
    expect(isForm((await openDesk().get('/docs/')).text)).toBe(true);
  });
  it('the right client id and secret lead to the page, with a cookie that nobody else gets', async () => {
    const desk = openDesk();
    const received = await send(desk, right);
    expect(received.status).toBe(303);
    expect(received.headers.get('location')).toBe('/api/v1/docs/');
    expect(received.headers.get('set-cookie')).toMatch(
      /^audit-desk-docs-4000=[\w-]{43}\.[\w-]{43}; Path=\/api\/v1\/; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    );
    expect(received.text).toBe('');
    const page = await visit(desk, await logIn(desk));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Rate limit tier: read_heavy');
  });
  it.each([
    ['another secret', { ...right, client_secret: 'a<b>&"secret' }],
    ['another client', { ...right, client_id: 'nobody' }],
    ["another client's secret", { ...right, client_id: 'north-manager' }],
    ['no secret', { client_id: 'north-assistant' }],
    ['nothing', {}],
  ])('%s is 401 with the form and one sentence, and no word of what was sent', async (_, fields) => {
    const desk = openDesk();
    const received = await send(desk, fields);
    expect(received.status).toBe(401);
    expect(received.headers.get('www-authenticate')).toBe('Bearer');
    expect(received.headers.get('set-cookie')).toBeNull();
    expect(isForm(received.text)).toBe(true);
    expect(received.text).toContain('There is no service account with this client id and secret.');
    const log = (await desk.control('GET', '/requests/')).text;
    for (const sent of Object.values<string>(fields)) {
      expect(received.text).not.toContain(sent);
      expect(log).not.toContain(sent);
    }
  });
  it('other methods, types and sizes', async () => {
    const desk = openDesk();
    const put = await desk.call('PUT', '/docs/', { as: null });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await send(desk, right, 'application/json')).status).toBe(415);
    expect((await send(desk, { ...right, more: 'x'.repeat(1_048_576) })).status).toBe(413);
  });
  it('counts against no tier, and is logged with its client', async () => {
    const desk = openDesk((fixture) => ({
      ...fixture,
      rate_limits: { ...fixture.rate_limits, token: { burst: 0 } },
    }));
    await visit(desk, await logIn(desk));
    expect((await desk.control('GET', '/requests/')).body).toMatchObject({
      results: [
        { method: 'POST', path: '/api/v1/docs/', status: 303, tier: null, client_id: 'north-assistant' },
        { method: 'GET', path: '/api/v1/docs/', status: 200, tier: null, client_id: 'north-assistant' },
      ],
    });
  });
});

describe('a login', () => {
  it('opens the schema too, and no operation', async () => {
    const desk = openDesk();
    const cookie = await logIn(desk);
    expect((await visit(desk, cookie, '/schema/')).body).toMatchObject({ openapi: '3.1.0' });
    expect((await visit(desk, cookie, '/audits/')).status).toBe(401);
    const [value = ''] = cookie.slice(cookie.indexOf('=') + 1).split('.');
    for (const token of [value, cookie.slice(cookie.indexOf('=') + 1), `session ${value}`]) {
      const headers = { Authorization: `Bearer ${token}` };
      expect((await desk.call('GET', '/audits/', { as: null, headers })).status).toBe(401);
    }
  });
  it('a wrong token is wrong with a login, too', async () => {
    const desk = openDesk();
    const headers = { Cookie: await logIn(desk), Authorization: 'Bearer wrong' };
    expect((await desk.call('GET', '/schema/', { as: null, headers })).status).toBe(401);
  });
  it("ends after an hour of the service's clock", async () => {
    const desk = openDesk();
    const cookie = await logIn(desk);
    await desk.advance(3_599);
    expect((await visit(desk, cookie, '/schema/')).status).toBe(200);
    await desk.advance(1);
    expect((await visit(desk, cookie, '/schema/')).status).toBe(401);
    expect(isForm((await visit(desk, cookie)).text)).toBe(true);
  });
  it.each([
    ['reset', '/reset/', {}],
    ['revocation', '/service-accounts/north-assistant/', { revoke_tokens: true }],
    ['a change of the secret', '/service-accounts/north-assistant/', { client_secret: 'rotated' }],
  ])('ends with %s', async (_, path, body) => {
    const desk = openDesk();
    const cookie = await logIn(desk);
    expect((await visit(desk, cookie, '/schema/')).status).toBe(200);
    await desk.control('POST', path, body);
    expect((await visit(desk, cookie, '/schema/')).status).toBe(401);
  });
  it.each([
    ['cut', (cookie: string) => cookie.slice(0, -1)],
    ['without its seal', (cookie: string) => cookie.split('.')[0] ?? ''],
    ['with another seal', (cookie: string) => cookie.replace(/\..*/, `.${'A'.repeat(43)}`)],
    ['of a service at another port', (cookie: string) => cookie.replace('4000', '4001')],
    ['empty', () => 'audit-desk-docs-4000='],
  ])('%s is none', async (_, change) => {
    const desk = openDesk();
    expect((await visit(desk, change(await logIn(desk)), '/schema/')).status).toBe(401);
  });
});

describe('the page', async () => {
  const desk = openDesk();
  const { text, headers } = await visit(desk, await logIn(desk));

  it.each(operationNames)('tells of %s with its path and tier, and how to call it', (name) => {
    const at = text.indexOf(`<article id="${name}"`);
    const part = text.slice(at, text.indexOf('</article>', at));
    expect(at).toBeGreaterThan(0);
    expect(part).toContain(`Rate limit tier: ${operations[name].tier}`);
    expect(part).toContain(`>${operations[name].method}<`);
    expect(part).toContain('curl ');
    expect(part).toContain('<code>429</code>');
  });
  it('tells of limits, errors and coupling', () => {
    for (const chapter of ['limits', 'errors', 'lists', 'coupling'])
      expect(text).toContain(`<h2 id="${chapter}">`);
  });
  it("shows the limits of the reader's firm as they are now", async () => {
    const own = openDesk();
    const cookie = await logIn(own);
    await own.control('POST', '/firms/north/', { rate_limits: { lifecycle: { burst: 7, daily: 12_345 } } });
    expect((await visit(own, cookie)).text).toContain(
      '<code>lifecycle</code></th><td>7</td><td>unlimited</td><td>12,345</td>',
    );
  });
  it('every link within it leads somewhere, and no place is there twice', () => {
    const places = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(places).size).toBe(places.length);
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets.length).toBeGreaterThan(100);
    for (const target of targets) expect(places).toContain(target);
  });
  it('takes nothing from elsewhere, and runs nothing but its own script', () => {
    expect(
      text.match(/https?:\/\/[^'"<\s]+/g)?.filter((one) => !one.startsWith('http://127.0.0.1:4000')),
    ).toEqual([]);
    expect(text).not.toMatch(/ src=| style=| on\w+=|@import|url\(/);
    const policy = headers.get('content-security-policy') ?? '';
    for (const [element, directive] of [
      ['style', 'style-src'],
      ['script', 'script-src'],
    ]) {
      const own = new RegExp(`<${element}>([^]*?)</${element}>`).exec(text)?.[1] ?? '';
      expect(policy).toContain(`${directive} 'sha256-${hash('sha256', own, 'base64')}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });
});
