import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Limits, specifiedLimits } from '../../shared/model/tiers.ts';
import { createFakeClock } from '../testing/clock.ts';
import { forgetfulStore } from './quota-store.ts';
import { createQuotaTime } from './quota-time.ts';
import { type Admission, createRequestQueue, type Priority, type Slot } from './request-queue.ts';
import { phantoms } from './share.ts';

const start = Date.UTC(2026, 0, 5, 9);

interface Options {
  readonly headroom?: number;
  readonly random?: number;
  readonly onWait?: (isAsked: boolean) => void;
}

function open(limits: Limits, options: Options = {}) {
  const clock = createFakeClock(start);
  const told: (readonly [connection: string, seconds: number])[] = [];
  let headroom = options.headroom ?? 1;
  const time = createQuotaTime(clock);
  const queue = createRequestQueue(limits, forgetfulStore.of('s', 'read'), {
    clock,
    time,
    headroom: () => headroom,
    random: () => options.random ?? 0,
    onWait: (connection, until, isAsked) => {
      told.push([connection, until === 0 ? 0 : (until - start) / 1_000]);
      options.onWait?.(isAsked);
    },
  });
  const order: string[] = [];
  const ask = (name: string, priority: Priority = 'bulk', connection = 'c', signal?: AbortSignal) =>
    queue.enter({ priority, connection, signal }).then((admission) => {
      order.push(typeof admission === 'string' ? `${name}: ${admission}` : name);
      return admission;
    });
  const change = (next: number): void => {
    headroom = next;
  };
  return { clock, time, queue, told, order, ask, change };
}

function slotOf(admission: Admission): Slot {
  if (typeof admission === 'string') throw new Error(admission);
  return admission;
}

/** Takes so many slots that are answered at once. */
async function use({ ask }: ReturnType<typeof open>, count: number, priority: Priority = 'interactive') {
  for (let call = 0; call < count; call += 1) slotOf(await ask('used', priority)).answered();
}

test('people go first, then polling, then bulk, each in the order of coming', async () => {
  const trial = open({ burst: 1 });
  const { ask, clock, order } = trial;
  await use(trial, 1);
  const all = [
    ask('bulk 1'),
    ask('polling', 'polling'),
    ask('bulk 2'),
    ask('person 1', 'interactive'),
    ask('person 2', 'interactive'),
  ];
  for (const admission of all) void admission.then((one) => slotOf(one).answered());
  await clock.advance(5 * 60_000);
  expect(order).toEqual(['used', 'person 1', 'person 2', 'polling', 'bulk 1', 'bulk 2']);
});

test('background work leaves a part of each window to others, people use all', async () => {
  const trial = open({ burst: 5 }, { headroom: 0.8 });
  const { ask, order, clock, change, queue } = trial;
  await use(trial, 4, 'bulk');
  void ask('bulk');
  void ask('polling', 'polling');
  await clock.advance(1_000);
  expect(order).toHaveLength(4);
  change(1);
  queue.reconsider();
  await clock.advance(0);
  expect(order.slice(4)).toEqual(['polling']);
});

test.each([
  [1, 0.1, 1],
  [5, 0.1, 1],
  [5, 0.8, 4],
  [100, 0.29, 29],
  [30, 0.8, 24],
  [7, 1, 7],
])('of a limit of %i a headroom of %d leaves %i, one at least', async (limit, headroom, most) => {
  const trial = open({ burst: limit }, { headroom });
  for (let call = 0; call < limit + 1; call += 1) void trial.ask('bulk');
  await trial.clock.advance(0);
  expect(trial.order).toHaveLength(most);
});

test('a limit of 0 is said at once, also to those who wait when it comes to that', async () => {
  const trial = open({ burst: 1 });
  await use(trial, 1);
  const waiting = trial.ask('waiting', 'interactive');
  trial.queue.setLimits({ burst: 1, daily: 0 });
  expect(await waiting).toBe('never');
  expect(await trial.ask('bulk')).toBe('never');
});

test('a wait says whether the service has asked for it, also once it does', async () => {
  const reasons: boolean[] = [];
  const trial = open({ burst: 2 }, { onWait: (isAsked) => reasons.push(isAsked) });
  await trial.ask('a', 'interactive');
  const second = await trial.ask('b', 'interactive');
  void trial.ask('waiting', 'interactive', 'p');
  await trial.clock.advance(0);
  expect(reasons).toEqual([]); // both answers are under way, and nobody knows when they come
  slotOf(second).answered();
  expect(reasons).toEqual([false]); // the limit that this app keeps to
  trial.queue.note().refused(90);
  expect(reasons).toEqual([false, true]);
});

