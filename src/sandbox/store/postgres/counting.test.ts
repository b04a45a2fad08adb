import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../http/limits.ts';
import { clusterAddress } from '../../testing/postgres.ts';
import { connect, newSchema, openForTest } from '../../testing/stores.ts';

// The functions of the database count as the limiter of a process does.

const start = 1_800_000_000_000;
const Limits = fc.record(
  {
    burst: fc.integer({ min: 0, max: 4 }),
    sustained: fc.integer({ min: 1, max: 8 }),
    daily: fc.integer({ min: 1, max: 12 }),
  },
  { requiredKeys: [] },
);
const Gap = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0, 1, 999, 1_000) },
  { weight: 3, arbitrary: fc.constantFrom(59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
);
const Asked = fc.record({
  gap: Gap,
  key: fc.constantFrom('read 1', 'token a\0b', `token ${'x'.repeat(9_000)}`),
});

describe.each(['sliding', 'fixed'] as const)('windows %s', (windows) => {
  it.each([false, true])('rejected requests count: %s', async (rejectedRequestsCount) => {
    const options = { windows, rejectedRequestsCount };
    const address = newSchema(clusterAddress());
    const database = await openForTest(address);
    const client = await connect(address);
    const limiter = database.controls.limiter(options);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ limits: Limits, asked: fc.array(Asked, { maxLength: 12 }) }), { maxLength: 3 }),
        async (parts) => {
          const judge = createLimiter(options);
          await database.write('all', ({ controls }) => controls.clear());
          let now = start;
          for (const { limits, asked } of parts)
            for (const { gap, key } of asked) {
              now += gap;
              await client.query('update clock set held_at = $1', [now]);
              expect(await limiter.admit(key, limits, now)).toBe(judge.admit(key, limits, now));
              expect(await limiter.windows(key, limits, now)).toEqual(judge.windows(key, limits, now));
            }
        },
      ),
      { numRuns: 15 },
    );
    await client.end();
  });
});

it('what nobody comes back to is swept', async () => {
  const address = newSchema(clusterAddress());
  const database = await openForTest(address);
  const client = await connect(address);
  for (const windows of ['sliding', 'fixed'] as const) {
    const limiter = database.controls.limiter({ windows, rejectedRequestsCount: false });
    await client.query('update clock set held_at = $1', [start]);
    for (let one = 0; one < 20; one += 1) await limiter.admit(`token ${String(one)}`, {}, start);
    await client.query('update clock set held_at = $1', [start + 2 * 86_400_000]);
    for (let one = 0; one < 300; one += 1) await limiter.admit('read 1', { burst: 0 }, start);
  }
  const counted = 'select (select count(*) from arrival) + (select count(*) from fixed_window) as count';
  expect(Number((await client.query<{ count: string }>(counted)).rows[0]?.count)).toBe(0);
  await client.end();
});
