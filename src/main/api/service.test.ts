import { expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { openServices } from '../testing/services.ts';

const tokenPath = 'POST /api/v1/oauth/token/';

test('reads, with one token for all', async () => {
  const { service, requests, events } = openServices(openDesk());
  const [audit, roles] = await Promise.all([
    service.call('audits.read', { path: { audit_id: 'audit' } }),
    service.call('roles.list', { query: { associated_model: 'Audit' } }),
  ]);
  expect(audit).toMatchObject({ ok: true, value: { id: 'audit', status: 'open' } });
  expect(roles).toMatchObject({
    ok: true,
    value: { results: [{ name: 'audit_auditor' }, { name: 'audit_engagement_leader' }] },
  });
  expect((await requests()).filter((line) => line.startsWith(tokenPath))).toHaveLength(1);
  expect(events).toContainEqual({
    type: 'connection-state',
    connection: 'c',
    state: 'connected',
    at: expect.any(Number),
  });
});

test('200 cold callers cost one token', async () => {
  const { service, requests, clock } = openServices(openDesk());
  const replies = Promise.all(
    Array.from({ length: 200 }, () => service.call('audits.read', { path: { audit_id: 'audit' } })),
  );
  await clock.advance(60_000); // the burst window admits 180
  await replies;
  const lines = await requests();
  expect(lines.filter((line) => line.startsWith(tokenPath))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('GET'))).toHaveLength(200);
});

test.each([
  'a/b',
  'x?y#z',
  '50%',
  "d'Este & co",
  'anna+1@firm.example',
  'Zürich 東京',
  '%2e%2e',
  'a/../../oauth/token',
])('security 13, decisions §1.2: id %j round-trips through the service', async (id) => {
  const { service } = openServices(openDesk());
  const created = await service.call('clients.create', { body: { id, name: 'N', country: 'NL' } });
  expect(created).toMatchObject({ ok: true, value: { id } });
  const entities = await service.call('legalEntities.list', { path: { id } });
  expect(entities).toMatchObject({ ok: true, value: { results: [{ id, parent_id: null }] } });
});

test('a token that was revoked is replaced, and the request goes out once more', async () => {
  const desk = openDesk();
  const { service, requests } = openServices(desk);
  await service.call('workPackages.list', {});
  await desk.control('POST', '/service-accounts/north-manager/', { revoke_tokens: true });
  expect(await service.call('workPackages.list', {})).toMatchObject({ ok: true });
  expect(await requests()).toEqual([
    `${tokenPath} 200`,
    'GET /api/v1/work-packages/ 200',
    'GET /api/v1/work-packages/ 401',
    `${tokenPath} 200`,
    'GET /api/v1/work-packages/ 200',
  ]);
});

test('100 requests that are refused at once cost one token and one replay each', async () => {
  const desk = openDesk();
  const { service, requests, clock } = openServices(desk);
  await service.call('workPackages.list', {});
  await desk.control('POST', '/service-accounts/north-manager/', { revoke_tokens: true });
  const all = Promise.all(Array.from({ length: 100 }, () => service.call('roles.list', {})));
  await clock.advance(60_000); // the burst window admits 120, and a refused request counts
  const replies = await all;
  expect(replies.every(({ ok }) => ok)).toBe(true);
  const lines = await requests();
  expect(lines.filter((line) => line.startsWith(tokenPath))).toHaveLength(2);
  expect(lines.filter((line) => line === 'GET /api/v1/roles/ 200')).toHaveLength(100);
});

test('a 401 for ever costs two tokens, then nothing until reconnected', async () => {
  const desk = openDesk();
  await desk.control('POST', '/faults/', {
    path: '/api/v1/roles/',
    times: null,
    kind: 'status',
    status: 401,
  });
  const { service, services, requests, events } = openServices(desk);
  const replies = await Promise.all(Array.from({ length: 20 }, () => service.call('roles.list', {})));
  expect(new Set(replies.map((reply) => !reply.ok && reply.error.code))).toEqual(
    new Set(['credentials-rejected']),
  );
  expect(await service.call('workPackages.list', {})).toMatchObject({
    error: { code: 'credentials-rejected', operation: 'workPackages.list' },
  });
  expect((await requests()).filter((line) => line.startsWith(tokenPath))).toHaveLength(2);
  expect(events.at(-1)).toMatchObject({ type: 'connection-state', state: 'credentials-rejected' });
  await desk.control('DELETE', '/faults/');
  services.forget('c');
  expect(await services.of('c').call('roles.list', {})).toMatchObject({ ok: true });
});

