import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Awaitable } from '../../awaitable.ts';
import { sqliteDefinitions } from '../definitions.ts';
import { UnusableFile } from '../unusable.ts';

/** Raise it with every change of the tables. A file of another version is refused. */
const schemaVersion = 5;

type Values = readonly SQLInputValue[];

/**
 * A prepared statement. It answers at once.
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
  /** Answers the number of the row that it added. */
  readonly add = (...given: Given): number => Number(this.#statement.run(...given).lastInsertRowid);
  /** Answers how many rows it changed. */
  readonly run = (...given: Given): number => Number(this.#statement.run(...given).changes);
}

const applicationId = 0x41_44_53_42; // marks our files: we write to no other database

const largestCache = 16 * 1_024; // KiB
// Without a file, SQLite looks at all that was changed at every commit, until that is a quarter of the cache.
const namelessCache = 4 * 1_024; // KiB
const nameless = ''; // in the cache. If it outgrows that, SQLite uses a temporary file until the process ends

/** Opens a data file, or memory. A commit is on disk when it returns. A second process cannot open the file. Throws `UnusableFile`. */
export function openDatabase(
  file: string | undefined,
  cache = file === undefined ? namelessCache : largestCache,
): DatabaseSync {
  const db = openFile(file);
  try {
    db.exec('pragma locking_mode = exclusive');
    const isNew = checkFile(db); // before it writes: the file may belong to another program
    db.exec(`pragma journal_mode = ${file === undefined ? 'memory' : 'wal'}`);
    db.exec(`pragma cache_size = -${String(cache)}`);
    db.exec(`pragma synchronous = ${file === undefined ? 'off' : 'full'}`);
    db.exec('begin immediate');
    if (isNew) {
      db.exec(sqliteDefinitions);
      markAsOurs(db, 'main');
    }
    db.exec('commit');
    return db;
  } catch (error) {
    db.close();
    throw unusable(error);
  }
}

export function markAsOurs(db: DatabaseSync, schema: string): void {
  db.exec(`pragma ${schema}.application_id = ${String(applicationId)}`);
  db.exec(`pragma ${schema}.user_version = ${String(schemaVersion)}`);
}

/** Whether a database is new. Throws if it is not ours. */
export function checkFile(
  db: DatabaseSync,
  { schema = 'main', noun = 'a data file' }: { readonly schema?: string; readonly noun?: string } = {},
): boolean {
  const pragma = (name: string): unknown => db.prepare(`pragma ${schema}.${name}`).get()?.[name];
  const [application, version] = [pragma('application_id'), pragma('user_version')];
  const tables = db.prepare(`select count(*) as count from ${schema}.sqlite_schema`).get()?.count;
  if (tables === 0 && application === 0) return true;
  if (application !== applicationId) throw new UnusableFile('foreign', `it is not ${noun} of this service`);
  if (version !== schemaVersion)
    throw new UnusableFile(
      'other-version',
      `it has version ${String(version)}, this service reads ${String(schemaVersion)}`,
    );
  const check = pragma('quick_check');
  if (check !== 'ok')
    throw new UnusableFile('damaged', `it is damaged: ${String(check).replaceAll(/\s+/g, ' ')}`);
  return false;
}

function openFile(file: string | undefined): DatabaseSync {
  if (file !== undefined) makePrivate(file);
  try {
    return new DatabaseSync(file ?? nameless);
  } catch (error) {
    throw unusable(error);
  }
}

/** Makes a file that only this user can read; SQLite gives those beside it the same rights. It has hashes of secrets and tokens. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It is there already, or SQLite says why not.
  }
}

// Result codes of SQLite.
const [busy, locked, corrupt, notDatabase] = [5, 6, 11, 26];

export function unusable(error: unknown): UnusableFile {
  if (error instanceof UnusableFile) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === busy || code === locked) return new UnusableFile('in-use', 'another process has it open');
  return new UnusableFile(code === corrupt || code === notDatabase ? 'damaged' : 'unreachable', message);
}

/** Both ends of a transaction, read by the database once. */
const ends = new WeakMap<DatabaseSync, { readonly begin: Query<[]>; readonly commit: Query<[]> }>();

function endsOf(db: DatabaseSync) {
  const known = ends.get(db) ?? { begin: new Query(db, 'begin immediate'), commit: new Query(db, 'commit') };
  ends.set(db, known);
  return known;
}

/** Commits what the work did, or, if it fails, rolls it back and calls `undone`. */
export function transaction<Value>(
  db: DatabaseSync,
  work: () => Awaitable<Value>,
  undone: () => void = () => {},
): Awaitable<Value> {
  const { begin, commit: end } = endsOf(db);
  const commit = (value: Value): Value => {
    end.run();
    return value;
  };
  const undo = (error: unknown): never => {
    try {
      db.exec('rollback');
    } catch {
      // If the disk is full, the database has rolled back already. Node 22.13 does not tell.
    }
    undone();
    throw error;
  };
  begin.run();
  try {
    const value = work();
    return value instanceof Promise ? value.then(commit).catch(undo) : commit(value);
  } catch (error) {
    return undo(error);
  }
}
