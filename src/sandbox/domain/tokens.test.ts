import { describe, expect, it } from 'vitest';
import { openDesk } from '../testing/desk.ts';

const right = {
  grant_type: 'client_credentials',
  client_id: 'north-manager',
  client_secret: 'north manager secret',
};

describe('decisions §11.1 tokens', () => {
  it('a token is Bearer, valid for 3600 s, for reading and writing, and not to be cached', async () => {
    const received = await openDesk().requestToken(right);
    expect(received.status).toBe(200);
    expect(received.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 3600,
      token_type: 'Bearer',
      scope: 'read write',
    });
    expect(received.headers.get('cache-control')).toBe('no-store');
    expect(received.headers.get('pragma')).toBe('no-cache');
  });
  it("it is valid for exactly an hour of the sandbox's clock", async () => {
    const desk = openDesk();
    await desk.get('/roles/');
    await desk.advance(3599);
    expect((await desk.get('/roles/')).status).toBe(200);
    await desk.advance(1);
    const received = await desk.get('/roles/');
    expect(received).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
    expect(received.headers.get('www-authenticate')).toBe('Bearer');
  });
  it('a new one does not revoke older ones', async () => {
    const desk = openDesk();
    await desk.get('/roles/');
    expect(await desk.token('north-manager')).not.toBe(await desk.token('north-manager'));
    expect((await desk.get('/roles/')).status).toBe(200);
  });
  it.each([
    ['none', null],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no token', 'Bearer '],
    ['two words', 'Bearer a b'],
    ['an unknown one', 'Bearer abc'],
  ])('%s is 401', async (_, header) => {
    const headers: Record<string, string> = header === null ? {} : { Authorization: header };
    expect((await openDesk().call('GET', '/audits/', { as: null, headers })).status).toBe(401);
  });
  it('the scheme is read without case', async () => {
    const desk = openDesk();
    const headers = { Authorization: `bearer ${await desk.token('north-manager')}` };
    expect((await desk.call('GET', '/audits/', { as: null, headers })).status).toBe(200);
  });
});

const grantNeeded = 'Send grant_type=client_credentials as a form field.';
const fieldsNeeded = 'Send client_id and client_secret as form fields.';

describe('decisions §2 the token endpoint answers as RFC 6749 says', () => {
  it.each([
    ['no grant type', { client_id: 'a', client_secret: 'b' }, 'invalid_request', grantNeeded],
    ['an empty secret', { ...right, client_secret: '' }, 'invalid_request', fieldsNeeded],
    ['no client', { grant_type: 'client_credentials', client_secret: 'b' }, 'invalid_request', fieldsNeeded],
    ['nothing', '', 'invalid_request', fieldsNeeded],
    [
      'a field twice',
      `${new URLSearchParams(right).toString()}&client_id=x`,
      'invalid_request',
      fieldsNeeded,
    ],
    [
      'another grant',
      { ...right, grant_type: 'password' },
      'unsupported_grant_type',
      'The only grant_type is client_credentials.',
    ],
  ])('%s', async (_, fields, error, description) => {
    expect(await openDesk().requestToken(fields)).toMatchObject({
      status: 400,
      body: { error, error_description: description },
    });
  });
  it.each([
    ['a wrong secret', { ...right, client_secret: 'wrong' }],
    ['an unknown client', { ...right, client_id: 'nobody' }],
    ["another client's secret", { ...right, client_id: 'south-manager' }],
  ])('%s is 401 invalid_client, all alike', async (_, fields) => {
    const received = await openDesk().requestToken(fields);
    expect(received.status).toBe(401);
    expect(received.text).toBe(
      '{"error":"invalid_client","error_description":"There is no such client, or its secret is another."}',
    );
  });
  it('JSON is 415', async () => {
    expect((await openDesk().call('POST', '/oauth/token/', { as: null, body: right })).status).toBe(415);
  });
});

