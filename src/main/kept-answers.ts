import type { DatabaseSync } from 'node:sqlite';
import type { KeptAnswer, KeptRequest } from '../shared/operations/kept.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redaction.ts';

/** What the service answered last to what a person looked at: shown, with its time, until there is a newer answer. */
export interface KeptAnswers {
  /** Writes an answer down in place of the former one; never throws, since no reading may fail because of it. */
  readonly keep: (connection: string, request: KeptRequest, value: unknown) => void;
  /** Null where there is none, or none that can be read. */
  readonly read: (connection: string, request: KeptRequest) => KeptAnswer | null;
  /** The service has this no more. */
  readonly drop: (connection: string, request: KeptRequest) => void;
  /** When the newest answer of a connection came, in milliseconds since 1970; null where there is none. */
  readonly newest: (connection: string) => number | null;
  /** Nothing of a connection is left in the file: it is gone, or leads somewhere else. */
  readonly forget: (connection: string) => void;
  readonly close: () => void;
}

const tables = `
  CREATE TABLE answers (
    connection TEXT NOT NULL, request TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (connection, request)
  ) STRICT;
  CREATE INDEX answers_by_age ON answers (connection, at);
  CREATE TABLE written_by (version TEXT NOT NULL) STRICT;`;

/** Characters of a connection's answers; the oldest go first. Ten thousand audits take some six million. */
const mostKept = 32_000_000;

interface Surroundings extends Pick<DatabaseOptions, 'now'> {
  readonly redactor: Pick<Redactor, 'redactText'>;
  readonly log: Log;
  /** Of this app: another one may hold the same answer in another form, so its answers are not read. */
  readonly version: string;
  readonly most?: number;
}

/** Opens the file of what was answered. Where it cannot be opened nothing is kept, and everything else works. */
export function openKeptAnswers(path: string, surroundings: Surroundings): KeptAnswers {
  const { log, now } = surroundings;
  try {
    const database = openDatabase(path, [tables], { synchronous: 'NORMAL', log, now });
    database.exec('PRAGMA secure_delete = ON'); // what is forgotten is overwritten, and not only let go
    leaveOutOtherVersions(database, surroundings.version);
    return keptIn(database, surroundings);
  } catch (fault) {
    log.error('kept-answers-not-opened', { fault });
    return nothingKept;
  }
}

function leaveOutOtherVersions(database: DatabaseSync, version: string): void {
  if (database.prepare('SELECT version FROM written_by').get()?.version === version) return;
  database.exec('DELETE FROM answers; DELETE FROM written_by;');
  database.prepare('INSERT INTO written_by (version) VALUES (?)').run(version);
}

const nothingKept: KeptAnswers = {
  keep: () => {},
  read: () => null,
  drop: () => {},
  newest: () => null,
  forget: () => {},
  close: () => {},
};

function keptIn(database: DatabaseSync, { redactor, log, now, most = mostKept }: Surroundings): KeptAnswers {
  const put = database.prepare(
    `INSERT INTO answers (connection, request, at, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (connection, request) DO UPDATE SET at = excluded.at, body = excluded.body`,
  );
  const one = database.prepare('SELECT at, body FROM answers WHERE connection = ? AND request = ?');
  const remove = database.prepare('DELETE FROM answers WHERE connection = ? AND request = ?');
  const removeAll = database.prepare('DELETE FROM answers WHERE connection = ?');
  const newest = database.prepare('SELECT max(at) AS at FROM answers WHERE connection = ?');
  const size = database.prepare('SELECT sum(length(body)) AS size FROM answers WHERE connection = ?');
  const oldest = database.prepare(
    'SELECT request, length(body) AS size FROM answers WHERE connection = ? ORDER BY at, rowid LIMIT 1',
  );
  const sizes = new Map<string, number>();
  let isBroken = false;

  const sizeOf = (connection: string): number =>
    sizes.get(connection) ?? Number(size.get(connection)?.size ?? 0);

  const makeRoom = (connection: string): void => {
    let left = sizeOf(connection);
    while (left > most) {
      const row = oldest.get(connection);
      if (row === undefined) break;
      remove.run(connection, String(row.request));
      left -= Number(row.size);
    }
    sizes.set(connection, left);
  };

  const attempt = (work: () => void): void => {
    try {
      work();
      isBroken = false;
    } catch (fault) {
      if (!isBroken) log.error('answer-not-kept', { fault }); // once: a full disk refuses every further one
      isBroken = true;
    }
  };

  return {
    keep: (connection, request, value) =>
      attempt(() => {
        const key = keyOf(request);
        const before = one.get(connection, key);
        // A service may repeat a token or a secret; nothing of the kind gets into a file.
        const body = redactor.redactText(JSON.stringify(value));
        const known = sizeOf(connection) - (before === undefined ? 0 : String(before.body).length);
        put.run(connection, key, now(), body);
        sizes.set(connection, known + body.length);
        makeRoom(connection);
      }),
    read: (connection, request) => {
      const row = one.get(connection, keyOf(request));
      if (row === undefined) return null;
      const value = jsonOf(row.body);
      return value === undefined ? null : { at: Number(row.at), value };
    },
    drop: (connection, request) =>
      attempt(() => {
        remove.run(connection, keyOf(request));
        sizes.delete(connection);
      }),
    newest: (connection) => {
      const at = newest.get(connection)?.at;
      return typeof at === 'number' ? at : null;
    },
    forget: (connection) => {
      removeAll.run(connection);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)'); // nor is it left in the file of what was written ahead
      sizes.delete(connection);
    },
    close: () => database.close(),
  };
}

function keyOf({ operation, path = {}, query = {}, cursor, pageSize }: KeptRequest): string {
  return JSON.stringify([operation, sorted(path), sorted(query), cursor ?? null, pageSize ?? null]);
}

function sorted(fields: Readonly<Record<string, string | undefined>>) {
  return Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
