import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { definitions, schemaVersion, type Tables } from './schema.ts';

/** Builds typed SQL. It runs nothing: statements are prepared once and run at once (`prepare`). */
export const sql = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Marks the places in a query that an argument fills, by the argument's name. */
export interface Slots<Arguments> {
  <Name extends keyof Arguments>(name: Name): Arguments[Name];
}

export type NoArguments = Readonly<Record<string, never>>;

export interface Query<Arguments, Row> {
  readonly all: (given: Arguments) => readonly Row[];
  readonly get: (given: Arguments) => Row | undefined;
  /** The rows one by one, of which none may be changed meanwhile. */
  readonly each: (given: Arguments) => Iterable<Row>;
  /** Runs a change and answers the number of the row that it made last. */
  readonly run: (given: Arguments) => number;
}

interface Compilable<Row> {
  readonly compile: () => CompiledQuery<Row>;
}

/**
 * Compiles and prepares a query once. Running it is synchronous on purpose: a request reads, judges and writes in one
 * turn, so no other request can come between (decisions.md §9.9).
 */
export function prepare<Arguments, Row>(
  db: DatabaseSync,
  build: (slots: Slots<Arguments>) => Compilable<Row>,
): Query<Arguments, Row> {
  const { statement, bind } = compiled(db, build);
  return {
    all: (given) => statement.all(...bind(given)) as unknown as readonly Row[], // the query's own row type
    get: (given) => statement.get(...bind(given)) as unknown as Row | undefined,
    each: (given) => statement.iterate(...bind(given)) as Iterable<unknown> as Iterable<Row>,
    run: (given) => Number(statement.run(...bind(given)).lastInsertRowid),
  };
}

/** As `prepare`, for many rows: each is its values in the order of the columns, which costs half of an object with names. */
export function prepareValues<Arguments>(
  db: DatabaseSync,
  build: (slots: Slots<Arguments>) => Compilable<unknown>,
): (given: Arguments) => readonly (readonly SQLOutputValue[])[] {
  const { statement, bind } = compiled(db, build);
  statement.setReturnArrays(true);
  return (given) => statement.all(...bind(given)) as unknown as readonly (readonly SQLOutputValue[])[]; // as `setReturnArrays` wants it
}

function compiled<Arguments, Row>(
  db: DatabaseSync,
  build: (slots: Slots<Arguments>) => Compilable<Row>,
): { readonly statement: StatementSync; readonly bind: (given: Arguments) => SQLInputValue[] } {
  const slot = (name: PropertyKey) => new Slot(name);
  // The builder passes values through untouched, so a slot may stand where a value of its type will be.
  const { sql: statementText, parameters } = build(slot as unknown as Slots<Arguments>).compile();
  const statement = db.prepare(statementText);
  const bind = (given: Arguments): SQLInputValue[] =>
    parameters.map((parameter) => {
      const value =
        parameter instanceof Slot ? (given as Record<PropertyKey, unknown>)[parameter.name] : parameter;
      return value as SQLInputValue; // the types of the tables hold nothing else
    });
  return { statement, bind };
}

class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** What is the matter with a data file; `unreachable` is everything that lies with its place and not with the file. */
export type FileFault = 'in-use' | 'damaged' | 'foreign' | 'other-version' | 'unreachable';

/** Why a data file cannot be used; the message is for the person who named it. */
export class UnusableFile extends Error {
  readonly fault: FileFault;
  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

const applicationId = 0x41_44_53_42; // marks our files, so that no other database is written to

const largestCache = 16 * 1_024; // KiB
const nameless = ''; // kept in the cache; what outgrows that is in a temporary file that goes with the process

/**
 * Opens a data file, or memory without one. Every commit reaches the disk before it returns; a second process cannot
 * open the same file. Throws `UnusableFile`.
 */
export function openDatabase(file: string | undefined): DatabaseSync {
  const db = openFile(file);
  try {
    db.exec('pragma locking_mode = exclusive');
    const isNew = checkFile(db); // before anything is written: the file may be somebody else's
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

/** Whether a file is new; throws where it is not ours. */
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

// SQLite's result codes that say what is wrong with the file.
const [busy, locked, corrupt, notDatabase] = [5, 6, 11, 26];

function unusable(error: unknown): UnusableFile {
  if (error instanceof UnusableFile) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === busy || code === locked) return new UnusableFile('in-use', 'another process has it open');
  return new UnusableFile(code === corrupt || code === notDatabase ? 'damaged' : 'unreachable', message);
}

/** Runs `work` in one transaction: all of it is on disk when this returns, or nothing of it. */
export function transaction<Value>(db: DatabaseSync, work: () => Value): Value {
  db.exec('begin immediate');
  try {
    const value = work();
    db.exec('commit');
    return value;
  } catch (error) {
    // Where the disk is full, the database has rolled back of its own accord.
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}