test('a wrong secret is tried once', async () => {
  const desk = openDesk();
  const { service, requests, changeSecret } = openServices(desk);
  changeSecret('wrong');
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await service.call('roles.list', {})).toMatchObject({
      error: {
        code: 'credentials-rejected',
        detail: 'There is no such client, or its secret is another.',
        status: 401,
      },
    });
  expect(await requests()).toEqual([`${tokenPath} 401`]);
});

test('a 429 holds its tier until its time, visibly, and every request is carried out once', async () => {
  const desk = openDesk((fixture) => ({
    ...fixture,
    rate_limits: { ...fixture.rate_limits, read_heavy: { burst: 1 } },
  }));
  const { service, clock, events, requests } = openServices(desk);
  await service.call('audits.list', {});
  let listed = false;
  const list = service.call('audits.list', {}).then((reply) => (listed = reply.ok));
  await clock.advance(0);
  const until = clock.wall() + 60_000;
  expect(events).toContainEqual({
    type: 'waiting',
    connection: 'c',
    tier: 'read_heavy',
    until,
    isAsked: true,
  });
  expect(await service.call('roles.list', {})).toMatchObject({ ok: true }); // another tier
  await clock.advance(59_999);
  expect(listed).toBe(false);
  await desk.advance(60);
  await clock.advance(1);
  await list;
  expect(listed).toBe(true);
  expect(events).toContainEqual({
    type: 'waiting',
    connection: 'c',
    tier: 'read_heavy',
    until: 0,
    isAsked: false,
  });
  expect((await requests()).filter((line) => line.includes('/audits/'))).toEqual([
    'GET /api/v1/audits/ 200',
    'GET /api/v1/audits/ 429',
    'GET /api/v1/audits/ 200',
  ]);
});

test('a wait that is given up ends as cancelled, without another request', async () => {
  const desk = openDesk();
  await desk.control('POST', '/faults/', {
    path: '/api/v1/roles/',
    times: null,
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': '86400' },
  });
  const { service, clock, requests } = openServices(desk);
  const reply = service.call('roles.list', {});
  await clock.advance(0);
  service.waiting.cancel('reference');
  expect(await reply).toMatchObject({
    error: { code: 'cancelled', operation: 'roles.list', tier: 'reference' },
  });
  await clock.advance(86_400_000);
  expect((await requests()).filter((line) => line.includes('/roles/'))).toHaveLength(1);
});

