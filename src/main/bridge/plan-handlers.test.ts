import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { Page } from '../../shared/model/page.ts';
import { specifiedLimits } from '../../shared/model/tiers.ts';
import type { PlanProgress, Scheduling, StepProgress } from '../../shared/plan.ts';
import { batchesOf, estimatedTasks } from '../../shared/rules/plans/request-estimate.ts';
import { connect, draft, openApp, planOf } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';

let folder = '';
let apps: { readonly close: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-plans-'));
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true });
});

function open() {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const app = openApp(folder, desk, clock);
  apps.push(app);
  const creations = async (): Promise<number> => {
    const { body } = await desk.control('GET', '/requests/');
    const { results } = body as { readonly results: readonly { method: string; path: string }[] }; // docs/sandbox.md
    return results.filter(({ method, path }) => method === 'POST' && path === '/api/v1/audits/').length;
  };
  return { ...app, desk, creations };
}

async function connectAs(
  call: ReturnType<typeof open>['call'],
  change: Partial<Pick<Connection, 'kind' | 'access'>>,
): Promise<string> {
  const reply = (await call('connections.save', { ...draft, ...change })) as Reply<{ readonly id: string }>;
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value.id;
}

test('a plan is carried out once, however often it is submitted, and can be looked at in pages', async () => {
  const { call, creations, events } = open();
  const connection = await connect(call);
  const plan = planOf(connection, creation);
  expect(await call('plans.submit', plan)).toMatchObject({ ok: true });
  expect(await call('plans.submit', plan)).toMatchObject({ ok: true });
  expect(await call('plans.submit', { ...plan, title: 'Another' })).toEqual(fail('differs'));
  expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({
    value: { state: 'ended', counts: { done: 1 } },
  });
  expect(await creations()).toBe(1);
  expect(await call('plans.list', { connection })).toMatchObject({
    value: { count: 1, cursor: null, results: [{ id: 'plan-1' }] },
  });
  expect(await call('plans.steps', { id: 'plan-1', states: ['done'] })).toMatchObject({
    value: { results: [{ key: 'audit', state: 'done', result: 'new', attempts: 1 }] },
  });
  expect(await call('plans.states', { id: 'plan-1' })).toEqual({ ok: true, value: ['done'] });
  expect(await call('plans.steps', { id: 'plan-1', states: ['failed'] })).toMatchObject({
    value: { count: 0, results: [] },
  });
  const states = Array.from({ length: 40_000 }, () => 'done' as const); // more than a statement takes
  expect(await call('plans.steps', { id: 'plan-1', states })).toMatchObject({
    error: { code: 'invalid-input' },
  });
  expect(events).toContainEqual(expect.objectContaining({ type: 'plan-changed' }));
  expect(await call('changeLog.list', {})).toMatchObject({
    value: { results: [{ person: 'anna', connectionName: 'Firm', object: 'new', outcome: 'done' }] },
  });
  expect(await call('requests.list', { plan: 'plan-1', search: 'audits.create' })).toMatchObject({
    value: { count: 1, results: [{ status: 201, step: 'audit' }] },
  });
});

test('security 49: production is written to only when a person says so, to the connection that was shown', async () => {
  const { call, creations, person } = open();
  const connection = await connectAs(call, { kind: 'production' });
  const plan = planOf(connection, creation);
  person.answerWith(false);
  expect(await call('connections.act', { id: connection, act: 'allowWrites' })).toEqual(
    fail('confirmation-needed'),
  );
  expect(await call('plans.submit', plan)).toEqual(fail('confirmation-needed'));
  person.answerWith(true);
  person.meanwhile(() => call('connections.save', { ...draft, id: connection, clientId: 'north-reader' }));
  expect(await call('connections.act', { id: connection, act: 'allowWrites' })).toEqual(
    fail('confirmation-needed'),
  );
  expect(person.asked.filter(({ kind }) => kind === 'production-writes')).toEqual([
    { kind: 'production-writes', name: 'Firm', baseUrl: draft.baseUrl, clientId: 'north-manager' },
    { kind: 'production-writes', name: 'Firm', baseUrl: draft.baseUrl, clientId: 'north-manager' },
  ]);
  expect(await creations()).toBe(0);
});

