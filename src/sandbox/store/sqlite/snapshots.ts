import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Snapshot, Snapshots } from '../store.ts';
import { tables } from '../tables.ts';
import { UnusableFile } from '../unusable.ts';
import { checkFile, markAsOurs, openDatabase, Query, transaction, unusable } from './database.ts';
import { faultOfValues } from './values.ts';

/** Where the tables of a state are: in use, kept beside those under a prefix, or in an attached copy. */
interface Place {
  readonly schema: 'main' | 'copy';
  readonly prefix: string;
}
const inUse: Place = { schema: 'main', prefix: '' };
const attached: Place = { schema: 'copy', prefix: '' };
const keptAs = (seq: number): Place => ({ schema: 'main', prefix: `snapshot_${String(seq)}_` });

const isCopied = (table: string) => tables.some((name) => name === table);

const nameIn = ({ schema, prefix }: Place, table: string) => `${schema}.${prefix}${table}`;

// Data files of before have no such table.
const catalogue =
  'create table if not exists snapshot (seq integer primary key, name text not null unique, taken_at integer not null)';

/** `forget` makes that the tables are read anew, `restored` forgets what was beside the state before. */
export function snapshotsOf(db: DatabaseSync, forget: () => void, restored: () => void): Snapshots {
  db.exec(catalogue);
  const found = new Query<[name: string], { readonly seq: number }>(
    db,
    'select seq from snapshot where name = ?',
  ).first;
  const all = new Query<[], Snapshot>(db, 'select name, taken_at from snapshot order by seq').all;
  const add = new Query<[name: string, takenAt: number]>(
    db,
    'insert into snapshot (name, taken_at) values (?, ?)',
  );
  const drop = new Query<[name: string]>(db, 'delete from snapshot where name = ?');
  const withKept = (name: string, work: (place: Place) => void): boolean => {
    const seq = found(name)?.seq;
    if (seq === undefined) return false;
    void transaction(
      db,
      () => {
        work(keptAs(seq));
      },
      forget,
    );
    forget();
    return true;
  };
  return {
    all,
    keep: (name, takenAt) => {
      if (found(name) !== undefined) return false;
      withRoom(db, () => {
        void transaction(db, () => {
          add.run(name, takenAt);
          takeInto(db, keptAs(found(name)?.seq ?? 0), takenAt);
        });
      });
      return true;
    },
    restore: (name) => {
      const isRestored = withRoom(db, () =>
        withKept(name, (place) => {
          restoreFrom(db, place);
        }),
      );
      if (isRestored) restored();
      return isRestored;
    },
    remove: (name) =>
      withKept(name, (place) => {
        for (const table of tables) db.exec(`drop table ${nameIn(place, table)}`);
        drop.run(name);
      }),
    write: (takenAt) => fileOf(db, takenAt),
    read: (bytes, unless) => {
      if (unless === 'filled' && hasState(db)) return false;
      withFileOf(bytes, db, () => {
        checkCopy(db);
        withRoom(db, () => {
          void transaction(
            db,
            () => {
              restoreFrom(db, attached);
            },
            forget,
          );
        });
        forget();
        restored();
      });
      return true;
    },
  };
}

const hasState = (db: DatabaseSync) =>
  db.prepare("select 1 from meta where key = 'fixture'").get() !== undefined;

/** A row of any table, by the names of its columns. */
export type Row = Readonly<Record<string, SQLInputValue>>;

/** A state of another store, as the content of a snapshot. Its tables have the same names and columns. */
export interface Copy extends Pick<Snapshots, 'write' | 'read'> {
  readonly add: (table: (typeof tables)[number], rows: readonly Row[]) => void;
  readonly rows: (table: (typeof tables)[number]) => Iterable<Row>;
  readonly close: () => void;
}

export function openCopy(): Copy {
  const db = openDatabase(undefined);
  const { write, read } = snapshotsOf(
    db,
    () => {},
    () => {},
  );
  return {
    write,
    read,
    add: (table, rows) => {
      const columns = Object.keys(rows[0] ?? {});
      const names = columns.map((column) => `"${column}"`).join();
      const insert = new Query<SQLInputValue[]>(
        db,
        `insert into ${table} (${names}) values (${columns.map(() => '?').join()})`,
      );
      void transaction(db, () => {
        for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
      });
    },
    rows: (table) => new Query<[], Row>(db, `select * from ${table} order by 1`).each(),
    close: () => {
      db.close();
    },
  };
}

const roomyCache = 65_536; // KiB

/**
 * Copies a whole state without writing a page twice: the cache holds it until the commit, which is on the disk when it returns. What the
 * log has then goes into the data file after the answer.
 */
function withRoom<Value>(db: DatabaseSync, work: () => Value): Value {
  const usual = Object.entries(copying).map(([name]) => [name, db.prepare(`pragma ${name}`).get()] as const);
  for (const [name, value] of Object.entries(copying)) db.exec(`pragma ${name} = ${String(value)}`);
  try {
    return work();
  } finally {
    for (const [name, row] of usual) db.exec(`pragma ${name} = ${String(Object.values(row ?? {})[0])}`);
    setImmediate(() => {
      emptyLog(db);
    });
  }
}

const copying = { cache_size: -roomyCache, wal_autocheckpoint: 0 } as const;

function emptyLog(db: DatabaseSync): void {
  try {
    db.exec('pragma wal_checkpoint(passive)');
  } catch {
    // A full disk, a transaction, or it is closed by now: the log has everything, and the next commit tries again.
  }
}

