import type { Reply } from '../../shared/error.ts';
import type { RateLimits } from '../../shared/model/limits.ts';
import type { Priority } from './lane.ts';

/**
 * Reads what limits the service has in force: before the first background work, before a person would have to wait for the
 * first time, each hour of use, and when they surprise.
 */
export interface LimitsReading {
  /** Resolves at once for a person's request that can go; everything else waits for a reading that is due. Fails never. */
  readonly before: (priority: Priority, wouldWait: () => boolean) => Promise<void>;
  /** A 429 was not foreseen: they are read again, once a minute at most. */
  readonly surprised: () => void;
}

const hour = 3_600_000;
const soonest = 60_000; // between two readings

/** `now` is quota time; a reading that fails changes nothing, and is tried again after a minute. */
export function createLimitsReading(
  now: () => number,
  read: () => Promise<Reply<RateLimits>>,
  apply: (limits: RateLimits) => void,
): LimitsReading {
  let underWay: Promise<void> | null = null;
  let begunAt = -Infinity;
  let usedSince: number | null = null;
  let isKnown = false;

  const start = (): Promise<void> => {
    if (underWay === null) {
      begunAt = now();
      underWay = readOnce();
    }
    return underWay;
  };

  const readOnce = async (): Promise<void> => {
    // What throws here, the request that waits for it meets by itself.
    const reply = await read().catch(() => null);
    underWay = null;
    if (reply === null || !reply.ok) return;
    isKnown = true;
    apply(reply.value);
  };

  return {
    before: async (priority, wouldWait) => {
      usedSince ??= now();
      const age = now() - Math.max(begunAt, usedSince);
      const canWait = priority !== 'interactive' || (!isKnown && wouldWait());
      const isDue = canWait && !isKnown ? underWay !== null || now() - begunAt >= soonest : age >= hour;
      if (!isDue) return;
      const reading = start();
      if (canWait) await reading;
    },
    surprised: () => {
      if (now() - begunAt >= soonest) void start();
    },
  };
}