test('ux C4: the first write of a session to production is asked about, the next one is not', async () => {
  const { call, creations } = open();
  const connection = await connectAs(call, { kind: 'production' });
  const plan = planOf(connection, creation);
  expect(await call('plans.submit', plan)).toEqual(fail('confirmation-needed'));
  expect(await creations()).toBe(0);
  expect(await call('connections.act', { id: connection, act: 'allowWrites' })).toEqual(succeed(null));
  expect(await call('plans.submit', plan)).toMatchObject({ ok: true });
  expect(
    await call('plans.submit', { ...planOf(connection, { ...creation, id: 'two' }), id: 'plan-2' }),
  ).toMatchObject({ ok: true });
  await call('plans.wait', { id: 'plan-2' });
  expect(await creations()).toBe(2);
});

test('a connection for reading only sends nothing that writes, and reads', async () => {
  const { call, readList, creations } = open();
  const connection = await connectAs(call, { access: 'read-only' });
  expect(await call('plans.submit', planOf(connection, creation))).toEqual(fail('read-only'));
  await call('connections.act', { id: connection, act: 'allowWrites' });
  expect(await call('plans.submit', planOf(connection, creation))).toEqual(fail('read-only'));
  expect(await creations()).toBe(0);
  expect(await readList(connection, 'audits.list')).toMatchObject({ ok: true });
});

test('a plan that is resumed after its connection became read-only stays where it is', async () => {
  const { call, creations, desk, clock } = open();
  const connection = await connect(call);
  await desk.control('POST', '/faults/', {
    path: '/api/v1/audits/',
    method: 'POST',
    kind: 'status',
    status: 403,
  });
  await call('plans.submit', planOf(connection, creation));
  expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({
    value: { state: 'paused', pause: { reason: 'forbidden' } },
  });
  const sent = await creations();
  const { secret: _, ...kept } = draft;
  await call('connections.save', { ...kept, id: connection, access: 'read-only' });
  await desk.control('DELETE', '/faults/');
  expect(await call('plans.act', { act: 'resume', id: 'plan-1' })).toEqual(fail('read-only'));
  await clock.advance(5_000);
  expect(await creations()).toBe(sent);
});

test('how long a plan takes, and what of the quota is used', async () => {
  const { call, clock, desk } = open();
  const lifecycle = { burst: 5, sustained: 60, daily: 300 };
  await desk.control('POST', '/firms/north/', { rate_limits: { lifecycle } });
  const start = clock.wall();
  const connection = await connect(call);
  const steps = Array.from({ length: 7 }, (_, number) => ({
    key: `audit-${number}`,
    after: [],
    subject: 'New',
    task: { kind: 'createAudit', creation: { ...creation, id: `new-${number}` } } as const,
  }));
  const batches = batchesOf(estimatedTasks(steps));
  // Five a minute: the sixth goes a minute after the first.
  expect(await call('plans.estimate', { connection, batches })).toEqual(succeed(expect.closeTo(60, 0)));
  await call('plans.submit', planOf(connection, creation));
  await call('plans.wait', { id: 'plan-1' });
  const usage = (await call('quota.read', { connection })) as Reply<{
    readonly tiers: readonly { readonly tier: string; readonly windows: readonly unknown[] }[];
  }>;
  const from = 'service'; // the estimate has asked for them
  expect(usage.ok && usage.value.tiers.find(({ tier }) => tier === 'lifecycle')?.windows).toEqual([
    { window: 'burst', limit: 5, from, used: 1, elsewhere: 0, background: 4, freesAt: start + 60_000 },
    {
      window: 'sustained',
      limit: 60,
      from,
      used: 1,
      elsewhere: 0,
      background: 48,
      freesAt: start + 3_600_000,
    },
    {
      window: 'daily',
      limit: 300,
      from,
      used: 1,
      elsewhere: 0,
      background: 240,
      freesAt: start + 86_400_000,
    },
  ]);
});

test('an audit that is watched is told about until it is open', async () => {
  const { call, events, clock } = open();
  const connection = await connect(call);
  await call('plans.submit', planOf(connection, creation));
  await call('plans.wait', { id: 'plan-1' });
  expect(await call('audits.watch', { connection, ids: ['new'] })).toEqual(succeed(null));
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
  const seen = events.flatMap((event) => (event.type === 'audit-seen' ? [event] : []));
  expect(seen[0]).toMatchObject({ connection, id: 'new' });
  expect(seen.at(-1)?.audit).toMatchObject({ status: 'open' });
});

