import { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import type { Log } from '../diagnostics/log.ts';
import { backupsOf } from './backup.ts';
import { checkpoint, forgetDeleted, openDatabase } from './database.ts';

/** The collections of the store: what this app keeps on this machine besides secrets, which are in the keychain. */
export type CollectionName =
  | 'connections'
  | 'preferences'
  | 'drafts'
  | 'leftovers'
  | 'teams'
  | 'windows'
  | 'journal_ages'
  | 'change_log_rows'
  | 'views'
  | 'season'
  | 'deadline_rules'
  | 'imports'
  | 'import_rows'
  | 'templates'
  | 'inspections';

/** Things of one kind under their ids, each written whole. What can no longer be read is skipped, and stays as it is. */
export interface Collection<Thing> {
  readonly list: () => readonly Thing[];
  readonly read: (id: string) => Thing | null;
  readonly put: (id: string, thing: Thing) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
}

export interface LocalStore {
  readonly collection: <Schema extends z.ZodType>(
    name: CollectionName,
    schema: Schema,
  ) => Collection<z.output<Schema>>;
  readonly forgetRemoved: () => void;
  readonly checkpoint: () => void;
  readonly close: () => void;
}

const steps: readonly string[] = [
  `${tableOf('connections')} ${tableOf('preferences')} ${tableOf('drafts')}`,
  tableOf('leftovers'),
  tableOf('teams'),
  tableOf('windows'),
  tableOf('journal_ages'),
  tableOf('views'),
  tableOf('season'),
  `${tableOf('imports')} ${tableOf('import_rows')}`,
  tableOf('templates'),
  tableOf('inspections'),
  tableOf('change_log_rows'),
  tableOf('deadline_rules'),
];

function tableOf(name: CollectionName): string {
  return `CREATE TABLE ${name} (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;`;
}

/** Opens the local store: what was put is there after a `kill -9`. `isKnown`: of a folder that was used. */
export function openStore(path: string, log: Log, now: () => number, isKnown = false): LocalStore {
  const database = openDatabase(path, steps, { synchronous: 'FULL', log, now, isKnown });
  try {
    if (leaveOutHints(database)) for (const copy of backupsOf(path)) leaveOutHintsOf(copy);
  } catch (fault) {
    log.warn('hints-not-removed', { fault }); // a full disk: the next start tries again
  }
  return {
    collection: (name, schema) => openCollection(database, name, schema, log),
    forgetRemoved: () => forgetDeleted(database),
    checkpoint: () => checkpoint(database),
    close: () => database.close(),
  };
}

const withHint = "CASE WHEN json_valid(body) THEN body ->> 'secretHint' END IS NOT NULL";

/** Versions before kept the last characters of each secret beside its connection. Answers whether there were some. */
function leaveOutHints(database: DatabaseSync): boolean {
  const there = database.prepare(`SELECT 1 FROM connections WHERE ${withHint} LIMIT 1`);
  if (there.get() === undefined) return false;
  database.exec(`UPDATE connections SET body = json_remove(body, '$.secretHint') WHERE ${withHint}`);
  forgetDeleted(database);
  return true;
}

function leaveOutHintsOf(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    leaveOutHints(copy);
  } finally {
    copy.close();
  }
}

function openCollection<Schema extends z.ZodType>(
  database: DatabaseSync,
  name: CollectionName,
  schema: Schema,
  log: Log,
): Collection<z.output<Schema>> {
  const all = database.prepare(`SELECT id, body FROM ${name} ORDER BY rowid`);
  const one = database.prepare(`SELECT id, body FROM ${name} WHERE id = ?`);
  const put = database.prepare(
    `INSERT INTO ${name} (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
  );
  const remove = database.prepare(`DELETE FROM ${name} WHERE id = ?`);
  const clear = database.prepare(`DELETE FROM ${name}`);

  const readRow = (row: Readonly<Record<string, unknown>> | undefined): readonly z.output<Schema>[] => {
    if (row === undefined) return [];
    const parsed = schema.safeParse(jsonOf(row.body));
    if (parsed.success) return [parsed.data];
    log.warn('row-unreadable', { collection: name, id: row.id });
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
    clear: () => {
      clear.run();
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
