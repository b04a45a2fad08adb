import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '../../shared/error.ts';
import { createFolder, draft, holds, openTrial, rejected, saved, secretOf } from '../testing/connections.ts';
import type { FakeKeytar } from '../testing/keytar.ts';

let folder: ReturnType<typeof createFolder>;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());
const open = (keytar?: FakeKeytar) => openTrial(folder, keytar);

test('a change without a new secret keeps the old one, and ends the token', async () => {
  const { connections, changes } = open();
  const { id } = await saved(connections);
  changes.length = 0;
  const reply = await connections.save({
    ...draft,
    id,
    name: 'Other',
    kind: 'production',
    secret: undefined,
  });
  expect(reply).toMatchObject({
    ok: true,
    value: { id, name: 'Other', kind: 'production' },
  });
  expect(await secretOf(connections, id)).toBe('first-secret-1234');
  expect(changes).toEqual([id]);
});

test('a stored secret goes to no other address than the one that it was entered for', async () => {
  const { connections, probed } = open();
  const { id } = await saved(connections);
  const elsewhere = { ...draft, id, baseUrl: 'https://evil.example', secret: undefined };
  expect(await connections.save(elsewhere)).toMatchObject({
    error: { code: 'no-secret', fields: { secret: ['required'] } },
  });
  await connections.test(elsewhere);
  await connections.test({ ...elsewhere, baseUrl: 'https://audits.example/api/v1/' });
  expect(probed.map(({ secret }) => secret)).toEqual(['no-secret', 'first-secret-1234']);
  expect(connections.list()).toMatchObject([{ baseUrl: 'https://audits.example' }]);
});

test('a change with a new secret replaces the old one', async () => {
  const { connections, keytar } = open();
  const { id } = await saved(connections);
  await saved(connections, { ...draft, id, secret: 'second-secret-5678' });
  expect(keytar.secrets()).toEqual(['second-secret-5678']);
  expect(connections.list()).toMatchObject([{ id }]);
});

test('ux C3: a rotation tests the new secret, switches and removes the old one', async () => {
  const { connections, keytar, probed, changes } = open();
  const { id } = await saved(connections);
  changes.length = 0;
  const reply = await connections.rotate({ id, secret: 'second-secret-5678', keep: 'keychain' });
  expect(reply).toMatchObject({ ok: true, value: { report: holds } });
  expect(probed).toEqual([{ address: 'https://audits.example', secret: 'second-secret-5678' }]);
  expect(keytar.secrets()).toEqual(['second-secret-5678']);
  expect(await secretOf(connections, id)).toBe('second-secret-5678');
  expect(changes).toEqual([id]);
});

test.each(['keychain', 'session'] as const)(
  'ux C3: a new secret, in %s, that does not hold leaves the old one in use',
  async (keep) => {
    const { connections, keytar, reportNext } = open();
    const { id } = await saved(connections);
    reportNext(rejected);
    const reply = await connections.rotate({ id, secret: 'wrong-secret-5678', keep });
    expect(reply).toMatchObject({
      ok: true,
      value: { report: rejected },
    });
    expect(keytar.secrets()).toEqual(['first-secret-1234']);
    expect(await secretOf(connections, id)).toBe('first-secret-1234');
  },
);

test('ux C3: a new secret that cannot be stored leaves the old one in use', async () => {
  const { connections, keytar, probed } = open();
  const { id } = await saved(connections);
  keytar.put('locked');
  expect(await connections.rotate({ id, secret: 'second-secret-5678', keep: 'keychain' })).toEqual(
    fail('keychain-locked'),
  );
  expect(probed).toEqual([]);
  keytar.put('unlocked');
  expect(await secretOf(connections, id)).toBe('first-secret-1234');
});

test('from the keychain to this session and back', async () => {
  const { connections, keytar } = open();
  const { id } = await saved(connections);
  await connections.rotate({ id, secret: 'second-secret-5678', keep: 'session' });
  expect([...keytar.entries]).toEqual([]);
  expect(connections.list()).toMatchObject([{ secret: 'session' }]);
  await connections.rotate({ id, secret: 'third-secret-9012', keep: 'keychain' });
  expect(keytar.secrets()).toEqual(['third-secret-9012']);
  expect(connections.list()).toMatchObject([{ secret: 'keychain' }]);
});

test('an old secret that cannot be removed now is removed the next time', async () => {
  const { connections, keytar } = open();
  const { id } = await saved(connections);
  const { deletePassword } = keytar;
  Object.assign(keytar, { deletePassword: () => Promise.reject(new Error('not now')) });
  await connections.rotate({ id, secret: 'second-secret-5678', keep: 'keychain' });
  expect(keytar.entries.size).toBe(2);
  Object.assign(keytar, { deletePassword });
  await connections.rotate({ id, secret: 'third-secret-9012', keep: 'keychain' });
  expect(keytar.secrets()).toEqual(['third-secret-9012']);
});

test('a secret whose connection was removed while there was no keychain is erased once there is one', async () => {
  const { connections, keytar } = open();
  const { id } = await saved(connections);
  keytar.put('broken');
  await connections.remove(id);
  expect(keytar.secrets()).toEqual(['first-secret-1234']);
  keytar.put('unlocked');
  await saved(connections, { ...draft, secret: 'second-secret-5678' });
  expect(keytar.secrets()).toEqual(['second-secret-5678']);
});

test('a secret that was written when the app was killed is erased by the next one', async () => {
  const killed = open();
  const { getPassword } = killed.keytar;
  Object.assign(killed.keytar, { getPassword: () => new Promise(() => {}) }); // killed before it is read back
  void killed.connections.save(draft);
  await expect.poll(() => killed.keytar.entries.size).toBe(1);
  Object.assign(killed.keytar, { getPassword });
  const next = open(killed.keytar);
  expect(next.connections.list()).toEqual([]);
  await saved(next.connections, { ...draft, secret: 'second-secret-5678' });
  expect(next.keytar.secrets()).toEqual(['second-secret-5678']);
});

test('a secret in use is never erased, whatever the record of leftovers says', async () => {
  const { connections, keytar } = open();
  const { id } = await saved(connections);
  const { deletePassword } = keytar;
  const asked: string[] = [];
  Object.assign(keytar, {
    deletePassword: (service: string, account: string) => {
      asked.push(account);
      return deletePassword(service, account);
    },
  });
  await saved(connections, { ...draft, secret: 'second-secret-5678' });
  expect(asked).toEqual([]);
  expect(await secretOf(connections, id)).toBe('first-secret-1234');
});

test('a rotation whose connection is removed meanwhile leaves nothing behind', async () => {
  const { connections, keytar, whileProbing } = open();
  const { id } = await saved(connections);
  whileProbing(() => connections.remove(id));
  expect(await connections.rotate({ id, secret: 'second-secret-5678', keep: 'keychain' })).toEqual(
    fail('not-found-here'),
  );
  expect([...keytar.entries]).toEqual([]);
  expect(connections.list()).toEqual([]);
});
