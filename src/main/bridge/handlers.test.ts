import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { localOperations, openOperations } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import { batchesOf, estimatedTasks } from '../../shared/rules/plans/request-estimate.ts';
import { templateWith } from '../../shared/testing/templates.ts';
import { connect, draft, openApp, planOf, secret } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';
import { changeLogEntry, requestEntry } from '../testing/entries.ts';

let folder = '';
let apps: { readonly close: () => Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-handlers-'));
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true });
});

function open() {
  const desk = openDesk();
  const app = openApp(folder, desk);
  apps.push(app);
  return { ...app, desk };
}

test('from a secret to an audit', async () => {
  const { call, readList, keytar } = open();
  expect(await call('connections.list', {})).toEqual(succeed([]));
  const connection = await connect(call);
  expect(keytar.secrets()).toEqual([secret]);
  expect(await call('connections.test', { id: connection })).toMatchObject({ value: { failed: null } });
  expect(await readList(connection, 'audits.list')).toEqual(succeed(null));
  expect(await call('plans.submit', planOf(connection, creation))).toMatchObject({
    ok: true,
    value: { id: 'plan-1', state: 'running' },
  });
  expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({ value: { state: 'ended' } });
  expect(await call('audits.read', { connection, path: { audit_id: 'new' } })).toMatchObject({ ok: true });
});

test('a plan that rests since the keychain did not answer goes on when it does; one that rests by a person’s wish does not', async () => {
  const clock = createFakeClock();
  const app = openApp(folder, openDesk(), clock);
  apps.push(app);
  const { call, keytar, events } = app;
  const connection = await connect(call);
  await clock.advance(3_600_000); // its token has ended
  keytar.put('hanging');
  await call('plans.submit', planOf(connection, creation));
  await call('plans.submit', { ...planOf(connection, { ...creation, id: 'other' }), id: 'plan-2' });
  await call('plans.act', { act: 'pause', id: 'plan-2' });
  await clock.advance(10_000);
  expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({
    value: { state: 'paused', pause: { error: { code: 'keychain-timeout' } } },
  });
  expect(events).not.toContainEqual({ type: 'keychain-answered' });
  keytar.put('unlocked');
  await clock.advance(0);
  expect(events).toContainEqual({ type: 'keychain-answered' });
  expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({ value: { state: 'ended' } });
  expect(await call('plans.read', { id: 'plan-2' })).toMatchObject({ value: { state: 'paused' } });
});

test('plans rest at once where the service refuses the secret of their connection, and go on with one that it accepts', async () => {
  const clock = createFakeClock();
  const desk = openDesk();
  await desk.control('POST', '/firms/north/', { credits: 1_000, rate_limits: { lifecycle: { burst: 1 } } });
  const app = openApp(folder, desk, clock);
  apps.push(app);
  const { call } = app;
  const connection = await connect(call);
  await call('plans.submit', planOf(connection, creation));
  await call('plans.submit', { ...planOf(connection, { ...creation, id: 'other' }), id: 'plan-2' });
  await call('plans.submit', { ...planOf(connection, { ...creation, id: 'third' }), id: 'plan-3' });
  await call('plans.act', { act: 'pause', id: 'plan-3' });
  await clock.advance(1_000);
  expect(await call('plans.read', { id: 'plan-2' })).toMatchObject({ value: { state: 'running' } }); // waits for the limit
  await desk.control('POST', '/service-accounts/north-manager/', { client_secret: 'other' });
  await call('connections.act', { act: 'reconnect', id: connection });
  expect(await call('plans.read', { id: 'plan-2' })).toMatchObject({
    value: { state: 'paused', pause: { reason: 'credentials', error: { code: 'credentials-rejected' } } },
  });
  await desk.control('POST', '/service-accounts/north-manager/', { client_secret: secret });
  await call('connections.act', { act: 'reconnect', id: connection });
  expect(await call('plans.read', { id: 'plan-2' })).toMatchObject({
    value: { state: 'running', pause: null },
  });
  expect(await call('plans.read', { id: 'plan-3' })).toMatchObject({ value: { state: 'paused' } }); // by a person's wish
});

