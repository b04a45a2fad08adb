import type { DatabaseSync } from 'node:sqlite';
import type { Page } from '../../shared/model/page.ts';
import { RequestEntry, type RequestFilter } from '../../shared/record.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Redactors } from '../diagnostics/redaction.ts';
import { entryColumns, listEntries, wordsOf } from './entries.ts';

export const requestTable = `
  CREATE TABLE requests (${entryColumns}) STRICT;
  CREATE INDEX requests_counted ON requests (connection, outcome);
  CREATE INDEX requests_of_plan ON requests (plan) WHERE plan IS NOT NULL;`;

/** The next step of the schema: what a person filters by among 50,000. */
export const requestIndexes = `
  CREATE INDEX requests_by_operation ON requests (body ->> 'operation');
  CREATE INDEX requests_by_tier ON requests (body ->> 'tier');
  CREATE INDEX requests_by_time ON requests (body ->> 'at');`;

/** The requests that were sent, without what was in them: the newest 50,000, also of former starts. */
export function createRequestLog(
  database: DatabaseSync,
  redactors: Pick<Redactors, 'of'>,
  log: Pick<Log, 'error'>,
  mostKept = 50_000,
) {
  const insert = database.prepare('INSERT INTO requests (words, body) VALUES (?, ?)');
  const expire = database.prepare('DELETE FROM requests WHERE id <= ?');
  const forget = database.prepare('DELETE FROM requests WHERE connection = ?');
  let isBroken = false;

  return {
    /** Writes one down; never throws, since no request may fail because of it. */
    record: (entry: RequestEntry): void => {
      try {
        const { operation, method, connection, tier, outcome, status, plan, step, requestId } = entry;
        // The one text in it that a person reads; redacted here, in the sink, so that no caller can forget it.
        const path = entry.path === null ? null : redactors.of(connection).redactText(entry.path);
        const clean = { ...entry, path };
        const parts = [operation, method, path, connection, tier, outcome, status, plan, step, requestId];
        const words = wordsOf(parts);
        const { lastInsertRowid } = insert.run(words, JSON.stringify(clean));
        expire.run(Number(lastInsertRowid) - mostKept);
        isBroken = false;
      } catch (fault) {
        if (!isBroken) log.error('request-not-recorded', { fault }); // once: a full disk refuses every further one
        isBroken = true;
      }
    },
    list: (filter: RequestFilter): Page<RequestEntry> =>
      listEntries(database, 'requests', RequestEntry, filter),
    forget: (connection: string): void => {
      forget.run(connection);
    },
  };
}
