import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { openOperations } from '../../shared/bridge.ts';
import { succeed } from '../../shared/error.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { connect, draft, openApp } from '../testing/app.ts';
import { createFakeLog } from '../testing/log.ts';
import { openCachedAnswers } from './cached-answers.ts';

let folder = '';
let opened: { readonly close: () => unknown }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-desk-kept-'));
  opened = [];
});
afterEach(async () => {
  for (const one of opened) await one.close();
  rmSync(folder, { recursive: true });
});

const key = Buffer.alloc(32, 'a key');

function open(most?: number, found: Uint8Array | null = key) {
  const redactors = createRedactors();
  const log = createFakeLog();
  let time = 1_000;
  const kept = openCachedAnswers(folder, {
    key: async () => found,
    redactors,
    log,
    version: '1',
    now: () => time,
    ...(most === undefined ? {} : { most }),
  });
  const at = (milliseconds: number): void => {
    time = milliseconds;
  };
  opened.push(kept);
  return { kept, redactors, log, at };
}

const one = { audit_id: 'audit' };
const roles = { operation: 'roles.list', query: { associated_model: 'Audit' } } as const;
const page = (...names: readonly string[]) => ({
  count: names.length,
  cursor: null,
  results: names.map((name) => ({ name, associated_model: 'Audit', description: '' })),
});

const everything = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');

test('what was answered last is read, with its time, also by the next start', async () => {
  const first = open();
  expect(await first.kept.read('c', roles)).toBeNull();
  expect(await first.kept.newest('c')).toBeNull();
  first.kept.keep('c', roles, page('a'));
  await first.kept.newest('c');
  first.at(2_000);
  first.kept.keep('c', roles, page('a', 'b'));
  expect(await first.kept.newest('c')).toBe(2_000);
  first.kept.close();
  opened.pop();
  const second = open();
  expect(await second.kept.read('c', roles)).toEqual({ at: 2_000, value: page('a', 'b') });
  expect(await second.kept.newest('c')).toBe(2_000);
});

test('a reading is another one by its connection, path, query and page', async () => {
  const { kept } = open();
  kept.keep('c', roles, page('a'));
  expect(await kept.read('d', roles)).toBeNull();
  expect(await kept.read('c', { operation: 'roles.list' })).toBeNull();
  expect(await kept.read('c', { ...roles, cursor: 'page=2' })).toBeNull();
  expect(await kept.read('c', { ...roles, cursor: undefined, pageSize: undefined })).not.toBeNull();
});

test('what the service has no more, and what belongs to a connection that is gone, is forgotten', async () => {
  const { kept } = open();
  kept.keep('c-gone', roles, page('Noorderhaven of c'));
  kept.keep('d', roles, page('of d'));
  kept.drop('d', roles);
  expect(await kept.read('d', roles)).toBeNull();
  expect(everything()).toContain('c-gone');
  await kept.forget('c-gone');
  expect(await kept.read('c-gone', roles)).toBeNull();
  expect(everything()).not.toContain('c-gone'); // not in a free page, and not in what was written ahead
});

test('over the limit of a connection its oldest answers go, and no others', async () => {
  const { kept, at } = open(1_200);
  const audit = (id: string) => ({ operation: 'roles.list', query: { associated_model: id } }) as const;
  kept.keep('d', audit('other'), page('x'.repeat(500)));
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    at(2_000 + index);
    kept.keep('c', audit(id), page(id.repeat(400)));
    await kept.newest('c');
  }
  const there = await Promise.all(['a', 'b', 'c'].map((id) => kept.read('c', audit(id))));
  expect(there.map((answer) => answer !== null)).toEqual([false, true, true]);
  expect(await kept.read('d', audit('other'))).not.toBeNull();
  at(3_000);
  kept.keep('c', audit('c'), page('c'.repeat(410)));
  expect(await kept.read('c', audit('c'))).toMatchObject({ at: 3_000 });
  expect(await kept.read('c', audit('b'))).not.toBeNull(); // what is written anew counts once
});

