import {
  type Limits,
  type Tier,
  type WindowName,
  windowNames,
  windowSeconds,
} from '../../shared/model/tiers.ts';

export interface LimiterOptions {
  readonly windows: 'sliding' | 'fixed';
  /** Whether the windows with room still count a request that another window refuses. */
  readonly rejectedRequestsCount: boolean;
}

/** How a window stands. `limit` is null where it has none, `wait` is in milliseconds. */
export interface WindowStand {
  readonly window: WindowName;
  readonly limit: number | null;
  readonly counted: number;
  readonly wait: number;
}

/** When a window has room again, ISO 8601. Null where it has room, and where it never has: a limit of 0. */
export function nextFreeAt({ limit, wait }: WindowStand, now: number): string | null {
  return wait === 0 || limit === 0 ? null : new Date(now + wait).toISOString();
}

interface Window {
  /** Milliseconds until another request fits. */
  readonly wait: (limit: number, now: number) => number;
  /** Requests that count at a time. */
  readonly counted: (now: number) => number;
  /** Counts a request. `limit` is undefined if the window has none. */
  readonly record: (now: number, limit: number | undefined) => void;
  readonly isIdle: (now: number) => boolean;
}

type Windows = Readonly<Record<WindowName, Window>>;

export const mostCounted = 10_000; // requests of a window, unless a limit is larger (decisions.md §12.1)

/** Under which the requests of a firm to a tier are counted. */
export function firmKey(tier: Tier, firm: number): string {
  return `${tier} ${String(firm)}`;
}

/** Under which the token requests of a client are counted. */
export function clientKey(clientId: string): string {
  return `token ${clientId}`;
}

/** Counts requests by key: a firm's tier, or a client id for tokens. The cost does not depend on how many are counted. */
export function createLimiter({ windows, rejectedRequestsCount }: LimiterOptions) {
  const create = windows === 'sliding' ? slidingWindow : fixedWindow;
  const byKey = new Map<string, Windows>();
  let sweepAt = 1_024;
  const windowsOf = (key: string, now: number): Windows => {
    const known = byKey.get(key);
    if (known !== undefined) return known;
    if (byKey.size >= sweepAt) {
      sweep(byKey, now);
      sweepAt = Math.max(1_024, byKey.size * 2); // so that sweeping stays cheap per request
    }
    const created = {
      burst: create(windowSeconds.burst * 1_000),
      sustained: create(windowSeconds.sustained * 1_000),
      daily: create(windowSeconds.daily * 1_000),
    };
    byKey.set(key, created);
    return created;
  };
  return {
    /** Answers null, or the whole seconds to wait for a request that it refuses (decisions.md §12.1). */
    admit: (key: string, limits: Limits, now: number): number | null => {
      const all = windowsOf(key, now);
      let longest = 0;
      for (const name of windowNames) {
        const limit = limits[name];
        if (limit !== undefined) longest = Math.max(longest, all[name].wait(limit, now));
      }
      // A window without a limit counts too, for a limit that is set later.
      for (const name of windowNames) {
        const limit = limits[name];
        const hasRoom = () => limit === undefined || all[name].wait(limit, now) === 0;
        if (longest === 0 || (rejectedRequestsCount && hasRoom())) all[name].record(now, limit);
      }
      return longest === 0 ? null : Math.max(1, Math.ceil(longest / 1_000));
    },
    windows: (key: string, limits: Limits, now: number): readonly WindowStand[] =>
      windowNames.map((window) => {
        const limit = limits[window] ?? null;
        const own = byKey.get(key)?.[window] ?? create(windowSeconds[window] * 1_000);
        return { window, limit, counted: own.counted(now), wait: limit === null ? 0 : own.wait(limit, now) };
      }),
    clear: (): void => {
      byKey.clear();
    },
  };
}

// Unknown client ids have keys too, so idle keys must go.
function sweep(byKey: Map<string, Windows>, now: number): void {
  for (const [key, all] of byKey) if (windowNames.every((name) => all[name].isIdle(now))) byKey.delete(key);
}

/** Each request counts for exactly one period from its arrival. */
function slidingWindow(period: number): Window {
  const arrivals = createArrivals();
  let most = mostCounted;
  return {
    wait: (limit, now) => {
      if (limit === 0) return period;
      // The next request fits when the oldest of the newest `limit` requests leaves.
      const decisive = arrivals.fromNewest(limit);
      return decisive === undefined ? 0 : Math.max(0, decisive + period - now);
    },
    counted: (now) => arrivals.after(now - period),
    record: (now, limit = 0) => {
      most = Math.max(most, limit);
      arrivals.dropUntil(now - period);
      arrivals.push(now, most);
    },
    isIdle: (now) => {
      const newest = arrivals.fromNewest(1);
      return newest === undefined || newest + period <= now;
    },
  };
}

/** Starts at whole multiples of its length (sandbox.md, `variants`). */
function fixedWindow(period: number): Window {
  let [current, count] = [0, 0];
  const counted = (now: number) => (Math.floor(now / period) === current ? count : 0);
  return {
    wait: (limit, now) => (counted(now) < limit ? 0 : period - (now % period)),
    counted,
    record: (now) => {
      count = counted(now) + 1;
      current = Math.floor(now / period);
    },
    isIdle: (now) => counted(now) === 0,
  };
}

/** The times of requests, oldest first. */
function createArrivals() {
  let [times, first]: [number[], number] = [[], 0]; // those before `first` are dropped
  const dropFirst = () => {
    first += 1;
    if (first < 1_024 || first * 2 < times.length) return;
    [times, first] = [times.slice(first), 0];
  };
  return {
    /** Adds a time, in place of the oldest if there are `most` already. */
    push: (time: number, most: number): void => {
      if (times.length - first >= most) dropFirst();
      times.push(time);
    },
    /** The n-th newest time, counted from 1. */
    fromNewest: (n: number): number | undefined =>
      n > times.length - first ? undefined : times[times.length - n],
    /** How many are later than `bound`. */
    after: (bound: number): number => {
      let [low, high] = [first, times.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((times[middle] ?? Infinity) > bound) high = middle;
        else low = middle + 1;
      }
      return times.length - low;
    },
    /** Drops all times up to `bound` if there is no later one, else at most two of them: so no request pays for many. */
    dropUntil: (bound: number): void => {
      if ((times.at(-1) ?? Infinity) <= bound) [times, first] = [[], 0];
      for (let dropped = 0; dropped < 2 && (times[first] ?? Infinity) <= bound; dropped += 1) dropFirst();
    },
  };
}
