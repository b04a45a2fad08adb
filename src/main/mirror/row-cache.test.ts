import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { succeed } from '../../shared/error.ts';
import { createRedactors } from '../diagnostics/redaction.ts';
import { connect, draft, openApp } from '../testing/app.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createFakeLog } from '../testing/log.ts';
import { type CachedHead, createKeeping, openRowCache } from './row-cache.ts';
import { createRows, type RankedRow } from './rows.ts';

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

function open(most?: number, found: Uint8Array | null = key, version = '1') {
  const redactors = createRedactors();
  const log = createFakeLog();
  let time = 1_000;
  const kept = openRowCache(folder, {
    key: async () => found,
    redactors,
    log,
    version,
    now: () => time,
    ...(most === undefined ? {} : { most }),
  });
  const at = (milliseconds: number): void => {
    time = milliseconds;
  };
  opened.push(kept);
  return { kept, redactors, log, at, read: readerOf(kept) };
}

const row = z.strictObject({ name: z.string() });
const roles = { connection: 'c', name: 'roles', row };
const head: CachedHead = { at: 500, total: 2 };
const named = (...names: readonly string[]): readonly RankedRow[] =>
  names.map((name, place) => [place + 1, { name }]);

/** Reads a list: what is said of it, and the names of its rows; null where nothing is kept. */
function readerOf(kept: ReturnType<typeof openRowCache>) {
  return async (list = roles) => {
    let found: { head: CachedHead; names: string[] } | null = null;
    await kept.read(list, {
      isWanted: () => true,
      take: (rows, said) => {
        found = {
          head: said,
          names: [...(found?.names ?? []), ...rows.map(([, one]) => row.parse(one).name)],
        };
      },
    });
    return found as { head: CachedHead; names: string[] } | null; // the callback has set it
  };
}

const everything = (files = /./): string =>
  readdirSync(folder)
    .filter((name) => files.test(name))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');

test('rows that were written are read in their order, with what is said of them, also by the next start', async () => {
  const first = open();
  expect(await first.read()).toBeNull();
  expect(await first.kept.newest('c')).toBeNull();
  first.kept.writeHead(roles, head);
  first.kept.write(roles, 1, named('c'));
  first.kept.write(roles, 0, named('a', 'z'));
  await first.kept.written();
  first.at(2_000);
  first.kept.write(roles, 0, named('a', 'b'));
  expect(await first.kept.newest('c')).toBe(2_000);
  first.kept.close();
  opened.pop();
  const second = open();
  expect(await second.read()).toEqual({ head, names: ['a', 'b', 'c'] });
  expect(await second.kept.newest('c')).toBe(2_000);
  expect(await second.read({ ...roles, connection: 'd' })).toBeNull();
  expect(await second.kept.names('c')).toEqual(['roles']);
  expect(await second.kept.names('d')).toEqual([]);
  expect(await second.read({ ...roles, name: 'other' })).toBeNull();
  second.kept.write(roles, 1, []);
  expect((await second.read())?.names).toEqual(['a', 'b']);
});

test('what the service has no more, and what belongs to a connection that is gone, is forgotten', async () => {
  const { kept, read } = open();
  const [gone, left] = [
    { ...roles, connection: 'c-gone' },
    { ...roles, connection: 'd' },
  ];
  for (const list of [gone, left]) {
    kept.writeHead(list, head);
    kept.write(list, 0, named('Noorderhaven'));
  }
  kept.clear(left);
  expect(await read(left)).toBeNull();
  expect(everything()).toContain('c-gone');
  await kept.forget('c-gone');
  expect(await read(gone)).toBeNull();
  expect(everything()).not.toContain('c-gone'); // not in a free page, and not in what was written ahead
});

test('over the limit of a connection the list that was written the longest ago goes, and no other', async () => {
  const { kept, at, read } = open(1_800);
  const noise = Array.from({ length: 300 }, (_, place) =>
    String.fromCodePoint(0x4e00 + ((place * 7_919) % 20_000)),
  );
  const fill = (name: string, connection = 'c') => {
    const list = { connection, name, row };
    kept.writeHead(list, head);
    kept.write(list, 0, named(noise.join('') + name));
    return list;
  };
  const other = fill('other', 'd');
  const lists = [];
  for (const [place, name] of ['a', 'b', 'c'].entries()) {
    at(2_000 + place);
    lists.push(fill(name));
    await kept.written();
  }
  const there = await Promise.all(lists.map(read));
  expect(there.map((found) => found !== null)).toEqual([false, true, true]);
  expect(await read(other)).not.toBeNull();
  at(3_000);
  fill('c');
  expect(await read(lists[1])).not.toBeNull(); // what is written anew counts once
});

