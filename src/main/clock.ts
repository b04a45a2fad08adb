/** Time as the main process knows it: given as an argument, so that tests make their own. */
export interface Clock {
  /** Milliseconds since 1970, by the wall clock, which people and time servers set. */
  readonly wall: () => number;
  /** Milliseconds since some moment, never set back; may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Calls back once after so many milliseconds, however many; answers what prevents it. */
  readonly schedule: (milliseconds: number, callback: () => void) => () => void;
}

const longestTimer = 2 ** 31 - 1; // a longer one fires at once

export const systemClock: Clock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  schedule: (milliseconds, callback) => {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      const now = Math.min(Math.max(left, 0), longestTimer);
      timer = setTimeout(() => (left > now ? wait(left - now) : callback()), now);
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(milliseconds, resolve);
  });
}
