import type { DatabaseSync } from 'node:sqlite';
import type { Tier } from '../../shared/model/tiers.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../diagnostics/log.ts';
import { atLevel } from '../storage/database.ts';
import { windowLength } from './quota.ts';
import type { QuotaTime } from './quota-time.ts';

/** The step of the journal's schema that makes the table of this store; moments by the wall clock, null while in flight. */
export const quotaSchema = `
  CREATE TABLE quota_slots (
    id INTEGER PRIMARY KEY, scope TEXT NOT NULL, tier TEXT NOT NULL, at INTEGER, count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX quota_slots_by_scope ON quota_slots (scope, tier);`;

/** The step that makes the table of what others use, by hours since 1970. */
export const othersTable = `
  CREATE TABLE others_use (
    scope TEXT NOT NULL, tier TEXT NOT NULL, hour INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (scope, tier, hour)
  ) STRICT, WITHOUT ROWID;`;

/** What is kept of one tier of one scope, in quota time, so that a restart does not forget used quota. */
export interface SlotStore {
  /** `onMore` hears of those that become known later. */
  readonly read: (onMore?: (moments: readonly number[]) => void) => readonly number[];
  /** Keeps a request before it is sent; answers what names it, or null where it could not be kept. */
  readonly taken: () => number | null;
  readonly answered: (id: number | null) => void;
  readonly givenBack: (id: number | null) => void;
  readonly add: (moments: readonly number[]) => void;
  /** The requests of others in each hour since 1970 that is known; null where nothing is kept. */
  readonly others: () => ReadonlyMap<number, number> | null;
  readonly addOthers: (counts: ReadonlyMap<number, number>) => void;
}

export interface QuotaStore {
  readonly of: (scope: string, tier: Tier) => SlotStore;
  readonly close: () => void;
}

/** For a process that does not own the journal: it keeps nothing. */
export const forgetfulStore: QuotaStore = {
  of: () => ({
    read: () => [],
    taken: () => null,
    answered: () => {},
    givenBack: () => {},
    add: () => {},
    others: () => null,
    addOthers: () => {},
  }),
  close: () => {},
};

/** A store that comes later: what is used until then is kept in memory, and handed over. */
export function createLateStore(time: QuotaTime) {
  let store = forgetfulStore;
  const early: { readonly slots: () => SlotStore; readonly used: number[]; readonly onMore: () => void }[] =
    [];
  return {
    of: (scope: string, tier: Tier): SlotStore => {
      const slots = (): SlotStore => store.of(scope, tier);
      const used: number[] = [];
      return {
        read: (onMore) => {
          if (store === forgetfulStore) early.push({ slots, used, onMore: () => onMore?.(slots().read()) });
          return slots().read();
        },
        taken: () => slots().taken(),
        answered: (id) => {
          if (store === forgetfulStore) used.push(time.now());
          slots().answered(id);
        },
        givenBack: (id) => slots().givenBack(id),
        add: (moments) => slots().add(moments),
        others: () => slots().others(),
        addOthers: (counts) => slots().addOthers(counts),
      };
    },
    close: (): void => store.close(),
    open: (opened: QuotaStore): void => {
      store = opened;
      for (const { slots, used, onMore } of early.splice(0)) {
        onMore();
        slots().add(used);
      }
    },
  };
}

const smallestStep = 1_000; // milliseconds by which the wall clock may differ from the other one before it was set
const rowsBetweenPrunes = 1_000;
const hoursOfOthers = 8 * 24; // a week, and what of the first day is over
const betweenLooks = 60_000; // milliseconds, at the clock

/**
 * What was in flight when the last process ended counts as answered now. A full disk stops no request: it is logged, and the quota
 * is known until the process ends.
 */
