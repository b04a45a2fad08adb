import { type Limits, type WindowName, windowNames } from '../shared/model/limits.ts';
import { windowSeconds } from '../shared/rules/limits.ts';

export interface LimiterOptions {
  readonly windows: 'sliding' | 'fixed';
  /** Whether a request that one window refuses is still recorded in the windows that had room. */
  readonly rejectedRequestsCount: boolean;
}

/**
 * Counts requests per key (a firm's tier, or a client id for tokens) in up to three windows each. One request costs
 * the same however many are counted.
 */
export interface Limiter {
  /** Counts a request, and answers null; or refuses it, and answers the whole seconds to wait (decisions.md §12.1). */
  readonly admit: (key: string, limits: Limits, now: number) => number | null;
  readonly clear: () => void;
}

interface Window {
  /** Milliseconds until a further request would fit; 0 when it fits now. */
  readonly wait: (limit: number, now: number) => number;
  readonly record: (now: number) => void;
  /** Whether it counts nothing any more. */
  readonly isIdle: (now: number) => boolean;
}

type Windows = Readonly<Record<WindowName, Window>>;

export function createLimiter({ windows, rejectedRequestsCount }: LimiterOptions): Limiter {
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
    admit: (key, limits, now) => {
      const all = windowsOf(key, now);
      let longest = 0;
      for (const name of windowNames) {
        const limit = limits[name];
        if (limit !== undefined) longest = Math.max(longest, all[name].wait(limit, now));
      }
      for (const name of windowNames) {
        const limit = limits[name];
        if (limit === undefined) continue;
        if (longest === 0 || (rejectedRequestsCount && all[name].wait(limit, now) === 0))
          all[name].record(now);
      }
      return longest === 0 ? null : Math.max(1, Math.ceil(longest / 1_000));
    },
    clear: () => {
      byKey.clear();
    },
  };
}

// Client ids that do not exist are counted too, so keys that count nothing any more have to go.
function sweep(byKey: Map<string, Windows>, now: number): void {
  for (const [key, all] of byKey) if (windowNames.every((name) => all[name].isIdle(now))) byKey.delete(key);
}

/** Each request counts for exactly one period from its arrival. */
function slidingWindow(period: number): Window {
  const arrivals = createQueue();
  return {
    wait: (limit, now) => {
      if (limit === 0) return period;
      // With `limit` requests counted, the next fits when the oldest of the newest `limit` leaves.
      const decisive = arrivals.fromNewest(limit);
      return decisive === undefined ? 0 : Math.max(0, decisive + period - now);
    },
    record: (now) => {
      arrivals.dropUntil(now - period);
      arrivals.push(now);
    },
    isIdle: (now) => {
      const newest = arrivals.fromNewest(1);
      return newest === undefined || newest + period <= now;
    },
  };
}

/** Begins at whole multiples of its length (sandbox.md, `variants`). */
function fixedWindow(period: number): Window {
  let [current, count] = [0, 0];
  const counted = (now: number) => (Math.floor(now / period) === current ? count : 0);
  return {
    wait: (limit, now) => (counted(now) < limit ? 0 : period - (now % period)),
    record: (now) => {
      count = counted(now) + 1;
      current = Math.floor(now / period);
    },
    isIdle: (now) => counted(now) === 0,
  };
}

interface Queue {
  readonly push: (value: number) => void;
  /** The n-th newest value, counted from 1. */
  readonly fromNewest: (n: number) => number | undefined;
  /**
   * Drops all values where none is above `bound`, else the two oldest at most of those that are not. Before every value
   * that comes, that keeps it from growing, and no call pays for all that has piled up.
   */
  readonly dropUntil: (bound: number) => void;
}

function createQueue(): Queue {
  let [ring, head, length] = [new Float64Array(8), 0, 0];
  const at = (index: number) => ring[(head + index) % ring.length] ?? 0;
  return {
    push: (value) => {
      if (length === ring.length) {
        const larger = new Float64Array(ring.length * 2);
        for (let index = 0; index < length; index += 1) larger[index] = at(index);
        [ring, head] = [larger, 0];
      }
      ring[(head + length) % ring.length] = value;
      length += 1;
    },
    fromNewest: (n) => (n > length ? undefined : at(length - n)),
    dropUntil: (bound) => {
      if (length > 0 && at(length - 1) <= bound) [ring, head, length] = [new Float64Array(8), 0, 0];
      for (let dropped = 0; dropped < 2 && length > 0 && at(0) <= bound; dropped += 1) {
        head = (head + 1) % ring.length;
        length -= 1;
      }
    },
  };
}