test('a wait that is told is an interactive one of a second or more, and its end is told too', async () => {
  const trial = open({ burst: 1 });
  await use(trial, 1);
  void trial.ask('bulk', 'bulk', 'b');
  expect(trial.told).toEqual([]);
  void trial.ask('one', 'interactive', 'a').then((slot) => slotOf(slot).answered());
  void trial.ask('two', 'interactive', 'a').then((slot) => slotOf(slot).answered());
  await trial.clock.advance(0);
  expect(trial.told).toEqual([['a', 60]]);
  await trial.clock.advance(120_000);
  expect(trial.told).toEqual([
    ['a', 60],
    ['a', 120],
    ['a', 0],
  ]);
});

test('a wait can be given up: by its signal, or as one of all of a connection', async () => {
  const trial = open({ burst: 1 });
  await use(trial, 1);
  const given = new AbortController();
  const mine = trial.ask('signal', 'bulk', 'a', given.signal);
  const people = [trial.ask('a', 'interactive', 'a'), trial.ask('b', 'interactive', 'b')];
  void trial.ask('bulk', 'bulk', 'a');
  trial.queue.cancel('a');
  given.abort();
  expect(await Promise.all([mine, people[0]])).toEqual(['given-up', 'given-up']);
  expect(await trial.ask('late', 'bulk', 'a', given.signal)).toBe('given-up');
  expect(trial.queue.usage().waiting).toBe(2);
  await trial.clock.advance(60_000);
  expect(trial.order.at(-1)).toBe('b');
  expect(trial.told.at(-1)).toEqual(['b', 0]);
});

test('a 429 holds the tier for the longest time that was named, with a little chance, for people too', async () => {
  const trial = open({ burst: 5 }, { random: 0.5 });
  const [one, two] = [slotOf(await trial.ask('1')), slotOf(await trial.ask('2'))];
  expect(one.refused(40)).toBe(true);
  expect(two.refused(10)).toBe(true);
  expect(trial.queue.usage().heldUntil).toBe(start + 40_500);
  void trial.ask('person', 'interactive');
  await trial.clock.advance(40_499);
  expect(trial.order).toHaveLength(2);
  await trial.clock.advance(1);
  expect(trial.order.at(-1)).toBe('person');
});

test('what is refused again and again is asked for less and less often, until an answer comes', async () => {
  const trial = open({ burst: 100 });
  const waits: number[] = [];
  const refuse = async (): Promise<void> => {
    const slot = trial.ask('1', 'interactive');
    while (trial.queue.usage().waiting > 0) await trial.clock.advance(1_000);
    slotOf(await slot).refused(1);
    waits.push(((trial.queue.usage().heldUntil ?? 0) - trial.clock.wall()) / 1_000);
  };
  for (let time = 0; time < 10; time += 1) await refuse();
  expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  await trial.clock.advance(60_000);
  await use(trial, 1);
  await refuse();
  expect(waits.at(-1)).toBe(1);
});

test('who wants to try now goes past a wait, once and for that connection alone', async () => {
  const trial = open({ burst: 9 });
  trial.queue.note().refused(1_000_000_000);
  const patient = trial.ask('patient', 'interactive', 'other');
  const first = trial.ask('first', 'interactive');
  void trial.ask('second', 'interactive');
  await trial.clock.advance(60_000);
  expect(trial.order).toEqual([]);
  trial.queue.tryNow('c');
  slotOf(await first).answered();
  await trial.clock.advance(60_000);
  expect(trial.order).toEqual(['first']);
  trial.queue.cancel('other');
  expect(await patient).toBe('given-up');
});

test('what was refused together halves the share once; each clean minute gives a tenth back', async () => {
  const trial = open({ burst: 100 });
  const slots = [slotOf(await trial.ask('1')), slotOf(await trial.ask('2')), slotOf(await trial.ask('3'))];
  for (const slot of slots) slot.refused(30);
  expect(trial.queue.usage().share).toBe(0.5);
  await trial.clock.advance(30_000 + 59_999);
  expect(trial.queue.usage().share).toBe(0.5);
  await trial.clock.advance(1);
  expect(trial.queue.usage().share).toBeCloseTo(0.6);
  slotOf(await trial.ask('4')).refused(1);
  expect(trial.queue.usage().share).toBeCloseTo(0.3);
  await trial.clock.advance(3_600_000);
  expect(trial.queue.usage().share).toBe(1);
});

