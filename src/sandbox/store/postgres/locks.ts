import { sql } from 'kysely';
import type { Part } from '../store.ts';
import type { Db } from './tables.ts';

const whole = 0; // firms are numbered from 1

/** Whoever changes a firm, or tokens, does not keep others from changing other firms. Released at the end of the transaction. */
export async function lock(tx: Db, schema: string, part: Part): Promise<void> {
  if (part === 'all') return lockWhole(tx, schema);
  await sql`select pg_advisory_xact_lock_shared(hashtext(${schema}), ${whole})${
    part === 'tokens' ? sql`` : sql`, pg_advisory_xact_lock(hashtext(${schema}), ${part})`
  }`.execute(tx);
}

/** Waits until nobody changes anything of the state in a schema. */
export async function lockWhole(tx: Db, schema: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${schema}), ${whole})`.execute(tx);
}