test('a plan of 10,000 steps fits through the bridge, anything else of that size does not', async () => {
  const { call } = open();
  const explanation = 'x'.repeat(2_000);
  const steps = Array.from({ length: 10_000 }, (_, number) => ({
    key: `step-${number}`,
    after: [],
    subject: 'New',
    task: { kind: 'setOutOfScope', group: 'g', component: `c-${number}`, explanation } as const,
  }));
  // It gets as far as its connection, which is none.
  expect(await call('plans.submit', { ...planOf('nobody', creation), steps })).toEqual(
    fail('not-found-here'),
  );
  expect(await call('items.list', { of: 'drafts', connection: 'x'.repeat(2 * 1024 * 1024) })).toMatchObject({
    error: { code: 'invalid-input' },
  });
});

test('the draft of a plan goes when the plan has succeeded, also while nobody looks, and no other', async () => {
  const { call, desk, clock } = open();
  const connection = await connect(call);
  for (const id of ['one', 'two', 'onedown'])
    await call('drafts.save', { id, kind: 'audit', connection, title: '', content: {} });
  await call('plans.submit', { ...planOf(connection, creation), id: 'one-1f3a', about: { draft: 'one' } });
  await call('plans.wait', { id: 'one-1f3a' });
  await desk.control('POST', '/faults/', {
    path: '/api/v1/audits/',
    method: 'POST',
    kind: 'status',
    status: 402,
  });
  await call('plans.submit', {
    ...planOf(connection, { ...creation, id: 'paid' }),
    id: 'two-1f3a',
    about: { draft: 'two' },
  });
  expect(await call('plans.wait', { id: 'two-1f3a' })).toMatchObject({ value: { counts: { failed: 1 } } });
  await clock.advance(1_000); // what is told is told at most ten times a second
  expect(await call('items.list', { of: 'drafts', connection })).toMatchObject({
    value: { drafts: [{ id: 'two' }, { id: 'onedown' }] },
  });
});

test('a plan that waits goes on with the new secret when its connection gets one', async () => {
  const { call, creations, desk, clock } = open();
  const connection = await connect(call);
  await desk.control('POST', '/faults/', {
    path: '/api/v1/audits/',
    method: 'POST',
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': '30' },
  });
  await call('plans.submit', planOf(connection, creation));
  await clock.advance(1_000);
  await desk.control('POST', '/service-accounts/north-manager/', {
    client_secret: 'a new secret of the manager',
    revoke_tokens: true,
  });
  expect(
    await call('connections.rotate', {
      id: connection,
      secret: 'a new secret of the manager',
      keep: 'keychain',
    }),
  ).toMatchObject({ value: { report: { failed: null } } });
  await clock.advance(1_000);
  expect(await call('plans.read', { id: 'plan-1' })).toMatchObject({ value: { state: 'running' } });
  for (let second = 0; second < 90; second += 1) await clock.advance(1_000);
  expect(await call('plans.read', { id: 'plan-1' })).toMatchObject({ value: { state: 'ended' } });
  expect(await creations()).toBe(2);
});

test('a plan whose wait is given up rests, and is given up with its connection', async () => {
  const { call, creations, desk, clock, events } = open();
  const connection = await connect(call);
  await desk.control('POST', '/faults/', {
    path: '/api/v1/audits/',
    method: 'POST',
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': '3600' },
  });
  await call('plans.submit', planOf(connection, creation));
  await clock.advance(1_000);
  expect(events).toContainEqual(expect.objectContaining({ type: 'waiting', tier: 'lifecycle' }));
  await call('waits.act', { act: 'cancel', connection, tier: 'lifecycle' });
  await clock.advance(1_000);
  expect(await call('plans.read', { id: 'plan-1' })).toMatchObject({
    value: { state: 'paused', pause: { reason: 'person', error: { code: 'cancelled' } } },
  });
  expect(await creations()).toBe(1);
  await call('connections.remove', { id: connection });
  expect(await call('plans.read', { id: 'plan-1' })).toEqual(fail('not-found-here'));
});

test('a write that waits while its connection becomes read-only, or production, is not sent', async () => {
  for (const [change, code] of [
    [{ access: 'read-only' }, 'read-only'],
    [{ kind: 'production' }, 'confirmation-needed'],
  ] as const) {
    const { call, creations, desk, clock } = open();
    const connection = await connect(call);
    await desk.control('POST', '/faults/', {
      path: '/api/v1/audits/',
      method: 'POST',
      kind: 'status',
      status: 429,
      headers: { 'Retry-After': '30' },
    });
    await call('plans.submit', { ...planOf(connection, creation), id: code });
    await clock.advance(1_000);
    const { secret: _, ...kept } = draft;
    await call('connections.save', { ...kept, id: connection, ...change });
    for (let second = 0; second < 90; second += 1) await clock.advance(1_000);
    expect(await creations()).toBe(1);
    expect(await call('plans.read', { id: code })).toMatchObject({
      value: { state: 'paused', pause: { reason: 'person', error: { code } } },
    });
    await apps.pop()?.close();
  }
});

