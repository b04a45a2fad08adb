import { type Limits, type WindowName, windowNames } from '../../shared/model/tiers.ts';
import { restrained } from '../../shared/rules/service/limits.ts';
import type { Clock } from '../clock.ts';
import { createForeignUse, type ForeignUse } from './foreign-use.ts';
import { createSlotLog, type Forecast, type SlotLog, windowLength } from './quota.ts';
import type { SlotStore } from './quota-store.ts';
import type { QuotaTime } from './quota-time.ts';
import { createShare, phantoms, type Share } from './share.ts';

/** Who goes first: a person who waits, a look at what is under way, a plan that is carried out in the background, a list that nobody waits for. */
export const priorities = ['interactive', 'polling', 'bulk', 'quiet'] as const;
export type Priority = (typeof priorities)[number];

/** The right to send one request, in use from the moment it is given. The first call of a method counts, later ones do not. */
export interface Slot {
  /** An answer came, or nobody waits for one any more. */
  readonly answered: () => void;
  /** The service refused it for its quota (429). True where the log had room: somebody else uses it, or the limits are others. */
  readonly refused: (retryAfterSeconds: number) => boolean;
  readonly unused: () => void;
}

/** `never`: a limit of 0. `given-up`: cancelled, or its signal was given. */
export type Admission = Slot | 'given-up' | 'never';

export interface Asking {
  readonly priority: Priority;
  readonly connection: string;
  readonly signal?: AbortSignal | undefined;
  /** Of bulk requests the one with the smallest number goes first, then the one that came first. */
  readonly rank?: (() => number) | undefined;
  /** Whether the service has refused it for now: who counts what is left to send takes it for sent. */
  readonly wasRefused?: boolean;
}

export interface QueueUsage {
  readonly windows: readonly {
    readonly window: WindowName;
    readonly limit: number | null;
    readonly used: number;
    /** Of those, the requests of others, as far as refusals show. */
    readonly elsewhere: number;
    /** What polling and bulk may use of the limit at present; null where there is none. */
    readonly background: number | null;
    /** Milliseconds since 1970 at which the oldest request leaves the window; null where none is in it. */
    readonly freesAt: number | null;
  }[];
  /** The part of the limits that background work may use at present, of what its headroom leaves it. */
  readonly share: number;
  /** Requests of others an hour, as far as refusals show. */
  readonly others: number;
  /** Milliseconds since 1970; null where nothing holds it. */
  readonly heldUntil: number | null;
  readonly waiting: number;
  /** Milliseconds since 1970 at which the next request in the background goes; null where it may go now, or nobody can tell. */
  readonly backgroundAt: number | null;
}

export interface RequestQueueDeps {
  readonly clock: Clock;
  readonly time: QuotaTime;
  /** The part of each window that all but people may use, 0 to 1. */
  readonly headroom: () => number;
  readonly random: () => number;
  /** Told until when (milliseconds since 1970) interactive requests of a connection wait, and whether the service asked for it; 0 when none waits. */
  readonly onWait: (connection: string, until: number, isAsked: boolean) => void;
}

const quietPart = 1 / 3; // of a window, for what nobody waits for

const longestTimer = 2 ** 31 - 1; // a longer one fires at once
const worthTelling = 1_000; // milliseconds; a shorter wait is over before one has read of it
const mostJitter = 1_000; // milliseconds after the moment that a 429 names

/** The queue before one quota (a forecast that `isFirst` is as if nothing of its priority waited but what the service has refused for now): interactive requests first, then polling ones, each in the order of their coming, then bulk in their turns. */
export type RequestQueue = ReturnType<typeof createRequestQueue>;