test('a 429 fills the window that it means, so that the next request is not refused for the same reason', async () => {
  const trial = open({ burst: 5, sustained: 60 });
  slotOf(await trial.ask('1')).refused(600); // no burst window lasts that long
  const [burst, sustained] = trial.queue.usage().windows;
  expect([burst?.window, sustained?.window, sustained?.used]).toEqual(['burst', 'sustained', 60]);
  await trial.clock.advance(600_000);
  void trial.ask('2', 'interactive').then((slot) => slotOf(slot).answered());
  void trial.ask('3', 'interactive');
  await trial.clock.advance(0);
  expect(trial.order).toEqual(['1', '2']); // the oldest of them alone has left the window
});

test('a 429 to a request that was sent past a full quota is no surprise', async () => {
  const trial = open({ burst: 1 });
  await use(trial, 1);
  expect(trial.queue.note().refused(5)).toBe(false);
  expect(trial.queue.usage()).toMatchObject({ share: 1, heldUntil: start + 5_000 });
});

test('a slot is settled once', async () => {
  const trial = open({ burst: 2 });
  const slot = slotOf(await trial.ask('1'));
  slot.unused();
  slot.answered();
  slot.refused(60);
  expect(trial.queue.usage()).toMatchObject({ heldUntil: null });
  expect(trial.queue.usage().windows[0]).toMatchObject({ window: 'burst', limit: 2, used: 0 });
});

test('sleep counts as time, a clock that is set does not', async () => {
  const trial = open({ burst: 1 });
  await use(trial, 1);
  void trial.ask('next');
  trial.clock.setWall(start + 7_200_000);
  trial.queue.reconsider();
  await trial.clock.advance(0);
  expect(trial.order).toEqual(['used']);
  trial.time.slept(60_000);
  trial.queue.reconsider();
  await trial.clock.advance(0);
  expect(trial.order).toEqual(['used', 'next']);
});

test('no timer is shorter than a millisecond or longer than a timer can be', async () => {
  const clock = createFakeClock(start);
  const waits: number[] = [];
  const queue = createRequestQueue({ burst: 1 }, forgetfulStore.of('s', 'read'), {
    clock: {
      ...clock,
      schedule: (wait, callback) => {
        waits.push(wait);
        return clock.schedule(wait, callback);
      },
    },
    time: createQuotaTime(clock),
    headroom: () => 1,
    random: () => 0,
    onWait: () => {},
  });
  slotOf(await queue.enter({ priority: 'bulk', connection: 'c' })).refused(2 ** 31);
  void queue.enter({ priority: 'bulk', connection: 'c' });
  await clock.advance(2 ** 31 - 1 + 0.5);
  expect(Math.max(...waits)).toBe(2 ** 31 - 1);
  expect(waits.every((wait) => wait >= 1 && Number.isInteger(wait))).toBe(true);
});

test('what is expected stands behind what waits already', async () => {
  const trial = open(specifiedLimits.lifecycle);
  await use(trial, 5);
  for (let call = 0; call < 5; call += 1) void trial.ask('waiting', 'interactive');
  expect(trial.queue.forecast('interactive').next(0)).toBe(120_000);
  expect(trial.queue.forecast('bulk').next(0)).toBe(120_000);
});

test('phantoms: the oldest leaves at the named moment, none lies in the future, all fill the window', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 86_400 }), fc.integer({ min: 0, max: 300 }), (seconds, used) => {
      const now = 1_000_000_000;
      const [window, limit] = seconds <= 60 ? [60, 5] : seconds <= 3_600 ? [3_600, 60] : [86_400, 300];
      const found = phantoms(limit, used, now + (seconds - window) * 1_000, now);
      expect(found).toHaveLength(Math.max(0, limit - used));
      if (found.length === 0) return;
      expect(found[0]).toBe(now + (seconds - window) * 1_000);
      expect(Math.max(...found)).toBeLessThanOrEqual(now);
    }),
  );
});

test('tells what background work may use, when a window frees and when the next request of the background goes', async () => {
  const trial = open({ burst: 5, daily: 300 }, { headroom: 0.8 });
  await use(trial, 3);
  await trial.clock.advance(10_000);
  await use(trial, 1);
  const [burst, sustained, daily] = trial.queue.usage().windows;
  expect(burst).toEqual({
    window: 'burst',
    limit: 5,
    used: 4,
    elsewhere: 0,
    background: 4,
    freesAt: start + 60_000,
  });
  expect(sustained).toMatchObject({ limit: null, background: null });
  expect(daily).toMatchObject({ background: 240, freesAt: start + 86_400_000 });
  expect(trial.queue.usage().backgroundAt).toBe(start + 60_000); // a person's could go now
  trial.change(1);
  expect(trial.queue.usage().backgroundAt).toBeNull();
  await trial.clock.advance(60_000);
  expect(trial.queue.usage().windows[0]).toMatchObject({ used: 0, freesAt: null });
});
