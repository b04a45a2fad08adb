import { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import type { Log } from './log.ts';
import { setAside } from './set-aside.ts';

/** The shelves of the store: what this app keeps on this machine besides secrets, which are in the keychain. */
type ShelfName = 'connections' | 'preferences' | 'drafts' | 'leftovers';

/** Things of one kind under their ids, each written whole. What can no longer be read is skipped, and stays as it is. */
export interface Shelf<Thing> {
  readonly list: () => readonly Thing[];
  readonly read: (id: string) => Thing | null;
  readonly put: (id: string, thing: Thing) => void;
  readonly remove: (id: string) => void;
}

export interface LocalStore {
  readonly shelf: <Schema extends z.ZodType>(name: ShelfName, schema: Schema) => Shelf<z.output<Schema>>;
  readonly close: () => void;
}

// Version n of the schema is what the first n steps make. Steps only ever add, so that an older app still reads a newer file.
const steps: readonly string[] = [
  `${shelfTable('connections')} ${shelfTable('preferences')} ${shelfTable('drafts')}`,
  shelfTable('leftovers'),
];

function shelfTable(name: ShelfName): string {
  return `CREATE TABLE ${name} (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;`;
}

/**
 * Opens the local store, one SQLite file: what was put is there after a `kill -9`. A file that is damaged is set aside
 * beside it, never deleted, and a fresh one takes its place; a file that cannot be opened at all is a thrown error.
 */
export function openStore(path: string, log: Log, now: () => number): LocalStore {
  const database = openDatabase(path) ?? openAfresh(path, log, now);
  return {
    shelf: (name, schema) => openShelf(database, name, schema, log),
    close: () => database.close(),
  };
}

/** The database at a path; null where what is there is damaged. */
function openDatabase(path: string): DatabaseSync | null {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const check = database.prepare('PRAGMA integrity_check').get();
    if (check?.integrity_check !== 'ok') throw new Damaged();
    migrate(database);
    return database;
  } catch (fault) {
    database.close();
    if (fault instanceof Damaged || isDamage(fault)) return null;
    throw fault;
  }
}

class Damaged extends Error {}

const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

function isDamage(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('errcode' in fault) || typeof fault.errcode !== 'number') return false;
  const primary = fault.errcode & 0xff; // the extended codes carry theirs in the higher bits
  return primary === sqliteCorrupt || primary === sqliteNotADatabase;
}

function openAfresh(path: string, log: Log, now: () => number): DatabaseSync {
  log.error('store-set-aside', { aside: setAside(path, now()) });
  const database = openDatabase(path);
  if (database === null) throw new Error('A fresh store is damaged.');
  return database;
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version >= steps.length) return;
  database.exec(
    `BEGIN IMMEDIATE; ${steps.slice(version).join('\n')} PRAGMA user_version = ${steps.length}; COMMIT;`,
  );
}

function openShelf<Schema extends z.ZodType>(
  database: DatabaseSync,
  name: ShelfName,
  schema: Schema,
  log: Log,
): Shelf<z.output<Schema>> {
  const all = database.prepare(`SELECT id, body FROM ${name} ORDER BY rowid`);
  const one = database.prepare(`SELECT id, body FROM ${name} WHERE id = ?`);
  const put = database.prepare(
    `INSERT INTO ${name} (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
  );
  const remove = database.prepare(`DELETE FROM ${name} WHERE id = ?`);

  const readRow = (row: Readonly<Record<string, unknown>> | undefined): readonly z.output<Schema>[] => {
    if (row === undefined) return [];
    const parsed = schema.safeParse(jsonOf(row.body));
    if (parsed.success) return [parsed.data];
    log.warn('row-unreadable', { shelf: name, id: row.id });
    return [];
  };

  return {
    list: () => all.all().flatMap(readRow),
    read: (id) => readRow(one.get(id))[0] ?? null,
    put: (id, thing) => {
      put.run(id, JSON.stringify(thing));
    },
    remove: (id) => {
      remove.run(id);
    },
  };
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
