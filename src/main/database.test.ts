import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, openOwnDatabase } from './database.ts';
import { createFakeLog } from './fakes/log.ts';

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
    openOwnDatabase(${JSON.stringify(path)}, [${JSON.stringify(first)}], options).exec('INSERT INTO a (n) VALUES (7)');
    process.stdout.write('written');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
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
  expect(log.events.map(({ event }) => event)).toEqual(['database-set-aside']);
  expect(readdirSync(folder).toSorted()).toEqual(['a.db', 'a.db.damaged-1700']);
  expect(readFileSync(join(folder, 'a.db.damaged-1700'), 'utf8')).toBe(content);
});

test('a folder that is not there is an error', () => {
  expect(() => openOwnDatabase(join(folder, 'missing', 'a.db'), [first], options())).toThrow();
});
