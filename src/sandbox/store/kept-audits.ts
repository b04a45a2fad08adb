import type { DatabaseSync } from 'node:sqlite';
import { prepare, type Slots, sql } from './database.ts';
import type { KeptAuditRow } from './schema.ts';

/** The audits of the fixture that a store was made from, each as the fixture has it, in its order. */
export function keptAuditTable(db: DatabaseSync) {
  const add = prepare(db, (slot: Slots<KeptAuditRow>) =>
    sql.insertInto('kept_audit').values({ firm: slot('firm'), document: slot('document') }),
  );
  const of = prepare(db, (slot: Slots<{ firm: number }>) =>
    sql.selectFrom('kept_audit').select('document').where('firm', '=', slot('firm')).orderBy('seq'),
  );
  return { add: add.run, of: of.each };
}
