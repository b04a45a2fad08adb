import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Page } from '../../shared/model/page.ts';
import { ChangeLogEntry, type EntryFilter } from '../../shared/record.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { atLevel } from '../storage/database.ts';
import { entryColumns, listEntries, wordsOf } from './entries.ts';

export interface ChangeLogRow {
  readonly row: number;
  /** The entry as it was written: JSON, also of a newer version of this app. */
  readonly body: string;
  readonly hash: string;
}

/** `hash` is the SHA-256 of the hash of the row before and of the row's own body (`hashOf`). */
export const changeLogTable = `
  CREATE TABLE trail (${entryColumns}, hash TEXT NOT NULL) STRICT;
  CREATE INDEX trail_of_plan ON trail (plan, body ->> 'step', body ->> 'at');
  CREATE TRIGGER trail_unchanged BEFORE UPDATE ON trail
    BEGIN SELECT RAISE(ABORT, 'The trail is not changed.'); END;
  CREATE TRIGGER trail_undeleted BEFORE DELETE ON trail
    BEGIN SELECT RAISE(ABORT, 'Nothing is removed from the trail.'); END;
  CREATE TRIGGER trail_unreplaced BEFORE INSERT ON trail WHEN EXISTS (SELECT 1 FROM trail WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'The trail is not changed.'); END;`;

/** What became of every write: rows are added, never changed or removed. */
export type ChangeLog = ReturnType<typeof createChangeLog>;

/** `onRows` hears how many rows there are once some were written. */
export function createChangeLog(
  database: DatabaseSync,
  redactors: Pick<Redactors, 'of'>,
  onRows: (rows: number) => void = () => {},
) {
  const insert = database.prepare('INSERT INTO trail (words, body, hash) VALUES (?, ?, ?)');
  const same = database.prepare(
    "SELECT 1 FROM trail WHERE plan = ? AND body ->> 'step' = ? AND body ->> 'at' = ? AND body = ?",
  );
  const last = database.prepare('SELECT hash FROM trail ORDER BY id DESC LIMIT 1');
  const ever = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'trail'");
  const all = database.prepare('SELECT id, body, hash FROM trail ORDER BY id');
  const following = database.prepare('SELECT id, body, hash FROM trail WHERE id > ? ORDER BY id LIMIT ?');

  const appendOne = (entry: ChangeLogEntry): void => {
    const { at, person, connection, plan, step, task, object, outcome, code } = entry;
    const { redactText } = redactors.of(connection);
    // A person's words; everything else is told apart by what it is.
    const [connectionName, subject] = [redactText(entry.connectionName), redactText(entry.subject)];
    const clean = { ...entry, connectionName, subject };
    const words = [person, connection, connectionName, plan, step, task, subject, object, outcome, code];
    const body = JSON.stringify(clean);
    if (same.get(plan, step, at, body) !== undefined) return;
    insert.run(wordsOf(words), body, hashOf(String(last.get()?.hash ?? ''), body));
  };

  const rows = (): number => Number(ever.get()?.seq ?? 0);

  return {
    rows,
    /** Writes all entries or none; the same entry again, as after a crash, counts once. Throws if they cannot be written. */
    append: (...entries: readonly ChangeLogEntry[]): void => {
      // The requests beside it may be lost in a power failure, which this must not be.
      atLevel(database, { during: 'FULL', after: 'NORMAL' }, () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          for (const entry of entries) appendOne(entry);
          database.exec('COMMIT');
        } finally {
          if (database.isTransaction) database.exec('ROLLBACK');
        }
      });
      onRows(rows());
    },
    list: (filter: EntryFilter): Page<ChangeLogEntry> =>
      listEntries(database, 'trail', ChangeLogEntry, filter),
    /** The entries after a row, in the order in which they were written, at most so many. */
    after: (row: number, most: number): readonly ChangeLogRow[] =>
      following.all(row, most).map(({ id, body, hash }) => ({
        row: Number(id),
        body: String(body),
        hash: String(hash),
      })),
    /**
     * The first row that is not as it was written; null if there is none. It shows a slip or a repair by hand, and proves nothing more: who can write
     * to the file can write a new one.
     */
    verify: (): number | null => {
      let found = 0;
      let before = '';
      for (const { id, body, hash } of all.iterate()) {
        found += 1;
        if (id !== found || hash !== hashOf(before, String(body))) return found;
        before = hash;
      }
      return found === rows() ? null : found + 1; // the last ones are gone
    },
  };
}

/** What ties a row to the one before: the SHA-256 of that one's hash (nothing before the first), a line feed and the row's body, in hex. */
export function hashOf(before: string, body: string): string {
  return createHash('sha256').update(`${before}\n${body}`).digest('hex');
}