test('security 38: an answer that repeats a secret is not kept, nor is the one before it', async () => {
  const { kept, redactors } = open();
  kept.keep('c', roles, page('before'));
  redactors.of('c').add('canary secret "7"');
  kept.keep('c', roles, page('it is canary secret "7"'));
  expect(await kept.read('c', roles)).toBeNull();
});

test('what another version of the app has written is not read', async () => {
  const first = open();
  first.kept.keep('c', roles, page('a'));
  await first.kept.newest('c');
  const other = { key: async () => key, redactors: first.redactors, log: first.log, now: () => 0 };
  const same = openCachedAnswers(folder, { ...other, version: '1' });
  expect(await same.read('c', roles)).not.toBeNull();
  same.close();
  const later = openCachedAnswers(folder, { ...other, version: '2' });
  expect(await later.read('c', roles)).toBeNull();
  later.keep('c', roles, page('b'));
  expect((await later.read('c', roles))?.value).toEqual(page('b'));
  later.close();
});

test('security 53: answers are sealed: neither what was asked nor what was answered is in a file', async () => {
  const { kept } = open();
  const audit = { operation: 'audits.read', path: { audit_id: 'NH-2026' } } as const;
  kept.keep('c', audit, { id: 'NH-2026', name: 'Noorderhaven' });
  kept.keep('c', roles, page('Noorderhaven'));
  await kept.newest('c');
  expect(everything().length).toBeGreaterThan(1_000);
  expect(everything()).not.toMatch(/Noorderhaven|NH-2026|audits\.read|roles/);
});