test('one click to the demonstration', async () => {
  const { call, readList } = open();
  expect(await call('demonstration.start', {})).toMatchObject({
    ok: true,
    value: { id: 'demonstration', kind: 'demonstration' },
  });
  expect(await readList('demonstration', 'workPackages.list')).toMatchObject({ ok: true });
});

test('the demonstration has teams and a season from its first start on; what a person changes of them stays', async () => {
  const { call } = open();
  await call('demonstration.start', {});
  const of = { connection: 'demonstration' };
  expect(await call('items.list', { of: 'teams', ...of })).toMatchObject({
    value: { teams: [{ name: 'Rotterdam' }, { name: 'Milano' }] },
  });
  expect(await call('items.list', { of: 'season', ...of })).toMatchObject({
    value: { season: { length: 3 } },
  });
  await call('items.remove', { of: 'teams', id: 'demonstration-milano' });
  await call('demonstration.start', {});
  expect(await call('items.list', { of: 'teams', ...of })).toMatchObject({
    value: { teams: [{ name: 'Rotterdam' }] },
  });
});

test.each([
  { opensWith: 'demonstration', started: 1 },
  { opensWith: null, started: 0 },
])(
  'windows open with $opensWith: the start begins $started demonstrations',
  async ({ opensWith, started }) => {
    const first = open();
    await first.call('demonstration.start', {});
    await first.call('preferences.change', { activeConnection: opensWith });
    const again = openApp(first.folder, first.desk);
    again.warmUp();
    expect(again.demonstrations()).toBe(started);
    await again.close();
  },
);

test('a table is read from a file that a person chooses, and again otherwise', async () => {
  const { call } = open();
  writeFileSync(join(folder, 'opened.table'), 'id;name\n007;Zo\u00eb\n');
  const opened = (await call('import.open', { connection: 'one' })) as Reply<{
    readonly id: string;
  }>;
  expect(opened).toMatchObject({
    value: {
      table: {
        rows: [
          ['id', 'name'],
          ['007', 'Zoë'],
        ],
      },
      fault: null,
    },
  });
  const id = opened.ok ? opened.value.id : '';
  expect(await call('import.read', { id, encoding: 'windows-1252', separator: ',' })).toMatchObject({
    value: { table: { rows: [['id;name'], ['007;ZoÃ«']] } },
  });
  writeFileSync(join(folder, 'opened.table'), '');
  expect(await call('import.read', { id })).toMatchObject({
    value: { table: null, fault: { fault: 'empty' } },
  });
});

test('what names no connection that is known goes nowhere', async () => {
  const { call, readList } = open();
  const connection = 'nobody';
  const missing = fail('not-found-here');
  expect(await readList(connection, 'audits.list')).toEqual(missing);
  expect(await call('plans.submit', planOf(connection, creation))).toEqual(missing);
  const batches = batchesOf(estimatedTasks(planOf(connection, creation).steps));
  expect(await call('plans.estimate', { connection, batches })).toEqual(missing);
  expect(await call('plans.read', { id: 'nothing' })).toEqual(missing);
  expect(await call('quota.read', { connection })).toEqual(missing);
  expect(await call('audits.watch', { connection, ids: ['a'] })).toEqual(missing);
  expect(await call('connections.act', { act: 'reconnect', id: connection })).toEqual(missing);
  expect(await call('connections.act', { id: connection, act: 'allowWrites' })).toEqual(missing);
  expect(await call('waits.act', { act: 'cancel', connection, tier: 'read' })).toEqual(missing);
});

const viewOf = (id: string, connection: string) => ({
  id,
  connection,
  name: 'View',
  place: Number(id),
  search: '',
  setup: setup('status', ['open']),
  columns: {},
});
const setup = (filter: string, values: readonly string[]) => ({ filters: { [filter]: values }, sort: null });

test('views are in the order of their places, and each window hears of a change', async () => {
  const { call, events } = open();
  const connection = await connect(call);
  await call('items.save', { views: [viewOf('2', connection), viewOf('1', connection)] });
  expect(await call('items.list', { of: 'views', connection })).toMatchObject({
    value: { views: [{ id: '1' }, { id: '2' }] },
  });
  expect(events).toContainEqual({ type: 'items-changed', of: 'views', connection });
  await call('items.save', { views: [{ ...viewOf('1', connection), place: 3 }] });
  expect(await call('items.list', { of: 'views', connection })).toMatchObject({
    value: { views: [{ id: '2' }, { id: '1' }] },
  });
  expect(
    await call('items.save', { views: [{ ...viewOf('3', connection), name: 'n'.repeat(201) }] }),
  ).toMatchObject({ ok: false });
});

