import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type AnyRow, operations } from '../../shared/api.ts';
import type { CachedAnswer, CachedRequest } from '../../shared/operations/cached.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { type DatabaseOptions, forgetDeleted, openDatabase } from './database.ts';
import { createSealing, type Sealing } from './sealing.ts';

const table = `
  CREATE TABLE answers (
    connection TEXT NOT NULL, request TEXT NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (connection, request)
  ) STRICT;
  CREATE INDEX answers_by_age ON answers (connection, at);
  CREATE TABLE written_by (version TEXT NOT NULL, key TEXT NOT NULL) STRICT;`;

/** Bytes of a connection's answers, in the file and in memory; the oldest go first. Ten thousand audits take some six million. */
const mostKept = { file: 32_000_000, memory: 8_000_000 } as const;

const fileName = 'offline.db';

/** Characters of one answer; an ordinary page has less than a tenth. */
const largestKept = 1_000_000;

interface Deps extends Pick<DatabaseOptions, 'now'> {
  /** Null where the keychain is not open: then answers are kept in memory only. Asked when first needed. */
  readonly key: () => Promise<Uint8Array | null>;
  readonly redactors: Pick<Redactors, 'of'>;
  readonly log: Log;
  /** Answers of another version of the app are not read: their form may differ. */
  readonly version: string;
  readonly most?: number;
}

/** What the service answered last to what a person looked at: shown, with its time, until there is a newer answer. */
export type CachedAnswers = ReturnType<typeof openCachedAnswers>;

/** Keeps answers sealed in a file, or in memory where there is no key. If the file cannot be opened, nothing is kept. */
export function openCachedAnswers(folder: string, deps: Deps) {
  const { key, log } = deps;
  let opening: Promise<Answers> | null = null;
  let opened: Answers | null = null;
  let isClosed = false;
  let written = Promise.resolve();

  const open = async (): Promise<Answers> => {
    const found = await key().catch(() => null);
    if (isClosed) return nothingKept;
    try {
      opened = openAnswers(folder, found, deps);
    } catch (fault) {
      log.error('kept-answers-not-opened', { fault });
      opened = nothingKept;
    }
    return opened;
  };
  const answers = (): Promise<Answers> => {
    opening ??= open();
    return opening;
  };
  const later = (work: (found: Answers) => void): void => {
    written = answers().then((found) => (isClosed ? undefined : work(found)));
  };

  // Earlier versions did not seal answers.
  removeFiles(folder, log, (name) => name.startsWith('kept.db'));
  return {
    /** Writes an answer down in place of the former one; never throws, since no reading may fail because of it. */
    keep: (connection: string, request: CachedRequest, value: unknown): void =>
      later(({ keep }) => keep(connection, request, value)),
    /** The service has this no more. */
    drop: (connection: string, request: CachedRequest): void =>
      later(({ drop }) => drop(connection, request)),
    /** Null where there is none, or none that can be read. */
    read: async (connection: string, request: CachedRequest): Promise<CachedAnswer | null> =>
      (await answers()).read(connection, request),
    /** When the newest answer of a connection came, in milliseconds since 1970; null where there is none. */
    newest: async (connection: string): Promise<number | null> => (await answers()).newest(connection),
    /** Leaves nothing of a connection in the file. */
    forget: async (connection: string): Promise<void> => (await answers()).forget(connection),
    /** Settles once everything until now is written down: that waits for the keychain. */
    written: (): Promise<void> => written,
    close: (): void => {
      isClosed = true;
      opened?.close();
      opened = null;
    },
  };
}

/** The same, once it is known whether there is a key. */
type Answers = ReturnType<typeof answersIn>;

const nothingKept: Answers = {
  keep: () => {},
  read: () => null,
  drop: () => {},
  newest: () => null,
  forget: () => {},
  close: () => {},
};

function openAnswers(folder: string, key: Uint8Array | null, deps: Deps): Answers {
  const { log, now, most } = deps;
  if (key === null) {
    const database = new DatabaseSync(':memory:');
    database.exec(table);
    const inMemory = { ...deps, most: most ?? mostKept.memory };
    const memory = answersIn(database, createSealing(randomBytes(32)), inMemory);
    return {
      ...memory,
      forget: (connection) => {
        memory.forget(connection);
        // Without the key the file cannot be searched, so it goes as a whole.
        removeFiles(folder, log, (name) => name.startsWith(fileName));
      },
    };
  }
  const database = openDatabase(join(folder, fileName), [table], { synchronous: 'NORMAL', log, now });
  // A damaged one is of no use to anybody.
  removeFiles(folder, log, (name) => name.startsWith(`${fileName}.damaged-`));
  const sealing = createSealing(key);
  leaveOutOthers(database, deps.version, sealing.nameOf('key'));
  return answersIn(database, sealing, { ...deps, most: most ?? mostKept.file });
}

/** Removes the answers of another version of the app, or of another key. */
function leaveOutOthers(database: DatabaseSync, version: string, key: string): void {
  const by = database.prepare('SELECT version, key FROM written_by').get();
  if (by?.version === version && by.key === key) return;
  database.exec('DELETE FROM answers; DELETE FROM written_by;');
  database.prepare('INSERT INTO written_by (version, key) VALUES (?, ?)').run(version, key);
}

