import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { fail, type Reply } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { readPolicy } from '../policy/policy.ts';
import { openApp, secret } from '../testing/app.ts';
import { createFolder, draft, openTrial, saved } from '../testing/connections.ts';
import { createFakeLog } from '../testing/log.ts';
import { address } from '../testing/services.ts';
import { addOffered, vouchedBy, withinPolicy } from './allowed.ts';
import { withConsent } from './consent.ts';

let folder: ReturnType<typeof createFolder>;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const managed = fail('managed');

function open(text: string) {
  const trial = openTrial(folder);
  const policy = readPolicy({ path: 'policy.json', read: () => text }, []);
  return { ...trial, all: trial.connections, connections: withinPolicy(trial.connections, policy) };
}

test('an address that is not allowed gets no secret, in any way', async () => {
  const { connections, all, probed } = open('{"allowedAddresses":["https://other.example"]}');
  const { id } = await saved(all); // from before there was a policy
  expect(await connections.credentials(id)).toEqual(managed);
  expect(await connections.testStored(id)).toEqual(managed);
  expect(await connections.rotate({ id, secret: 'new', keep: 'keychain' })).toEqual(managed);
  expect(await connections.test(draft)).toEqual(managed);
  expect(await connections.save(draft)).toEqual(managed);
  expect(await connections.save({ ...draft, id })).toEqual(managed);
  expect(probed).toEqual([]);
  expect(connections.list()).toHaveLength(1); // it is still there, to be looked at and removed
  expect(await connections.save({ ...draft, id, baseUrl: 'https://other.example/' })).toMatchObject({
    ok: true,
  });
  expect(await connections.credentials(id)).toMatchObject({ ok: true });
});

test('a broken policy: what is there goes on, nothing is added and nothing moves', async () => {
  const { connections, all } = open('{');
  const { id } = await saved(all);
  expect(await connections.credentials(id)).toMatchObject({ ok: true });
  expect(await connections.save({ ...draft, id, name: 'Renamed', secret: undefined })).toMatchObject({
    value: { name: 'Renamed' },
  });
  expect(await connections.save({ ...draft, id, baseUrl: 'https://other.example' })).toEqual(managed);
  expect(await connections.save(draft)).toEqual(managed);
  expect(await connections.remove(id)).toMatchObject({ ok: true });
});

test('the demonstration is always allowed', async () => {
  const { connections } = open('{"allowedAddresses":[]}');
  const started = await connections.demonstrate();
  expect(started.ok && (await connections.credentials(started.value.id)).ok).toBe(true);
});

test('what is no address is told by whoever reads it', async () => {
  const { connections } = open('{"allowedAddresses":[]}');
  expect(await connections.save({ ...draft, baseUrl: 'audits' })).toMatchObject({
    error: { code: 'invalid-address' },
  });
});

test('security 50: a policy makes everything read-only but the demonstration, and keeps what its people chose', async () => {
  const { connections, all } = open('{"readOnly":true}');
  const { id } = await saved(all);
  await connections.demonstrate();
  expect(connections.list()).toMatchObject([
    { id, access: 'read-only' },
    { id: 'demonstration', access: 'read-write' },
  ]);
  expect(await connections.save({ ...draft, id, access: 'read-only', name: 'Renamed' })).toMatchObject({
    value: { name: 'Renamed', access: 'read-only' },
  });
  expect(all.list()[0]).toMatchObject({ name: 'Renamed', access: 'read-write' });
});

test('security 50: what a policy calls production is production, and cannot be called anything else', async () => {
  const { connections, all } = open('{"productionAddresses":["https://audits.example"]}');
  const { id } = await saved(all);
  expect(connections.list()).toMatchObject([{ kind: 'production' }]);
  expect(await connections.save({ ...draft, id })).toEqual(managed);
  expect(await connections.save(draft)).toEqual(managed);
  expect(connections.adopt(draft)).toEqual(managed);
  expect(await connections.save({ ...draft, id, kind: 'production', name: 'Renamed' })).toMatchObject({
    value: { name: 'Renamed', kind: 'production' },
  });
  expect(all.list()).toMatchObject([{ kind: 'test' }]);
});

test('security 50: secrets for a session only: none goes into the keychain, and those that are there are not used', async () => {
  const { connections, all } = open('{"secrets":"session"}');
  const { id } = await saved(all);
  expect(connections.list()).toMatchObject([{ secret: 'missing' }]);
  expect(await connections.credentials(id)).toEqual(managed);
  expect(await connections.rotate({ id, secret: 'other', keep: 'keychain' })).toEqual(managed);
  expect(await connections.save(draft)).toEqual(managed);
  expect(await connections.rotate({ id, secret: 'other', keep: 'session' })).toMatchObject({ ok: true });
  expect(await connections.credentials(id)).toMatchObject({ value: { secret: 'other' } });
});

test('security 50: a broken policy adds no secret to the keychain, and loosens nothing', async () => {
  const { connections, all } = open('{"readonly":true}');
  const { id } = await saved(all, { ...draft, kind: 'production' });
  expect(connections.list()).toMatchObject([{ access: 'read-only', secret: 'keychain' }]);
  expect(await connections.credentials(id)).toMatchObject({ ok: true });
  expect(await connections.rotate({ id, secret: 'other', keep: 'keychain' })).toEqual(managed);
  expect(await connections.save({ ...draft, id, kind: 'test', secret: undefined })).toEqual(managed);
});

