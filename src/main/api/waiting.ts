import type { Tier } from '../../shared/model/limits.ts';
import type { Clock } from '../clock.ts';

/** Holds the requests of a tier back for as long as the service asked; one a connection. */
export interface Waiting {
  /** Resolves at once on a free tier, else when it is free again: true, or false when the wait was given up. */
  readonly pass: (tier: Tier) => Promise<boolean>;
  /** Nothing of this tier is sent for so many seconds; of two holds the later end counts. */
  readonly hold: (tier: Tier, seconds: number) => void;
  /** Gives up on everything that waits for the tier now. The tier stays held: the service still means it. */
  readonly cancel: (tier: Tier) => void;
}

interface Hold {
  readonly until: number; // by the monotonic clock
  readonly stopTimer: () => void;
  readonly waiters: Set<(passes: boolean) => void>;
}

/** `onWait` hears the moment (milliseconds since 1970) that a tier waits for, and 0 when nothing waits for it any more. */
export function createWaiting(clock: Clock, onWait: (tier: Tier, until: number) => void): Waiting {
  const holds = new Map<Tier, Hold>();

  const release = (tier: Tier, waiters: ReadonlySet<(passes: boolean) => void>, passes: boolean): void => {
    if (waiters.size > 0) onWait(tier, 0);
    for (const decide of waiters) decide(passes);
  };

  const announce = (tier: Tier, hold: Hold): void =>
    onWait(tier, Math.round(clock.wall() + Math.max(0, hold.until - clock.monotonic())));

  return {
    pass: (tier) => {
      const hold = holds.get(tier);
      if (hold === undefined) return Promise.resolve(true);
      return new Promise((resolve) => {
        hold.waiters.add(resolve);
        announce(tier, hold);
      });
    },
    hold: (tier, seconds) => {
      const until = clock.monotonic() + Math.max(1, seconds) * 1_000;
      const before = holds.get(tier);
      if (before !== undefined && before.until >= until) return;
      before?.stopTimer();
      const waiters = before?.waiters ?? new Set();
      const stopTimer = clock.schedule(until - clock.monotonic(), () => {
        holds.delete(tier);
        release(tier, waiters, true);
      });
      const hold = { until, stopTimer, waiters };
      holds.set(tier, hold);
      if (waiters.size > 0) announce(tier, hold);
    },
    cancel: (tier) => {
      const waiters = holds.get(tier)?.waiters;
      if (waiters === undefined) return;
      const given = new Set(waiters);
      waiters.clear();
      release(tier, given, false);
    },
  };
}