function answersIn(
  database: DatabaseSync,
  sealing: Sealing,
  { redactors, log, now, most }: Pick<Deps, 'redactors' | 'log' | 'now'> & { readonly most: number },
) {
  const put = database.prepare(
    `INSERT INTO answers (connection, request, at, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (connection, request) DO UPDATE SET at = excluded.at, body = excluded.body`,
  );
  const one = database.prepare('SELECT at, body FROM answers WHERE connection = ? AND request = ?');
  const remove = database.prepare('DELETE FROM answers WHERE connection = ? AND request = ?');
  const removeAll = database.prepare('DELETE FROM answers WHERE connection = ?');
  const newest = database.prepare('SELECT max(at) AS at FROM answers WHERE connection = ?');
  const sizes = openSizes(database, most);
  const attempt = createAttempt(log);

  const drop = (connection: string, name: string): void => {
    remove.run(connection, name);
    sizes.forget(connection);
  };
  const nameOf = (request: CachedRequest): string => sealing.nameOf(keyOf(request));

  return {
    keep: (connection: string, request: CachedRequest, value: unknown): void =>
      attempt(() => {
        const name = nameOf(request);
        const text = JSON.stringify(value);
        if (text.length > largestKept) return drop(connection, name);
        // None comes here (`api/answer.ts`); this is the last place before the file.
        if (redactors.of(connection).isRepeatedIn(text)) return drop(connection, name);
        const at = now();
        const body = sealing.seal(text, aboutRow(connection, name, at));
        const before = one.get(connection, name)?.body;
        const known = sizes.of(connection) - (before instanceof Uint8Array ? before.length : 0);
        put.run(connection, name, at, body);
        sizes.limit(connection, known + body.length);
      }),
    read: (connection: string, request: CachedRequest): CachedAnswer | null => {
      const name = nameOf(request);
      const row = one.get(connection, name);
      if (!(row?.body instanceof Uint8Array)) return null;
      const at = Number(row.at);
      const text = sealing.open(row.body, aboutRow(connection, name, at));
      if (text === null) return null;
      const value: unknown = JSON.parse(text);
      // Only checked: parsing an output again may change it.
      return answerOf(request.operation).safeParse(value).success ? { at, value } : null;
    },
    drop: (connection: string, request: CachedRequest): void =>
      attempt(() => drop(connection, nameOf(request))),
    newest: (connection: string): number | null => {
      const at = newest.get(connection)?.at;
      return typeof at === 'number' ? at : null;
    },
    forget: (connection: string): void => {
      removeAll.run(connection);
      forgetDeleted(database);
      sizes.forget(connection);
    },
    close: () => database.close(),
  };
}

/** How much there is of each connection, so that it stays within the limit. */
function openSizes(database: DatabaseSync, most: number) {
  const remove = database.prepare('DELETE FROM answers WHERE connection = ? AND request = ?');
  const size = database.prepare('SELECT sum(length(body)) AS size FROM answers WHERE connection = ?');
  const oldest = database.prepare(
    'SELECT request, length(body) AS size FROM answers WHERE connection = ? ORDER BY at, rowid LIMIT 1',
  );
  const sizes = new Map<string, number>();
  return {
    of: (connection: string): number => sizes.get(connection) ?? Number(size.get(connection)?.size ?? 0),
    /** Removes the oldest answers of a connection that has so many bytes, as long as that is too much. */
    limit: (connection: string, bytes: number): void => {
      let left = bytes;
      while (left > most) {
        const row = oldest.get(connection);
        if (row === undefined) break;
        remove.run(connection, String(row.request));
        left -= Number(row.size);
      }
      sizes.set(connection, left);
    },
    forget: (connection: string): void => {
      sizes.delete(connection);
    },
  };
}

/** Logs the first failure of a row: a full disk refuses all. */
function createAttempt(log: Log): (work: () => void) => void {
  let isBroken = false;
  return (work) => {
    try {
      work();
      isBroken = false;
    } catch (fault) {
      if (!isBroken) log.error('answer-not-kept', { fault });
      isBroken = true;
    }
  };
}

/** What a sealed answer belongs to: it cannot be passed off as another one, or as one of another time. */
function aboutRow(connection: string, name: string, at: number): string {
  return JSON.stringify([connection, name, at]);
}

/** The schema of what an operation answers, as it crosses to the interface. */
function answerOf(operation: CachedRequest['operation']): z.ZodType {
  const row: AnyRow = operations[operation];
  if (row.list === undefined) return row.item ?? z.null();
  return z.strictObject({
    count: z.number().nullable(),
    cursor: z.string().nullable(),
    size: z.number().optional(),
    results: z.array(row.list),
    unread: z.strictObject({ count: z.number(), asItCame: z.array(z.string()) }).optional(),
  });
}

function removeFiles(folder: string, log: Log, isMeant: (name: string) => boolean): void {
  try {
    for (const name of readdirSync(folder).filter(isMeant)) rmSync(join(folder, name), { force: true });
  } catch (fault) {
    log.error('kept-answers-not-removed', { fault });
  }
}

function keyOf({ operation, path = {}, query = {}, cursor, pageSize }: CachedRequest): string {
  return JSON.stringify([operation, sorted(path), sorted(query), cursor ?? null, pageSize ?? null]);
}

function sorted(fields: Readonly<Record<string, string | undefined>>) {
  return Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
