import { sql } from 'kysely';
import { loggedAs, mostLogged, type Noted } from '../../http/request-log.ts';
import type { RequestLog } from '../store.ts';
import type { Db } from './tables.ts';

export interface SharedLog extends RequestLog {
  readonly clear: () => Promise<void>;
  /** Resolves once everything is written. */
  readonly written: () => Promise<void>;
}

/**
 * The log of all replicas. No request waits for it: what comes while entries are written is written next, all at once. `db` has
 * one connection, of its own: who reads the log may be in a transaction.
 */
export function createSharedLog(db: Db): SharedLog {
  let waiting: Noted[] = [];
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const entries = waiting.map((noted) => JSON.stringify(noted));
      waiting = [];
      await sql`
        insert into request_log (entry)
        select entry from unnest(${entries}::text[]) with ordinality as given (entry, place) order by place`.execute(
        db,
      );
      await sql`
        delete from request_log where seq <= (select max(seq) from request_log) - ${mostLogged}`.execute(db);
    }
  };
  const written = async () => {
    await writing;
  };
  return {
    add: (noted) => {
      waiting.push(noted);
      if (waiting.length > mostLogged) waiting.shift(); // nobody would see it any more
      writing ??= write()
        .catch(() => {
          waiting = []; // the request that the database fails tells why
        })
        .finally(() => {
          writing = null;
        });
    },
    entries: async () => {
      await written();
      const rows = await db
        .selectFrom('request_log')
        .select('entry')
        .orderBy('seq', 'desc')
        .limit(mostLogged)
        .execute();
      return rows.toReversed().map(({ entry }) => loggedAs(JSON.parse(entry) as Noted)); // as `add` got it
    },
    clear: async () => {
      await written();
      await db.deleteFrom('request_log').execute();
    },
    written,
  };
}
