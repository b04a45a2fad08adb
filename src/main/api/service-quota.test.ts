import { expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import type { TwoFirms } from '../../sandbox/testing/two-firms.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import { hostileLimits } from '../../shared/testing/hostile-shapes.ts';
import { openServices } from '../testing/services.ts';

// How the service of a connection goes with its quotas, its breaker and its retries (reliability §1, reliability §3, reliability §4).

const roles = '/api/v1/roles/';
const clients = '/api/v1/client-organisations/';
const bulk = { priority: 'bulk' } as const;
const client = { body: { id: 'new', name: 'N', country: 'NL' } } as const;

const limited = (limits: Partial<TwoFirms['rate_limits']>) => (fixture: TwoFirms) => ({
  ...fixture,
  rate_limits: { ...fixture.rate_limits, ...limits },
});

const fault = (desk: ReturnType<typeof openDesk>, path: string, fields: Readonly<Record<string, unknown>>) =>
  desk.control('POST', '/faults/', { path, times: null, kind: 'status', status: 500, ...fields });

const limitOf = (service: ReturnType<typeof openServices>['service'], tier: Tier) => {
  const one = service
    .quota()
    ?.usage()
    .tiers.find((usage) => usage.tier === tier)?.windows[0];
  return { limit: one?.limit, from: one?.from };
};

test.each(hostileLimits)(
  'a service that tells its limits by $name gets no more than the table admits',
  async ({ json }) => {
    const desk = openDesk();
    await fault(desk, '/api/v1/rate-limits/', {
      status: 200,
      body: json,
      headers: { 'Content-Type': 'application/json' },
    });
    const { service, clock, requests } = openServices(desk);
    for (let call = 0; call < 200; call += 1)
      void service.call('audits.delete', { path: { audit_id: `none-${String(call)}` } }, bulk);
    await clock.advance(59_000);
    expect((await requests()).filter((line) => line.startsWith('DELETE'))).toHaveLength(5);
    expect(limitOf(service, 'lifecycle')).toEqual({ limit: 5, from: 'specification' });
    expect(service.quota()?.usage().unread).not.toBeNull();
    service.close();
  },
);

test('background work reads the limits first, and keeps to those of the service', async () => {
  const desk = openDesk(limited({ read: { burst: 2 } }));
  const { service, clock, requests } = openServices(desk);
  const audits = Promise.all(
    [1, 2, 3].map(() => service.call('audits.read', { path: { audit_id: 'audit' } }, bulk)),
  );
  await clock.advance(59_999);
  expect((await requests()).map((line) => line.replace('/api/v1', ''))).toEqual([
    'POST /oauth/token/ 200',
    'GET /rate-limits/ 200',
    'GET /audits/audit/ 200',
    'GET /audits/audit/ 200',
  ]);
  await desk.advance(60);
  await clock.advance(1);
  expect((await audits).every(({ ok }) => ok)).toBe(true);
  expect(limitOf(service, 'read')).toEqual({ limit: 2, from: 'service' });
});

test('a limit of 0 that is known fails at once, without a request', async () => {
  const desk = openDesk(limited({ lifecycle: { burst: 0 } }));
  const { service, requests } = openServices(desk);
  await service.call('audits.list', {}, bulk);
  const before = (await requests()).length;
  expect(await service.call('audits.delete', { path: { audit_id: 'audit' } }, bulk)).toEqual({
    ok: false,
    error: { code: 'throttled', operation: 'audits.delete', tier: 'lifecycle', reason: 'limit-none' },
  });
  expect(await requests()).toHaveLength(before);
});

test('a write is sent once, whatever becomes of it', async () => {
  const desk = openDesk();
  await fault(desk, clients, {});
  const { service, clock, requests } = openServices(desk);
  const sent: number[] = [];
  const beforeSend = () => sent.push(clock.monotonic());
  const reply = service.call('clients.create', client, { ...bulk, beforeSend });
  await clock.advance(60_000);
  expect(await reply).toMatchObject({ error: { code: 'fault' } });
  expect((await requests()).filter((line) => line.includes('/client-organisations/'))).toHaveLength(1);
  expect(sent).toHaveLength(1);
});

test('a write that was refused for its quota goes out again, and is told each time', async () => {
  const desk = openDesk();
  await fault(desk, clients, {
    status: 429,
    times: 1,
    headers: { 'Retry-After': '5' },
  });
  const { service, clock, records } = openServices(desk);
  let sent = 0;
  const reply = service.call('clients.create', client, { beforeSend: () => (sent += 1) });
  await clock.advance(5_000);
  expect(await reply).toMatchObject({ ok: true });
  expect(sent).toBe(2);
  const attempts = records.filter(({ operation }) => operation === 'clients.create');
  expect(attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [1, 'throttled'],
    [2, 'ok'],
  ]);
});

