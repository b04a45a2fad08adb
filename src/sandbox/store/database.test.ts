import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, transaction, UnusableFile } from './database.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

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
    expect(() => openDatabase(file)).toThrow(UnusableFile);
    first.close();
    openDatabase(file).close();
  });
  it.each([
    ['with tables of others', 'create table notes (text); insert into notes values (1)'],
    ['marked by others', 'pragma application_id = 7'],
    [
      'of a later version',
      'pragma application_id = 1094996802; pragma user_version = 99; create table meta (key)',
    ],
  ])('a database %s is refused and left as it is', (_, statements) => {
    const file = join(folder, 'other.db');
    const other = new DatabaseSync(file);
    other.exec(statements);
    other.close();
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(UnusableFile);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('a transaction', () => {
  it('is all or nothing', () => {
    const db = openDatabase(undefined);
    const add = (key: string) => db.exec(`insert into meta values ('${key}', '')`);
    transaction(db, () => {
      add('kept');
    });
    expect(() =>
      transaction(db, () => {
        add('lost');
        throw new Error('on the way');
      }),
    ).toThrow('on the way');
    expect(db.prepare('select key from meta').all()).toEqual([{ key: 'kept' }]);
    db.close();
  });
});
