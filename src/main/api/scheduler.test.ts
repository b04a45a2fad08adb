import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createLimiter, type LimiterOptions } from '../../sandbox/http/limits.ts';
import { specifiedLimits, type Tier } from '../../shared/model/tiers.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { createFakeLog } from '../testing/log.ts';
import { createMeteredService } from '../testing/metered-service.ts';
import { toldLimits } from '../testing/quota.ts';
import { forgetfulStore, openQuotaStore, othersTable, quotaSchema } from './quota-store.ts';
import { createQuotaTime } from './quota-time.ts';
import type { Priority } from './request-queue.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

const modes: readonly LimiterOptions[] = (['sliding', 'fixed'] as const).flatMap((windows) =>
  [true, false].map((rejectedRequestsCount) => ({ windows, rejectedRequestsCount })),
);
const hour = 3_600_000;

/** Numbers from 0 to 1 that look like chance and are the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Trial {
  readonly clock: FakeClock;
  readonly scheduler: Scheduler;
}

function start(clock = createFakeClock(), headroom = 1, quotaStore = forgetfulStore): Trial {
  const scheduler = createScheduler({
    baseUrl: 'https://audits.example',
    clock,
    time: createQuotaTime(clock),
    quotaStore,
    headroom: () => headroom,
    random: () => 0,
    onWait: () => {},
  });
  return { clock, scheduler };
}

const asking = (priority: Priority = 'bulk') => ({ priority, connection: 'c', client: 'c' });

/** Makes so many calls of a tier as soon as they are let through, and again what is refused; resolves when all are carried out. */
async function carryOut(
  { scheduler }: Trial,
  service: ReturnType<typeof createMeteredService>,
  tier: Tier,
  calls: number,
  priority: Priority = 'bulk',
): Promise<void> {
  await Promise.all(
    Array.from({ length: calls }, async () => {
      for (;;) {
        const slot = await scheduler.enter(tier, asking(priority));
        if (typeof slot === 'string') throw new Error(slot);
        if (await service.send(slot)) return;
      }
    }),
  );
}

// Optimum by reliability §3; the network takes 10 to 200 ms each way.
const makespans = modes.flatMap((mode) =>
  (
    [
      [60, 660, 0.99],
      [300, 15_060, 0.99],
      [301, 86_400, 0.97],
    ] as const
  ).map(([calls, optimum, ratio]) => ({ calls, optimum, ratio, ...mode })),
);
test.each(makespans)(
  '$calls lifecycle calls beside others: $windows, $rejectedRequestsCount',
  async (one) => {
    const trial = start();
    const random = chance(one.calls);
    const serve = (tier: Tier) =>
      createMeteredService(
        trial.clock,
        createLimiter(one),
        specifiedLimits[tier],
        () => 10 + Math.floor(190 * random()),
      );
    const [lifecycle, write] = [serve('lifecycle'), serve('write')];
    const both = Promise.all([
      carryOut(trial, lifecycle, 'lifecycle', one.calls),
      one.calls === 301 ? carryOut(trial, write, 'write', 240) : null,
    ]);
    await trial.clock.advance(25 * hour);
    await both;
    expect([lifecycle.counts.refused, write.counts.refused]).toEqual([0, 0]);
    expect((one.optimum * 1_000) / lifecycle.lastSent()).toBeGreaterThanOrEqual(one.ratio);
  },
);

test.each(modes)('24 hours with restarts, a sleep and clocks that are set: no refusal, %j', async (mode) => {
  const clock = createFakeClock();
  const database = new DatabaseSync(':memory:');
  database.exec(quotaSchema + othersTable);
  const random = chance(24);
  const judge = createLimiter(mode);
  const limits = { burst: 5, sustained: 60, daily: 1_000 };
  let slept = 0;
  // The service's time goes on while the machine sleeps.
  const service = createMeteredService(
    clock,
    { admit: (key, of, now) => judge.admit(key, of, now + slept) },
    limits,
    () => Math.floor(2_000 * random()),
  );
  for (let run = 0; run < 24; run += 1) {
    const time = createQuotaTime(clock);
    const quotaStore = openQuotaStore(database, clock, time, createFakeLog());
    let alive = true;
    const scheduler = createScheduler({
      baseUrl: 'https://audits.example',
      clock,
      time,
      quotaStore,
      headroom: () => 1,
      random,
      onWait: () => {},
    });
    scheduler.setLimits('c', toldLimits({ lifecycle: limits }));
    for (let call = 0; call < 80; call += 1) {
      void scheduler.enter('lifecycle', asking()).then((slot) => {
        if (typeof slot !== 'string' && alive) return service.send(slot);
        return false;
      });
    }
    await clock.advance(20 * 60_000);
    if (run % 4 === 2) {
      const sleep = run === 2 ? 2 * hour : hour / 4;
      slept += sleep;
      clock.setWall(clock.wall() + sleep);
      time.slept(sleep);
      scheduler.reconsider();
    }
    if (run % 3 === 1) clock.setWall(clock.wall() + (run % 2 === 0 ? hour : -hour)); // somebody sets the clock
    await clock.advance(35 * 60_000);
    alive = false;
    quotaStore.close(); // the process ends; what is in flight arrives while the next one starts
    await clock.advance(5 * 60_000);
  }
  expect(service.counts.refused).toBe(0);
  expect(service.counts.accepted).toBeGreaterThanOrEqual(1_000);
});

