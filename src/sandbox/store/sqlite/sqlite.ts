import type { DatabaseSync } from 'node:sqlite';
import { createFaults } from '../../http/faults.ts';
import { createLimiter, type LimiterOptions } from '../../http/limits.ts';
import { createRecorder } from '../../http/recorder.ts';
import type { FixtureAuditRow } from '../schema.ts';
import type { Clock, Controls, Database, MetaKey, Moment, Store } from '../store.ts';
import { accountTables } from './accounts.ts';
import { assignmentTable, auditTable } from './audits.ts';
import { clientTables } from './clients.ts';
import { createClock } from './clock.ts';
import { insertInto, openDatabase, Query, transaction } from './database.ts';
import { createOrder } from './order.ts';
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
  const { store, clock, forget } = storeOf(db, machineTime);
  const { controls } = store;
  const begin = (): Moment => {
    const now = clock.now();
    return {
      now,
      isDue: store.audits.goneBy(now).length > 0,
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
  const order = createOrder();
  const [accounts, audits] = [accountTables(db), auditTable(db, order)];
  const meta = new Query<[key: MetaKey], { readonly value: string }>(
    db,
    'select value from meta where key = ?',
  );
  const setMeta = new Query<[key: MetaKey, value: string]>(
    db,
    'insert or replace into meta (key, value) values (?, ?)',
  ).run;
  const forgetRows = () => {
    order.clear();
    accounts.forget();
    audits.forget();
  };
  const clock = createClock(machineTime, { meta: (key) => meta.first(key)?.value, setMeta });
  clock.load();
  const store = {
    accounts,
    clients: clientTables(db, order),
    audits,
    users: assignmentTable(db, order),
    fixtureAudits: {
      add: insertInto<FixtureAuditRow>(db, 'kept_audit'),
      of: new Query<[firm: number], FixtureAuditRow>(
        db,
        'select document from kept_audit where firm = ? order by seq',
      ).each,
      clear: () => db.exec('delete from kept_audit'),
    },
    meta: (key: MetaKey) => meta.first(key)?.value,
    setMeta,
    erase: () => {
      for (const table of ['firm', 'account', 'token', 'client', 'legal_entity', 'audit', 'assignment'])
        db.exec(`delete from ${table}`);
      forgetRows();
    },
    controls: controlsOf(clock),
  } satisfies Store;
  /** What is remembered may be of rows that were rolled back, or replaced by those of a snapshot. */
  const forget = () => {
    forgetRows();
    clock.load();
  };
  return { store, clock, forget };
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
