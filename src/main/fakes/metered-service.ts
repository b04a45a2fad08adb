import type { Limits } from '../../shared/model/limits.ts';
import type { Slot } from '../api/lane.ts';
import type { FakeClock } from './clock.ts';

/** Judges requests as the reference service does: the seconds to wait for one that it refuses, else null. */
interface Judge {
  readonly admit: (key: string, limits: Limits, now: number) => number | null;
}

/** A service at the end of a slow network that does nothing but count its quota, which others may use as well. */
export interface MeteredService {
  /** Sends a request in its slot; resolves true once it was carried out, false where it was refused. */
  readonly send: (slot: Slot) => Promise<boolean>;
  /** A request of somebody else; true where it was carried out. */
  readonly sendElsewhere: () => boolean;
  readonly counts: { accepted: number; refused: number };
  /** When the last request was sent that was carried out, by the monotonic clock. */
  readonly lastSent: () => number;
}

/** `delay` gives the milliseconds of each way. */
export function createMeteredService(
  clock: FakeClock,
  judge: Judge,
  limits: Limits,
  delay: () => number,
): MeteredService {
  const counts = { accepted: 0, refused: 0 };
  let last = 0;
  const pass = (): Promise<void> =>
    new Promise((resolve) => {
      clock.schedule(delay(), resolve);
    });
  return {
    send: async (slot) => {
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
    sendElsewhere: () => judge.admit('firm', limits, clock.monotonic()) === null,
    counts,
    lastSent: () => last,
  };
}
