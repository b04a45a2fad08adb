import { DatabaseSync } from 'node:sqlite';
import type { Log } from './log.ts';
import { setAside } from './set-aside.ts';

export interface DatabaseOptions {
  /** `FULL`: what was written outlives a power failure. `NORMAL`: it outlives the end of the process, and costs less. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly log: Log;
  readonly now: () => number;
}

const milliseconds = { shared: 5_000, own: 500 } as const; // to wait for a lock that another process holds

/**
 * Opens an SQLite file, made where it is not there. Version n of its schema is what the first n steps make; steps only
 * ever add, so that a file of a newer version is still read. A damaged file is set aside beside it, never deleted, and a
 * fresh one takes its place; a file that cannot be opened at all is a thrown error.
 */
export function openDatabase(path: string, steps: readonly string[], options: DatabaseOptions): DatabaseSync {
  return openSound(path, steps, options, false);
}

/**
 * The same for a file that has one owner at a time, until it is closed: whoever else opens it can neither write nor read.
 * Null when another one owns it.
 */
export function openOwnDatabase(
  path: string,
  steps: readonly string[],
  options: DatabaseOptions,
): DatabaseSync | null {
  try {
    return openSound(path, steps, options, true);
  } catch (fault) {
    if (codeOf(fault) === sqlite.busy) return null;
    throw fault;
  }
}

function openSound(
  path: string,
  steps: readonly string[],
  options: DatabaseOptions,
  own: boolean,
): DatabaseSync {
  const database = open(path, steps, options, own);
  if (database !== null) return database;
  options.log.error('database-set-aside', { aside: setAside(path, options.now()) });
  const afresh = open(path, steps, options, own);
  if (afresh === null) throw new Error('A fresh database is damaged.');
  return afresh;
}

/** The database at a path; null where what is there is damaged. */
function open(
  path: string,
  steps: readonly string[],
  { synchronous }: DatabaseOptions,
  own: boolean,
): DatabaseSync | null {
  const database = new DatabaseSync(path, { timeout: own ? milliseconds.own : milliseconds.shared });
  try {
    if (own) database.exec('PRAGMA locking_mode = EXCLUSIVE'); // before the first access, which takes the lock
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
    const check = database.prepare('PRAGMA integrity_check').get();
    if (check?.integrity_check !== 'ok') throw new Damaged();
    migrate(database, steps);
    return database;
  } catch (fault) {
    database.close();
    const code = codeOf(fault);
    if (fault instanceof Damaged || code === sqlite.corrupt || code === sqlite.notADatabase) return null;
    throw fault;
  }
}

class Damaged extends Error {}

const sqlite = { busy: 5, corrupt: 11, notADatabase: 26 } as const;

function codeOf(fault: unknown): number | null {
  if (!(fault instanceof Error) || !('errcode' in fault) || typeof fault.errcode !== 'number') return null;
  return fault.errcode & 0xff; // the extended codes carry theirs in the higher bits
}

function migrate(database: DatabaseSync, steps: readonly string[]): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version >= steps.length) return;
  database.exec(
    `BEGIN IMMEDIATE; ${steps.slice(version).join('\n')} PRAGMA user_version = ${steps.length}; COMMIT;`,
  );
}