export function createRequestQueue(first: Limits, store: SlotStore, deps: RequestQueueDeps) {
  const { clock, time } = deps;
  const quota = openQuota(first, store, deps);
  const lines = createLines();
  const tell = createWaitNews(deps);
  const granted = new Set<string>(); // connections of which somebody wants to try now
  let stopTimer = (): void => {};

  const admit = (foreseen: boolean): Slot => takeSlot(quota, store, deps, foreseen, pump);

  const letThrough = (): void => {
    if (granted.size === 0) return;
    for (const waiter of lines.all(({ connection }) => granted.has(connection)))
      if (granted.delete(waiter.connection)) lines.settle(waiter, admit(true));
  };

  const pump = (): void => {
    stopTimer();
    stopTimer = () => {};
    letThrough();
    for (let waiter = lines.first(); waiter !== undefined; waiter = lines.first()) {
      // If the head of the queue has to wait, all others do.
      const at = earliest(quota, deps, waiter.priority);
      if (at === 'after-an-answer') break;
      if (at !== 'never' && at > time.now()) {
        stopTimer = clock.schedule(waitUntil(at, quota, time), pump);
        break;
      }
      lines.settle(waiter, at === 'never' ? 'never' : admit(false));
    }
    const people = lines.people();
    tell(people, people.size === 0 ? 0 : earliest(quota, deps, 'interactive'), quota.heldUntil > time.now());
  };

  return {
    enter: (asking: Asking): Promise<Admission> => {
      const { signal } = asking;
      if (signal?.aborted) return Promise.resolve('given-up');
      return new Promise((resolve) => {
        const giveUp = (): void => {
          if (lines.settle(waiter, 'given-up')) pump();
        };
        const decide = (admission: Admission): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve(admission);
        };
        const waiter: Waiter = { ...asking, decide };
        signal?.addEventListener('abort', giveUp, { once: true });
        lines.add(waiter);
        pump();
      });
    },
    note: (): Slot => {
      const at = earliest(quota, deps, 'interactive');
      return admit(typeof at !== 'number' || at > time.now());
    },
    setLimits: (next: Limits): void => {
      quota.limits = next;
      pump();
    },
    cancel: (connection: string): void => {
      const isTheirs = (one: Waiter) => one.priority === 'interactive' && one.connection === connection;
      for (const waiter of lines.all(isTheirs)) lines.settle(waiter, 'given-up');
      pump();
    },
    tryNow: (connection: string): void => {
      granted.add(connection);
      pump();
    },
    reconsider: pump,
    forecast: (priority: Priority, isFirst = false): Forecast => {
      const from = Math.max(time.now(), quota.heldUntil);
      const others = { limits: quota.limits, next: quota.foreign.expected(quota.wanted) };
      const forecast = quota.log.forecast(capacity(quota, deps, priority, 1), from, others);
      for (const _ of lines.all(goesBefore(priority, isFirst))) forecast.next(0);
      return forecast;
    },
    usage: (): QueueUsage => usageOf(quota, deps, lines.count(priorities)),
  };
}

/** Which of those that wait a forecast counts before it begins. */
function goesBefore(priority: Priority, isFirst: boolean): (waiter: Waiter) => boolean {
  const ahead = priorities.slice(0, priorities.indexOf(priority) + (isFirst ? 0 : 1));
  return ({ priority: own, wasRefused = false }) => ahead.includes(own) || (own === priority && wasRefused);
}

interface Waiter extends Asking {
  readonly decide: (admission: Admission) => void;
}

function createLines() {
  const lines: Readonly<Record<Priority, Waiter[]>> = {
    interactive: [],
    polling: [],
    bulk: [],
    quiet: [],
  };
  const people = new Map<string, number>(); // interactive waiters by connection

  const count = (waiter: Waiter, more: 1 | -1): void => {
    if (waiter.priority !== 'interactive') return;
    const now = (people.get(waiter.connection) ?? 0) + more;
    if (now > 0) people.set(waiter.connection, now);
    else people.delete(waiter.connection);
  };

  return {
    add: (waiter: Waiter): void => {
      lines[waiter.priority].push(waiter);
      count(waiter, 1);
    },
    first: (): Waiter | undefined =>
      lines.interactive[0] ?? lines.polling[0] ?? nextInOrder(lines.bulk) ?? lines.quiet[0],
    all: (isWanted: (waiter: Waiter) => boolean): readonly Waiter[] =>
      priorities.flatMap((one) => lines[one].filter(isWanted)),
    /** Lets one go with what was decided; false where it has gone before. */
    settle: (waiter: Waiter, admission: Admission): boolean => {
      const line = lines[waiter.priority];
      const index = line.indexOf(waiter);
      if (index < 0) return false;
      line.splice(index, 1);
      count(waiter, -1);
      waiter.decide(admission);
      return true;
    },
    count: (of: readonly Priority[]): number => of.reduce((sum, one) => sum + lines[one].length, 0),
    people: (): ReadonlySet<string> => new Set(people.keys()),
  };
}

