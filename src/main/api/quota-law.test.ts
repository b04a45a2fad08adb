import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter, type LimiterOptions } from '../../sandbox/http/limits.ts';
import type { Limits } from '../../shared/model/tiers.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createFakeLog } from '../testing/log.ts';
import { createMeteredService } from '../testing/metered-service.ts';
import { toldLimits } from '../testing/quota.ts';
import { openQuotaStore, othersTable, type QuotaStore, quotaSchema } from './quota-store.ts';
import { createQuotaTime } from './quota-time.ts';
import { type Priority, priorities } from './request-queue.ts';
import { createScheduler } from './scheduler.ts';

// Reliability R3 and R10: whatever is asked and whenever, however often the process ends, the machine sleeps or somebody sets the
// clock, a service that counts exactly refuses nothing as long as nobody else uses the quota.

type Event =
  | { readonly kind: 'ask'; readonly count: number; readonly priority: Priority }
  | { readonly kind: 'pass' | 'sleep' | 'set'; readonly seconds: number }
  | { readonly kind: 'kill' };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      count: fc.integer({ min: 1, max: 12 }),
      priority: fc.constantFrom(...priorities),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 0, max: 5_000 }) }),
  },
  fc.record({ kind: fc.constant('sleep' as const), seconds: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ kind: fc.constant('set' as const), seconds: fc.integer({ min: -10_000, max: 10_000 }) }),
  fc.constant({ kind: 'kill' as const }),
);

const limits: fc.Arbitrary<Limits> = fc.record({
  burst: fc.integer({ min: 1, max: 5 }),
  sustained: fc.integer({ min: 3, max: 12 }),
  daily: fc.integer({ min: 8, max: 40 }),
});

const longestWay = 2_000; // milliseconds there, and back

/** A store that a killed process writes nothing into any more. */
function mortal(quotaStore: QuotaStore, life: { isOver: boolean }): QuotaStore {
  return {
    ...quotaStore,
    of: (scope, tier) => {
      const slots = quotaStore.of(scope, tier);
      return {
        ...slots,
        taken: () => (life.isOver ? null : slots.taken()),
        answered: (id) => (life.isOver ? undefined : slots.answered(id)),
        givenBack: (id) => (life.isOver ? undefined : slots.givenBack(id)),
        add: (moments) => (life.isOver ? undefined : slots.add(moments)),
      };
    },
  };
}

async function play(mode: LimiterOptions, of: Limits, seed: number, events: readonly Event[]) {
  const clock = createFakeClock();
  const database = new DatabaseSync(':memory:');
  database.exec(quotaSchema + othersTable);
  const judge = createLimiter(mode);
  let slept = 0;
  let drawn = seed;
  const delay = (): number => {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
    return drawn % (longestWay + 1);
  };
  const service = createMeteredService(
    clock,
    { admit: (key, by, now) => judge.admit(key, by, now + slept) },
    of,
    delay,
  );
  const begin = () => {
    const life = { isOver: false };
    const time = createQuotaTime(clock);
    const quotaStore = openQuotaStore(database, clock, time, createFakeLog());
    const scheduler = createScheduler({
      baseUrl: 'https://audits.example',
      clock,
      time,
      quotaStore: mortal(quotaStore, life),
      headroom: () => 1,
      random: () => 0,
      onWait: () => {},
    });
    scheduler.setLimits('c', toldLimits({ lifecycle: of }));
    return { life, time, quotaStore, scheduler };
  };
  let process = begin();
  for (const one of events) {
    const { life, time, quotaStore, scheduler } = process;
    switch (one.kind) {
      case 'ask':
        for (let call = 0; call < one.count; call += 1)
          void scheduler
            .enter('lifecycle', { priority: one.priority, connection: 'c', client: 'c' })
            .then((slot) => (typeof slot === 'string' || life.isOver ? false : service.send(slot)));
        await clock.advance(0);
        break;
      case 'pass':
        await clock.advance(one.seconds * 1_000);
        break;
      case 'sleep':
        slept += one.seconds * 1_000;
        clock.setWall(clock.wall() + one.seconds * 1_000);
        time.slept(one.seconds * 1_000);
        scheduler.reconsider();
        break;
      case 'set':
        clock.setWall(clock.wall() + one.seconds * 1_000);
        await clock.advance(60_000); // looked at once a minute
        break;
      case 'kill':
        life.isOver = true;
        quotaStore.close();
        await clock.advance(longestWay * 2); // what is on its way arrives before the next one begins
        process = begin();
        break;
    }
  }
  await clock.advance(60_000);
  process.quotaStore.close();
  database.close();
  return service.counts;
}

const modes: readonly LimiterOptions[] = (['sliding', 'fixed'] as const).flatMap((windows) =>
  [true, false].map((rejectedRequestsCount) => ({ windows, rejectedRequestsCount })),
);
test.each(modes)('no quota is exceeded: %j', async (mode) => {
  await fc.assert(
    fc.asyncProperty(
      limits,
      fc.integer(),
      fc.array(event, { minLength: 5, maxLength: 40 }),
      async (of, seed, events) => {
        expect(await play(mode, of, seed, events)).toMatchObject({ refused: 0 });
      },
    ),
    { numRuns: 60 },
  );
});
