import type { Clock } from '../clock.ts';

/** Keeps what can wait from a service that is down, and finds out when it is back. One an origin. */
export interface Breaker {
  /**
   * Resolves true once the service is thought to be up, false when the signal was given before; `probe` asks it for something
   * small. It answers false where nothing could be asked: then who waits passes, to be told what is in the way.
   */
  readonly pass: (probe: () => Promise<boolean>, signal?: AbortSignal) => Promise<boolean>;
  /** A request failed on its way or with a 5xx. */
  readonly failed: () => void;
  /** A request was answered. */
  readonly succeeded: () => void;
  /** Whether it keeps what can wait. */
  readonly isOpen: () => boolean;
  /**
   * What is known of the service may be old, as after the machine has slept, or a person has chosen to wait for it: it is asked
   * at once, and all that goes on by itself waits for the answer, what is as urgent as a person's request included.
   */
  readonly recheck: () => void;
  /** Whether it was opened so, and no request has been answered since. */
  readonly isDoubted: () => boolean;
}

interface Waiter {
  readonly probe: () => Promise<boolean>;
  readonly decide: (passes: boolean) => void;
}

interface Opening {
  delay: number;
  /** `due`: the first to come asks. */
  probe: 'waiting' | 'due' | 'under-way';
  stopTimer: () => void;
  isDoubted: boolean;
}

const failuresToOpen = 5;
const delays = { first: 5_000, longest: 60_000 } as const; // milliseconds between probes

export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let opening: Opening | null = null;
  const waiters = new Set<Waiter>();

  const close = (): void => {
    failures = 0;
    if (opening === null) return;
    opening.stopTimer();
    opening = null;
    for (const { decide } of waiters) decide(true);
    waiters.clear();
  };

  const ask = (open: Opening): void => {
    const [waiter] = waiters;
    if (waiter === undefined) {
      open.probe = 'due';
      return;
    }
    open.probe = 'under-way';
    void askThrough(open, waiter);
  };

  const askThrough = async (open: Opening, waiter: Waiter): Promise<void> => {
    try {
      const hasAsked = await waiter.probe();
      if (!hasAsked && waiters.delete(waiter)) waiter.decide(true);
    } finally {
      // Else it succeeded, or another opening has begun.
      if (opening === open) {
        schedule(open);
        open.delay = Math.min(open.delay * 2, delays.longest);
      }
    }
  };

  const schedule = (open: Opening): void => {
    open.probe = 'waiting';
    open.stopTimer = clock.schedule(open.delay, () => ask(open));
  };

  const openUp = (): Opening => {
    opening ??= { delay: delays.first, probe: 'due', stopTimer: () => {}, isDoubted: false };
    return opening;
  };

  return {
    pass: (probe, signal) => {
      const open = opening;
      if (open === null) return Promise.resolve(true);
      if (signal?.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const giveUp = (): void => {
          waiters.delete(waiter);
          resolve(false);
        };
        const decide = (passes: boolean): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve(passes);
        };
        const waiter = { probe, decide };
        waiters.add(waiter);
        signal?.addEventListener('abort', giveUp, { once: true });
        if (open.probe === 'due') ask(open);
      });
    },
    failed: () => {
      failures += 1;
      if (failures >= failuresToOpen && opening === null) {
        const open = openUp();
        schedule(open);
        open.delay = delays.first * 2;
      }
    },
    succeeded: close,
    isOpen: () => opening !== null,
    isDoubted: () => opening?.isDoubted === true,
    recheck: () => {
      const open = openUp();
      open.isDoubted = true;
      if (open.probe === 'under-way') return;
      open.stopTimer();
      open.delay = delays.first;
      ask(open);
    },
  };
}
