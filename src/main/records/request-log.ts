import type { DatabaseSync } from 'node:sqlite';
import type { Page } from '../../shared/model/page.ts';
import { RequestEntry, type RequestFilter } from '../../shared/record.ts';
import type { Log } from '../log.ts';
import type { Redactor } from '../redaction.ts';
import { entryColumns, listEntries, wordsOf } from './entries.ts';

/** The requests that were sent, without what was in them: the newest 50,000, also of former starts. */
export interface RequestLog {
  /** Writes one down; never throws, since no request may fail because of it. */
  readonly record: (entry: RequestEntry) => void;
  readonly list: (filter: RequestFilter) => Page<RequestEntry>;
  /** Removes the requests of a connection. */
  readonly forget: (connection: string) => void;
}

export const requestTable = `
  CREATE TABLE requests (${entryColumns}) STRICT;
  CREATE INDEX requests_counted ON requests (connection, outcome);
  CREATE INDEX requests_of_plan ON requests (plan) WHERE plan IS NOT NULL;`;

/** The next step of the schema: what a person filters by among 50,000. */
export const requestIndexes = `
  CREATE INDEX requests_by_operation ON requests (body ->> 'operation');
  CREATE INDEX requests_by_tier ON requests (body ->> 'tier');
  CREATE INDEX requests_by_time ON requests (body ->> 'at');`;

export function createRequestLog(
  database: DatabaseSync,
  redactor: Pick<Redactor, 'redactValues'>,
  log: Pick<Log, 'error'>,
  mostKept = 50_000,
): RequestLog {
  const insert = database.prepare('INSERT INTO requests (words, body) VALUES (?, ?)');
  const expire = database.prepare('DELETE FROM requests WHERE id <= ?');
  const forget = database.prepare('DELETE FROM requests WHERE connection = ?');
  let isBroken = false;

  return {
    record: (entry) => {
      try {
        // Redaction happens here, in the sink, so that no caller can forget it.
        const clean = redactor.redactValues(entry);
        const { operation, method, path, connection, tier, outcome, status, plan, step, requestId } = clean;
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
    list: (filter) => listEntries(database, 'requests', RequestEntry, filter),
    forget: (connection) => {
      forget.run(connection);
    },
  };
}