test('a removal takes drafts, teams, requests, secret and place as the active one along, and leaves the change log', async () => {
  const { call, keytar, events, records } = open();
  const connection = await connect(call);
  const other = await connect(call);
  await call('preferences.change', {
    activeConnection: connection,
    recentAudits: [connection, other].map((of) => ({ connection: of, id: 'A-1' })),
    starredAudits: [connection, other].map((of) => ({ connection: of, id: 'A-2' })),
    lists: {
      [connection]: { audits: setup('status', ['open']) },
      [other]: { audits: setup('status', ['open']) },
      '': { plans: setup('connection', [connection]) },
    },
    recentChoices: ['audit A-1'],
  });
  for (const [id, of] of [
    ['1', connection],
    ['2', other],
  ] as const) {
    await call('drafts.save', { id, kind: 'audit', connection: of, title: '', content: {} });
    await call('items.save', {
      teams: [{ id, connection: of, name: 'Team', members: [] }],
      templates: [templateWith(of, { id, name: 'Template' })],
      views: [viewOf(id, of)],
    });
  }
  records.requests.record(requestEntry({ connection }));
  records.requests.record(requestEntry({ connection: other }));
  records.changeLog.append(changeLogEntry({ connection }));
  expect(await call('connections.dependants', { id: connection })).toEqual(
    succeed({
      drafts: [''],
      teams: ['Team'],
      templates: ['Template'],
      views: ['View'],
      season: [],
      sentTables: 0,
      inspection: false,
      unfinishedPlans: { count: 0, titles: [] },
      finishedPlans: 0,
      requests: 1,
      changeLog: 1,
      copies: 0,
      damaged: [],
    }),
  );
  expect(await call('connections.remove', { id: connection })).toEqual(succeed(null));
  expect(await call('requests.list', { connection })).toMatchObject({ value: { count: 0 } });
  expect(await call('requests.list', { connection: other })).toMatchObject({ value: { count: 1 } });
  expect(await call('changeLog.list', { connection })).toMatchObject({ value: { count: 1 } });
  for (const of of ['drafts', 'teams', 'templates', 'views'] as const) {
    expect(await call('items.list', { of, connection })).toEqual(succeed({ [of]: [] }));
    expect(await call('items.list', { of, connection: other })).toMatchObject({
      value: { [of]: [{ id: '2' }] },
    });
  }
  expect(await call('preferences.read', {})).toMatchObject({
    value: {
      activeConnection: null,
      recentAudits: [{ connection: other, id: 'A-1' }],
      starredAudits: [{ connection: other, id: 'A-2' }],
      lists: { [other]: { audits: setup('status', ['open']) }, '': { plans: setup('connection', []) } },
      recentChoices: [],
    },
  });
  expect(keytar.secrets()).toEqual([secret]);
  expect(events.map(({ type }) => type)).toContain('preferences-changed');
});

test('what was done can be searched and exported', async () => {
  const { call, records } = open();
  records.requests.record(requestEntry({ requestId: 'r1' }));
  records.requests.record(requestEntry({ requestId: 'r2' }));
  records.changeLog.append(changeLogEntry());
  expect(await call('requests.list', { pageSize: 1 })).toEqual(
    succeed({ count: 2, cursor: '2', results: [requestEntry({ requestId: 'r2' })] }),
  );
  expect(await call('requests.list', { cursor: 'x' })).toMatchObject({ error: { code: 'invalid-input' } });
  expect(await call('changeLog.list', { search: 'audit 2026' })).toMatchObject({
    value: { results: [changeLogEntry()] },
  });
  expect(await call('changeLog.saveEvidence', {})).toEqual(succeed({ saved: true, intact: true }));
  expect(readFileSync(join(folder, 'trail.jsonl'), 'utf8')).toContain('Audit 2026');
  const columns = [{ key: 'component_name', title: 'Component' }] as const;
  const opened = await call('table.open', { name: 'Scope', format: 'csv', columns });
  expect(opened).toMatchObject({ ok: true, value: { id: expect.any(String) } });
  const { id } = (opened as { value: { id: string } }).value; // as was just expected
  expect(await call('table.add', { id, rows: [['Leaf']] })).toEqual(succeed(null));
  expect(await call('table.close', { id, isKept: true })).toEqual(succeed({ cut: 0 }));
  expect(readFileSync(join(folder, 'Scope.csv'), 'utf8')).toContain('Leaf');
});

