import type { Clock } from '../clock.ts';

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

/** Keeps what can wait from a service that is down, and finds out when it is back. One an origin. */
export type Breaker = ReturnType<typeof createBreaker>;

export function createBreaker(clock: Clock) {
  let failures = 0;
  let opening: Opening | null = null;
  const waiters = new Set<Waiter>();

  const ask = async (open: Opening): Promise<void> => {
    const [waiter] = waiters;
    if (waiter === undefined) {
      open.probe = 'due';
      return;
    }
    open.probe = 'under-way';
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
    open.stopTimer = clock.schedule(open.delay, () => void ask(open));
  };

  const openUp = (): Opening => {
    opening ??= { delay: delays.first, probe: 'due', stopTimer: () => {}, isDoubted: false };
    return opening;
  };

  return {
    /**
     * True once the service is thought to be up, false if the signal comes first. `probe` asks the service for something small; it
     * answers false if it could ask nothing, and then the request goes out and meets what is in the way.
     */
    pass: (probe: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean> => {
      const open = opening;
      if (open === null) return Promise.resolve(true);
      if (signal?.aborted) return Promise.resolve(false);
      const passes = waitAmong(waiters, probe, signal);
      if (open.probe === 'due') void ask(open);
      return passes;
    },
    /** A request failed on its way or with a 5xx. */
    failed: (): void => {
      failures += 1;
      if (failures >= failuresToOpen && opening === null) {
        const open = openUp();
        schedule(open);
        open.delay = delays.first * 2;
      }
    },
    succeeded: (): void => {
      failures = 0;
      if (opening === null) return;
      opening.stopTimer();
      opening = null;
      for (const { decide } of waiters) decide(true);
      waiters.clear();
    },
    isOpen: (): boolean => opening !== null,
    /** Whether `recheck` opened it, and no request has been answered since. */
    isDoubted: (): boolean => opening?.isDoubted === true,
    /** What is known may be old, as after sleep: the service is asked at once, and plans wait for its answer. */
    recheck: (): void => {
      const open = openUp();
      open.isDoubted = true;
      if (open.probe === 'under-way') return;
      open.stopTimer();
      open.delay = delays.first;
      void ask(open);
    },
  };
}

function waitAmong(
  waiters: Set<Waiter>,
  probe: Waiter['probe'],
  signal: AbortSignal | undefined,
): Promise<boolean> {
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
  });
}