test('a connection with unfinished plans does not come to lead elsewhere, or to be somebody else', async () => {
  const { call, desk } = open();
  const connection = await connect(call);
  const { secret: _, ...kept } = { ...draft, id: connection };
  const elsewhere = { ...draft, id: connection, baseUrl: 'http://127.0.0.1:5000' };
  await desk.control('POST', '/faults/', { path: '/api/v1/audits/', kind: 'status', status: 403 });
  await call('plans.submit', planOf(connection, creation));
  await call('plans.wait', { id: 'plan-1' });
  expect(await call('connections.save', elsewhere)).toEqual(fail('plans-unfinished'));
  const asOther = { ...kept, clientId: 'north-reader' };
  expect(await call('connections.save', asOther)).toEqual(fail('plans-unfinished'));
  expect(await call('connections.save', { ...kept, name: 'Another name' })).toMatchObject({ ok: true });
  await call('plans.act', { act: 'cancel', id: 'plan-1' });
  expect(await call('connections.save', elsewhere)).not.toEqual(fail('plans-unfinished'));
});

test('what a component was created with is known by its id, to the connection that created it', async () => {
  const { call, desk } = open();
  const connection = await connect(call);
  const sent = {
    legal_entity_ids: ['leaf'],
    name: 'Leaf of Italy',
    country: 'IT',
    auditor_relation: 'inter_firm',
    component_settings: { component_auditor_works_in_audit: true },
  } as const;
  const step = {
    key: 'leaf',
    after: [],
    subject: 'Leaf',
    task: { kind: 'createComponent', group: 'consolidated', creation: sent },
  } as const;
  await call('plans.submit', { id: 'plan-c', connection, title: 'Leaf', steps: [step] });
  await call('plans.wait', { id: 'plan-c' });
  const steps = (await call('plans.steps', { id: 'plan-c' })) as Reply<Page<StepProgress>>;
  const id = steps.ok ? (steps.value.results[0]?.result ?? '') : '';
  // Its own answer has neither (decisions.md §8.5), and the service did take them.
  expect((await desk.control('GET', `/content/north/${encodeURIComponent(id)}/`)).body).toMatchObject({
    country: 'IT',
  });
  const asked = await call('plans.sentComponents', { connection, components: ['somebody else’s', id] });
  expect(asked).toMatchObject(succeed([{ component: id, creation: sent }]));
  expect(await call('plans.sentComponents', { connection: 'another', components: [id] })).toEqual(
    succeed([]),
  );
});

test('a plan is estimated behind those that go before it, as what is left of it is told afterwards; a person’s goes first', async () => {
  const { call, desk } = open();
  await desk.control('POST', '/firms/north/', { credits: 1_000, rate_limits: specifiedLimits });
  const connection = await connect(call);
  await call('rateLimits.read', { connection });
  const plan = (id: string, count: number) => ({
    ...planOf(connection, creation),
    id,
    steps: Array.from({ length: count }, (_, number) => ({
      key: `audit-${number}`,
      after: [],
      subject: 'New',
      task: { kind: 'createAudit', creation: { ...creation, id: `${id}-${number}` } } as const,
    })),
  });
  const seconds = async (count: number, scheduling?: Scheduling) => {
    const batches = batchesOf(estimatedTasks(plan('next', count).steps));
    const asked = { connection, batches, ...(scheduling === undefined ? {} : { scheduling }) };
    const reply = (await call('plans.estimate', asked)) as Reply<number | null>;
    return reply.ok ? Math.round(reply.value ?? Number.NaN) : null;
  };
  // Plans get four a minute, twelve take two minutes: 0, 1 and 2.
  expect(await seconds(12)).toBe(120);
  await call('plans.submit', plan('first', 12));
  expect(await seconds(12)).toBe(300);
  expect(await seconds(12, { deadline: '2026-01-05', priority: 0 })).toBe(180); // it goes first, behind the four that have left
  expect(await seconds(1)).toBeLessThan(60);
  const second = (await call('plans.submit', plan('second', 12))) as Reply<PlanProgress>;
  expect(Math.round((second.ok && second.value.remainingSeconds) || 0)).toBe(300);
});