test('security 41: a connection that is given up ends what is under way and its token', async () => {
  let isHeld = false;
  const { service, services, requests, clock } = openServices(openDesk(), (send) => (url, init) => {
    if (!isHeld) return send(url, init);
    const { signal } = init;
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  expect(await service.call('roles.list', {})).toMatchObject({ ok: true });
  isHeld = true;
  const underWay = service.call('roles.list', {});
  await clock.advance(0);
  services.forget('c');
  expect(await underWay).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  isHeld = false;
  expect(await services.of('c').call('roles.list', {})).toMatchObject({ ok: true });
  expect((await requests()).filter((line) => line.startsWith(tokenPath))).toHaveLength(2);
});

test('a secret that is another one after the wait for a slot is sent as it is then', async () => {
  const desk = openDesk();
  const { service, clock, changeSecret } = openServices(desk);
  await desk.control('POST', '/faults/', {
    path: '/api/v1/oauth/token/',
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': '30' },
  });
  const reply = service.call('roles.list', {});
  await clock.advance(1_000);
  await desk.control('POST', '/service-accounts/north-manager/', { client_secret: 'rotated meanwhile' });
  changeSecret('rotated meanwhile');
  for (let second = 0; second < 90; second += 1) await clock.advance(1_000);
  expect(await reply).toMatchObject({ ok: true });
});

test('a throttled token request holds the tier of tokens, and its waiter can give up', async () => {
  const desk = openDesk((fixture) => ({
    ...fixture,
    rate_limits: { ...fixture.rate_limits, token: { burst: 0 } },
  }));
  const { service, clock, events } = openServices(desk);
  const reply = service.call('roles.list', {});
  await clock.advance(0);
  expect(events.at(-1)).toMatchObject({ type: 'waiting', tier: 'token', isAsked: true });
  service.waiting.cancel('token');
  expect(await reply).toMatchObject({ error: { code: 'cancelled', tier: 'token' } });
});

test('an expired token is renewed before it is refused', async () => {
  const desk = openDesk();
  const { service, clock, requests } = openServices(desk);
  await service.call('roles.list', {});
  await desk.advance(3_500);
  await clock.advance(3_500_000);
  await service.call('roles.list', {});
  expect((await requests()).map((line) => line.slice(-3))).toEqual(['200', '200', '200', '200']);
});

test.each([
  ['drop_before', 'interrupted', 'unreachable', 3],
  ['drop_after', 'interrupted', 'unreachable', 3],
  ['truncate', 'interrupted', 'unreachable', 3],
  ['not_json', 'not-json', 'unreachable', 1],
])(
  'fault %s is a failure that names itself, and a read is tried again while that can help',
  async (kind, code, state, sent) => {
    const desk = openDesk();
    const { service, clock, events, requests } = openServices(desk);
    await service.call('roles.list', {});
    await desk.control('POST', '/faults/', { path: '/api/v1/roles/', kind, times: null });
    const reply = service.call('roles.list', {});
    await clock.advance(10);
    expect(await reply).toMatchObject({
      error: { code, operation: 'roles.list', requestId: 'request-1' },
    });
    expect(events.at(-1)).toMatchObject({ type: 'connection-state', state });
    expect((await requests()).filter((line) => line.includes('/roles/'))).toHaveLength(1 + sent);
  },
);

test('security 38: the record of a request names neither token nor address', async () => {
  const { service, records } = openServices(openDesk());
  await service.call('audits.read', { path: { audit_id: 'audit' } }, { plan: 'p', step: 's' });
  expect(JSON.stringify(records)).not.toMatch(/Bearer|secret|127\.0\.0\.1/);
  const same = { connection: 'c', outcome: 'ok', status: 200, attempt: 1, requestId: 'request-1' };
  expect(records).toEqual([
    expect.objectContaining({ ...same, operation: 'tokens.issue', tier: 'token', plan: null, step: null }),
    expect.objectContaining({ ...same, operation: 'audits.read', tier: 'read', plan: 'p', step: 's' }),
  ]);
});

test.each([
  [['component', 'wide'], 'several-coupled'],
  [['component'], undefined],
  [[], undefined],
])('a 403 to a creation that couples %j is given the reason %s', async (ids, reason) => {
  const desk = openDesk();
  await desk.control('POST', '/service-accounts/north-manager/', { roles: [] });
  const { service } = openServices(desk);
  const body = { ...creation, id: 'new', audit_type: 'single' as const, coupled_component_audit_ids: ids };
  const reply = await service.call('audits.create', { body });
  expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  expect(!reply.ok && reply.error.reason).toBe(reason);
});

test('a 409 to setting a component out of scope says that its scope is closed, whatever closes it', async () => {
  const desk = openDesk();
  await desk.control('POST', '/audits/north/consolidated/', { scope_locked: true });
  const { service } = openServices(desk);
  const reply = await service.call('components.setOutOfScope', {
    path: { group_audit_id: 'consolidated', component_audit_id: 'component' },
    body: { in_scope: false, out_of_scope_explanation: 'Sold.' },
  });
  expect(reply).toMatchObject({ error: { code: 'conflict', status: 409, reason: 'scope-closed' } });
});

test('what a request tells counts by when it left: a late answer to an earlier one tells nothing', async () => {
  const held: (() => void)[] = [];
  let sent = 0;
  const { service, events } = openServices(openDesk(), (send) => async (url, init) => {
    if (url.includes('/oauth/')) return send(url, init);
    sent += 1;
    if (sent > 1) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    const answer = await send(url, init);
    await new Promise<void>((resolve) => {
      held.push(resolve);
    });
    return answer;
  });
  const state = () => events.findLast(({ type }) => type === 'connection-state');
  const early = service.call('workPackages.list', {});
  await expect.poll(() => held).toHaveLength(1);
  void service.call('users.list', { path: { audit_id: 'audit' } });
  await expect.poll(() => state()).toMatchObject({ state: 'unreachable' });
  for (const release of held) release();
  expect(await early).toMatchObject({ ok: true });
  expect(state()).toMatchObject({ state: 'unreachable' });
  service.close();
});
