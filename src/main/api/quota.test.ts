import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter, type LimiterOptions } from '../../sandbox/http/limits.ts';
import { type Limits, specifiedLimits } from '../../shared/model/tiers.ts';
import { createSlotLog, type SlotLog } from './quota.ts';

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;
const { lifecycle } = specifiedLimits;

test('a request in flight counts in every window, an answered one until a window after its answer', () => {
  const log = createSlotLog();
  const one: Limits = { burst: 1, sustained: 2 };
  expect(log.earliest(one, 1_000)).toBe(1_000);
  log.take();
  expect(log.earliest(one, day)).toBe('after-an-answer');
  expect([log.used('burst', day), log.used('daily', day)]).toEqual([1, 1]);
  log.answered(2_000);
  expect(log.earliest(one, 2_500)).toBe(2_000 + minute);
  expect([log.used('burst', 2_000 + minute - 1), log.used('burst', 2_000 + minute)]).toEqual([1, 0]);
  log.take();
  log.answered(2_000 + minute);
  expect(log.earliest(one, 2_000 + minute)).toBe(2_000 + hour); // the two of this hour
});

test('one that was never sent is given back', () => {
  const log = createSlotLog();
  log.take();
  log.giveBack();
  expect(log.earliest({ burst: 1 }, 5)).toBe(5);
});

test.each([[{ burst: 0 }], [{ burst: 5, daily: 0 }], [{ sustained: 0.5 }]])('limit %j: never', (limits) => {
  expect(createSlotLog().earliest(limits, 0)).toBe('never');
  expect(createSlotLog().forecast(limits, 0).next(0)).toBe(Infinity);
});

test('a window that is missing is unlimited', () => {
  const log = createSlotLog();
  log.add(Array.from({ length: 10_000 }, () => 0));
  expect(log.earliest({}, 1)).toBe(1);
});

test('what has left the longest window is dropped, and nothing else', () => {
  const log = createSlotLog();
  for (let second = 0; second < 5_000; second += 1) {
    log.take();
    log.answered(second * 100_000);
  }
  const now = 4_999 * 100_000;
  expect(log.used('daily', now)).toBe(864); // a request each 100 s of a day
  expect(log.earliest({ daily: 864 }, now)).toBe(now - 863 * 100_000 + day);
});

// reliability §3, by hand: ⌊(N−1)/5⌋·60 s up to 60, and so on.
test.each([
  [1, 0],
  [5, 0],
  [6, 60],
  [60, 660],
  [61, 3_600],
  [120, 4_260],
  [240, 11_460],
  [300, 15_060],
  [301, 86_400],
  [600, 101_460],
])('%i lifecycle calls take %i s', (calls, seconds) => {
  const forecast = createSlotLog().forecast(lifecycle, 0);
  let at = 0;
  for (let call = 0; call < calls; call += 1) at = forecast.next(0);
  expect(at).toBe(seconds * 1_000);
});

const unlimited: Limits = { burst: 1_000, sustained: 1_000, daily: 1_000 };

/** The earliest moments at all, by trying every ten seconds: the shortest schedule that no window refuses. */
function bruteForce(calls: number, limits: Limits, before: readonly number[]): number {
  const limiter = createLimiter({ windows: 'sliding', rejectedRequestsCount: false });
  for (const at of before) limiter.admit('k', unlimited, at);
  let [now, sent] = [0, 0];
  for (;;) {
    while (sent < calls && limiter.admit('k', limits, now) === null) sent += 1;
    if (sent === calls) return now;
    now += 10_000;
  }
}

const smallLimits: fc.Arbitrary<Limits> = fc.record(
  {
    burst: fc.integer({ min: 1, max: 6 }),
    sustained: fc.integer({ min: 1, max: 12 }),
    daily: fc.integer({ min: 8, max: 20 }),
  },
  { requiredKeys: [] },
);

test('what is expected is what the shortest schedule takes, whatever was sent before', () => {
  const before = fc
    .array(fc.integer({ min: -400, max: 0 }), { maxLength: 15 })
    .map((tens) => tens.map((ten) => ten * 10_000).toSorted((a, b) => a - b));
  fc.assert(
    fc.property(smallLimits, before, fc.integer({ min: 1, max: 24 }), (limits, sent, calls) => {
      const log = createSlotLog();
      log.add(sent);
      const forecast = log.forecast(limits, 0);
      let at = 0;
      for (let call = 0; call < calls; call += 1) at = forecast.next(0);
      expect(at).toBe(bruteForce(calls, limits, sent));
    }),
    { numRuns: 60 },
  );
});

const modes: readonly LimiterOptions[] = (['sliding', 'fixed'] as const).flatMap((windows) =>
  [true, false].map((rejectedRequestsCount) => ({ windows, rejectedRequestsCount })),
);

type Happening = { readonly at: number; readonly act: () => void };

/** Sends by the log whenever it allows, through a network of the given delays, and counts what an exact server refuses. */
function trace(
  log: SlotLog,
  mode: LimiterOptions,
  limits: Limits,
  start: number,
  delays: readonly (readonly [there: number, back: number, pause: number])[],
) {
  const server = createLimiter(mode);
  const happenings: Happening[] = [];
  let [now, refused, sent] = [start, 0, 0];
  const later = (delay: number, act: () => void): void => {
    happenings.push({ at: now + delay, act });
    happenings.sort((a, b) => a.at - b.at);
  };
  const send = (): void => {
    const delay = delays[sent];
    if (delay === undefined) return;
    const at = log.earliest(limits, now);
    if (at === 'after-an-answer') return later(50, send);
    if (at === 'never') return;
    if (at > now) return later(at - now, send);
    const [there, back, pause] = delay;
    sent += 1;
    log.take();
    later(there, () => {
      if (server.admit('k', limits, now) !== null) refused += 1;
      later(back, () => log.answered(now));
    });
    later(pause, send);
  };
  send();
  for (let next = happenings.shift(); next !== undefined; next = happenings.shift()) {
    now = next.at;
    next.act();
  }
  return { refused, sent };
}

test.each(modes)('an exact server never refuses what the log allows: %j', (mode) => {
  const delay = fc.tuple(
    fc.integer({ min: 0, max: 2_000 }),
    fc.integer({ min: 0, max: 2_000 }),
    fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 40 * minute })),
  );
  fc.assert(
    fc.property(
      smallLimits,
      fc.integer({ min: 0, max: day }),
      fc.array(delay, { minLength: 1, maxLength: 40 }),
      (limits, start, delays) => {
        const { refused, sent } = trace(createSlotLog(), mode, limits, start, delays);
        expect(sent).toBe(delays.length);
        expect(refused).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
});

test('the server of that test does refuse a client that counts from the moment of sending', () => {
  const delays = Array.from({ length: 12 }, (_, index) => [index % 2 === 0 ? 2_000 : 0, 0, 0] as const);
  const log = createSlotLog();
  const careless: SlotLog = {
    ...log,
    take: () => {},
    answered: () => {},
    earliest: (limits, now) => {
      const at = log.earliest(limits, now);
      if (typeof at === 'number' && at <= now) {
        log.take();
        log.answered(now);
      }
      return at;
    },
  };
  const mode = { windows: 'sliding', rejectedRequestsCount: true } as const;
  expect(trace(careless, mode, { burst: 3 }, 0, delays).refused).toBeGreaterThan(0);
});
