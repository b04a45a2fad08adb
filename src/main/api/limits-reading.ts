import type { Reply } from '../../shared/error.ts';
import type { RateLimits } from '../../shared/model/rate-limits.ts';
import type { Priority } from './request-queue.ts';

const hour = 3_600_000;
const soonest = 60_000; // between two readings

/** `now` is quota time; a reading that fails changes nothing, is told once before any has succeeded, and is tried again after a minute. */
export function createLimitsReading(
  now: () => number,
  read: () => Promise<Reply<RateLimits>>,
  apply: (limits: RateLimits) => void,
  onMissing: () => void = () => {},
) {
  let underWay: Promise<void> | null = null;
  let begunAt = -Infinity;
  let usedSince: number | null = null;
  let isKnown = false;
  let isMissing = false;

  const start = (): Promise<void> => {
    if (underWay === null) {
      begunAt = now();
      underWay = readOnce();
    }
    return underWay;
  };

  const readOnce = async (): Promise<void> => {
    // The request that waits for this will meet the same error.
    const reply = await read().catch(() => null);
    underWay = null;
    if (reply === null || !reply.ok) {
      const isNews = !isKnown && !isMissing;
      isMissing = !isKnown;
      if (isNews) onMissing();
      return;
    }
    told(reply.value);
  };

  const told = (limits: RateLimits): void => {
    isKnown = true;
    isMissing = false;
    apply(limits);
  };

  return {
    /** Resolves at once for a person whose request can go; all others wait for a reading that is due. Never fails. */
    before: async (priority: Priority, wouldWait: () => boolean): Promise<void> => {
      usedSince ??= now();
      const age = now() - Math.max(begunAt, usedSince);
      const canWait = priority !== 'interactive' || (!isKnown && wouldWait());
      const isDue = canWait && !isKnown ? underWay !== null || now() - begunAt >= soonest : age >= hour;
      if (!isDue) return;
      const reading = start();
      if (canWait) await reading;
    },
    /** A forecast needs them: reads them if they are not known, or old. Answers whether they were asked for in vain so far. */
    wanted: (): boolean => {
      if (now() - begunAt >= (isKnown ? hour : soonest)) void start();
      return isMissing;
    },
    /** Somebody else has read them. */
    told,
    surprised: (): void => {
      if (now() - begunAt >= soonest) void start();
    },
  };
}
