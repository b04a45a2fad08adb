import { accountTables } from './accounts.ts';
import { assignmentTable, auditTable } from './audits.ts';
import { clientTables } from './clients.ts';
import { insertInto, openDatabase, Query, transaction } from './database.ts';
import { createOrder } from './order.ts';
import type { FixtureAuditRow } from './schema.ts';

export type Store = ReturnType<typeof openStore>;

type MetaKey = 'fixture' | 'clock-offset';

/** Opens the state of the service, in a file or in memory. Throws `UnusableFile`. */
export function openStore(file: string | undefined) {
  const db = openDatabase(file);
  const order = createOrder();
  const [accounts, audits] = [accountTables(db), auditTable(db, order)];
  const meta = new Query<[key: MetaKey], { readonly value: string }>(
    db,
    'select value from meta where key = ?',
  );
  const forget = () => {
    order.clear();
    accounts.forget();
    audits.forget();
  };
  return {
    accounts,
    clients: clientTables(db, order),
    audits,
    users: assignmentTable(db, order),
    /** The audits of the fixture in their order, for a reset. */
    fixtureAudits: {
      add: insertInto<FixtureAuditRow>(db, 'kept_audit'),
      of: new Query<[firm: number], FixtureAuditRow>(
        db,
        'select document from kept_audit where firm = ? order by seq',
      ).each,
    },
    meta: (key: MetaKey) => meta.first(key)?.value,
    setMeta: new Query<[key: MetaKey, value: string]>(
      db,
      'insert or replace into meta (key, value) values (?, ?)',
    ).run,
    /** Removes everything except `meta` and the audits of the fixture. */
    erase: () => {
      for (const table of ['firm', 'account', 'token', 'client', 'legal_entity', 'audit', 'assignment'])
        db.exec(`delete from ${table}`);
      forget();
    },
    transaction: <Value>(work: () => Value): Value => {
      try {
        return transaction(db, work);
      } catch (error) {
        forget(); // the caches may hold what was rolled back
        throw error;
      }
    },
    close: () => {
      db.close();
    },
  };
}
