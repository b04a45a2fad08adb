import type { Limits } from '../../shared/model/tiers.ts';
import type { Slot } from '../api/request-queue.ts';
import type { FakeClock } from './clock.ts';

/** Judges requests as the reference service does: the seconds to wait for one that it refuses, else null. */
interface Judge {
  readonly admit: (key: string, limits: Limits, now: number) => number | null;
}

/** `delay` gives the milliseconds of each way. */
export function createMeteredService(clock: FakeClock, judge: Judge, limits: Limits, delay: () => number) {
  const counts = { accepted: 0, refused: 0 };
  let last = 0;
  const pass = (): Promise<void> =>
    new Promise((resolve) => {
      clock.schedule(delay(), resolve);
    });
  return {
    /** Sends a request in its slot; resolves true once it was carried out, false where it was refused. */
    send: async (slot: Slot): Promise<boolean> => {
      const sent = clock.monotonic();
      await pass();
      const wait = judge.admit('firm', limits, clock.monotonic());
      await pass();
      if (wait === null) {
        counts.accepted += 1;
        last = Math.max(last, sent);
        slot.answered();
      } else {
        counts.refused += 1;
        slot.refused(wait);
      }
      return wait === null;
    },
    sendElsewhere: (): boolean => judge.admit('firm', limits, clock.monotonic()) === null,
    counts,
    /** When the last request was sent that was carried out, by the monotonic clock. */
    lastSent: (): number => last,
  };
}