test('what must be written down before it is sent and cannot be is not sent, and gives its slot back', async () => {
  const { service, requests } = openServices(openDesk());
  const full = () => {
    throw new Error('disk full');
  };
  await expect(service.call('clients.create', client, { beforeSend: full })).rejects.toThrow('disk full');
  expect((await requests()).filter((line) => line.includes('/client-organisations/'))).toEqual([]);
  const write = service
    .quota()
    ?.usage()
    .tiers.find(({ tier }) => tier === 'write');
  expect(write?.windows[0]?.used).toBe(0);
});

test('of a call whose token fails nothing was sent', async () => {
  const desk = openDesk();
  await fault(desk, '/api/v1/oauth/token/', {});
  const { service } = openServices(desk);
  let sent = 0;
  expect(await service.call('clients.create', client, { beforeSend: () => (sent += 1) })).toMatchObject({
    error: { code: 'fault', operation: 'clients.create' },
  });
  expect(sent).toBe(0);
});

test('a request that was never sent gives its slot back, a refused one keeps it', async () => {
  const desk = openDesk();
  let isDown = false;
  const { service, clock } = openServices(desk, (send) => async (url, init) => {
    if (isDown) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    return send(url, init);
  });
  const used = () =>
    service
      .quota()
      ?.usage()
      .tiers.find(({ tier }) => tier === 'reference')?.windows[0]?.used;
  await service.call('roles.list', {});
  expect(used()).toBe(1);
  isDown = true;
  const reply = service.call('roles.list', {});
  await clock.advance(10);
  expect(await reply).toMatchObject({ error: { code: 'unreachable' } });
  expect(used()).toBe(1);
  isDown = false;
  await desk.control('POST', '/service-accounts/north-manager/', { revoke_tokens: true });
  await service.call('roles.list', {});
  expect(used()).toBe(3); // the 401 and its replay
});

test('a signal ends a wait as cancelled, and what is on its way is not given up', async () => {
  const desk = openDesk();
  await fault(desk, roles, { status: 429, headers: { 'Retry-After': '600' } });
  const { service, clock } = openServices(desk);
  const given = new AbortController();
  const reply = service.call('roles.list', {}, { ...bulk, signal: given.signal });
  await clock.advance(1_000);
  given.abort();
  expect(await reply).toMatchObject({ error: { code: 'cancelled', tier: 'reference' } });
  const onItsWay = new AbortController();
  const read = service.call(
    'audits.read',
    { path: { audit_id: 'audit' } },
    { signal: onItsWay.signal, beforeSend: () => onItsWay.abort() },
  );
  expect(await read).toMatchObject({ ok: true });
});

test('a signal ends the wait for a token and for the limits as well', async () => {
  const desk = openDesk();
  await fault(desk, '/api/v1/oauth/token/', { status: 429, headers: { 'Retry-After': '3600' } });
  const { service, clock } = openServices(desk);
  const given = new AbortController();
  const reply = service.call('roles.list', {}, { ...bulk, signal: given.signal });
  await clock.advance(1_000);
  given.abort();
  expect(await reply).toMatchObject({ error: { code: 'cancelled' } });
});

test('limits that cannot be read for long keep nothing from going', async () => {
  const desk = openDesk();
  await fault(desk, '/api/v1/rate-limits/', { status: 429, headers: { 'Retry-After': '3600' } });
  const { service, clock } = openServices(desk);
  const reply = service.call('audits.read', { path: { audit_id: 'audit' } }, bulk);
  await clock.advance(10_000);
  expect(await reply).toMatchObject({ ok: true });
});

test('an operation that is refused with tokens that others are served with is tried twice, no more', async () => {
  const desk = openDesk();
  await fault(desk, roles, { status: 401 });
  let refused = 0;
  const { service, requests } = openServices(desk, (send) => async (url, init) => {
    if (url.includes('/roles/') && (refused += 1) > 1) await service.call('workPackages.list', {});
    return send(url, init);
  });
  expect(await service.call('roles.list', {})).toMatchObject({
    error: { code: 'unauthorized', status: 401 },
  });
  expect((await requests()).filter((line) => line.includes('/roles/'))).toHaveLength(2);
});

test('waits of people can be given up without those of plans', async () => {
  const desk = openDesk(limited({ reference: { burst: 3 } }));
  const { service, clock } = openServices(desk);
  await service.call('roles.list', {}, bulk); // after the limits
  await service.call('roles.list', {}, bulk);
  const person = service.call('roles.list', {});
  const plan = service.call('roles.list', {}, bulk);
  await clock.advance(0);
  service.waiting.cancel('reference');
  expect(await person).toMatchObject({ error: { code: 'cancelled' } });
  await desk.advance(60);
  await clock.advance(60_000);
  expect(await plan).toMatchObject({ ok: true });
});