test('security 38: a row that repeats a secret is not kept, nor are those beside it from before', async () => {
  const { kept, redactors, read } = open();
  kept.writeHead(roles, head);
  kept.write(roles, 0, named('before'));
  redactors.of('c').add('canary secret "7"');
  kept.write(roles, 0, named('it is canary secret "7"'));
  expect(await read()).toBeNull();
});

test('what another version of the app has written is not read', async () => {
  const first = open();
  first.kept.writeHead(roles, head);
  first.kept.write(roles, 0, named('a'));
  await first.kept.written();
  expect(await open().read()).not.toBeNull();
  const later = open(undefined, key, '2');
  expect(await later.read()).toBeNull();
});

test('security 53: rows are sealed: neither which list they are of nor what they say is in a file', async () => {
  const { kept } = open();
  kept.writeHead({ connection: 'c', name: 'audits.read NH-2026' }, head);
  kept.write({ connection: 'c', name: 'audits.read NH-2026' }, 0, named('Noorderhaven'));
  await kept.written();
  expect(everything().length).toBeGreaterThan(1_000);
  expect(everything()).not.toMatch(/Noorderhaven|NH-2026|audits\.read/);
});

test('security 53: without a key nothing is written', async () => {
  const { kept, read } = open(undefined, null);
  kept.writeHead(roles, head);
  kept.write(roles, 0, named('a'));
  expect(await read()).toBeNull();
  await kept.forget('c');
  expect(readdirSync(folder)).toEqual([]);
});

test('security 53: a connection that is removed while the keychain is locked takes the whole file with it', async () => {
  const first = open();
  first.kept.writeHead(roles, head);
  await first.kept.written();
  first.kept.close();
  const locked = open(undefined, null);
  expect(await locked.read()).toBeNull();
  expect(readdirSync(folder)).toContain('mirror.db');
  await locked.kept.forget('c');
  expect(readdirSync(folder)).toEqual([]);
});

test('security 53: what versions before have written is removed, keychain or not', () => {
  for (const name of [
    'kept.db',
    'kept.db-wal',
    'kept.db.damaged-1',
    'offline.db',
    'offline.db-shm',
    'audit-desk.db',
  ])
    writeFileSync(join(folder, name), 'Noorderhaven');
  open(undefined, null);
  expect(readdirSync(folder)).toEqual(['audit-desk.db']);
});

test('security 53: rows that were moved, dated anew or changed do not open, nor do those under another key', async () => {
  const changes = [
    'UPDATE chunks SET at = at + 1',
    "UPDATE chunks SET connection = 'd'",
    'UPDATE chunks SET chunk = chunk + 9',
    "UPDATE chunks SET body = CAST('{}' AS BLOB)",
    'UPDATE chunks SET body = substr(body, 1, length(body) - 1)',
  ];
  for (const change of ['SELECT 1', ...changes]) {
    const { kept, read } = open();
    await kept.forget('d');
    kept.clear(roles);
    kept.writeHead(roles, head);
    kept.write(roles, 0, named('a'));
    await kept.written();
    const database = new DatabaseSync(join(folder, 'mirror.db'));
    database.exec(change);
    database.close();
    const found = (await read()) ?? (await read({ ...roles, connection: 'd' }));
    expect(found === null || found.names.length === 0, change).toBe(change !== 'SELECT 1');
    kept.close();
  }
  const other = open(undefined, Buffer.alloc(32, 'another'));
  expect(await other.kept.newest('c')).toBeNull();
});

test('rows that are not of their list are not read, and those beside them are', async () => {
  const { kept, read } = open();
  kept.writeHead(roles, head);
  kept.write(roles, 0, [[1, { title: 'a' }]]);
  kept.write(roles, 1, named('b'));
  expect((await read())?.names).toEqual(['b']);
});

test('a damaged file is left out, and one that cannot be opened keeps nothing', async () => {
  writeFileSync(
    join(folder, 'mirror.db'),
    'no database at all, but a text that is long enough to be read as one',
  );
  const { kept, log, read } = open();
  kept.writeHead(roles, head);
  kept.write(roles, 0, named('a'));
  expect(await read()).not.toBeNull();
  expect(log.events.map(({ event }) => event)).toEqual(['database-set-aside', 'database-opened']);
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  const none = openRowCache(join(folder, 'not', 'there'), {
    key: async () => key,
    redactors: createRedactors(),
    log,
    now: () => 0,
    version: '1',
  });
  none.writeHead(roles, head);
  expect(await readerOf(none)()).toBeNull();
  expect(await none.newest('c')).toBeNull();
});