test('security 53: without a key they are in memory alone', async () => {
  const { kept } = open(undefined, null);
  kept.keep('c', roles, page('a'));
  expect((await kept.read('c', roles))?.value).toEqual(page('a'));
  await kept.forget('c');
  expect(await kept.read('c', roles)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('security 53: a connection that is removed while the keychain is locked takes the whole file with it', async () => {
  const first = open();
  first.kept.keep('c', roles, page('a'));
  await first.kept.newest('c');
  first.kept.close();
  const locked = open(undefined, null);
  expect(await locked.kept.read('c', roles)).toBeNull();
  expect(readdirSync(folder)).toContain('offline.db');
  await locked.kept.forget('c');
  expect(readdirSync(folder)).toEqual([]);
});

test('security 53: what versions before wrote in plain text is removed, keychain or not', () => {
  for (const name of ['kept.db', 'kept.db-wal', 'kept.db-shm', 'kept.db.damaged-1', 'audit-desk.db'])
    writeFileSync(join(folder, name), 'Noorderhaven');
  open(undefined, null);
  expect(readdirSync(folder)).toEqual(['audit-desk.db']);
});

test('security 53: an answer that was moved, dated anew or changed does not open, nor does one under another key', async () => {
  const changes = [
    'UPDATE answers SET at = at + 1',
    "UPDATE answers SET connection = 'd'",
    "UPDATE answers SET body = CAST('{}' AS BLOB)",
    'UPDATE answers SET body = substr(body, 1, length(body) - 1)',
  ];
  for (const change of ['SELECT 1', ...changes]) {
    const { kept } = open();
    await kept.forget('d');
    kept.keep('c', roles, page('a'));
    await kept.newest('c');
    const database = new DatabaseSync(join(folder, 'offline.db'));
    database.exec(change);
    database.close();
    const read = (await kept.read('c', roles)) ?? (await kept.read('d', roles));
    expect(read === null, change).toBe(change !== 'SELECT 1');
    kept.close();
  }
  const other = open(undefined, Buffer.alloc(32, 'another'));
  expect(await other.kept.newest('c')).toBeNull();
});

test('what does not fit the operation that it is said to answer is not read', async () => {
  const { kept } = open();
  kept.keep('c', roles, { results: 'none' });
  expect(await kept.read('c', roles)).toBeNull();
});

test('a damaged file is left out, and one that cannot be opened keeps nothing', async () => {
  writeFileSync(
    join(folder, 'offline.db'),
    'no database at all, but a text that is long enough to be read as one',
  );
  const { kept, log } = open();
  kept.keep('c', roles, page('a'));
  expect(await kept.read('c', roles)).not.toBeNull();
  expect(log.events.map(({ event }) => event)).toEqual(['database-set-aside', 'database-opened']);
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  const elsewhere = join(folder, 'not', 'there');
  const none = openCachedAnswers(elsewhere, {
    key: async () => key,
    redactors: createRedactors(),
    log,
    now: () => 0,
    version: '1',
  });
  none.keep('c', roles, page('a'));
  expect(await none.read('c', roles)).toBeNull();
  expect(await none.newest('c')).toBeNull();
});

test('every reading that a window may ask for is kept as it was answered', async () => {
  const app = openApp(folder, openDesk());
  opened.push(app);
  const connection = await connect(app.call);
  const paths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'workPackages.read': { work_package_id: 'wp' },
    'legalEntities.list': { id: 'group' },
    'audits.read': { audit_id: 'audit' },
    'components.list': { audit_id: 'consolidated' },
    'users.list': { audit_id: 'audit' },
  };
  for (const operation of openOperations) {
    const path = paths[operation];
    const request = path === undefined ? {} : { path };
    const reply = await app.call(operation, { connection, ...request });
    const kept = await app.call('cached.read', { connection, request: { operation, ...request } });
    expect(kept, operation).toEqual(
      succeed({ at: expect.any(Number), value: reply.ok ? reply.value : 'no answer' }),
    );
  }
});

test.each([
  ['is kept', true],
  ['is not, where the keychain takes longer than quitting may', false],
])('an answer that waits for the keychain when the app is quit %s', async (_, isInTime) => {
  const app = openApp(folder, openDesk());
  const answerKey = app.delayOfflineKey();
  const connection = await connect(app.call);
  const read = await app.call('audits.read', { connection, path: one });
  const closing = app.close();
  if (isInTime) answerKey();
  await closing;
  answerKey(); // its file is closed by then
  const next = openApp(folder, openDesk());
  opened.push(next);
  const kept = { at: expect.any(Number), value: read.ok ? read.value : 'no answer' };
  const request = { operation: 'audits.read', path: one } as const;
  expect(await next.call('cached.read', { connection, request })).toEqual(succeed(isInTime ? kept : null));
});

test('what is asked for as a reading that there is not, or with more than it takes, is refused', async () => {
  const app = openApp(folder, openDesk());
  opened.push(app);
  const connection = await connect(app.call);
  for (const request of [
    { operation: 'audits.create' },
    { operation: 'tokens.issue' },
    { operation: 'audits.read', path: { audit_id: '' } },
    { operation: 'audits.list' },
    { operation: 'audits.read', path: one, query: { a: 'b' } },
    { operation: 'audits.read', path: one, cursor: 'page=2' },
  ] as const)
    expect(await app.call('cached.read', { connection, request })).toMatchObject({
      ok: false,
      error: { code: 'invalid-input' },
    });
});

test('a connection that is removed, or that leads to another account, leaves nothing behind', async () => {
  const app = openApp(folder, openDesk());
  opened.push(app);
  const connection = await connect(app.call);
  const kept = () =>
    app.call('cached.read', { connection, request: { operation: 'audits.read', path: one } }) as Promise<{
      value?: unknown;
    }>;
  await app.call('audits.read', { connection, path: one });
  expect((await kept()).value).not.toBeNull();
  await app.call('connections.save', { ...draft, id: connection, name: 'Another name' });
  expect((await kept()).value).not.toBeNull();
  await app.call('connections.save', { ...draft, id: connection, clientId: 'south-manager' });
  expect((await kept()).value).toBeNull();
  await app.call('connections.save', { ...draft, id: connection });
  await app.call('audits.read', { connection, path: one });
  await app.call('connections.remove', { id: connection });
  expect((await kept()).value).toBeNull();
});
