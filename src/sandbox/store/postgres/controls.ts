import { hash } from 'node:crypto';
import { windowNames, windowSeconds } from '../../../shared/model/tiers.ts';
import { createFaults } from '../../http/faults.ts';
import { type LimiterOptions, mostCounted, type WindowStand } from '../../http/limits.ts';
import type { Clock, Controls, Faults, Limiter } from '../store.ts';
import type { Db } from './driver.ts';

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
  await tx.rows('lock table arrival, fixed_window in exclusive mode');
  await tx.rows('delete from arrival');
  await tx.rows('delete from fixed_window');
}

function clockIn(db: Db): Clock {
  const change = async (assignments: string, ...given: readonly number[]) => {
    await db.rows(`update clock set ${assignments}`, ...given);
  };
  return {
    read: async () => {
      const [row] = await db.rows<{ readonly now: number; readonly isFrozen: boolean }>(
        'select service_time() as now, held_at is not null as "isFrozen" from clock',
      );
      return row ?? { now: 0, isFrozen: false };
    },
    set: (time) =>
      change(
        `moved = case when held_at is null then greatest(moved, ?::bigint - machine_time()) else moved end,
          held_at = case when held_at is null then null else greatest(held_at, ?::bigint) end`,
        time,
        time,
      ),
    freeze: (frozen) =>
      frozen
        ? change('held_at = service_time()')
        : change(
            'moved = case when held_at is null then moved else held_at - machine_time() end, held_at = null',
          ),
    reset: () => change('moved = 0, held_at = null'),
  };
}

interface Kept {
  readonly document: string;
}

/** Each change reads the faults, changes them as a process of its own would, and keeps them. */
function faultsIn(db: Db): Faults {
  const parsed = (document: string | undefined) =>
    createFaults(document === undefined || document === '' ? undefined : document);
  const change = <Value>(work: (faults: ReturnType<typeof createFaults>) => Value): Promise<Value> =>
    db.transaction(async (tx) => {
      const [row] = await tx.rows<Kept>('select document from faults for update');
      const faults = parsed(row?.document);
      const value = work(faults);
      await tx.rows('update faults set document = ?, are_waiting = ?', faults.written(), !faults.isEmpty());
      return value;
    });
  return {
    add: (fault) => change((faults) => faults.add(fault)),
    take: (method, path, tierOf) => change((faults) => faults.take(method, path, tierOf)),
    entries: async () => {
      const [row] = await db.rows<Kept>('select document from faults');
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
      if (counted % sweepAfter === 0) await db.rows('select sweep()');
      const most = windowNames.map((name) => limits[name] ?? null);
      const kept = Math.max(mostCounted, ...most.map((limit) => limit ?? 0));
      const [row] = await db.rows<Pick<WindowStand, 'wait'>>(
        'select admit(?, ?::bigint[], ?::bigint[], ?, ?, ?) as wait',
        listKey(key),
        most,
        periods,
        kept,
        isFixed,
        rejectedRequestsCount,
      );
      const wait = row?.wait ?? 0;
      return wait === 0 ? null : Math.max(1, Math.ceil(wait / 1_000));
    },
    windows: async (key, limits, now) => {
      const most = windowNames.map((name) => limits[name] ?? null);
      const rows = await db.rows<Pick<WindowStand, 'counted' | 'wait'>>(
        `select window_count(list, period, ?, ?) as counted,
          case when most is null then 0 else window_wait(list, most, period, ?, ?) end as wait
        from (
          select list_of(?, place::integer, ?) as list, period, most, place
          from unnest(?::bigint[], ?::bigint[]) with ordinality as given (period, most, place)
        ) as lists order by place`,
        isFixed,
        now,
        isFixed,
        now,
        listKey(key),
        hasOwn,
        periods,
        most,
      );
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
