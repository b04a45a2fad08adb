import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../diagnostics/log.ts';
import { backUp } from './backup.ts';
import { setAside, sizeOf } from './set-aside.ts';

export interface DatabaseOptions {
  /** `FULL`: what was written outlives a power failure. `NORMAL`: it outlives the end of the process, and costs less. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly log: Log;
  readonly now: () => number;
  /** Whether another file knows of content in this one: if it has none, or is not there, it was lost. */
  readonly isKnown?: boolean;
  /** It is tried again and again: without a wait, and without a line in the log each time. */
  readonly isRetry?: boolean;
}

const milliseconds = { shared: 5_000, own: 500 } as const; // to wait for a lock that another process holds

/**
 * Opens an SQLite file, or makes it. Its schema is made by steps, which only add, so that an older app reads a newer file. Before a step a
 * copy is made; if the step fails, the file stays as it was (`MigrationFailed`). A damaged or lost file is set aside, never deleted.
 */
export function openDatabase(path: string, steps: readonly string[], options: DatabaseOptions): DatabaseSync {
  return openSound(path, steps, options, false);
}

/** The same for a file with one owner at a time; null while another process owns it. */
export function openOwnDatabase(
  path: string,
  steps: readonly string[],
  options: DatabaseOptions,
): DatabaseSync | null {
  try {
    return openSound(path, steps, options, true);
  } catch (fault) {
    if (codeOf(fault) !== sqlite.busy) throw fault;
    if (options.isRetry !== true) options.log.info('database-in-use', { file: basename(path) });
    return null;
  }
}

function openSound(
  path: string,
  steps: readonly string[],
  options: DatabaseOptions,
  own: boolean,
): DatabaseSync {
  const opened = (database: DatabaseSync): DatabaseSync => {
    options.log.info('database-opened', { file: basename(path) });
    return database;
  };
  const found = wasEmptied(path, options) ? 'lost' : open(path, steps, options, own);
  if (typeof found !== 'string') return opened(found);
  options.log.error('database-set-aside', { aside: basename(setAside(path, options.now(), found)) });
  const afresh = open(path, steps, { ...options, isKnown: false }, own);
  if (typeof afresh === 'string') throw new Error('A fresh database is damaged.');
  return opened(afresh);
}

/** Looked at before it is opened: SQLite deletes the write-ahead log of an empty file. */
function wasEmptied(path: string, { isKnown = false }: DatabaseOptions): boolean {
  return sizeOf(path) === 0 && (isKnown || sizeOf(`${path}-wal`) > 0);
}

/** The database at a path, or why it cannot be used. */
function open(
  path: string,
  steps: readonly string[],
  { synchronous, now, isKnown = false, isRetry = false }: DatabaseOptions,
  own: boolean,
): DatabaseSync | 'damaged' | 'lost' {
  const database = new DatabaseSync(path, { timeout: isRetry ? 0 : milliseconds[own ? 'own' : 'shared'] });
  try {
    if (own) database.exec('PRAGMA locking_mode = EXCLUSIVE'); // before the first access, which takes the lock
    if (isKnown && database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined) {
      database.close();
      return 'lost'; // without its write-ahead log only a head is left of it
    }
    // What is deleted is overwritten, and not only let go.
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON;`,
    );
    const check = database.prepare('PRAGMA integrity_check').get();
    if (check?.integrity_check !== 'ok') throw new Damaged();
    migrate(database, path, steps, now);
    return database;
  } catch (fault) {
    database.close();
    const code = codeOf(fault);
    if (fault instanceof Damaged || code === sqlite.corrupt || code === sqlite.notADatabase) return 'damaged';
    throw fault;
  }
}

/** Writes at another level than the rest of the file, outside of any transaction. */
export function atLevel<Value>(
  database: DatabaseSync,
  { during, after }: Record<'during' | 'after', DatabaseOptions['synchronous']>,
  write: () => Value,
): Value {
  database.exec(`PRAGMA synchronous = ${during}`);
  try {
    return write();
  } finally {
    database.exec(`PRAGMA synchronous = ${after}`);
  }
}

/** Overwrites what was deleted, in free pages and in the write-ahead log. */
export function forgetDeleted(database: DatabaseSync): void {
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Brings what was written into the file itself, as far as nobody is in the way: so little is in its write-ahead log. */
export function checkpoint(database: DatabaseSync): void {
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
}

class Damaged extends Error {}

const sqlite = { busy: 5, corrupt: 11, notADatabase: 26 } as const;

function codeOf(fault: unknown): number | null {
  if (!(fault instanceof Error) || !('errcode' in fault) || typeof fault.errcode !== 'number') return null;
  return fault.errcode & 0xff; // the extended codes carry theirs in the higher bits
}

/** A file or folder of this app could not be opened; the cause is what the system or the database threw. */
export class NotOpened extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super('The data of this app could not be opened.', { cause });
    this.name = 'NotOpened';
    this.path = path;
  }
}

/** A file of an older version could not be brought to this one: it is as it was, and a copy of it is at `backup`. */
export class MigrationFailed extends Error {
  readonly backup: string;

  constructor(backup: string, cause: unknown) {
    super('A local database could not be migrated.', { cause });
    this.name = 'MigrationFailed';
    this.backup = backup;
  }
}

function migrate(database: DatabaseSync, path: string, steps: readonly string[], now: () => number): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version >= steps.length) return;
  const backup = version === 0 ? null : backUp(database, path, version, now()); // a new file has nothing to be kept
  try {
    database.exec(
      `BEGIN IMMEDIATE; ${steps.slice(version).join('\n')} PRAGMA user_version = ${steps.length}; COMMIT;`,
    );
  } catch (fault) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw backup === null ? fault : new MigrationFailed(backup, fault);
  }
}
