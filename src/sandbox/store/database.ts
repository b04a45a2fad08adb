import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { definitions, schemaVersion } from './schema.ts';

type Values = readonly SQLInputValue[];

/**
 * A prepared statement. It is synchronous on purpose: a request reads, judges and writes in one turn, so that no other
 * comes in between (decisions.md §9.9).
 */
export class Query<Given extends Values, Row = unknown> {
  readonly #statement: StatementSync;
  constructor(db: DatabaseSync, sql: string) {
    this.#statement = db.prepare(sql);
  }
  // The types of rows are beside the definitions of their tables (`schema.ts`).
  readonly first = (...given: Given): Row | undefined =>
    this.#statement.get(...given) as unknown as Row | undefined;
  readonly all = (...given: Given): readonly Row[] =>
    this.#statement.all(...given) as unknown as readonly Row[];
  /** Do not change the rows before the loop ends. */
  readonly each = (...given: Given): Iterable<Row> =>
    this.#statement.iterate(...given) as Iterable<unknown> as Iterable<Row>;
  readonly run = (...given: Given): void => {
    this.#statement.run(...given);
  };
  /** Gives rows as arrays, which takes half the time of objects. */
  asValues(): this {
    this.#statement.setReturnArrays(true);
    return this;
  }
}

export function insertInto<Row extends { readonly [Column in keyof Row]: SQLInputValue }>(
  db: DatabaseSync,
  table: string,
): (row: Omit<Row, 'seq'>) => number {
  const columns = new Query<[string], { readonly name: string }>(
    db,
    "select name from pragma_table_info(?) where name <> 'seq'",
  )
    .all(table)
    .map(({ name }) => name);
  const names = columns.map((column) => `"${column}"`).join();
  const statement = db.prepare(`insert into ${table} (${names}) values (${columns.map(() => '?').join()})`);
  return (row) => {
    const values = columns.map((column) => (row as Readonly<Record<string, SQLInputValue>>)[column] ?? null);
    return Number(statement.run(...values).lastInsertRowid);
  };
}

/** What is wrong with a data file. `unreachable` is a problem of its place, not of the file. */
export type FileFault = 'in-use' | 'damaged' | 'foreign' | 'other-version' | 'unreachable';

/** The message is for the person who named the file. */
export class UnusableFile extends Error {
  readonly fault: FileFault;
  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

const applicationId = 0x41_44_53_42; // marks our files: we write to no other database

const largestCache = 16 * 1_024; // KiB
const nameless = ''; // in the cache. If it outgrows that, SQLite uses a temporary file until the process ends

/** Opens a data file, or memory. A commit is on disk when it returns. A second process cannot open the file. Throws `UnusableFile`. */
export function openDatabase(file: string | undefined): DatabaseSync {
  const db = openFile(file);
  try {
    db.exec('pragma locking_mode = exclusive');
    const isNew = checkFile(db); // before it writes: the file may belong to another program
    db.exec(`pragma journal_mode = ${file === undefined ? 'memory' : 'wal'}`);
    db.exec(`pragma cache_size = -${String(largestCache)}`);
    db.exec(`pragma synchronous = ${file === undefined ? 'off' : 'full'}`);
    db.exec('begin immediate');
    if (isNew) {
      db.exec(definitions);
      db.exec(`pragma application_id = ${String(applicationId)}`);
      db.exec(`pragma user_version = ${String(schemaVersion)}`);
    }
    db.exec('commit');
    return db;
  } catch (error) {
    db.close();
    throw unusable(error);
  }
}

/** Whether a file is new. Throws if it is not ours. */
function checkFile(db: DatabaseSync): boolean {
  const [application, version] = [pragma(db, 'application_id'), pragma(db, 'user_version')];
  const tables = db.prepare('select count(*) as count from sqlite_schema').get()?.count;
  if (tables === 0 && application === 0) return true;
  if (application !== applicationId)
    throw new UnusableFile('foreign', 'it is not a data file of this service');
  if (version !== schemaVersion)
    throw new UnusableFile(
      'other-version',
      `it has version ${String(version)}, this service reads ${String(schemaVersion)}`,
    );
  const check = pragma(db, 'quick_check');
  if (check !== 'ok') throw new UnusableFile('damaged', `it is damaged: ${String(check)}`);
  return false;
}

function openFile(file: string | undefined): DatabaseSync {
  try {
    return new DatabaseSync(file ?? nameless);
  } catch (error) {
    throw unusable(error);
  }
}

function pragma(db: DatabaseSync, name: 'application_id' | 'user_version' | 'quick_check'): unknown {
  return db.prepare(`pragma ${name}`).get()?.[name];
}

// Result codes of SQLite.
const [busy, locked, corrupt, notDatabase] = [5, 6, 11, 26];

function unusable(error: unknown): UnusableFile {
  if (error instanceof UnusableFile) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === busy || code === locked) return new UnusableFile('in-use', 'another process has it open');
  return new UnusableFile(code === corrupt || code === notDatabase ? 'damaged' : 'unreachable', message);
}

export function transaction<Value>(db: DatabaseSync, work: () => Value): Value {
  db.exec('begin immediate');
  try {
    const value = work();
    db.exec('commit');
    return value;
  } catch (error) {
    // If the disk is full, the database has rolled back already.
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}