const offered = {
  name: 'Rolled out',
  address: 'https://audits.example',
  clientId: 'client',
  kind: 'production',
  access: 'read-only',
} as const;

/** The connections of a computer at its start, with a policy that brings one. */
function start(offer: object) {
  const trial = openTrial(folder);
  const text = JSON.stringify({ connections: [{ ...offered, ...offer }] });
  const policy = readPolicy({ path: 'policy.json', read: () => text }, []);
  const begin = () => addOffered(trial.connections, policy, createFakeLog());
  const consented = withConsent(trial.connections, trial.ask, vouchedBy(policy));
  return { ...trial, begin, all: trial.connections, connections: withinPolicy(consented, policy) };
}

test('a connection of the policy appears once, and asks for its secret once and for nothing else', async () => {
  const { begin, connections, asked } = start({});
  begin();
  begin();
  const [row, ...others] = connections.list();
  expect(row).toMatchObject({
    name: 'Rolled out',
    baseUrl: 'https://audits.example',
    kind: 'production',
    access: 'read-only',
    secret: 'missing',
    policy: 'offered',
  });
  expect(others).toEqual([]);
  const id = row?.id ?? '';
  expect(await connections.rotate({ id, secret: 'first', keep: 'keychain' })).toMatchObject({ ok: true });
  expect(asked).toEqual([]);
  expect(await connections.credentials(id)).toMatchObject({ value: { secret: 'first' } });
  begin();
  expect(connections.list()).toMatchObject([{ id, secret: 'keychain' }]);
});

test('what the policy does not fix is a person’s to change and to remove', async () => {
  const { begin, connections } = start({});
  begin();
  const id = connections.list()[0]?.id ?? '';
  const mine = { ...draft, id, name: 'Mine', kind: 'production', access: 'read-only' } as const;
  expect(await connections.save(mine)).toMatchObject({ value: { name: 'Mine', policy: 'offered' } });
  expect(await connections.remove(id)).toMatchObject({ ok: true });
  expect(connections.list()).toEqual([]);
});

test.each([
  ['its name', { name: 'Mine' }],
  ['its address', { baseUrl: 'https://other.example' }],
  ['its client id', { clientId: 'other' }],
  ['its kind', { kind: 'test' }],
  ['its access', { access: 'read-write' }],
] as const)('security 50: where the policy fixes a connection, nobody changes %s', async (_, change) => {
  const { begin, connections } = start({ fixed: true });
  begin();
  const before = connections.list();
  const [row] = before;
  const kept = {
    ...draft,
    id: row?.id,
    name: 'Rolled out',
    kind: 'production',
    access: 'read-only',
  } as const;
  expect(await connections.save({ ...kept, ...change })).toEqual(managed);
  expect(await connections.remove(row?.id ?? '')).toEqual(managed);
  expect(connections.list()).toEqual(before);
  expect(await connections.save(kept)).toMatchObject({ value: { secret: 'keychain', policy: 'fixed' } });
});

test('security 50: a person’s own connection is as the policy fixes it, also beside it, and is theirs again without it', async () => {
  const { begin, connections, all } = start({ fixed: true });
  const { id } = await saved(all);
  begin();
  const fixed = { name: 'Rolled out', kind: 'production', access: 'read-only', policy: 'fixed' };
  expect(connections.list()).toMatchObject([{ id, ...fixed }]);
  await connections.save(draft);
  expect(connections.list()).toMatchObject([fixed, fixed]);
  expect(all.list()[0]).toMatchObject({ name: 'Firm', kind: 'test', access: 'read-write' });
});

test('a computer without room on its disk starts all the same', () => {
  const { all } = start({});
  const text = JSON.stringify({ connections: [offered] });
  const policy = readPolicy({ path: 'policy.json', read: () => text }, []);
  const adopt = () => {
    throw new Error('database or disk is full');
  };
  const log = createFakeLog();
  addOffered({ list: all.list, adopt }, policy, log);
  expect(all.list()).toEqual([]);
});

test('security 50: the app has the connections of the policy at each start, also where somebody has left them', async () => {
  const account = { ...offered, address, clientId: 'north-manager' };
  const text = (fixed: boolean) => JSON.stringify({ connections: [{ ...account, fixed }] });
  const first = openApp(folder.path, openDesk(), undefined, text(true));
  const listed = (await first.call('connections.list', {})) as Reply<readonly Connection[]>;
  const [row] = listed.ok ? listed.value : [];
  const id = row?.id ?? '';
  expect(row).toMatchObject({ name: 'Rolled out', secret: 'missing', policy: 'fixed' });
  expect(await first.call('connections.rotate', { id, secret, keep: 'session' })).toMatchObject({
    value: { report: { failed: null } },
  });
  expect(first.person.asked).toEqual([]);
  expect(await first.call('connections.remove', { id })).toEqual(managed);
  expect(await first.call('connections.list', {})).toMatchObject({ value: [{ id, secret: 'session' }] });
  await first.close();

  const second = openApp(folder.path, openDesk(), undefined, text(false));
  expect(await second.call('connections.remove', { id })).toMatchObject({ ok: true });
  await second.close();
  const third = openApp(folder.path, openDesk(), undefined, text(false));
  expect(await third.call('connections.list', {})).toMatchObject({ value: [{ name: 'Rolled out' }] });
  await third.close();
});
