import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { openDatabase } from './database.ts';
import type { Log } from './log.ts';

/** The shelves of the store: what this app keeps on this machine besides secrets, which are in the keychain. */
type ShelfName = 'connections' | 'preferences' | 'drafts' | 'leftovers' | 'teams' | 'windows';

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

const steps: readonly string[] = [
  `${shelfTable('connections')} ${shelfTable('preferences')} ${shelfTable('drafts')}`,
  shelfTable('leftovers'),
  shelfTable('teams'),
  shelfTable('windows'),
];

function shelfTable(name: ShelfName): string {
  return `CREATE TABLE ${name} (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;`;
}

/**
 * Opens the local store, one SQLite file: what was put is there after a `kill -9`. What holds of a damaged file and of
 * one that cannot be opened, `openDatabase` says.
 */
export function openStore(path: string, log: Log, now: () => number): LocalStore {
  const database = openDatabase(path, steps, { synchronous: 'FULL', log, now });
  return {
    shelf: (name, schema) => openShelf(database, name, schema, log),
    close: () => database.close(),
  };
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
