import { expect, test } from 'vitest';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { RateLimits } from '../../shared/model/limits.ts';
import { createLimitsReading } from './limits-reading.ts';

const hour = 3_600_000;

function open() {
  let now = 0;
  let reply: Reply<RateLimits> = succeed({ read: { burst: 1 } });
  let reads = 0;
  const applied: RateLimits[] = [];
  const reading = createLimitsReading(
    () => now,
    async () => {
      reads += 1;
      return reply;
    },
    (limits) => applied.push(limits),
  );
  return {
    reading,
    applied,
    reads: () => reads,
    at: (milliseconds: number) => {
      now = milliseconds;
    },
    answer: (next: Reply<RateLimits>) => {
      reply = next;
    },
  };
}

test('the first background work waits for them, what comes together waits for one reading', async () => {
  const { reading, reads, applied } = open();
  await Promise.all([reading.before('bulk'), reading.before('polling'), reading.before('bulk')]);
  expect([reads(), applied]).toEqual([1, [{ read: { burst: 1 } }]]);
});

test('a person waits for nothing, and has them read after an hour of use', async () => {
  const { reading, reads, at } = open();
  await reading.before('interactive');
  at(hour - 1);
  await reading.before('interactive');
  expect(reads()).toBe(0);
  at(hour);
  await reading.before('interactive');
  expect(reads()).toBe(1);
});

test('they are read each hour of use', async () => {
  const { reading, reads, at } = open();
  for (let minute = 0; minute <= 180; minute += 10) {
    at(minute * 60_000);
    await reading.before('bulk');
  }
  expect(reads()).toBe(4);
});

test('a reading that fails changes nothing, and is tried again after a minute', async () => {
  const { reading, reads, applied, at, answer } = open();
  answer(fail('missing'));
  await reading.before('bulk');
  at(59_999);
  await reading.before('bulk');
  expect([reads(), applied]).toEqual([1, []]);
  at(60_000);
  await reading.before('bulk');
  expect(reads()).toBe(2);
});

test('a surprise has them read again, once a minute at most', async () => {
  const { reading, reads, at } = open();
  reading.surprised();
  reading.surprised();
  await reading.before('bulk');
  at(30_000);
  reading.surprised();
  expect(reads()).toBe(1);
  at(60_000);
  reading.surprised();
  await reading.before('interactive');
  expect(reads()).toBe(2);
});
