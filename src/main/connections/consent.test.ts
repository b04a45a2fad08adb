import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { createFolder, draft, openTrial, saved, secretOf } from '../testing/connections.ts';
import { withConsent } from './consent.ts';
import { StoredConnection } from './stored-connection.ts';

let folder: ReturnType<typeof createFolder>;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

/** Connections as windows have them: with a person who is asked. */
function open(keytar?: Parameters<typeof openTrial>[1]) {
  const trial = openTrial(folder, keytar);
  return { ...trial, connections: withConsent(trial.connections, trial.ask) };
}

const elsewhere = { ...draft, baseUrl: 'https://evil.example' };

test('security 49: an entered secret goes to a new address only when a person says so, once a session', async () => {
  const { connections, asked, probed } = open();
  await connections.test(draft);
  await saved(connections);
  expect(probed).toHaveLength(1);
  expect(asked).toEqual([
    {
      kind: 'new-address',
      name: 'Firm',
      baseUrl: 'https://audits.example',
      clientId: 'client',
      guard: { kind: 'test', access: 'read-write' },
    },
  ]);
  await connections.test(elsewhere);
  expect(asked).toHaveLength(2);
});

test('security 49: without a yes nothing is sent, tested or saved', async () => {
  const { connections, asked, probed, keytar, answerWith } = open();
  answerWith(false);
  expect(await connections.test(elsewhere)).toEqual(fail('declined'));
  expect(await connections.save(elsewhere)).toEqual(fail('declined'));
  expect(asked).toHaveLength(2);
  expect(probed).toEqual([]);
  expect([...keytar.entries]).toEqual([]);
  expect(connections.list()).toEqual([]);
});

test('security 49: what the keychain itself says is not asked about again after a restart', async () => {
  const first = open();
  const { id } = await saved(first.connections);
  const second = open(first.keytar);
  await second.connections.rotate({ id, secret: 'second-secret-5678', keep: 'keychain' });
  await second.connections.save({ ...draft, id, name: 'Other', secret: undefined });
  expect(second.asked).toEqual([]);
  expect(await secretOf(second.connections, id)).toBe('second-secret-5678');
});

test('security 49: a new secret for a connection that was changed in the file is asked about', async () => {
  const first = open();
  const { id } = await saved(first.connections);
  const collection = folder.openStore().collection('connections', StoredConnection);
  const row = collection.read(id);
  if (row !== null) collection.put(id, { ...row, baseUrl: 'https://evil.example' });
  const second = open(first.keytar);
  second.answerWith(false);
  expect(await second.connections.rotate({ id, secret: 'second-secret-5678', keep: 'keychain' })).toEqual(
    fail('declined'),
  );
  expect(second.probed).toEqual([]);
  expect(second.asked).toMatchObject([{ kind: 'new-address', baseUrl: 'https://evil.example' }]);
});

test('security 49: the same address with less of a guard is asked about anew', async () => {
  const { connections, asked } = open();
  await saved(connections, { ...draft, kind: 'production' });
  await saved(connections);
  expect(asked).toMatchObject([{ guard: { kind: 'production' } }, { guard: { kind: 'test' } }]);
});

type Guard = Pick<Connection, 'kind' | 'access'>;
test.each<[string, Guard, Guard, boolean]>([
  [
    'production to test',
    { kind: 'production', access: 'read-write' },
    { kind: 'test', access: 'read-write' },
    true,
  ],
  [
    'production to demonstration',
    { kind: 'production', access: 'read-only' },
    { kind: 'demonstration', access: 'read-only' },
    true,
  ],
  ['reading to writing', { kind: 'test', access: 'read-only' }, { kind: 'test', access: 'read-write' }, true],
  [
    'stricter in one, looser in the other',
    { kind: 'test', access: 'read-only' },
    { kind: 'production', access: 'read-write' },
    true,
  ],
  [
    'test to production',
    { kind: 'test', access: 'read-write' },
    { kind: 'production', access: 'read-write' },
    false,
  ],
  [
    'writing to reading',
    { kind: 'production', access: 'read-write' },
    { kind: 'production', access: 'read-only' },
    false,
  ],
])('security 49: from %s: asked about %s %s %s', async (_, from, to, isAsked) => {
  const first = open();
  const { id } = await saved(first.connections, { ...draft, ...from });
  const { connections, asked, answerWith } = open(first.keytar);
  answerWith(false);
  const reply = await connections.save({ ...draft, ...to, id, secret: undefined });
  expect(asked).toEqual(
    isAsked ? [{ kind: 'less-guarded', name: 'Firm', baseUrl: 'https://audits.example', from, to }] : [],
  );
  expect(reply.ok).toBe(!isAsked);
  expect(connections.list()).toMatchObject([isAsked ? from : to]);
  answerWith(true);
  expect(await connections.save({ ...draft, ...to, id, secret: undefined })).toMatchObject({ value: to });
});

test('the demonstration is the app’s own', async () => {
  const { connections, asked } = open();
  await connections.demonstrate();
  await connections.testStored('demonstration');
  expect(asked).toEqual([]);
});
