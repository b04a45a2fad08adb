import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../sandbox/testing/desk.ts';
import { creation } from '../sandbox/testing/two-firms.ts';
import { localOperations, openOperations } from '../shared/bridge.ts';
import { fail, type Reply, succeed } from '../shared/error.ts';
import { connect, draft, openApp, planOf, secret } from './fakes/app.ts';
import { requestEntry, trailEntry } from './fakes/entries.ts';

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
  const { call, keytar } = open();
  expect(await call('connections.list', {})).toEqual(succeed([]));
  const connection = await connect(call);
  expect([...keytar.entries.values()]).toEqual([secret]);
  expect(await call('connections.testStored', { id: connection })).toMatchObject({ value: { failed: null } });
  expect(await call('audits.list', { connection })).toMatchObject({ ok: true, value: { count: 2 } });
  expect(await call('plans.submit', planOf(connection, creation))).toMatchObject({
    ok: true,
    value: { id: 'plan-1', state: 'running' },
  });
  expect(await call('plans.wait', { id: 'plan-1' })).toMatchObject({ value: { state: 'ended' } });
  expect(await call('audits.read', { connection, path: { audit_id: 'new' } })).toMatchObject({ ok: true });
});

test('one click to the demonstration', async () => {
  const { call } = open();
  expect(await call('demonstration.start', {})).toMatchObject({
    ok: true,
    value: { id: 'demonstration', kind: 'demonstration' },
  });
  expect(await call('workPackages.list', { connection: 'demonstration' })).toMatchObject({ ok: true });
});

test('what names no connection that is known goes nowhere', async () => {
  const { call } = open();
  const connection = 'nobody';
  const missing = fail('not-found-here');
  expect(await call('audits.list', { connection })).toEqual(missing);
  expect(await call('plans.submit', planOf(connection, creation))).toEqual(missing);
  expect(await call('plans.estimate', planOf(connection, creation))).toEqual(missing);
  expect(await call('plans.read', { id: 'nothing' })).toEqual(missing);
  expect(await call('quota.read', { connection })).toEqual(missing);
  expect(await call('audits.watch', { connection, ids: ['a'] })).toEqual(missing);
  expect(await call('connections.reconnect', { id: connection })).toEqual(missing);
  expect(await call('connections.allowWrites', { id: connection })).toEqual(missing);
  expect(await call('waits.cancel', { connection, tier: 'read' })).toEqual(missing);
});

test('a removal takes drafts, teams, requests, secret and place as the active one along, and leaves the trail', async () => {
  const { call, keytar, events, records } = open();
  const connection = await connect(call);
  const other = await connect(call);
  await call('preferences.change', { activeConnection: connection });
  for (const [id, of] of [
    ['1', connection],
    ['2', other],
  ] as const) {
    await call('drafts.save', { id, kind: 'audit', connection: of, title: '', content: {} });
    await call('teams.save', { id, connection: of, name: 'Team', members: [] });
  }
  records.requests.record(requestEntry({ connection }));
  records.requests.record(requestEntry({ connection: other }));
  records.trail.append(trailEntry({ connection }));
  expect(await call('connections.belongings', { id: connection })).toEqual(
    succeed({
      drafts: [''],
      teams: ['Team'],
      unfinishedPlans: { count: 0, titles: [] },
      finishedPlans: 0,
      requests: 1,
      trail: 1,
    }),
  );
  expect(await call('connections.remove', { id: connection })).toEqual(succeed(null));
  expect(await call('requests.list', { connection })).toMatchObject({ value: { count: 0 } });
  expect(await call('requests.list', { connection: other })).toMatchObject({ value: { count: 1 } });
  expect(await call('trail.list', { connection })).toMatchObject({ value: { count: 1 } });
  expect(await call('drafts.list', { connection })).toEqual(succeed([]));
  expect(await call('drafts.list', { connection: other })).toMatchObject({ value: [{ id: '2' }] });
  expect(await call('teams.list', { connection })).toEqual(succeed([]));
  expect(await call('teams.list', { connection: other })).toMatchObject({ value: [{ id: '2' }] });
  expect(await call('preferences.read', {})).toMatchObject({ value: { activeConnection: null } });
  expect([...keytar.entries.values()]).toEqual([secret]);
  expect(events.map(({ type }) => type)).toContain('preferences-changed');
});

test('what was done can be searched and exported', async () => {
  const { call, records } = open();
  records.requests.record(requestEntry({ requestId: 'r1' }));
  records.requests.record(requestEntry({ requestId: 'r2' }));
  records.trail.append(trailEntry());
  expect(await call('requests.list', { pageSize: 1 })).toEqual(
    succeed({ count: 2, cursor: '2', results: [requestEntry({ requestId: 'r2' })] }),
  );
  expect(await call('requests.list', { cursor: 'x' })).toMatchObject({ error: { code: 'invalid-input' } });
  expect(await call('trail.list', { search: 'audit 2026' })).toMatchObject({
    value: { results: [trailEntry()] },
  });
  expect(await call('trail.export', { format: 'jsonl' })).toEqual(succeed({ saved: true, intact: true }));
  expect(readFileSync(join(folder, 'trail.jsonl'), 'utf8')).toContain('Audit 2026');
  expect(await call('table.export', { name: 'Scope', rows: [['Component'], ['Leaf']] })).toEqual(
    succeed({ saved: true }),
  );
  expect(readFileSync(join(folder, 'Scope.csv'), 'utf8')).toContain('Leaf');
});

test('after a rejection nothing is sent until reconnected', async () => {
  const { call, desk, events } = open();
  const connection = await connect(call);
  await call('roles.list', { connection });
  await desk.control('POST', '/service-accounts/north-manager/', {
    client_secret: 'changed elsewhere',
    revoke_tokens: true,
  });
  expect(await call('roles.list', { connection })).toMatchObject({ error: { code: 'credentials-rejected' } });
  expect(events.at(-1)).toMatchObject({ type: 'connection-state', state: 'credentials-rejected' });
  expect(await call('connections.reconnect', { id: connection })).toMatchObject({
    error: { code: 'credentials-rejected' },
  });
  expect(
    await call('connections.rotate', { id: connection, secret: 'changed elsewhere', keep: 'keychain' }),
  ).toMatchObject({ ok: true, value: { report: { failed: null } } });
  expect(await call('roles.list', { connection })).toMatchObject({ ok: true });
});

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
  await say('audits.list', { connection: id });
  const echo = {
    status: 400,
    body: { detail: `${secret} ${tokens[0]}`, name: [encodeURIComponent(secret)] },
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
  await say('connections.reconnect', { id });
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