test('a new token is asked for on request, and nothing that is under way is given up for it', async () => {
  const { call, readList, desk } = open();
  const connection = await connect(call);
  await readList(connection, 'roles.list');
  const issued = async () =>
    ((await desk.control('GET', '/requests/')).body as { results: { path: string }[] }).results.filter(
      ({ path }) => path === '/api/v1/oauth/token/',
    ).length;
  const before = await issued();
  const [list, token] = await Promise.all([
    readList(connection, 'roles.list'),
    call('connections.act', { act: 'newToken', id: connection }),
  ]);
  expect([list, token]).toMatchObject([{ ok: true }, { ok: true, value: null }]);
  expect(await issued()).toBe(before + 1);
  expect(await call('connections.act', { act: 'newToken', id: 'none' })).toMatchObject({
    error: { code: 'not-found-here' },
  });
});

test('after a rejection nothing is sent until reconnected', async () => {
  const { call, readList, desk, events } = open();
  const connection = await connect(call);
  await readList(connection, 'roles.list');
  await desk.control('POST', '/service-accounts/north-manager/', {
    client_secret: 'changed elsewhere',
    revoke_tokens: true,
  });
  expect(await readList(connection, 'roles.list')).toMatchObject({ error: { code: 'credentials-rejected' } });
  expect(events.at(-1)).toMatchObject({ type: 'connection-state', state: 'credentials-rejected' });
  expect(await call('connections.act', { act: 'reconnect', id: connection })).toMatchObject({
    error: { code: 'credentials-rejected' },
  });
  expect(
    await call('connections.rotate', { id: connection, secret: 'changed elsewhere', keep: 'keychain' }),
  ).toMatchObject({ ok: true, value: { report: { failed: null } } });
  expect(await readList(connection, 'roles.list')).toMatchObject({ ok: true });
});

/** A connection whose credentials the service has just refused, as when its account was switched off. */
async function rejected() {
  const app = open();
  const connection = await connect(app.call);
  const change = (client_secret: string) =>
    app.desk.control('POST', '/service-accounts/north-manager/', { client_secret, revoke_tokens: true });
  await app.readList(connection, 'roles.list');
  await change('changed elsewhere');
  await app.readList(connection, 'roles.list');
  const states = () =>
    app.events.flatMap((event) => (event.type === 'connection-state' ? [event.state] : []));
  expect(states().at(-1)).toBe('credentials-rejected');
  return { ...app, connection, change, states };
}

test('after a rotation the connection is as its test found it, before anything else is sent', async () => {
  const { call, connection, states } = await rejected();
  const change = { id: connection, secret: 'wrong again', keep: 'keychain' } as const;
  await call('connections.rotate', change);
  expect(states().at(-1)).toBe('credentials-rejected');
  await call('connections.rotate', { ...change, secret: 'changed elsewhere' });
  expect(states().slice(-2)).toEqual(['unknown', 'connected']);
});

test('a test that passes is evidence: an account that was switched on again is used without reconnecting', async () => {
  const { call, readList, connection, change, states } = await rejected();
  expect(await readList(connection, 'roles.list')).toMatchObject({ error: { code: 'credentials-rejected' } });
  await change(secret);
  expect(await call('connections.test', { id: connection })).toMatchObject({ value: { failed: null } });
  expect(states().at(-1)).toBe('connected');
  expect(await readList(connection, 'roles.list')).toMatchObject({ ok: true });
});

test('a test that is refused is evidence as well', async () => {
  const { call, readList, desk, events } = open();
  const connection = await connect(call);
  await readList(connection, 'roles.list');
  await desk.control('POST', '/service-accounts/north-manager/', { client_secret: 'changed elsewhere' });
  await call('connections.test', { id: connection });
  expect(events.findLast(({ type }) => type === 'connection-state')).toMatchObject({
    state: 'credentials-rejected',
  });
});

