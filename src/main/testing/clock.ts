import type { MachineClock } from '../clock.ts';

/** A clock for tests: it stands still until it is moved on. */
export interface FakeClock extends MachineClock {
  /** Moves both clocks on, calling back what is due on the way, and lets what follows from it settle. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Sets the wall clock alone, as a person does. */
  readonly setWall: (milliseconds: number) => void;
  /** The machine sleeps for so long: only the monotonic clock and its timers stand still. */
  readonly sleep: (milliseconds: number) => void;
  readonly outstanding: () => number;
}

export function createFakeClock(start = Date.UTC(2026, 0, 5, 9)): FakeClock {
  let elapsed = 0;
  let offset = start;
  let asleep = 0;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  return {
    wall: () => offset + elapsed,
    monotonic: () => elapsed,
    sinceBoot: () => elapsed + asleep,
    schedule: (milliseconds, callback) => {
      const timer = { at: elapsed + Math.max(0, milliseconds), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (milliseconds) => {
      const until = elapsed + milliseconds;
      await settle();
      for (;;) {
        const next = [...timers].toSorted((a, b) => a.at - b.at).find(({ at }) => at <= until);
        if (next === undefined) break;
        timers.delete(next);
        elapsed = Math.max(elapsed, next.at);
        next.callback();
        await settle();
      }
      elapsed = until;
    },
    setWall: (milliseconds) => {
      offset = milliseconds - elapsed;
    },
    sleep: (milliseconds) => {
      offset += milliseconds;
      asleep += milliseconds;
    },
    outstanding: () => timers.size,
  };
}