/** A file in a folder of its own, which only this user can read, until the work is done. */
function withFile<Value>(work: (file: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-snapshot-'));
  try {
    return work(join(folder, 'snapshot'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withCopy(db: DatabaseSync, file: string, work: () => void): void {
  db.exec(`attach '${file.replaceAll("'", "''")}' as copy`);
  try {
    work();
  } finally {
    db.exec('detach copy');
  }
}

/** The state as the content of a snapshot. Not by `serialize`, which Node 22 does not have. */
function fileOf(db: DatabaseSync, takenAt: number): Uint8Array {
  return withFile((file) => {
    withCopy(db, file, () => {
      db.exec('pragma copy.journal_mode = off; pragma copy.synchronous = off');
      takeInto(db, attached, takenAt);
      markAsOurs(db, 'copy');
    });
    return sealed(readFileSync(file));
  });
}

/** 20 bytes of its head that SQLite leaves to later versions, and does not read. */
const checksumAt = 72;
const checksumLength = 20;

function checksumOf(bytes: Uint8Array): Buffer {
  const rest = checksumAt + checksumLength;
  const hash = createHash('sha256').update(bytes.subarray(0, checksumAt)).update(bytes.subarray(rest));
  return hash.digest().subarray(0, checksumLength);
}

function sealed(bytes: Uint8Array): Uint8Array {
  bytes.set(checksumOf(bytes), checksumAt);
  return bytes;
}

/** Whether bytes came through as they were written. A snapshot of before has no checksum. */
function isWhole(bytes: Uint8Array): boolean {
  const own = Buffer.from(bytes.subarray(checksumAt, checksumAt + checksumLength));
  return own.every((byte) => byte === 0) || own.equals(checksumOf(bytes));
}

const beginning = 'SQLite format 3\0';
const readVersionAt = 18;
const withoutLog = 1;

/** Attaches the content of a snapshot while `work` looks at it. Throws `UnusableFile` if it is not what this service writes. */
function withFileOf(bytes: Uint8Array, db: DatabaseSync, work: () => void): void {
  const isDatabase = Buffer.from(bytes.subarray(0, beginning.length)).toString('latin1') === beginning;
  if (!isDatabase) throw new UnusableFile('foreign', 'it is not a snapshot of this service');
  if (bytes[readVersionAt] !== withoutLog)
    throw new UnusableFile('foreign', 'it is a data file and not a snapshot');
  if (!isWhole(bytes)) throw new UnusableFile('damaged', 'it is damaged: its checksum is another');
  // Not `deserialize`: that ends all statements of the connection.
  try {
    withFile((file) => {
      writeFileSync(file, bytes, { mode: 0o600 });
      withCopy(db, file, work);
    });
  } catch (error) {
    throw unusable(error);
  }
}

interface Definition {
  readonly type: 'table' | 'index';
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

function definitionsIn(db: DatabaseSync, schema: Place['schema']): readonly Definition[] {
  return new Query<[], Definition>(
    db,
    `select type, name, tbl_name as "table", sql from ${schema}.sqlite_schema where sql is not null order by rowid`,
  ).all();
}

/** Copies the state to tables that are made for it. With the same indexes SQLite copies rows without reading them. */
function takeInto(db: DatabaseSync, place: Place, takenAt: number): void {
  for (const { type, name, table, sql } of definitionsIn(db, 'main')) {
    if (!isCopied(table)) continue;
    const body = sql
      .slice(sql.indexOf(name) + name.length)
      .replace(type === 'index' ? ` on ${table}` : '', type === 'index' ? ` on ${place.prefix}${table}` : '');
    db.exec(`create ${type} ${nameIn(place, name)}${body}`);
  }
  copy(db, inUse, place, tables);
  db.exec(`insert or replace into ${nameIn(place, 'meta')} values ('taken-at', '${String(takenAt)}')`);
}

function restoreFrom(db: DatabaseSync, place: Place): void {
  const fixtureIn = (where: Place) => `(select value from ${nameIn(where, 'meta')} where key = 'fixture')`;
  // Its salts are drawn anew wherever a fixture is loaded. So the same text has the same audits beside it.
  const same = db.prepare(`select ${fixtureIn(place)} = ${fixtureIn(inUse)} as same`).get()?.same === 1;
  copy(db, place, inUse, same ? tables.filter((table) => table !== 'kept_audit') : tables);
}

function copy(db: DatabaseSync, from: Place, to: Place, names: readonly string[]): void {
  for (const table of names) {
    db.exec(`delete from ${nameIn(to, table)}`);
    db.exec(`insert into ${nameIn(to, table)} select * from ${nameIn(from, table)}`);
  }
}

/** Throws `UnusableFile` if the attached copy is not what this service writes. */
function checkCopy(db: DatabaseSync): void {
  if (checkFile(db, { schema: 'copy', noun: 'a snapshot' })) throw new UnusableFile('damaged', 'it is empty');
  const spelled = (schema: Place['schema']) =>
    definitionsIn(db, schema)
      .filter(({ table }) => schema === 'copy' || isCopied(table))
      .map(({ sql }) => sql)
      .toSorted()
      .join(';');
  if (spelled('copy') !== spelled('main'))
    throw new UnusableFile('damaged', 'it has other tables than a snapshot');
  const fault = faultOfValues(db, 'copy', tables);
  if (fault !== null) throw new UnusableFile('damaged', fault);
}
