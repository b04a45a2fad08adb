import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { fail, succeed } from '../../shared/error.ts';
import { Connection, type ConnectionDraft } from '../../shared/model/connection.ts';
import { createFolder, draft, holds, openTrial, saved, secretOf } from '../testing/connections.ts';
import type { FakeKeytar } from '../testing/keytar.ts';

let folder: ReturnType<typeof createFolder>;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());
const open = (keytar?: FakeKeytar) => openTrial(folder, keytar);

test('ux C1: a saved connection shows everything but its secret, which is in the keychain alone', async () => {
  const { connections, keytar } = open();
  const connection = await saved(connections);
  expect(connection).toEqual({
    id: expect.any(String),
    name: 'Firm',
    baseUrl: 'https://audits.example',
    clientId: 'client',
    kind: 'test',
    access: 'read-write',
    secret: 'keychain',
    addedAt: '2026-01-05T09:00:00.000Z',
    lastUsedAt: null,
  });
  expect(connections.list()).toEqual([connection]);
  expect(keytar.secrets()).toEqual(['first-secret-1234']);
  expect(await secretOf(connections, connection.id)).toBe('first-secret-1234');
  for (const part of ['first-secret', 'secret-1234', '"1234"', 'Hint'])
    expect(folder.holds(part), part).toBe(false);
});

test('no call of the keychain for the list', async () => {
  const first = open();
  await saved(first.connections);
  const second = open(first.keytar);
  first.keytar.calls.length = 0;
  expect(second.connections.list()).toHaveLength(1);
  expect(first.keytar.calls).toEqual([]);
});

test.each<[string, Partial<ConnectionDraft>, object]>([
  [
    'an address that will not do',
    { baseUrl: 'http://audits.example' },
    { code: 'invalid-address', fields: { baseUrl: ['needs-https'] } },
  ],
  [
    'an address that no parser takes',
    { baseUrl: 'https://999.999.999.999' },
    { code: 'invalid-address', fields: { baseUrl: ['not-an-address'] } },
  ],
  ['no secret', { secret: undefined }, { code: 'no-secret', fields: { secret: ['required'] } }],
  ['too long a secret', { secret: 'x'.repeat(2_561) }, { code: 'secret-too-long' }],
  [
    'too long a secret for this session',
    { secret: 'x'.repeat(2_561), keep: 'session' },
    { code: 'secret-too-long' },
  ],
  ['an id that is not known', { id: 'nobody' }, { code: 'not-found-here' }],
])('%s is not saved', async (_, change, error) => {
  const { connections, keytar } = open();
  expect(await connections.save({ ...draft, ...change })).toEqual({ ok: false, error });
  expect(connections.list()).toEqual([]);
  expect([...keytar.entries]).toEqual([]);
});

test.each([
  ['locked', 'keychain-locked'],
  ['broken', 'keychain-unavailable'],
] as const)(
  'security 37: with the keychain %s nothing is saved, and nowhere in plain text',
  async (state, code) => {
    const { connections, keytar } = open();
    keytar.put(state);
    expect(await connections.save(draft)).toEqual(fail(code));
    expect(connections.list()).toEqual([]);
    expect(folder.holds('first-secret')).toBe(false);
  },
);

test('kept for this session: there until the app ends, then missing', async () => {
  const first = open();
  first.keytar.put('broken');
  const { id, secret } = await saved(first.connections, { ...draft, keep: 'session' });
  expect(secret).toBe('session');
  expect(await secretOf(first.connections, id)).toBe('first-secret-1234');
  expect(first.keytar.calls).toEqual([]);
  const second = open(first.keytar);
  expect(second.connections.list()).toMatchObject([{ id, secret: 'missing' }]);
  expect(await secretOf(second.connections, id)).toBe('no-secret');
});

test('a secret that was removed elsewhere is missing, one behind a lock is not', async () => {
  const { connections, keytar, changes } = open();
  const { id } = await saved(connections);
  keytar.put('locked');
  expect(await secretOf(connections, id)).toBe('keychain-locked');
  expect(connections.list()).toMatchObject([{ secret: 'keychain' }]);
  keytar.put('unlocked');
  keytar.entries.clear();
  changes.length = 0;
  expect(await secretOf(connections, id)).toBe('no-secret');
  expect(connections.list()).toMatchObject([{ secret: 'missing' }]);
  expect(changes).toEqual([null]);
});