function nextInOrder(waiters: readonly Waiter[]): Waiter | undefined {
  let next: Waiter | undefined;
  let least = Infinity;
  for (const waiter of waiters) {
    const rank = waiter.rank?.() ?? 0;
    if (rank < least) [next, least] = [waiter, rank];
  }
  return next;
}

/** Tells who waits until when, if that has changed by a second or more. */
function createWaitNews({ clock, time, onWait }: RequestQueueDeps) {
  const told = new Map<string, { readonly until: number; readonly isAsked: boolean }>();
  return (
    people: ReadonlySet<string>,
    at: number | 'after-an-answer' | 'never',
    isAsked: boolean, // by the service
  ): void => {
    for (const connection of people) {
      if (typeof at !== 'number') continue; // it goes on with the next answer, nobody knows when that comes
      const wait = at - time.now();
      const until = Math.round(clock.wall() + wait);
      const before = told.get(connection);
      const isSame = before?.isAsked === isAsked && Math.abs(until - before.until) < worthTelling;
      if (before === undefined ? wait < worthTelling : isSame) continue;
      told.set(connection, { until, isAsked });
      onWait(connection, until, isAsked);
    }
    for (const connection of told.keys()) {
      if (people.has(connection)) continue;
      told.delete(connection);
      onWait(connection, 0, false);
    }
  };
}

/** What is known of a quota; moments are quota time. */
interface Quota {
  readonly log: SlotLog;
  readonly share: Share;
  readonly foreign: ForeignUse;
  limits: Limits;
  heldUntil: number;
  /** The last refusal that was not foreseen, if nothing was admitted since; else -Infinity. */
  refusedAt: number;
  /** How many were refused one after the other since something was admitted. */
  refusals: number;
  /** How many an hour others sent until the last refusal for an hour or a day. */
  wanted: number;
  /** What others have sent, as far as refusals tell. */
  elsewhere: readonly number[];
}

function openQuota(limits: Limits, store: SlotStore, deps: RequestQueueDeps): Quota {
  const log = createSlotLog();
  log.add(store.read(log.add));
  const quota: Quota = {
    log,
    share: createShare(deps.time.now()),
    foreign: createForeignUse(store, (now) => elsewhereSince(quota, now - windowLength.sustained), deps),
    limits,
    heldUntil: -Infinity,
    refusedAt: -Infinity,
    refusals: 0,
    wanted: 0,
    elsewhere: [],
  };
  return quota;
}

/** How many an hour others sent while the window filled. */
function rateOf({ elsewhere }: Quota, since: number, now: number): number {
  const count = elsewhere.filter((at) => at >= since).length;
  return (count * windowLength.sustained) / Math.max(windowLength.burst, now - since);
}

function elsewhereSince({ elsewhere }: Quota, moment: number): number {
  return elsewhere.filter((at) => at > moment).length;
}

/** How long a timer waits for a moment: not longer than until background work may use more of the quota, which no request announces. */
function waitUntil(at: number, { share, heldUntil }: Quota, time: QuotaTime): number {
  const now = time.now();
  const untilMore = share.at(now) < 1 ? Math.max(heldUntil - now, windowLength.burst) : Infinity;
  return Math.min(Math.max(1, Math.ceil(at - now)), longestTimer, Math.ceil(untilMore));
}

function capacity(
  { limits, share }: Quota,
  { headroom, time }: RequestQueueDeps,
  priority: Priority,
  ofOthers = share.at(time.now()),
): Limits {
  if (priority === 'interactive') return limits;
  const part = headroom() * ofOthers;
  return restrained(limits, priority === 'quiet' ? Math.min(part, quietPart) : part);
}

function earliest(
  quota: Quota,
  deps: RequestQueueDeps,
  priority: Priority,
): number | 'after-an-answer' | 'never' {
  const at = quota.log.earliest(capacity(quota, deps, priority), deps.time.now());
  return typeof at === 'number' ? Math.max(at, quota.heldUntil) : at;
}

