import type { Clock } from '../src/main/clock.ts';

/** A clock that jumps from one timer to the next when nothing else is left to do: a day passes in seconds. */
export interface SimulatedTime {
  readonly clock: Clock;
  /** Milliseconds since the beginning, sleep included. */
  readonly now: () => number;
  /** Lets time pass until the work is done. Throws if nothing is left that could end it. */
  readonly until: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Resolves after so much simulated time. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The machine sleeps: the wall clock goes on, the monotonic clock and all timers stand still. */
  readonly sleep: (milliseconds: number) => void;
  /** Sets the wall clock forward or back, as a person does. */
  readonly setWall: (milliseconds: number) => void;
  /** Simulated time stands still during this real work. */
  readonly during: <Value>(work: Promise<Value>) => Promise<Value>;
  /** A clock whose timers all end together, as in a killed process. */
  readonly mortal: () => { readonly clock: Clock; readonly kill: () => void };
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

const start = Date.UTC(2027, 0, 15, 9);
const quietTurns = 3; // turns of the event loop without news, after which nothing is in progress

export function createSimulatedTime(): SimulatedTime {
  const loop = createLoop();
  const { schedule } = loop;
  let asleep = 0;
  let shift = 0;
  const clock: Clock = {
    wall: () => start + loop.elapsed() + asleep + shift,
    monotonic: loop.elapsed,
    schedule,
  };
  return {
    clock,
    now: () => loop.elapsed() + asleep,
    until: async (work) => {
      let done = false;
      const marked = work.finally(() => {
        done = true;
      });
      marked.catch(() => {}); // it is thrown below
      for (;;) {
        await loop.settle();
        if (done) return marked;
        if (!(await loop.step(Infinity)))
          throw new Error('Nothing is left to wait for, and the work is not done.');
      }
    },
    pass: async (milliseconds) => {
      const end = loop.elapsed() + milliseconds;
      while (await loop.step(end));
      loop.jump(end);
    },
    pause: (milliseconds) =>
      new Promise((resolve) => {
        schedule(milliseconds, resolve);
      }),
    sleep: (milliseconds) => {
      asleep += milliseconds;
    },
    setWall: (milliseconds) => {
      shift += milliseconds;
    },
    during: loop.during,
    mortal: () => {
      let alive = true;
      const whileAlive = (callback: () => void) => () => {
        if (alive) callback();
      };
      return {
        clock: {
          ...clock,
          schedule: (milliseconds, callback) => schedule(milliseconds, whileAlive(callback)),
        },
        kill: () => {
          alive = false;
        },
      };
    },
  };
}

/** The timers that are set, and the time that has passed with them. */
function createLoop() {
  const timers: Timer[] = []; // in the order in which they are due
  let elapsed = 0;
  let busy = 0;
  let news = 0;

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns; ) {
      const before = news;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = news === before && busy === 0 ? quiet + 1 : 0;
    }
  };
  return {
    elapsed: () => elapsed,
    jump: (to: number): void => {
      elapsed = to;
    },
    schedule: (milliseconds: number, callback: () => void): (() => void) => {
      const timer = { at: elapsed + Math.max(0, milliseconds), callback };
      timers.splice(placeAfter(timers, timer.at), 0, timer);
      news += 1;
      return () => {
        const place = timers.indexOf(timer);
        if (place >= 0) timers.splice(place, 1);
        news += 1;
      };
    },
    /** Resolves when only timers are left. */
    settle,
    /** Calls the next timer, or answers false if none is due by then. */
    step: async (until: number): Promise<boolean> => {
      await settle();
      const [next] = timers;
      if (next === undefined || next.at > until) return false;
      timers.shift();
      elapsed = Math.max(elapsed, next.at);
      next.callback();
      return true;
    },
    during: async <Value>(work: Promise<Value>): Promise<Value> => {
      busy += 1;
      try {
        return await work;
      } finally {
        busy -= 1;
        news += 1;
      }
    },
  };
}

/** The place of a new timer, by halving: a flood of calls sets ten thousand. */
function placeAfter(timers: readonly Timer[], at: number): number {
  let [low, high] = [0, timers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timers[middle]?.at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