export function openQuotaStore(
  database: DatabaseSync,
  clock: Pick<Clock, 'wall' | 'schedule'>,
  time: QuotaTime,
  log: Log,
): QuotaStore {
  const statements = statementsOf(database);
  const { prune, settle, shift, list, insert, insertAll, answer, remove } = statements;
  let offset = clock.wall() - time.now();
  let rows = 0;

  const attempt = <Value>(write: () => Value): Value | null => {
    try {
      // Each request is written twice: main would wait for the disk each time. A power failure may cost the last of them.
      return atLevel(database, { during: 'NORMAL', after: 'FULL' }, write);
    } catch (fault) {
      log.error('quota-not-kept', { fault });
      return null;
    }
  };

  /** Once somebody has set the wall clock, what is kept is set with it, so that its age stays what it is. */
  const step = (): number => Math.round(clock.wall() - time.now() - offset);
  const follow = (): void => {
    const by = step();
    if (Math.abs(by) < smallestStep) return;
    shift.run(by);
    offset += by;
  };

  let stopLooking = (): void => {};
  const look = (): void => {
    stopLooking = clock.schedule(betweenLooks, look);
    if (Math.abs(step()) >= smallestStep) attempt(follow);
  };
  look();

  attempt(() => settle.run(Math.ceil(clock.wall())));
  attempt(() => prune.run(Math.floor(clock.wall() - windowLength.daily)));
  attempt(() => statements.others.prune.run(Math.floor(clock.wall() / 3_600_000) - hoursOfOthers));

  return {
    close: () => stopLooking(),
    of: (scope, tier) => ({
      read: () => {
        const wall = clock.wall();
        const now = time.now();
        return list.all(scope, tier).flatMap(({ at, count }) => {
          const moment = now - Math.max(0, wall - Number(at ?? wall));
          return Array.from({ length: Number(count) }, () => moment);
        });
      },
      taken: () =>
        attempt(() => {
          follow();
          rows += 1;
          if (rows % rowsBetweenPrunes === 0) prune.run(Math.floor(clock.wall() - windowLength.daily));
          return Number(insert.run(scope, tier, null, 1).lastInsertRowid);
        }),
      answered: (id) => {
        if (id === null) return;
        attempt(() => {
          follow();
          answer.run(Math.ceil(clock.wall()), id);
        });
      },
      givenBack: (id) => {
        if (id !== null) attempt(() => remove.run(id));
      },
      add: (moments) => {
        const at = clock.wall() - time.now();
        const walls = Map.groupBy(moments, (one) => Math.ceil(one + at));
        const groups = [...walls].map(([moment, { length }]) => ({ moment, count: length }));
        attempt(() => insertAll.run(scope, tier, JSON.stringify(groups)));
      },
      ...othersOf(statements.others, attempt, scope, tier),
    }),
  };
}

function othersOf(
  { list, add }: ReturnType<typeof statementsOf>['others'],
  attempt: (write: () => unknown) => unknown,
  scope: string,
  tier: Tier,
): Pick<SlotStore, 'others' | 'addOthers'> {
  return {
    others: () => new Map(list.all(scope, tier).map(({ hour, count }) => [Number(hour), Number(count)])),
    addOthers: (counts) => {
      attempt(() => add.run(scope, tier, JSON.stringify([...counts])));
    },
  };
}

function statementsOf(database: DatabaseSync) {
  return {
    prune: database.prepare('DELETE FROM quota_slots WHERE at <= ?'),
    settle: database.prepare('UPDATE quota_slots SET at = ? WHERE at IS NULL'),
    shift: database.prepare('UPDATE quota_slots SET at = at + ?'),
    list: database.prepare('SELECT at, count FROM quota_slots WHERE scope = ? AND tier = ?'),
    insert: database.prepare('INSERT INTO quota_slots (scope, tier, at, count) VALUES (?, ?, ?, ?)'),
    insertAll: database.prepare(`
    INSERT INTO quota_slots (scope, tier, at, count)
    SELECT ?, ?, value ->> 'moment', value ->> 'count' FROM json_each(?)`),
    answer: database.prepare('UPDATE quota_slots SET at = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM quota_slots WHERE id = ?'),
    others: {
      prune: database.prepare('DELETE FROM others_use WHERE hour < ?'),
      list: database.prepare('SELECT hour, count FROM others_use WHERE scope = ? AND tier = ?'),
      add: database.prepare(`
      INSERT INTO others_use (scope, tier, hour, count) SELECT ?, ?, value ->> 0, value ->> 1 FROM json_each(?) WHERE true
      ON CONFLICT DO UPDATE SET count = count + excluded.count`),
    },
  };
}