describe('decisions §1.3 the token endpoint counts attempts per client id', () => {
  const three = () =>
    openDesk((fixture) => ({ ...fixture, rate_limits: { ...fixture.rate_limits, token: { burst: 3 } } }));
  const statuses = async (desk: ReturnType<typeof openDesk>, attempts: readonly Record<string, string>[]) => {
    const seen: number[] = [];
    for (const fields of attempts) seen.push((await desk.requestToken(fields)).status);
    return seen;
  };
  it('right or wrong', async () => {
    const wrong = { ...right, client_secret: 'wrong' };
    expect(await statuses(three(), [wrong, right, wrong, right, wrong])).toEqual([401, 200, 401, 429, 429]);
  });
  it('but not one that is no complete request', async () => {
    const bad = { ...right, grant_type: 'password' };
    expect(await statuses(three(), [bad, bad, bad, bad, right])).toEqual([400, 400, 400, 400, 200]);
  });
  it('and each client for itself, known or not', async () => {
    const desk = three();
    await statuses(desk, [right, right, right]);
    const other = { ...right, client_id: 'north-assistant', client_secret: 'north assistant secret' };
    expect(await statuses(desk, [right, other])).toEqual([429, 200]);
    const nobody = { ...right, client_id: 'nobody' };
    expect(await statuses(desk, [nobody, nobody, nobody, nobody])).toEqual([401, 401, 401, 429]);
  });
});

describe('decisions §11.2 permissions', () => {
  it.each([
    ['POST', '/audits/'],
    ['DELETE', '/audits/audit/'],
    ['POST', '/audits/consolidated/component-audits/'],
    ['DELETE', '/audits/consolidated/component-audits/component/'],
  ])('without api_account_manager %s %s is 403', async (method, path) => {
    expect(await openDesk().call(method, path, { as: 'north-assistant', body: {} })).toMatchObject({
      status: 403,
      body: { detail: expect.any(String) },
    });
  });
  it('all else works', async () => {
    const desk = openDesk();
    const as = 'north-assistant';
    const client = { id: 'c', name: 'C', country: 'NL' };
    const user = { id: "o'brien+audit@firm.example", role: 'audit_auditor' };
    const out = { in_scope: false, out_of_scope_explanation: 'Small' };
    expect([
      (await desk.get('/audits/', as)).status,
      (await desk.post('/client-organisations/', client, as)).status,
      (await desk.post('/audits/audit/users/', user, as)).status,
      (await desk.call('PATCH', '/audits/consolidated/component-audits/component/', { as, body: out }))
        .status,
    ]).toEqual([200, 201, 201, 200]);
  });
});

describe('sandbox.md, the variant basic_credentials', () => {
  const basic = (id: string, secret: string) => {
    const pair = [id, secret].map((part) => new URLSearchParams({ part }).toString().slice(5)).join(':');
    return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  };
  const ask = (isTaken: boolean, headers: Readonly<Record<string, string>>, body: string) =>
    openDesk((fixture) => ({ ...fixture, variants: { basic_credentials: isTaken } })).sandbox.fetch(
      new Request('http://127.0.0.1:4000/api/v1/oauth/token/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body,
      }),
    );
  const grant = 'grant_type=client_credentials';

  it.each([
    ['id and secret in the header', basic(right.client_id, right.client_secret), grant, 200],
    ['in the form as ever', {}, new URLSearchParams(right).toString(), 200],
    ['another secret', basic(right.client_id, 'other'), grant, 401],
    ['no secret', { Authorization: `Basic ${btoa('north-manager')}` }, grant, 400],
    ['no grant type', basic(right.client_id, right.client_secret), '', 400],
  ] as const)('%s', async (_, headers, body, status) => {
    expect((await ask(true, headers, body)).status).toBe(status);
  });
  it('without it, the answer says what is taken', async () => {
    const answer = await ask(false, basic(right.client_id, right.client_secret), grant);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'invalid_request', error_description: fieldsNeeded });
  });
});
