import type { Clock } from '../src/main/clock.ts';

/** A clock that jumps from one timer to the next as soon as nothing is left to be done in between: a day passes in seconds. */
export interface SimulatedTime {
  readonly clock: Clock;
  /** Milliseconds since the beginning, asleep or not. */
  readonly now: () => number;
  /** Lets time pass until the work is done; throws where nothing is left that could end it. */
  readonly until: <Value>(work: Promise<Value>) => Promise<Value>;
  /** Lets so much time pass. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Resolves after so much time, for those who live in it. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The machine sleeps: the wall clock goes on, the other stands still and so do all timers. */
  readonly sleep: (milliseconds: number) => void;
  /** Sets the wall clock forward or back, as a person does. */
  readonly setWall: (milliseconds: number) => void;
  /** Time stands still while this real work goes on. */
  readonly during: <Value>(work: Promise<Value>) => Promise<Value>;
  /** A clock whose timers end all at once, as those of a process do that is killed. */
  readonly mortal: () => { readonly clock: Clock; readonly kill: () => void };
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
  cancelled: boolean;
}

const start = Date.UTC(2027, 0, 15, 9);
const quietTurns = 3; // turns of the event loop without news after which nothing is under way

export function createSimulatedTime(): SimulatedTime {
  let elapsed = 0;
  let asleep = 0;
  let shift = 0;
  let order = 0;
  let busy = 0;
  let news = 0;
  const timers = createHeap();

  const schedule = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = {
      at: elapsed + Math.max(0, milliseconds),
      order: (order += 1),
      callback,
      cancelled: false,
    };
    timers.push(timer);
    news += 1;
    return () => {
      timer.cancelled = true;
      news += 1;
    };
  };

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns; ) {
      const before = news;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = news === before && busy === 0 ? quiet + 1 : 0;
    }
  };

  /** Calls back the next timer; false where there is none until then. */
  const step = async (until: number): Promise<boolean> => {
    await settle();
    const next = timers.first();
    if (next === undefined || next.at > until) return false;
    timers.shift();
    elapsed = Math.max(elapsed, next.at);
    next.callback();
    return true;
  };

  const clock: Clock = {
    wall: () => start + elapsed + asleep + shift,
    monotonic: () => elapsed,
    schedule,
  };
  return {
    clock,
    now: () => elapsed + asleep,
    until: async (work) => {
      let done = false;
      const marked = work.finally(() => {
        done = true;
      });
      marked.catch(() => {}); // it is thrown below
      for (;;) {
        await settle();
        if (done) return marked;
        if (!(await step(Infinity)))
          throw new Error('Nothing is left to wait for, and the work is not done.');
      }
    },
    pass: async (milliseconds) => {
      const end = elapsed + milliseconds;
      while (await step(end));
      elapsed = end;
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
    during: async (work) => {
      busy += 1;
      try {
        return await work;
      } finally {
        busy -= 1;
        news += 1;
      }
    },
    mortal: () => {
      let alive = true;
      return {
        clock: {
          ...clock,
          schedule: (milliseconds, callback) =>
            schedule(milliseconds, () => {
              if (alive) callback();
            }),
        },
        kill: () => {
          alive = false;
        },
      };
    },
  };
}

/** Timers by the moment at which they are due, those of one moment in the order in which they were set. */
function createHeap() {
  const heap: Timer[] = [];
  const before = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
  const shift = (): void => {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      if (left === undefined) break;
      const [child, index] =
        right !== undefined && before(right, left) ? [right, 2 * at + 2] : [left, 2 * at + 1];
      if (before(last, child)) break;
      heap[at] = child;
      at = index;
    }
    heap[at] = last;
  };
  return {
    push: (timer: Timer): void => {
      let at = heap.length;
      for (;;) {
        const up = (at - 1) >> 1;
        const parent = heap[up];
        if (at === 0 || parent === undefined || !before(timer, parent)) break;
        heap[at] = parent;
        at = up;
      }
      heap[at] = timer;
    },
    /** The next that is not cancelled. */
    first: (): Timer | undefined => {
      while (heap[0]?.cancelled) shift();
      return heap[0];
    },
    shift,
  };
}
