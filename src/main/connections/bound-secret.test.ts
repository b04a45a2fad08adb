import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '../../shared/error.ts';
import { createFolder, draft, openTrial, saved, secretOf } from '../testing/connections.ts';
import type { FakeKeytar } from '../testing/keytar.ts';
import { seal, unseal } from './bound-secret.ts';

let folder: ReturnType<typeof createFolder>;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());
const open = (keytar?: FakeKeytar) => openTrial(folder, keytar);

const bond = { baseUrl: 'https://audits.example', clientId: 'client' };

/** Changes the stored connection as a program does that writes to the file. */
function edit(change: object): void {
  const file = new DatabaseSync(join(folder.path, 'audit-desk.db'));
  const row = file.prepare('SELECT id, body FROM connections').get() as { id: string; body: string };
  const body = JSON.stringify({ ...(JSON.parse(row.body) as object), ...change });
  file.prepare('UPDATE connections SET body = ? WHERE id = ?').run(body, row.id);
  file.close();
}

test.each<[string, object]>([
  ['another host', { baseUrl: 'https://evil.example' }],
  ['a host that begins alike', { baseUrl: 'https://audits.example.evil.example' }],
  ['another port', { baseUrl: 'https://audits.example:8443' }],
  ['another path of the same host', { baseUrl: 'https://audits.example/other' }],
  ['no TLS', { baseUrl: 'http://audits.example' }],
  ['another client id', { clientId: 'somebody' }],
])('security 48: a database edited to %s gets no secret, and says why', async (_, change) => {
  const first = open();
  const { id } = await saved(first.connections);
  edit(change);
  const second = open(first.keytar);
  expect(await second.connections.credentials(id)).toEqual(fail('secret-elsewhere'));
  await second.connections.testStored(id);
  expect(second.probed.map(({ secret }) => secret)).toEqual(['secret-elsewhere']);
  expect(second.asked).toEqual([]);
});

test('security 48: a database that names another entry of the keychain gets no secret', async () => {
  const first = open();
  const { id } = await saved(first.connections);
  await saved(first.connections, { ...draft, baseUrl: 'https://other.example', secret: 'other-secret-5678' });
  const [, other = ''] = [...first.keytar.entries.keys()];
  edit({ id, account: other });
  expect(await secretOf(open(first.keytar).connections, id)).toBe('secret-elsewhere');
});

test('security 48: a secret kept for this session is bound as well', async () => {
  const { connections } = open();
  const { id } = await saved(connections, { ...draft, keep: 'session' });
  edit({ baseUrl: 'https://evil.example' });
  expect(await secretOf(connections, id)).toBe('secret-elsewhere');
});

test('security 48: a secret of an older version is sent once a person has said where it belongs, and is bound from then on', async () => {
  const first = open();
  const { id } = await saved(first.connections);
  const [account = ''] = first.keytar.entries.keys();
  first.keytar.entries.set(account, 'first-secret-1234'); // as it was written before
  const second = open(first.keytar);
  const both = [secretOf(second.connections, id), secretOf(second.connections, id)];
  expect(await Promise.all(both)).toEqual(['first-secret-1234', 'first-secret-1234']);
  expect(second.asked).toEqual([{ kind: 'unbound-secret', ...bond }]); // once, whoever waits
  expect(unseal(first.keytar.entries.get(account) ?? '', bond)).toEqual({ secret: 'first-secret-1234' });
  edit({ baseUrl: 'https://evil.example' });
  expect(await secretOf(open(first.keytar).connections, id)).toBe('secret-elsewhere');
});

test('security 48: one that a person does not vouch for is not sent, and not asked about again', async () => {
  const first = open();
  const { id } = await saved(first.connections);
  const [account = ''] = first.keytar.entries.keys();
  first.keytar.entries.set(account, 'first-secret-1234');
  const { connections, asked, answerWith } = open(first.keytar);
  answerWith(false);
  expect(await secretOf(connections, id)).toBe('secret-elsewhere');
  expect(await secretOf(connections, id)).toBe('secret-elsewhere');
  expect(asked).toHaveLength(1);
  expect(first.keytar.entries.get(account)).toBe('first-secret-1234');
});

test('a changed client id needs its secret, as a changed address does', async () => {
  const { connections, probed } = open();
  const { id } = await saved(connections);
  const other = { ...draft, id, clientId: 'other', secret: undefined };
  expect(await connections.save(other)).toMatchObject({ error: { code: 'no-secret' } });
  await connections.test(other);
  expect(probed.map(({ secret }) => secret)).toEqual(['no-secret']);
});

test.each([
  ['what was written before', 'first-secret-1234', 'unbound'],
  ['a number', '42', 'unbound'],
  ['JSON of somebody else', '{"a":1}', 'unbound'],
  ['a later version', '{"v":2,"secret":"s"}', 'elsewhere'],
  ['half an entry', '{"v":1,"secret":"s"}', 'elsewhere'],
  ['an entry with more in it', JSON.stringify({ ...JSON.parse(seal('s', bond)), also: 1 }), 'elsewhere'],
  ['another place', seal('s', { ...bond, baseUrl: 'https://evil.example' }), 'elsewhere'],
])('%s: %s is read as %s', (_, text, expected) => {
  expect(unseal(text, bond)).toBe(expected);
});

test.each(['s', 'with "quotes" \\ and é', '{"v":1}', '\u0000'])('%j comes back as it went in', (secret) => {
  expect(unseal(seal(secret, bond), bond)).toEqual({ secret });
});
