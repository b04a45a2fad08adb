import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { windowNames, windowSeconds } from '../../../shared/model/tiers.ts';
import { createFaults } from '../../http/faults.ts';
import { type LimiterOptions, mostCounted } from '../../http/limits.ts';
import type { Clock, Controls, Faults, Limiter } from '../store.ts';
import type { Db } from './tables.ts';

/** What all replicas share. `db` may be a transaction. */
export function createControls(db: Db, recorder: Controls['recorder']): Controls {
  return {
    clock: clockIn(db),
    faults: faultsIn(db),
    limiter: (options) => limiterIn(db, options),
    recorder,
    clear: () => clearControls(db),
  };
}

/** Forgets faults and used quota, in a transaction. */
export async function clearControls(tx: Db): Promise<void> {
  await faultsIn(tx).clear();
  // Waits for who counts now. Otherwise each could have a row that the other needs.
  await sql`lock table arrival, fixed_window in exclusive mode`.execute(tx);
  await tx.deleteFrom('arrival').execute();
  await tx.deleteFrom('fixed_window').execute();
}

function clockIn(db: Db): Clock {
  const change = async (assignments: ReturnType<typeof sql>) => {
    await sql`update clock set ${assignments}`.execute(db);
  };
  return {
    read: async () => {
      const { rows } = await sql<{ readonly now: number; readonly isFrozen: boolean }>`
        select service_time() as now, held_at is not null as "isFrozen" from clock`.execute(db);
      return rows[0] ?? { now: 0, isFrozen: false };
    },
    set: (time) =>
      change(sql`
        moved = case when held_at is null then greatest(moved, ${time}::bigint - machine_time()) else moved end,
        held_at = case when held_at is null then null else greatest(held_at, ${time}::bigint) end`),
    freeze: (frozen) =>
      frozen
        ? change(sql`held_at = service_time()`)
        : change(
            sql`moved = case when held_at is null then moved else held_at - machine_time() end, held_at = null`,
          ),
    reset: () => change(sql`moved = 0, held_at = null`),
  };
}

/** Each change reads the faults, changes them as a process of its own would, and keeps them. */
function faultsIn(db: Db): Faults {
  const parsed = (document: string | undefined) =>
    createFaults(document === undefined || document === '' ? undefined : document);
  const change = async <Value>(work: (faults: ReturnType<typeof createFaults>) => Value): Promise<Value> => {
    const within = async (tx: Db) => {
      const row = await tx.selectFrom('faults').select('document').forUpdate().executeTakeFirst();
      const faults = parsed(row?.document);
      const value = work(faults);
      await tx
        .updateTable('faults')
        .set({ document: faults.written(), are_waiting: !faults.isEmpty() })
        .execute();
      return value;
    };
    return db.isTransaction ? within(db) : db.transaction().execute(within);
  };
  return {
    add: (fault) => change((faults) => faults.add(fault)),
    take: (method, path, tierOf) => change((faults) => faults.take(method, path, tierOf)),
    entries: async () => {
      const row = await db.selectFrom('faults').select('document').executeTakeFirst();
      return parsed(row?.document).entries();
    },
    remove: (id) => change((faults) => faults.remove(id)),
    clear: () =>
      change((faults) => {
        faults.clear();
      }),
  };
}

const periods = windowNames.map((name) => windowSeconds[name] * 1_000);
const sweepAfter = 256; // requests

/** Counts as `createLimiter` does, by functions of the database: of two replicas only one can count at a time. */
function limiterIn(db: Db, { windows, rejectedRequestsCount }: LimiterOptions): Limiter {
  const isFixed = windows === 'fixed';
  const hasOwn = isFixed || rejectedRequestsCount;
  let counted = 0;
  return {
    admit: async (key, limits) => {
      counted += 1;
      if (counted % sweepAfter === 0) await sql`select sweep()`.execute(db);
      const most = windowNames.map((name) => limits[name] ?? null);
      const kept = Math.max(mostCounted, ...most.map((limit) => limit ?? 0));
      const { rows } = await sql<{ readonly wait: number }>`
        select admit(${listKey(key)}, ${most}::bigint[], ${periods}::bigint[], ${kept}, ${isFixed},
          ${rejectedRequestsCount}) as wait`.execute(db);
      const wait = rows[0]?.wait ?? 0;
      return wait === 0 ? null : Math.max(1, Math.ceil(wait / 1_000));
    },
    windows: async (key, limits, now) => {
      const most = windowNames.map((name) => limits[name] ?? null);
      const { rows } = await sql<{ readonly counted: number; readonly wait: number }>`
        select window_count(list, period, ${isFixed}, ${now}) as counted,
          case when most is null then 0 else window_wait(list, most, period, ${isFixed}, ${now}) end as wait
        from (
          select list_of(${listKey(key)}, place::integer, ${hasOwn}) as list, period, most, place
          from unnest(${periods}::bigint[], ${most}::bigint[]) with ordinality as given (period, most, place)
        ) as lists order by place`.execute(db);
      return windowNames.map((window, place) => ({
        window,
        limit: limits[window] ?? null,
        counted: rows[place]?.counted ?? 0,
        wait: rows[place]?.wait ?? 0,
      }));
    },
  };
}

/** A key has the client id that a request sends, which may be of any length and have any character. */
function listKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