test('a foreign call a minute: it is served, and the work is done in little more than the rest allows', async () => {
  const trial = start(createFakeClock(), 0.8);
  const { read_heavy: limits } = specifiedLimits; // 30 a minute, 900 an hour
  const random = chance(7);
  const mode = { windows: 'sliding', rejectedRequestsCount: true } as const;
  const service = createMeteredService(
    trial.clock,
    createLimiter(mode),
    limits,
    () => 10 + Math.floor(190 * random()),
  );
  let served = 0;
  const calls = 4_320; // of 840 an hour that are left
  const work = { isDone: false };
  const carriedOut = carryOut(trial, service, 'read_heavy', calls).then(() => (work.isDone = true));
  let minutes = 0;
  for (; !work.isDone && minutes < 600; minutes += 1) {
    if (service.sendElsewhere()) served += 1;
    await trial.clock.advance(60_000);
  }
  await carriedOut;
  const optimum = 5 * 3_600 + (120 / 29) * 60; // seconds: five full hours, and 120 at 29 a minute
  expect(service.lastSent() / 1_000 / optimum).toBeLessThanOrEqual(1.25);
  expect(served / minutes).toBeGreaterThanOrEqual(0.9);
  expect(service.counts.refused).toBeLessThanOrEqual(3);
});

test('a limit of any size that is refused costs no more than the specification’s largest', () => {
  const { scheduler } = start();
  scheduler.setLimits('c', toldLimits({ lifecycle: { burst: 1e9 } }));
  scheduler.note('lifecycle', 'c').refused(30);
  const [burst] = scheduler.usage('c').tiers.find(({ tier }) => tier === 'lifecycle')?.windows ?? [];
  expect(burst).toMatchObject({ limit: 1e9, from: 'service', used: 100_001, elsewhere: 100_000 });
});

test('of several connections to one service the smaller limit holds, and what one does not tell is the specification’s', () => {
  const { scheduler } = start();
  const burst = () => {
    const { windows } = scheduler.usage('c').tiers.find(({ tier }) => tier === 'lifecycle') ?? {
      windows: [],
    };
    return [windows[0]?.limit, windows[0]?.from];
  };
  expect(burst()).toEqual([5, 'specification']);
  scheduler.setLimits('c', toldLimits({ lifecycle: { burst: 30 } }));
  expect(burst()).toEqual([30, 'service']);
  scheduler.setLimits('d', toldLimits({ lifecycle: { burst: 20 } }));
  expect(burst()).toEqual([20, 'service']);
  scheduler.setLimits('d', toldLimits({}));
  expect(burst()).toEqual([5, 'specification']);
  scheduler.forget('d');
  scheduler.forget('c');
  expect(burst()).toEqual([5, 'specification']);
});

test('what others have sent is told apart until it has left the window', async () => {
  const { scheduler, clock } = start();
  const refused = scheduler.note('lifecycle', 'c');
  refused.refused(20);
  const elsewhere = () =>
    scheduler
      .usage('c')
      .tiers.find(({ tier }) => tier === 'lifecycle')
      ?.windows.map((one) => [one.used, one.elsewhere]);
  expect(elsewhere()).toEqual([
    [5, 4],
    [5, 4],
    [5, 4],
  ]);
  await clock.advance(60_000);
  expect(elsewhere()).toEqual([
    [0, 0],
    [5, 4],
    [5, 4],
  ]);
});