/** Uses a slot, which is kept before the request is sent; `onEnd` hears when it is known what became of it. */
function takeSlot(
  quota: Quota,
  store: SlotStore,
  deps: RequestQueueDeps,
  foreseen: boolean,
  onEnd: () => void,
): Slot {
  const { time } = deps;
  quota.log.take();
  const id = store.taken();
  const takenAt = time.now();
  let open = true;
  const answered = (): void => {
    quota.log.answered(time.now());
    store.answered(id);
  };
  const once = (act: () => void): void => {
    if (!open) return;
    open = false;
    act();
    onEnd();
  };
  return {
    answered: () =>
      once(() => {
        answered();
        quota.refusedAt = -Infinity;
        quota.refusals = 0;
        quota.foreign.looked();
      }),
    refused: (seconds) => {
      once(() => {
        answered();
        if (takenAt > quota.refusedAt) quota.refusals += 1;
        hold(quota, deps, seconds);
        if (!foreseen) learn(quota, store, time.now(), seconds, takenAt);
      });
      return !foreseen;
    },
    unused: () =>
      once(() => {
        quota.log.giveBack();
        store.givenBack(id);
      }),
  };
}

/** As long as the service says; longer each time where what it says was not enough twice, up to a minute. */
function hold(quota: Quota, { time, random }: RequestQueueDeps, named: number): void {
  const seconds = Math.max(named, Math.min(60, 2 ** (quota.refusals - 2)));
  quota.heldUntil = Math.max(quota.heldUntil, time.now() + seconds * 1_000 + random() * mostJitter);
}

/** A refusal that was not foreseen shows that others use the quota as well. */
function learn(quota: Quota, store: SlotStore, now: number, seconds: number, takenAt: number): void {
  const { limits, refusedAt } = quota;
  const [shortest, longer] = windowNames.filter(
    (name) => limits[name] !== undefined && windowLength[name] >= seconds * 1_000,
  );
  const isAnother = takenAt > refusedAt; // not one that was on its way together with the last
  // A place of this minute was to be free by then, and was not: it is the hour that is full.
  const isLonger = isAnother && refusedAt > -Infinity && shortest === 'burst';
  const window = isLonger ? (longer ?? shortest) : shortest;
  if (isAnother) quota.refusedAt = now;
  if (window === undefined) return;
  const oldest = now + seconds * 1_000 - windowLength[window]; // in the window that is full
  const theirs = phantoms(limits[window] ?? 0, quota.log.since(oldest), oldest, now);
  const unknown = Math.max(0, Math.floor(limits[window] ?? 0) - quota.log.used(window, now));
  const news = theirs.slice(Math.max(0, theirs.length - unknown)); // else some are counted twice
  quota.elsewhere = [...quota.elsewhere.filter((at) => at + windowLength.daily > now), ...news];
  quota.foreign.sent(news);
  quota.log.add(theirs);
  store.add(theirs);
  if (window !== 'burst') quota.wanted = rateOf(quota, oldest, now);
  quota.share.shrink(takenAt, now, now + seconds * 1_000);
}

function usageOf(quota: Quota, deps: RequestQueueDeps, waiting: number): QueueUsage {
  const { log, limits, foreign, share, heldUntil } = quota;
  const now = deps.time.now();
  const wall = (moment: number): number => Math.round(deps.clock.wall() + moment - now);
  const background = capacity(quota, deps, 'bulk');
  const next = earliest(quota, deps, 'bulk');
  return {
    windows: windowNames.map((window) => {
      const freesAt = log.freesAt(window, now);
      return {
        window,
        limit: limits[window] ?? null,
        used: log.used(window, now),
        elsewhere: elsewhereSince(quota, now - windowLength[window]),
        background: background[window] ?? null,
        freesAt: freesAt === null ? null : wall(freesAt),
      };
    }),
    share: share.at(now),
    others: Math.round(foreign.rate()),
    heldUntil: heldUntil > now ? wall(heldUntil) : null,
    waiting,
    backgroundAt: typeof next === 'number' && next > now ? wall(next) : null,
  };
}
