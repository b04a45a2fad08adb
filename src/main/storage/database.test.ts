import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeLog } from '../testing/log.ts';
import { MigrationFailed, openDatabase, openOwnDatabase } from './database.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const first = 'CREATE TABLE a (n INTEGER) STRICT;';
const second = 'ALTER TABLE a ADD COLUMN text TEXT;';

function options(log = createFakeLog()) {
  return { synchronous: 'FULL' as const, log, now: () => 1700 };
}

test('each step of the schema is made once, in order', () => {
  const path = join(folder, 'a.db');
  const before = openDatabase(path, [first], options());
  before.exec('INSERT INTO a (n) VALUES (1)');
  before.close();
  const after = openDatabase(path, [first, second], options());
  expect(after.prepare('SELECT n, text FROM a').all()).toEqual([{ n: 1, text: null }]);
  after.close();
  const older = openDatabase(path, [first], options());
  expect(older.prepare('SELECT n FROM a').all()).toEqual([{ n: 1 }]);
  expect(older.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  older.close();
});

test('before a file of an older version is changed, a copy of it is made beside it; the last three are kept', () => {
  const path = join(folder, 'a.db');
  const backups = () => readdirSync(folder).filter((name) => name.includes('.backup-'));
  const all = Array.from({ length: 6 }, (_, at) => `CREATE TABLE t${at} (n INTEGER) STRICT;`);
  const openAt = (version: number, now: number) =>
    openDatabase(path, all.slice(0, version), { ...options(), now: () => now });
  const fresh = openAt(1, 1000);
  fresh.exec('INSERT INTO t0 (n) VALUES (41)');
  fresh.close();
  expect(backups()).toEqual([]);
  openAt(1, 2000).close();
  expect(backups()).toEqual([]);
  for (const version of [2, 3, 4, 5]) openAt(version, version * 10_000).close();
  expect(backups().toSorted()).toEqual([
    'a.db.backup-v2-30000',
    'a.db.backup-v3-40000',
    'a.db.backup-v4-50000',
  ]);
  const copy = join(folder, 'a.db.backup-v4-50000');
  if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600);
  renameSync(copy, path); // docs/data.md, "Going back to a copy"
  for (const rest of ['-wal', '-shm']) rmSync(path + rest, { force: true });
  const restored = openAt(4, 60_000);
  expect(restored.prepare('SELECT n FROM t0').all()).toEqual([{ n: 41 }]);
  expect(restored.prepare('PRAGMA user_version').get()).toEqual({ user_version: 4 });
  restored.close();
});

test.each([
  ['shared', openDatabase],
  ['own', openOwnDatabase],
] as const)('a step that fails leaves a %s file as it was, and names the copy', (_, openIt) => {
  const path = join(folder, 'a.db');
  const before = openIt(path, [first], options());
  before?.exec('INSERT INTO a (n) VALUES (1)');
  before?.close();
  const thrown = catchFault(() =>
    openIt(path, [first, second, 'ALTER TABLE missing ADD COLUMN b TEXT;'], options()),
  );
  expect(thrown).toBeInstanceOf(MigrationFailed);
  expect(thrown).toMatchObject({ backup: `${path}.backup-v1-1700` });
  for (const file of [path, `${path}.backup-v1-1700`]) {
    const after = openIt(file, [first], options());
    expect(after?.prepare('SELECT * FROM a').all()).toEqual([{ n: 1 }]);
    expect(after?.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    after?.close();
  }
});

test('where no copy can be made nothing is changed, and half a copy is none', () => {
  const path = join(folder, 'a.db');
  openDatabase(path, [first], options()).close();
  mkdirSync(`${path}.backup-v1-1700`);
  expect(() => openDatabase(path, [first, second], options())).toThrow();
  const after = openDatabase(path, [first], options());
  expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  after.close();
});

function catchFault(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (fault) {
    return fault;
  }
}

test.each([
  ['FULL', 2],
  ['NORMAL', 1],
] as const)('it is written ahead, synchronous %s', (synchronous, number) => {
  const database = openDatabase(join(folder, 'a.db'), [first], { ...options(), synchronous });
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: number });
  database.close();
});

test('an own database has one owner, and another one when that one has closed it', () => {
  const path = join(folder, 'a.db');
  const owner = openOwnDatabase(path, [first], options());
  expect(openOwnDatabase(path, [first], options())).toBeNull();
  owner?.exec('INSERT INTO a (n) VALUES (1)');
  owner?.close();
  const next = openOwnDatabase(path, [first], options());
  expect(next?.prepare('SELECT n FROM a').all()).toEqual([{ n: 1 }]);
  next?.close();
});

test('an own database is free again when its owner was killed, with all that was written', async () => {
  const path = join(folder, 'a.db');
  const program = `
    import { openOwnDatabase } from ${JSON.stringify(join(import.meta.dirname, 'database.ts'))};
    const log = { error() {}, warn() {}, info() {}, debug() {} };
    const options = { synchronous: 'FULL', log, now: () => 0 };
    const owned = openOwnDatabase(${JSON.stringify(path)}, [${JSON.stringify(first)}], options);
    owned.exec('INSERT INTO a (n) VALUES (7)');
    process.stdout.write('written');
    setInterval(() => owned.isOpen, 1000); // what nobody holds is collected, and closed by that
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../../..'),
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const whileItLives = openOwnDatabase(path, [first], options());
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  expect(whileItLives).toBeNull();
  const next = openOwnDatabase(path, [first], options());
  expect(next?.prepare('SELECT n FROM a').all()).toEqual([{ n: 7 }]);
  next?.close();
});

test('an own database that is damaged is set aside, not deleted', () => {
  const path = join(folder, 'a.db');
  const content = 'this is not a database '.repeat(100);
  writeFileSync(path, content);
  const log = createFakeLog();
  const database = openOwnDatabase(path, [first], options(log));
  expect(database?.prepare('SELECT n FROM a').all()).toEqual([]);
  database?.close();
  expect(log.events.map(({ event }) => event)).toEqual(['database-set-aside', 'database-opened']);
  expect(readdirSync(folder).toSorted()).toEqual(['a.db', 'a.db.damaged-1700']);
  expect(readFileSync(join(folder, 'a.db.damaged-1700'), 'utf8')).toBe(content);
});

test('a folder that is not there is an error', () => {
  expect(() => openOwnDatabase(join(folder, 'missing', 'a.db'), [first], options())).toThrow();
});
