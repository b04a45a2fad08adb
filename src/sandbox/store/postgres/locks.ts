import type { Part } from '../store.ts';
import type { Db } from './driver.ts';

const whole = 0; // firms are numbered from 1

/** Whoever changes a firm, or tokens, does not keep others from changing other firms. Released at the end of the transaction. */
export async function lock(tx: Db, schema: string, part: Part): Promise<void> {
  if (part === 'all') return lockWhole(tx, schema);
  const service = `select pg_advisory_xact_lock_shared(hashtext(?), ${String(whole)})`;
  if (part === 'tokens') await tx.rows(service, schema);
  else await tx.rows(`${service}, pg_advisory_xact_lock(hashtext(?), ?)`, schema, schema, part);
}

/** Waits until nobody changes anything of the state in a schema. */
export async function lockWhole(tx: Db, schema: string): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext(?), ${String(whole)})`, schema);
}
