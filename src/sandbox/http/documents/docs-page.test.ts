import { describe, expect, it } from 'vitest';
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
    expect(received.text).not.toContain('id="viewer"');
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
    expect(page.text).toContain('id="viewer"');
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

describe('the page', () => {
  it('is the viewer, with the client and the limits of its firm as they are now', async () => {
    const own = openDesk();
    const cookie = await logIn(own);
    await own.control('POST', '/firms/north/', { rate_limits: { lifecycle: { burst: 7, daily: 12_345 } } });
    const { text } = await visit(own, cookie);
    expect(text).toContain('<code>lifecycle</code></th><td>7</td><td>unlimited</td><td>12,345</td>');
    expect(text).toContain('Logged in as <code>north-assistant</code>');
    expect(text).toContain('<script src="viewer.js">');
  });
  it('takes nothing from elsewhere, and may send to nothing but the API', async () => {
    const desk = openDesk();
    const { text, headers } = await visit(desk, await logIn(desk));
    expect(text).not.toMatch(/https?:|<script>|<style| style=| on\w+=/);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'");
    expect(policy).toContain('connect-src http://127.0.0.1:4000/api/v1/;');
    expect(policy).not.toContain('unsafe');
  });
  // A policy cannot name such an address, and 'self' would open the control plane to the page.
  it.each([
    ['[::1]:4000', '<a href="http://localhost:4000/api/v1/docs/">Open it at localhost</a>'],
    ['[2001:db8::7]:4000', 'Open it by a name that <code>--allow-host</code> allows'],
  ])('at %s it may send nothing, and says where the viewer is', async (host, expected) => {
    const desk = openDesk();
    const Cookie = await logIn(desk);
    const target = `http://${host}/api/v1/docs/`;
    const answer = await desk.sandbox.fetch(new Request(target, { headers: { Cookie } }));
    expect(answer.headers.get('content-security-policy')).toContain("connect-src 'none';");
    const text = await answer.text();
    expect(text).toContain('Logged in as');
    expect(text).toContain(expected);
    expect(text).not.toContain('<script');
  });
  it.each(['viewer.js', 'viewer.css', 'page.js', 'page.css'])('its file %s is there', async (name) => {
    const received = await openDesk().call('GET', `/docs/${name}`, { as: null });
    expect(received.status).toBe(200);
    expect(received.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    expect(received.headers.get('x-content-type-options')).toBe('nosniff');
    expect(received.text.length).toBeGreaterThan(1_000);
    expect(received.text).not.toContain('sourceMappingURL');
  });
  it.each(['package.json', '../package.json', '%2e%2e/x', 'constructor', ''])(
    'there is no file %j',
    async (name) => {
      expect((await openDesk().call('GET', `/docs/x/${name}`, { as: null })).status).toBe(404);
    },
  );
});

describe('security 44: what the page sends', () => {
  const origin = 'http://127.0.0.1:4000';
  const client = { id: 'made', name: 'Made', country: 'NL' };
  const tokenIn = (text: string) => /data-token="([^"]+)"/.exec(text)?.[1] ?? '';
  const open = async () => {
    const desk = openDesk();
    const cookie = await logIn(desk);
    const token = tokenIn((await visit(desk, cookie)).text);
    const create = (headers: Readonly<Record<string, string>>) =>
      desk.call('POST', '/client-organisations/', {
        as: null,
        body: client,
        headers: { Origin: origin, ...headers },
      });
    return { desk, cookie, token, create, own: { Cookie: cookie, Authorization: `Bearer ${token}` } };
  };

  it('is carried out with its token and its login, and counts as any request', async () => {
    const { desk, create, own } = await open();
    expect((await create(own)).status).toBe(201);
    expect((await desk.control('GET', '/requests/')).body).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({ status: 201, tier: 'write', client_id: 'north-assistant' }),
      ]),
    });
  });
  it('is refused without the login, without its token, with another token or an end of the login', async () => {
    const { desk, cookie, token, create, own } = await open();
    const other = await desk.token('north-assistant');
    for (const headers of [
      {},
      { Cookie: cookie },
      { Authorization: `Bearer ${token}` },
      { Authorization: `Bearer ${other}` },
      { Cookie: cookie, Authorization: `Bearer ${other}` },
      { Cookie: cookie.replace(/\..*/, `.${'A'.repeat(43)}`), Authorization: `Bearer ${token}` },
      { Cookie: cookie.replace('4000', '4001'), Authorization: `Bearer ${token}` },
    ])
      expect((await create(headers)).status).toBe(403);
    await desk.control('POST', '/service-accounts/north-assistant/', { client_secret: 'rotated' });
    expect((await create(own)).status).toBe(403);
  });
  it('ends with the hour, and with the tokens of the account', async () => {
    const late = await open();
    await late.desk.advance(3_600);
    expect((await late.create(late.own)).status).toBe(403);
    const revoked = await open();
    await revoked.desk.control('POST', '/service-accounts/north-assistant/', { revoke_tokens: true });
    expect((await revoked.create(revoked.own)).status).toBe(403);
  });
});
