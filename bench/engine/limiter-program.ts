import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createLimiter } from '../../src/sandbox/http/limits.ts';
import { specifiedLimits, windowNames, windowSeconds } from '../../src/shared/model/tiers.ts';
import { serverModes } from '../../torture/day.ts';
import { seeded } from '../../torture/random.ts';
import { createSimulatedTime } from '../../torture/simulated-time.ts';
import type { LimiterName } from './limiters.ts';

// A program: how long so many calls of each tier take when one of the well-known limiters keeps to the limits, by a clock that
// jumps. It has a process of its own, since those packages know no clock but the global one, which is replaced here.

export interface LimiterCase {
  readonly folder: string;
  readonly name: LimiterName;
  readonly mode: keyof typeof serverModes;
  /** Calls by tier. */
  readonly calls: Readonly<Partial<Record<'lifecycle' | 'write', number>>>;
}

export interface LimiterResult {
  /** Simulated seconds until the last call was answered; null where that took more than two days. */
  readonly seconds: number | null;
  readonly refusals: number;
}

type Call = () => Promise<void>;
/** Wraps calls so that they keep to the limits of one tier, as the package's documentation has it done. */
type Wiring = (
  windows: readonly { readonly limit: number; readonly interval: number }[],
) => (call: Call) => Promise<void>;

const longest = 2 * 86_400_000;
const time = createSimulatedTime();
const given = JSON.parse(process.argv[2] ?? '{}') as LimiterCase; // written by the figure that starts this
const { setTimeout: realSetTimeout } = globalThis;
replaceClock();
const wiring = await wiringOf(given.name);
process.stdout.write(JSON.stringify(await measure(given, wiring)));
realSetTimeout(() => process.exit(0), 0); // whatever timers the package has left

async function measure({ mode, calls }: LimiterCase, wire: Wiring): Promise<LimiterResult> {
  const server = createLimiter(serverModes[mode]);
  const random = seeded(1);
  const latency = () => 10 + random() * 190;
  let refusals = 0;
  let last = 0;
  const all = Object.entries(calls).flatMap(([name, count]) => {
    const tier = name as 'lifecycle' | 'write'; // a key of the record above
    const limits = specifiedLimits[tier];
    const keep = wire(
      windowNames.flatMap((window) => {
        const limit = limits[window];
        return limit === undefined ? [] : [{ limit, interval: windowSeconds[window] * 1_000 }];
      }),
    );
    const call = async (): Promise<void> => {
      for (;;) {
        await time.pause(latency());
        const wait = server.admit(tier, limits, time.clock.wall());
        await time.pause(latency());
        last = time.now();
        if (wait === null) return;
        refusals += 1;
        await time.pause(wait * 1_000);
      }
    };
    return Array.from({ length: count }, () => keep(call));
  });
  const tooLong = time.pause(longest).then(() => 'too long' as const);
  const ended = await time.until(Promise.race([Promise.all(all), tooLong]));
  return { seconds: ended === 'too long' ? null : last / 1_000, refusals };
}

async function wiringOf(name: LimiterName): Promise<Wiring> {
  const load = (module: string): Promise<Record<'default', unknown>> => {
    const found = createRequire(`${given.folder}/`).resolve(module);
    return import(pathToFileURL(found).href) as Promise<Record<'default', unknown>>;
  };
  const { default: library } = await load(name);
  switch (name) {
    case 'bottleneck': {
      // As its documentation names it; the types of a package that may not be installed cannot be imported.
      const Bottleneck = library as new (
        options: object,
      ) => {
        chain: (next: unknown) => unknown;
        schedule: (call: Call) => Promise<void>;
      };
      return (windows) => {
        const all = windows.map(
          ({ limit, interval }) =>
            new Bottleneck({
              reservoir: limit,
              reservoirRefreshAmount: limit,
              reservoirRefreshInterval: interval,
            }),
        );
        for (const [index, one] of all.entries()) if (index > 0) all[index - 1]?.chain(one);
        return (call) => all[0]?.schedule(call) ?? call();
      };
    }
    case 'p-queue': {
      const Queue = library as new (options: object) => { add: (call: Call) => Promise<void> }; // likewise
      return (windows) => {
        const all = windows.map(
          ({ limit, interval }) => new Queue({ intervalCap: limit, interval, strict: true }),
        );
        return (call) => all.reduceRight<Call>((inner, queue) => () => queue.add(inner), call)();
      };
    }
    case 'p-throttle': {
      const throttle = library as (options: object) => (call: (inner: Call) => Promise<void>) => typeof call; // likewise
      return (windows) => {
        const all = windows.map(({ limit, interval }) =>
          throttle({ limit, interval, strict: true })((inner) => inner()),
        );
        return (call) => all.reduceRight<Call>((inner, keep) => () => keep(inner), call)();
      };
    }
  }
}

function replaceClock(): void {
  const handles = new WeakMap<object, () => void>();
  const handleOf = (cancel: () => void): object => {
    const handle = { ref: () => handle, unref: () => handle, hasRef: () => true };
    handles.set(handle, cancel);
    return handle;
  };
  const later = (callback: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]): object =>
    handleOf(time.clock.schedule(milliseconds, () => callback(...values)));
  const again = (
    callback: (...values: unknown[]) => void,
    milliseconds = 0,
    ...values: unknown[]
  ): object => {
    let cancel = (): void => {};
    const turn = (): void => {
      cancel = time.clock.schedule(Math.max(1, milliseconds), () => {
        turn();
        callback(...values);
      });
    };
    turn();
    return handleOf(() => cancel());
  };
  const stop = (handle: unknown): void => {
    if (typeof handle === 'object' && handle !== null) handles.get(handle)?.();
  };
  Object.assign(globalThis, {
    setTimeout: later,
    setInterval: again,
    clearTimeout: stop,
    clearInterval: stop,
  });
  Date.now = () => time.clock.wall();
  performance.now = () => time.clock.monotonic();
}