test('a service that is down is asked by one probe, and background work goes on when it is back', async () => {
  const desk = openDesk();
  const { service, clock, requests } = openServices(desk);
  await service.call('roles.list', {}, bulk);
  await fault(desk, '/api/v1/', {});
  for (let call = 0; call < 5; call += 1) await service.call('clients.create', client);
  const before = (await requests()).length;
  const plan = Promise.all([1, 2, 3].map(() => service.call('roles.list', {}, bulk)));
  await clock.advance(14_000);
  expect((await requests()).slice(before).map((line) => line.replace('/api/v1', ''))).toEqual([
    'GET /rate-limits/ 500',
  ]);
  await desk.control('DELETE', '/faults/');
  await clock.advance(1_000);
  expect((await plan).every(({ ok }) => ok)).toBe(true);
});

test('after sleep one probe goes before the backlog', async () => {
  const { service, services, requests } = openServices(openDesk());
  await service.call('roles.list', {}, bulk);
  const before = (await requests()).length;
  services.resumed(7_200_000);
  await Promise.all([1, 2].map(() => service.call('audits.read', { path: { audit_id: 'audit' } }, bulk)));
  const paths = (await requests()).slice(before).map((line) => line.replace('/api/v1', ''));
  expect(paths[0]).toBe('GET /rate-limits/ 200');
  expect(paths.filter((line) => line.includes('/audits/'))).toHaveLength(2);
});

test('reliability R8: a burst of 100 faults costs at most 1.2 times the requests', async () => {
  const desk = openDesk();
  await fault(desk, '/api/v1/audits/audit/', { times: 100 });
  const { service, clock, requests } = openServices(desk);
  const replies = Promise.all(
    Array.from({ length: 100 }, () => service.call('audits.read', { path: { audit_id: 'audit' } })),
  );
  await clock.advance(120_000);
  await replies;
  const sent = (await requests()).filter((line) => line.includes('/audits/audit/')).length;
  expect(sent / 100).toBeLessThanOrEqual(1.2);
  expect(sent).toBeGreaterThan(100);
});

test('a connection that is forgotten ends its waits, and another one of the same service keeps to the same quota', async () => {
  const desk = openDesk(limited({ reference: { burst: 2 } }));
  const { service, services, clock } = openServices(desk);
  await service.call('roles.list', {}, bulk); // and the limits
  const waiting = service.call('roles.list', {}, bulk);
  await clock.advance(0);
  services.forget('c');
  expect(await waiting).toMatchObject({ error: { code: 'cancelled' } });
  const other = services
    .of('d')
    .quota()
    ?.usage()
    .tiers.find(({ tier }) => tier === 'reference');
  expect(other?.windows[0]?.used).toBe(2);
});

test('a person reads as fast as the service allows, not as its specification does', async () => {
  const { service, requests } = openServices(openDesk(limited({ read: { burst: 1_000 } })));
  for (let call = 0; call < 200; call += 1)
    expect(await service.call('audits.read', { path: { audit_id: 'audit' } })).toMatchObject({ ok: true });
  expect((await requests()).filter((line) => line.includes('/rate-limits/'))).toHaveLength(1);
});

test('after sleep, background work without credentials is told so, and does not wait for a service that nobody can ask', async () => {
  const { service, services, clock, changeSecret } = openServices(openDesk());
  changeSecret('another secret');
  expect(await service.call('roles.list', {})).toMatchObject({ error: { code: 'credentials-rejected' } });
  services.resumed(0);
  const reply = service.call('clients.create', client, bulk);
  await clock.advance(30_000);
  expect(await Promise.race([reply, Promise.resolve('it waits')])).toMatchObject({
    error: { code: 'credentials-rejected' },
  });
});

test('a slot that nothing came of, since its token could not even be looked for, is given back', async () => {
  const desk = openDesk(limited({ read: { burst: 1 } }));
  const { service, clock, changeSecret } = openServices(desk);
  const one = { path: { audit_id: 'audit' } };
  await service.call('audits.read', one, bulk);
  const second = service.call('audits.read', one, bulk);
  await clock.advance(1_000);
  service.session.forget();
  changeSecret(null);
  const [ended] = await Promise.all([Promise.allSettled([second]), clock.advance(60_000)]);
  expect(ended[0].status).toBe('rejected');
  const read = service
    .quota()
    ?.usage()
    .tiers.find(({ tier }) => tier === 'read');
  expect(read?.windows[0]?.used).toBe(0);
});
