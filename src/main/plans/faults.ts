import type { Clock } from '../clock.ts';

/** Counts the faults of a plan that come one after the other; those of requests that were under way together are one. */
export interface Faults {
  /** Notes the fault of a request that began at a time (monotonic); true where a person has to be asked. */
  readonly note: (began: number) => boolean;
  readonly clear: () => void;
  readonly count: () => number;
  /** Milliseconds to wait before what failed is tried again. */
  readonly delay: () => number;
}

const mostFaults = 5;
const firstDelay = 1_000; // milliseconds, doubled with each further one
const longestDelay = 20_000;

export function createFaults(clock: Clock, random: () => number): Faults {
  let count = 0;
  let lastNoted = Number.NEGATIVE_INFINITY;
  return {
    note: (began) => {
      if (began >= lastNoted) {
        count += 1;
        lastNoted = clock.monotonic();
      }
      return count >= mostFaults;
    },
    clear: () => {
      count = 0;
      lastNoted = Number.NEGATIVE_INFINITY;
    },
    count: () => count,
    delay: () => Math.min(firstDelay * 2 ** Math.max(0, count - 1), longestDelay) * (0.5 + random() / 2),
  };
}
