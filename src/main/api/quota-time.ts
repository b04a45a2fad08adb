import type { Clock } from '../clock.ts';

/** Milliseconds of the monotonic clock and of sleep: so setting the wall clock frees no quota. */
export type QuotaTime = ReturnType<typeof createQuotaTime>;

export function createQuotaTime(clock: Pick<Clock, 'monotonic'>) {
  let sleep = 0;
  return {
    now: (): number => clock.monotonic() + sleep,
    /** The machine slept for so long while the monotonic clock stood still. */
    slept: (milliseconds: number): void => {
      sleep += Math.max(0, milliseconds);
    },
  };
}
