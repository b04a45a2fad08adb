import { type Limits, type WindowName, windowNames } from '../../shared/model/limits.ts';
import { restrained } from '../../shared/rules/limits.ts';
import type { Clock } from '../clock.ts';
import { createSlotLog, type Forecast } from './quota.ts';
import type { SlotBook } from './quota-book.ts';
import type { QuotaTime } from './quota-time.ts';
import { createShare, phantoms } from './share.ts';

/** Who goes first: a person who waits, a look at what is under way, a plan that is carried out in the background. */
export const priorities = ['interactive', 'polling', 'bulk'] as const;
export type Priority = (typeof priorities)[number];

/** The right to send one request, used from the moment it is given. One of its methods is called once; what follows is ignored. */
export interface Slot {
  /** An answer came, whatever it says, or none is waited for any longer. */
  readonly answered: () => void;
  /** The service refused it for its quota (429). True where the log had room: somebody else uses it, or the limits are others. */
  readonly refused: (retryAfterSeconds: number) => boolean;
  /** It was never sent. */
  readonly unused: () => void;
}

/** `never`: a limit of 0. `given-up`: cancelled, or its signal was given. */
export type Admission = Slot | 'given-up' | 'never';

export interface Asking {
  readonly priority: Priority;
  readonly connection: string;
  readonly signal?: AbortSignal | undefined;
}

/** The queue before one quota: interactive requests first, then polling ones, then bulk, each in the order of their coming. */
export interface Lane {
  readonly enter: (asking: Asking) => Promise<Admission>;
  /** A request that is sent past the queue; it counts all the same. */
  readonly note: () => Slot;
  readonly setLimits: (limits: Limits) => void;
  /** Gives up on the interactive requests of a connection that wait here. */
  readonly cancel: (connection: string) => void;
  /** Looks again who may go: the clock, the limits or the headroom have changed. */
  readonly reconsider: () => void;
  readonly forecast: (priority: Priority) => Forecast;
  readonly usage: () => LaneUsage;
}

export interface LaneUsage {
  readonly windows: readonly {
    readonly window: WindowName;
    readonly limit: number | null;
    readonly used: number;
    /** What polling and bulk may use of the limit at present; null where there is none. */
    readonly background: number | null;
    /** Milliseconds since 1970 at which the oldest request leaves the window; null where none is in it. */
    readonly freesAt: number | null;
  }[];
  /** The part of the limits that background work may use at present, of what its headroom leaves it. */
  readonly share: number;
  /** Milliseconds since 1970; null where nothing holds it. */
  readonly heldUntil: number | null;
  readonly waiting: number;
  /** Milliseconds since 1970 at which the next request in the background goes; null where it may go now, or nobody can tell. */
  readonly backgroundAt: number | null;
}

export interface LaneSurroundings {
  readonly clock: Clock;
  readonly time: QuotaTime;
  /** The part of each window that polling and bulk may use, 0 to 1. */
  readonly headroom: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Hears the moment (milliseconds since 1970) for which interactive requests of a connection wait, and 0 when none does any more. */
  readonly onWait: (connection: string, until: number) => void;
}

interface Waiter extends Asking {
  readonly decide: (admission: Admission) => void;
}

const longestTimer = 2 ** 31 - 1; // a longer one fires at once
const worthTelling = 1_000; // milliseconds; a shorter wait is over before one has read of it
const mostJitter = 1_000; // milliseconds after the moment that a 429 names

