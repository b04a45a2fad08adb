import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnusableFile } from '../unusable.ts';
import { openDatabase, transaction } from './database.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function faultOf(file: string): string | null {
  try {
    openDatabase(file).close();
    return null;
  } catch (error) {
    if (error instanceof UnusableFile) return error.fault;
    throw error;
  }
}

describe('a data file', () => {
  it('is made, and opened again', () => {
    const file = join(folder, 'data.db');
    const made = openDatabase(file);
    made.exec("insert into meta values ('clock-offset', '5')");
    made.close();
    const again = openDatabase(file);
    expect(again.prepare('select value from meta').get()?.value).toBe('5');
    again.close();
  });
  it('cannot be opened twice', () => {
    const file = join(folder, 'data.db');
    const first = openDatabase(file);
    expect(faultOf(file)).toBe('in-use');
    first.close();
    openDatabase(file).close();
  });
  it.each([
    ['with tables of others', 'foreign', 'create table notes (text); insert into notes values (1)'],
    ['marked by others', 'foreign', 'pragma application_id = 7'],
    [
      'of a later version',
      'other-version',
      'pragma application_id = 1094996802; pragma user_version = 99; create table meta (key)',
    ],
  ])('a database %s is refused and left as it is', (_, fault, statements) => {
    const file = join(folder, 'other.db');
    const other = new DatabaseSync(file);
    other.exec(statements);
    other.close();
    const before = readFileSync(file);
    expect(faultOf(file)).toBe(fault);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
  it.each([
    [
      'text',
      'damaged',
      (file: string) => {
        writeFileSync(file, 'no database, but long enough to be looked at. '.repeat(40));
      },
    ],
    [
      'half a file',
      'damaged',
      (file: string) => {
        openDatabase(file).close();
        truncateSync(file, 3 * 4_096);
      },
    ],
    [
      'a page overwritten',
      'damaged',
      (file: string) => {
        openDatabase(file).close();
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0xff, 4_096, 8_192));
      },
    ],
    [
      'a folder',
      'unreachable',
      (file: string) => {
        mkdirSync(file);
      },
    ],
  ])('%s is refused as %s', (_, fault, make) => {
    const file = join(folder, 'data.db');
    make(file);
    expect(faultOf(file)).toBe(fault);
  });
});

it.skipIf(process.platform === 'win32')('what it makes is its owner’s alone', () => {
  const file = join(folder, 'data.db');
  const db = openDatabase(file);
  db.exec("insert into meta values ('a', '')");
  for (const name of readdirSync(folder))
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  expect(readdirSync(folder)).toContain('data.db-wal');
  db.close();
});

describe('a transaction', () => {
  it('is all or nothing', async () => {
    const db = openDatabase(undefined);
    const add = (key: string) => db.exec(`insert into meta values ('${key}', '')`);
    await transaction(db, () => {
      add('kept');
    });
    expect(() =>
      transaction(db, () => {
        add('lost');
        throw new Error('on the way');
      }),
    ).toThrow('on the way');
    const late = transaction(db, async () => {
      await Promise.resolve();
      add('late');
      throw new Error('later');
    });
    await expect(late).rejects.toThrow('later');
    expect(db.prepare('select key from meta').all()).toEqual([{ key: 'kept' }]);
    db.close();
  });
});