test('a forecast has the limits of the service read, and says when they are there', async () => {
  const { call, desk, events } = open();
  await desk.control('POST', '/firms/north/', { credits: 1_000, rate_limits: { lifecycle: { daily: 2 } } });
  const connection = await connect(call);
  const instead = [
    { id: 'one', scheduling: { deadline: '2026-01-06', priority: 0 }, components: 4, coupled: 0 },
  ];
  const readyOn = async () => {
    const reply = (await call('season.forecast', { connection, instead })) as Reply<{
      readonly entries: readonly { readonly readyOn: string }[];
    }>;
    return reply.ok ? reply.value.entries[0]?.readyOn : reply.error;
  };
  // Of the specification's 300 a day there is room for all five; of two a day plans get one.
  expect(await readyOn()).toBe('2026-01-05');
  const isTold = () => events.filter(({ type }) => type === 'limits-read').length;
  await expect.poll(isTold).toBe(1);
  expect(await readyOn()).toBe('2026-01-09');
  expect(isTold()).toBe(1);
});

test('a forecast by the limits of the specification says so, once the service was asked for its own in vain', async () => {
  const { call, desk, events } = open();
  const connection = await connect(call);
  const path = '/api/v1/rate-limits/';
  await desk.control('POST', '/faults/', { method: 'GET', path, kind: 'status', status: 404 });
  const forecast = () => call('season.forecast', { connection, instead: null });
  expect(await forecast()).toMatchObject({ value: { isBySpecification: false } });
  await expect.poll(() => events.filter(({ type }) => type === 'limits-read').length).toBe(1);
  expect(await forecast()).toMatchObject({ value: { isBySpecification: true } });
});

test('a season is forecast beside groups that have no plan yet', async () => {
  const { call, desk } = open();
  await desk.control('POST', '/firms/north/', { credits: 1_000, rate_limits: { lifecycle: { daily: 2 } } });
  const connection = await connect(call);
  await call('rateLimits.read', { connection });
  const two = planOf(connection, creation);
  const scheduling = { deadline: '2026-01-05', priority: 0 };
  expect(await call('plans.submit', { ...two, scheduling })).toMatchObject({
    ok: true,
    value: { scheduling },
  });
  await call('plans.wait', { id: two.id });
  // It is 5 January 2026, and plans may create one audit a day (0.8 of two): the group on the 6th, its components until the 10th.
  const group = (id: string, deadline: string) => ({
    id,
    scheduling: { deadline, priority: 0 },
    components: 4,
    coupled: 0,
  });
  const forecast = await call('season.forecast', { connection, instead: [group('late', '2026-01-06')] });
  const ready = '2026-01-10';
  expect(forecast).toMatchObject({
    value: { today: '2026-01-05', entries: [{ id: 'late', readyOn: ready }] },
  });
  expect(await call('season.forecast', { connection: 'nobody', instead: null })).toMatchObject({
    error: { code: 'not-found-here' },
  });
  expect(
    await call('season.change', {
      connection,
      changes: [{ id: two.id, deadline: { day: '2026-02-30', from: 'typed' } }],
    }),
  ).toMatchObject({
    error: { code: 'invalid-input' },
  });
});

test('how long it takes has the limits read that nobody has read yet', async () => {
  const { call, desk } = open();
  await desk.control('POST', '/firms/north/', { rate_limits: { read: {} } });
  const connection = await connect(call);
  const expected = () => call('quota.expected', { connection, tier: 'read', requests: 500 });
  expect(await expected()).toEqual(succeed(expect.closeTo(120, 0))); // by the specification: 180 a minute
  await expect.poll(expected).toEqual(succeed(0));
});

test('what is left of a list takes so long', async () => {
  const { call, readList, desk } = open();
  await desk.control('POST', '/firms/north/', { rate_limits: { read_heavy: { burst: 30 } } });
  const connection = await connect(call);
  for (let page = 0; page < 25; page += 1)
    expect(await readList(connection, 'audits.list')).toMatchObject({ ok: true });
  const expected = (requests: number) => call('quota.expected', { connection, tier: 'read_heavy', requests });
  expect(await expected(5)).toEqual(succeed(0));
  expect(await expected(6)).toEqual(succeed(expect.closeTo(60, 0)));
  expect(await expected(35)).toEqual(succeed(expect.closeTo(60, 0)));
  expect(await expected(36)).toEqual(succeed(expect.closeTo(120, 0)));
  expect(await call('quota.expected', { connection: 'none', tier: 'read', requests: 1 })).toEqual(
    fail('not-found-here'),
  );
});
