import { accountTable } from './store/accounts.ts';
import { auditTables } from './store/audits.ts';
import { clientTables } from './store/clients.ts';
import { type NoArguments, openDatabase, prepare, type Slots, sql, transaction } from './store/database.ts';
import { keptAuditTable } from './store/kept-audits.ts';
import { createOrder } from './store/order.ts';
import type { Tables } from './store/schema.ts';

export type Store = ReturnType<typeof openStore>;

type MetaKey = 'fixture' | 'clock-offset';

/**
 * Opens the state of the service, in a file or in memory. Everything is synchronous, and what `transaction` returned
 * from is on disk. Throws `UnusableFile`.
 */
export function openStore(file: string | undefined) {
  const db = openDatabase(file);
  const order = createOrder();
  const meta = prepare(db, (slot: Slots<{ key: string }>) =>
    sql.selectFrom('meta').select('value').where('key', '=', slot('key')),
  );
  const setMeta = prepare(db, (slot: Slots<{ key: string; value: string }>) =>
    sql
      .insertInto('meta')
      .values({ key: slot('key'), value: slot('value') })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: slot('value') })),
  );
  const tables = [
    'firm',
    'account',
    'token',
    'client',
    'legal_entity',
    'audit',
    'assignment',
  ] as const satisfies readonly (keyof Tables)[];
  const erasures = tables.map((table) => prepare(db, (_slot: Slots<NoArguments>) => sql.deleteFrom(table)));
  const accounts = accountTable(db);
  const audits = auditTables(db, order);
  const forget = () => {
    order.clear();
    accounts.forget();
    audits.forget();
  };
  return {
    accounts,
    clients: clientTables(db, order),
    audits,
    kept: keptAuditTable(db),
    meta: (key: MetaKey) => meta.get({ key })?.value,
    setMeta: (key: MetaKey, value: string) => {
      setMeta.run({ key, value });
    },
    /** Removes everything but `meta` and the kept audits. */
    erase: () => {
      for (const erasure of erasures) erasure.run({});
      forget();
    },
    transaction: <Value>(work: () => Value): Value => {
      try {
        return transaction(db, work);
      } catch (error) {
        forget(); // what was noted beside the tables has been rolled back with them
        throw error;
      }
    },
    close: () => {
      db.close();
    },
  };
}
