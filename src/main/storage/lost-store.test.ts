import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { connect, draft, openApp, secret } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';
import { backUp } from './backup.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lost-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (): string => join(folder, 'audit-desk.db');
const desk = openDesk();

/** A run of the app with one connection, of which a copy was made as before an update. */
async function used(): Promise<ReadonlyMap<string, string>> {
  const first = openApp(folder, desk);
  await connect(first.call);
  await first.close();
  const database = new DatabaseSync(path());
  backUp(database, path(), 4, Date.UTC(2026, 0, 2));
  database.close();
  return first.keytar.entries;
}

function again(entries: ReadonlyMap<string, string>) {
  const app = openApp(folder, desk, createFakeClock());
  for (const [account, text] of entries) app.keytar.entries.set(account, text);
  return app;
}

const copy = { name: `audit-desk.db.backup-v4-${Date.UTC(2026, 0, 2)}`, at: '2026-01-02T00:00:00.000Z' };

test.each([
  ['damaged', () => writeFileSync(path(), 'not a database'), 'damaged'],
  ['emptied', () => truncateSync(path(), 0), 'lost'],
  ['gone', () => rmSync(path()), 'lost'],
])(
  'a store that was %s is no first start: it is told, with its copies and the secrets that nobody has',
  async (_, lose, how) => {
    const entries = await used();
    lose();
    const app = again(entries);
    expect(await app.call('connections.list', {})).toMatchObject({ value: [] });
    expect(await app.call('files.aside', {})).toMatchObject({ value: [{ file: 'audit-desk', how }] });
    expect(await app.call('files.copies', {})).toEqual({ ok: true, value: [copy] });
    const reply = await app.call('secrets.orphaned', {});
    expect(reply).toMatchObject({ value: [{ baseUrl: draft.baseUrl, clientId: draft.clientId }] });
    expect(JSON.stringify(reply)).not.toContain(secret);
    await app.close();
    const next = again(entries); // it stays true after that
    expect(await next.call('files.aside', {})).toMatchObject({ value: [{ file: 'audit-desk', how }] });
    await next.close();
  },
);

test('a first start, and one after the last connection was removed, have lost nothing', async () => {
  const first = openApp(folder, desk);
  expect(await first.call('files.aside', {})).toEqual({ ok: true, value: [] });
  const id = await connect(first.call);
  await first.call('connections.remove', { id });
  expect(await first.call('secrets.orphaned', {})).toEqual({ ok: true, value: [] });
  await first.close();
  const next = openApp(folder, desk);
  expect(await next.call('files.aside', {})).toEqual({ ok: true, value: [] });
  await next.close();
});

test('a secret that a connection has is no orphan, nor is what the app keeps there for itself', async () => {
  const app = openApp(folder, desk);
  await connect(app.call);
  app.keytar.entries.set('offline-copy', 'key');
  app.keytar.entries.set('canary-1', 'canary');
  app.keytar.entries.set('older', 'a secret of a version that noted no place');
  expect(await app.call('secrets.orphaned', {})).toEqual({
    ok: true,
    value: [{ account: 'older', baseUrl: null, clientId: null }],
  });
  await app.close();
});

test('a keychain that cannot be read does not tell that there are none', async () => {
  const app = openApp(folder, desk);
  app.keytar.put('locked');
  expect(await app.call('secrets.orphaned', {})).toMatchObject({ error: { code: 'keychain-locked' } });
  await app.close();
});

test('security 49: a copy is put back when a person agrees, after the app has ended, and what was there is kept', async () => {
  const entries = await used();
  truncateSync(path(), 0);
  const app = again(entries);
  expect(await app.call('files.putBack', { name: copy.name })).toEqual({ ok: true, value: null });
  expect(app.person.asked).toEqual([{ kind: 'put-back', at: copy.at }]);
  expect(app.restarts()).toBe(1);
  expect(await app.call('connections.list', {})).toMatchObject({ value: [] }); // not under the feet of the running app
  await app.close();
  const next = again(entries);
  expect(await next.call('connections.list', {})).toMatchObject({
    value: [{ name: draft.name, secret: 'keychain' }],
  });
  expect(await next.call('secrets.orphaned', {})).toEqual({ ok: true, value: [] });
  await next.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('audit-desk.db.backup-'))).toHaveLength(2);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
});

test.each(['audit-desk.db', '../audit-desk.db', 'journal.db', 'audit-desk.db.backup-v4-1'])(
  'nothing but a copy is put back: not %s',
  async (name) => {
    const app = again(await used());
    expect(await app.call('files.putBack', { name })).toMatchObject({ ok: false });
    expect(app.person.asked.filter(({ kind }) => kind === 'put-back')).toEqual([]);
    await app.close();
  },
);

test('security 49: neither beside connections, nor against the will of a person, nor from a copy that is damaged', async () => {
  const entries = await used();
  const there = again(entries);
  expect(await there.call('files.putBack', { name: copy.name })).toMatchObject({
    error: { code: 'invalid-input' },
  });
  await there.close();
  truncateSync(path(), 0);
  const app = again(entries);
  app.person.answerWith(false);
  expect(await app.call('files.putBack', { name: copy.name })).toMatchObject({ error: { code: 'declined' } });
  app.person.answerWith(true);
  writeFileSync(join(folder, copy.name), 'not a database');
  expect(await app.call('files.putBack', { name: copy.name })).toMatchObject({
    error: { code: 'not-saved' },
  });
  expect(app.restarts()).toBe(0);
  await app.close();
  const next = again(entries);
  expect(await next.call('connections.list', {})).toMatchObject({ value: [] });
  await next.close();
});