test('a removal takes the secret along; behind a lock neither goes', async () => {
  const { connections, keytar, changes } = open();
  const { id } = await saved(connections);
  keytar.put('locked');
  expect(await connections.remove(id)).toEqual(fail('keychain-locked'));
  expect(connections.list()).toHaveLength(1);
  keytar.put('unlocked');
  expect(await connections.remove(id)).toEqual(succeed(null));
  expect(connections.list()).toEqual([]);
  expect([...keytar.entries]).toEqual([]);
  expect(changes.at(-1)).toBe(id);
  expect(await connections.remove(id)).toEqual(fail('not-found-here'));
});

test('where there is no keychain any more a connection can be removed all the same', async () => {
  const { connections, keytar } = open();
  const { id } = await saved(connections);
  keytar.put('broken');
  expect(await connections.remove(id)).toEqual(succeed(null));
  expect(connections.list()).toEqual([]);
});

test('the demonstration is listed once it has been started, and from then on', async () => {
  const first = open();
  expect(first.connections.list()).toEqual([]);
  expect(await first.connections.demonstrate()).toMatchObject({
    ok: true,
    value: {
      id: 'demonstration',
      kind: 'demonstration',
      secret: 'built-in',
      clientId: 'demo',
    },
  });
  const second = open();
  expect(second.connections.list()).toMatchObject([{ id: 'demonstration' }]);
  expect(second.demonstrations()).toBe(0);
  expect(await secretOf(second.connections, 'demonstration')).toBe('demo secret');
  expect(second.demonstrations()).toBe(1);
});

test('the demonstration is listed with the address that it has now', async () => {
  const first = open();
  await first.connections.demonstrate();
  const second = open();
  second.demonstrateAt('http://127.0.0.1:4712');
  second.changes.length = 0;
  expect(await second.connections.credentials('demonstration')).toMatchObject({ ok: true });
  expect(second.connections.list()).toMatchObject([
    { baseUrl: 'http://127.0.0.1:4712', addedAt: '2026-01-05T09:00:00.000Z' },
  ]);
  expect(second.changes).toEqual([null]);
});

test('the demonstration is no connection to change', async () => {
  const { connections } = open();
  await connections.demonstrate();
  expect(await connections.save({ ...draft, id: 'demonstration' })).toEqual(fail('not-found-here'));
  expect(await connections.rotate({ id: 'demonstration', secret: 'x', keep: 'session' })).toEqual(
    fail('not-found-here'),
  );
  expect(await connections.testStored('demonstration')).toEqual(succeed(holds));
});

test('a stored connection is tested with what is stored', async () => {
  const { connections, probed } = open();
  const { id } = await saved(connections);
  expect(await connections.testStored(id)).toEqual(succeed(holds));
  expect(probed).toEqual([{ address: 'https://audits.example', secret: 'first-secret-1234' }]);
  expect(await connections.testStored('nobody')).toEqual(fail('not-found-here'));
});

test('its last use is told', async () => {
  const { connections } = open();
  const { id } = await saved(connections);
  connections.used(id);
  expect(connections.list()).toMatchObject([{ lastUsedAt: '2026-01-05T09:00:00.000Z' }]);
  expect(Connection.safeParse(connections.list()[0]).success).toBe(true);
});

test('a full disk that its last use cannot be noted on takes no token away', async () => {
  const { connections } = open();
  const { id } = await saved(connections);
  const disk = new DatabaseSync(join(folder.path, 'audit-desk.db'));
  disk.exec("CREATE TRIGGER full BEFORE UPDATE ON connections BEGIN SELECT RAISE(ABORT, 'full'); END");
  disk.close();
  connections.used(id);
  expect(connections.list()).toMatchObject([{ lastUsedAt: null }]);
});

test('what was kept before there was a choice of access reads and writes', async () => {
  const { connections } = open();
  const { id } = await saved(connections, { ...draft, access: 'read-only' });
  expect(connections.list()).toMatchObject([{ access: 'read-only' }]);
  const collection = folder.openStore().collection('connections', z.record(z.string(), z.unknown()));
  const { access: _, ...before } = collection.read(id) ?? {};
  collection.put(id, before);
  expect(connections.list()).toMatchObject([{ id, access: 'read-write' }]);
});
