import type { Clock } from '../clock.ts';

/**
 * The time by which quotas are kept, in milliseconds: the monotonic clock and what the machine slept, so that setting the wall
 * clock frees nothing.
 */
export interface QuotaTime {
  readonly now: () => number;
  /** The machine slept for so long while the monotonic clock stood still. */
  readonly slept: (milliseconds: number) => void;
}

export function createQuotaTime(clock: Pick<Clock, 'monotonic'>): QuotaTime {
  let sleep = 0;
  return {
    now: () => clock.monotonic() + sleep,
    slept: (milliseconds) => {
      sleep += Math.max(0, milliseconds);
    },
  };
}