export function createLane(first: Limits, book: SlotBook, surroundings: LaneSurroundings): Lane {
  const { clock, time, headroom, random, onWait } = surroundings;
  const log = createSlotLog();
  log.add(book.read());
  const share = createShare(time.now());
  const queues: Readonly<Record<Priority, Waiter[]>> = { interactive: [], polling: [], bulk: [] };
  const people = new Map<string, number>(); // interactive waiters by connection
  const told = new Map<string, number>();
  let limits = first;
  let heldUntil = -Infinity; // quota time
  let stopTimer = (): void => {};

  const capacity = (priority: Priority): Limits =>
    priority === 'interactive' ? limits : restrained(limits, headroom() * share.at(time.now()));

  const earliest = (priority: Priority): number | 'after-an-answer' | 'never' => {
    const at = log.earliest(capacity(priority), time.now());
    return typeof at === 'number' ? Math.max(at, heldUntil) : at;
  };

  const settle = (waiter: Waiter, admission: Admission): void => {
    if (waiter.priority === 'interactive') {
      const left = (people.get(waiter.connection) ?? 0) - 1;
      if (left > 0) people.set(waiter.connection, left);
      else people.delete(waiter.connection);
    }
    waiter.decide(admission);
  };

  const remove = (waiter: Waiter): void => {
    const queue = queues[waiter.priority];
    const index = queue.indexOf(waiter);
    if (index < 0) return;
    queue.splice(index, 1);
    settle(waiter, 'given-up');
    pump();
  };

  const slot = (foreseen: boolean): Slot => {
    log.take();
    const id = book.taken();
    const takenAt = time.now();
    let open = true;
    const answered = (): void => {
      log.answered(time.now());
      book.answered(id);
    };
    const once = (act: () => void): void => {
      if (!open) return;
      open = false;
      act();
      pump();
    };
    return {
      answered: () => once(answered),
      refused: (seconds) => {
        once(() => {
          answered();
          hold(seconds, takenAt, foreseen);
        });
        return !foreseen;
      },
      unused: () =>
        once(() => {
          log.giveBack();
          book.givenBack(id);
        }),
    };
  };

  const hold = (seconds: number, takenAt: number, foreseen: boolean): void => {
    const now = time.now();
    const until = now + seconds * 1_000;
    heldUntil = Math.max(heldUntil, until + random() * mostJitter);
    if (foreseen) return;
    const elsewhere = phantoms(limits, (window) => log.used(window, now), now, seconds);
    log.add(elsewhere);
    book.add(elsewhere);
    share.shrink(takenAt, now, until);
  };

  const pump = (): void => {
    stopTimer();
    stopTimer = () => {};
    for (;;) {
      const priority = priorities.find((one) => queues[one].length > 0);
      if (priority === undefined) break;
      // What a person may not send, nobody may: the head of the queue is the only one to look at.
      const at = earliest(priority);
      if (at === 'after-an-answer') break;
      if (at !== 'never' && at > time.now()) {
        const wait = Math.min(Math.max(1, Math.ceil(at - time.now())), longestTimer);
        stopTimer = clock.schedule(wait, pump);
        break;
      }
      const waiter = queues[priority].shift();
      if (waiter !== undefined) settle(waiter, at === 'never' ? 'never' : slot(false));
    }
    tell();
  };

  const tell = (): void => {
    const at = people.size === 0 ? 0 : earliest('interactive');
    for (const connection of people.keys()) {
      if (typeof at !== 'number') continue; // it goes on with the next answer, nobody knows when that comes
      const wait = at - time.now();
      const until = Math.round(clock.wall() + wait);
      const before = told.get(connection);
      if (before === undefined ? wait < worthTelling : Math.abs(until - before) < worthTelling) continue;
      told.set(connection, until);
      onWait(connection, until);
    }
    for (const connection of told.keys()) {
      if (people.has(connection)) continue;
      told.delete(connection);
      onWait(connection, 0);
    }
  };

  return {
    enter: ({ priority, connection, signal }) => {
      if (signal?.aborted) return Promise.resolve('given-up');
      return new Promise((resolve) => {
        const giveUp = (): void => remove(waiter);
        const decide = (admission: Admission): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve(admission);
        };
        const waiter: Waiter = { priority, connection, decide };
        signal?.addEventListener('abort', giveUp, { once: true });
        queues[priority].push(waiter);
        if (priority === 'interactive') people.set(connection, (people.get(connection) ?? 0) + 1);
        pump();
      });
    },
    note: () => {
      const at = earliest('interactive');
      return slot(typeof at !== 'number' || at > time.now());
    },
    setLimits: (next) => {
      limits = next;
      pump();
    },
    cancel: (connection) => {
      const queue = queues.interactive.splice(0);
      for (const waiter of queue)
        if (waiter.connection === connection) settle(waiter, 'given-up');
        else queues.interactive.push(waiter);
      pump();
    },
    reconsider: pump,
    forecast: (priority) => {
      const ahead = priorities.slice(0, priorities.indexOf(priority) + 1);
      const forecast = log.forecast(capacity(priority), Math.max(time.now(), heldUntil));
      for (let left = ahead.reduce((sum, one) => sum + queues[one].length, 0); left > 0; left -= 1)
        forecast.next(0);
      return forecast;
    },
    usage: () => {
      const now = time.now();
      const wall = (moment: number): number => Math.round(clock.wall() + moment - now);
      const background = capacity('bulk');
      const next = earliest('bulk');
      return {
        windows: windowNames.map((window) => {
          const freesAt = log.freesAt(window, now);
          return {
            window,
            limit: limits[window] ?? null,
            used: log.used(window, now),
            background: background[window] ?? null,
            freesAt: freesAt === null ? null : wall(freesAt),
          };
        }),
        share: share.at(now),
        heldUntil: heldUntil > now ? wall(heldUntil) : null,
        waiting: priorities.reduce((sum, one) => sum + queues[one].length, 0),
        backgroundAt: typeof next === 'number' && next > now ? wall(next) : null,
      };
    },
  };
}
