import { sql } from 'kysely';
import type { Rows } from '../store.ts';

/** Null takes all rows from there on. */
type Page<Row> = (from: number, size: number | null) => { readonly execute: () => Promise<readonly Row[]> };

export const counted = sql<number>`count(*)`.as('count');

/** A list of which each slice is a query. */
export async function rowsOf<Row>(
  count: { readonly executeTakeFirstOrThrow: () => Promise<{ readonly count: number }> },
  page: Page<Row>,
): Promise<Rows<Row>> {
  return {
    ...(await count.executeTakeFirstOrThrow()),
    slice: (from = 0, to) => page(from, to === undefined ? null : Math.max(0, to - from)).execute(),
  };
}
