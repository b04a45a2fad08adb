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

/** The same, unless one of the signals is given before: then false, at once. */
export function pauseUnless(
  clock: Clock,
  milliseconds: number,
  signals: readonly (AbortSignal | undefined)[],
): Promise<boolean> {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.some(({ aborted }) => aborted)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (elapsed: boolean): void => {
      stop();
      for (const signal of given) signal.removeEventListener('abort', giveUp);
      resolve(elapsed);
    };
    const giveUp = (): void => end(false);
    const stop = clock.schedule(milliseconds, () => end(true));
    for (const signal of given) signal.addEventListener('abort', giveUp);
  });
}