test('a file that breaks while the app runs gives nothing more, and no reading fails by it', async () => {
  const { kept, read, log } = open();
  kept.writeHead(roles, head);
  kept.write(roles, 0, named('a'));
  await kept.written();
  const database = new DatabaseSync(join(folder, 'mirror.db'));
  database.exec('DROP TABLE chunks');
  database.close();
  expect(await read()).toBeNull();
  expect(log.events.map(({ event }) => event)).toContain('kept-rows-not-read');
});

test('after a row that could not be written, what the file has of the list from before is not taken for newer', async () => {
  const { kept, read } = open();
  kept.writeHead(roles, head);
  kept.write(roles, 0, named('a'));
  kept.write(roles, 1, named('b'));
  await kept.written();
  const database = new DatabaseSync(join(folder, 'mirror.db'));
  database.exec("CREATE TRIGGER full BEFORE UPDATE ON chunks BEGIN SELECT RAISE(ABORT, 'full'); END");
  kept.write(roles, 0, named('A'));
  await kept.written();
  database.exec('DROP TRIGGER full');
  database.close();
  kept.writeHead(roles, { ...head, at: 900 });
  kept.write(roles, 1, named('B'));
  expect(await read()).toEqual({ head: { ...head, at: 900 }, names: ['B'] });
});

test('the file follows the rows of a list, a second later and in parts, and the next start begins with them', async () => {
  const { kept, read } = open();
  const clock = createFakeClock();
  const start = () => {
    const rows = createRows();
    const said = () => ({ at: 7, total: rows.counts().all });
    const keeping = createKeeping(roles, { rows, head: said, restored: rows.restore }, kept, clock);
    return { rows, keeping };
  };
  const first = start();
  await first.keeping.begin();
  const names = Array.from({ length: 5_000 }, (_, place) => `role ${place}`);
  first.rows.settle(named(...names).map(([, one]) => one));
  first.keeping.changed();
  expect(await read()).toBeNull();
  await clock.advance(1_000);
  const part = await read();
  expect(part?.names.length).toBeGreaterThan(0);
  expect(part?.names.length).toBeLessThan(5_000);
  await clock.advance(1_000);
  expect(await read()).toEqual({ head: { at: 7, total: 5_000 }, names });
  first.rows.remove('role 1');
  first.keeping.changed();
  first.keeping.flush();
  expect((await read())?.names).toEqual(names.filter((name) => name !== 'role 1'));
  const next = start();
  await next.keeping.restored;
  next.keeping.changed(); // what comes from the file is not written again
  expect(next.rows.counts()).toEqual({ all: 4_999, fresh: 0 });
  expect(next.rows.takeUnkept(10)).toMatchObject({ isAnew: false, isMore: false });
  expect(next.rows.takeUnkept(10).chunks.size).toBe(0);
});

const one = { id: 'audit' };

test.each([
  ['is kept', true],
  ['is not, where the keychain takes longer than quitting may', false],
])('an answer that waits for the keychain when the app is quit %s', async (_, isInTime) => {
  const app = openApp(folder, openDesk());
  const answerKey = app.delayOfflineKey();
  const connection = await connect(app.call);
  const read = await app.call('audits.read', { connection, path: { audit_id: one.id } });
  const closing = app.close();
  if (isInTime) answerKey();
  await closing;
  answerKey(); // its file is closed by then
  const next = openApp(folder, openDesk());
  opened.push(next);
  const kept = { at: expect.any(Number), value: read.ok ? read.value : 'no answer' };
  expect(await next.call('mirror.audit', { connection, ...one })).toEqual(succeed(isInTime ? kept : null));
});

test('a connection that is removed, or that leads to another account, leaves nothing behind', async () => {
  const app = openApp(folder, openDesk());
  opened.push(app);
  const connection = await connect(app.call);
  const kept = () => app.call('mirror.audit', { connection, ...one }) as Promise<{ value?: unknown }>;
  await app.call('audits.read', { connection, path: { audit_id: one.id } });
  expect((await kept()).value).not.toBeNull();
  await app.call('connections.save', { ...draft, id: connection, name: 'Another name' });
  expect((await kept()).value).not.toBeNull();
  await app.call('connections.save', { ...draft, id: connection, clientId: 'south-manager' });
  expect((await kept()).value).toBeNull();
  await app.call('connections.save', { ...draft, id: connection });
  await app.call('audits.read', { connection, path: { audit_id: one.id } });
  await app.call('mirror.newest', { connection });
  expect(everything(/^mirror/)).toContain(connection);
  await app.call('connections.remove', { id: connection });
  expect(await kept()).toMatchObject({ ok: false, error: { code: 'not-found-here' } });
  expect(everything(/^mirror/)).not.toContain(connection);
});
