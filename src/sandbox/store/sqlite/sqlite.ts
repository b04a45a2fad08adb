import type { DatabaseSync } from 'node:sqlite';
import { createFaults } from '../../http/faults.ts';
import { createLimiter, type LimiterOptions } from '../../http/limits.ts';
import { createRecorder } from '../../http/recorder.ts';
import type { Clock, Controls, Database, Moment, Store } from '../store.ts';
import { type MetaKey, tablesIn } from '../tables.ts';
import { createClock } from './clock.ts';
import { openDatabase, transaction } from './database.ts';
import { driverOf } from './driver.ts';
import { snapshotsOf } from './snapshots.ts';

interface SqliteOptions {
  /** In memory without one. */
  readonly file: string | undefined;
  /** In KiB. */
  readonly cache: number | undefined;
  readonly machineTime: () => number;
}

/** Opens the state of a service. Throws `UnusableFile`. */
export function openSqlite({ file, cache, machineTime }: SqliteOptions): Database {
  const db = openDatabase(file, cache);
  const { store, clock, nextDue, forget } = storeOf(db, machineTime);
  const { controls } = store;
  const begin = (): Moment => {
    const now = clock.now();
    return {
      now,
      isDue: (nextDue()?.at ?? Infinity) <= now,
      hasFaults: !controls.faults.isEmpty(),
      fixture: '',
    };
  };
  return {
    turn: createTurns(begin),
    controls,
    single: store,
    outageOf: () => null,
    read: (work) => work(store),
    write: (_part, work) => transaction(db, () => work(store), forget),
    snapshots: snapshotsOf(db, forget, controls.clear),
    close: () => {
      db.close();
    },
  };
}

function storeOf(db: DatabaseSync, machineTime: () => number) {
  const driver = driverOf(db);
  const meta = driver.first<[key: MetaKey], { readonly value: string }>(
    'select value from meta where key = ?',
  );
  const tables = tablesIn(driver);
  const clock = createClock(machineTime, { meta: (key) => meta(key)?.value, setMeta: tables.setMeta });
  clock.load();
  const store = { ...tables, controls: controlsOf(clock) } satisfies Store;
  // An audit that is added is not about to go.
  const nextDue = driver.known<[], { readonly at: number | null }>(
    "select min(changes_at) as at from audit where status = 'deleting'",
  );
  /** What is remembered may be of rows that were rolled back, or replaced by those of a snapshot. */
  const forget = () => {
    driver.forget();
    clock.load();
  };
  return { store, clock, nextDue, forget };
}

/** What is kept in this process: a data file has one process. */
function controlsOf(clock: Clock) {
  const faults = createFaults();
  const limiters = new Map<string, ReturnType<typeof createLimiter>>();
  const limiterOf = (options: LimiterOptions) => {
    const name = `${options.windows} ${String(options.rejectedRequestsCount)}`;
    const limiter = limiters.get(name) ?? createLimiter(options);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    clock,
    faults,
    limiter: limiterOf,
    recorder: createRecorder,
    clear: (): void => {
      for (const one of [...limiters.values(), faults]) one.clear();
    },
  } satisfies Controls;
}

/**
 * Carries out one request at a time, in the order in which they came: they share one connection, so a request must not see
 * half of what another writes.
 */
function createTurns(begin: () => Moment): Database['turn'] {
  let last: Promise<unknown> | null = null;
  const release = (ended: Promise<unknown>) => {
    if (last === ended) last = null;
  };
  return (work) => {
    const take = () => work(begin());
    const begun = last === null ? take() : last.then(take, take);
    if (begun instanceof Promise) {
      const free = () => {
        release(begun);
      };
      last = begun;
      begun.then(free, free);
    }
    return begun;
  };
}