test('with another address nothing is known of a connection any more', async () => {
  const { call, readList, events } = open();
  const id = await connect(call);
  await readList(id, 'roles.list');
  await call('connections.save', { ...draft, id, baseUrl: 'https://elsewhere.example' });
  expect(events.findLast(({ type }) => type === 'connection-state')).toMatchObject({ state: 'unknown' });
});

test('to reconnect ends, however long the service asks to wait', async () => {
  const { call, desk, clock } = open();
  const id = await connect(call);
  await desk.control('POST', '/faults/', {
    method: 'POST',
    path: '/api/v1/oauth/token/',
    kind: 'status',
    status: 429,
    headers: { 'Retry-After': '1000000000' },
    times: null,
  });
  const asked = call('connections.act', { act: 'reconnect', id });
  for (let second = 0; second < 25; second += 1) {
    await turns();
    await clock.advance(1_000);
  }
  expect(await asked).toMatchObject({
    error: { code: 'throttled', operation: 'tokens.issue', retryAfterSeconds: expect.any(Number) },
  });
  await desk.control('DELETE', '/faults/');
  expect(await call('connections.act', { act: 'reconnect', id })).toEqual(succeed(null)); // a person may try, and it is over
});

/** Lets what is under way in this process go on. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

test('security 10, 38, 40: secret and token are in no answer, no event, no file and no log, whatever is called', async () => {
  const { dispatch, events, tokens, desk, clock } = open();
  const seen: unknown[] = [];
  const say = async (name: string, input: unknown): Promise<void> => {
    const reply = dispatch(name, input);
    await clock.advance(60_000); // what asks for a token more often than the quota admits waits
    seen.push(await reply);
  };
  const saved = (await dispatch('connections.save', draft)) as Reply<{ readonly id: string }>;
  const id = saved.ok ? saved.value.id : '';
  // A service that repeats what it was sent, in words and in fields.
  await say('connections.test', draft);
  await say('mirror.read', { connection: id, list: { operation: 'audits.list' }, freshFor: 0, waits: true });
  const echo = {
    status: 400,
    body: { detail: `${secret} ${tokens.at(-1)}`, name: [encodeURIComponent(secret)] },
  };
  await desk.control('POST', '/faults/', {
    path: '/api/v1/audits/',
    method: 'POST',
    kind: 'status',
    ...echo,
  });
  await say('plans.submit', planOf(id, creation));
  await say('plans.steps', { id: 'plan-1' });
  await desk.control('POST', '/faults/', { path: '/api/v1/oauth/token/', kind: 'status', ...echo });
  await say('connections.act', { act: 'reconnect', id });
  await desk.control('DELETE', '/faults/');
  await say('connections.rotate', { id, secret, keep: 'keychain' });

  const values: fc.Arbitrary<unknown> = fc.oneof(
    fc.constantFrom(id, '', secret.slice(0, 4), 'https://evil.example', '__proto__'),
    fc.jsonValue(),
    fc.record({ audit_id: fc.string(), id: fc.constant(id) }, { requiredKeys: [] }),
  );
  const keys = [
    'id',
    'connection',
    'path',
    'query',
    'cursor',
    'pageSize',
    'name',
    'kind',
    'keep',
    'title',
    'content',
    'tier',
  ];
  const inputs = fc.record(Object.fromEntries(keys.map((key) => [key, values])), { requiredKeys: [] });
  const names = [
    ...openOperations,
    ...Object.keys(localOperations).filter((name) => name !== 'connections.remove'),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.oneof(inputs, fc.constant({ connection: id }), fc.constant({ id })),
      say,
    ),
    { numRuns: 300 },
  );

  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1'));
  const everything = [JSON.stringify(seen), JSON.stringify(events), ...files].join('\n');
  expect(tokens.length).toBeGreaterThan(0);
  for (const canary of [secret, ...tokens])
    for (const spelling of [
      canary,
      encodeURIComponent(canary),
      Buffer.from(canary).toString('base64').replace(/=+$/, ''),
    ])
      expect(everything.includes(spelling), spelling).toBe(false);
  expect(everything).toContain('tokens.issue'); // the log was written, and searched
});
