import { uptime } from 'node:os';

/** Time, given as an argument, so that tests make their own. */
export interface Clock {
  /** Milliseconds since 1970, by the wall clock, which people and time servers set. */
  readonly wall: () => number;
  /** Milliseconds since some moment, never set back; may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Calls back once after so many milliseconds, however many; answers what prevents it. */
  readonly schedule: (milliseconds: number, callback: () => void) => () => void;
}

/** That of a machine that may sleep. */
export interface MachineClock extends Clock {
  /** Milliseconds since some moment, sleep included; nobody sets it. It may count whole seconds. */
  readonly sinceBoot: () => number;
}

const longestTimer = 2 ** 31 - 1; // a longer one fires at once

export const systemClock: MachineClock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  sinceBoot: () => uptime() * 1_000,
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

/** Measures from now on by both clocks and takes the longer time: the one stops in sleep, and people set the other. */
export function elapsed(clock: Pick<Clock, 'wall' | 'monotonic'>): () => number {
  const [wall, monotonic] = [clock.wall(), clock.monotonic()];
  return () => Math.max(clock.monotonic() - monotonic, clock.wall() - wall);
}

export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(milliseconds, resolve);
  });
}

/** The same, but false at once when the signal is aborted. */
export async function pauseUnless(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<true>();
  const stop = clock.schedule(milliseconds, () => resolve(true));
  const isOver = await unlessGivenUp(signal, promise);
  stop();
  return isOver === true;
}

/** What a promise gives, or `given-up` as soon as the signal is aborted; the promise itself goes on. */
export function unlessGivenUp<Value>(
  signal: AbortSignal | undefined,
  promise: Promise<Value>,
): Promise<Value | 'given-up'> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve('given-up');
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** A day of this computer's calendar. */
export function dateOf(moment: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
