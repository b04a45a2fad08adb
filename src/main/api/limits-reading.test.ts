import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { RateLimits } from '../../shared/model/rate-limits.ts';
import { createLimitsReading } from './limits-reading.ts';

const hour = 3_600_000;
const free = (): boolean => false;
const full = (): boolean => true;
const told = (burst: number): RateLimits => ({ tiers: { read: { burst } }, unread: null });

function open() {
  let now = 0;
  let reply: Reply<RateLimits> | null = succeed(told(1));
  let reads = 0;
  const applied: RateLimits[] = [];
  let vain = 0;
  const reading = createLimitsReading(
    () => now,
    async () => {
      reads += 1;
      if (reply === null) throw new Error('The disk cannot be read.');
      return reply;
    },
    (limits) => applied.push(limits),
    () => {
      vain += 1;
    },
  );
  return {
    reading,
    applied,
    reads: () => reads,
    vain: () => vain,
    at: (milliseconds: number) => {
      now = milliseconds;
    },
    answer: (next: Reply<RateLimits> | null) => {
      reply = next;
    },
  };
}

test('the first background work waits for them, what comes together waits for one reading', async () => {
  const { reading, reads, applied } = open();
  await Promise.all([
    reading.before('bulk', free),
    reading.before('polling', free),
    reading.before('bulk', free),
  ]);
  expect([reads(), applied]).toEqual([1, [told(1)]]);
});

test('a person waits for nothing, and has them read after an hour of use', async () => {
  const { reading, reads, at } = open();
  await reading.before('interactive', free);
  at(hour - 1);
  await reading.before('interactive', free);
  expect(reads()).toBe(0);
  at(hour);
  await reading.before('interactive', free);
  expect(reads()).toBe(1);
});

test('a forecast has them read at once, once, and again when they are old', async () => {
  const { reading, reads, at, answer } = open();
  answer(fail('unreachable'));
  reading.wanted();
  reading.wanted();
  expect(reads()).toBe(1);
  await setImmediate();
  at(59_999);
  reading.wanted();
  expect(reads()).toBe(1);
  answer(succeed(told(1)));
  at(60_000);
  reading.wanted();
  expect(reads()).toBe(2);
  await setImmediate();
  at(hour + 59_999);
  reading.wanted();
  expect(reads()).toBe(2);
  at(hour + 60_000);
  reading.wanted();
  expect(reads()).toBe(3);
});

test('a forecast hears that they were asked for in vain, once there is an answer and until they are known', async () => {
  const { reading, vain, at, answer } = open();
  answer(fail('missing'));
  expect(reading.wanted()).toBe(false); // on its way
  await setImmediate();
  expect([reading.wanted(), vain()]).toEqual([true, 1]);
  at(60_000);
  expect(reading.wanted()).toBe(true);
  await setImmediate();
  expect(vain()).toBe(1); // it is no news
  answer(succeed(told(1)));
  at(120_000);
  reading.wanted();
  await setImmediate();
  expect(reading.wanted()).toBe(false);
  answer(fail('unreachable'));
  at(120_000 + hour);
  reading.wanted();
  await setImmediate();
  expect([reading.wanted(), vain()]).toEqual([false, 1]); // what is known still counts
});

test('a person who would have to wait has them read first, until they are known', async () => {
  const { reading, reads, applied } = open();
  await Promise.all([reading.before('interactive', full), reading.before('interactive', full)]);
  expect([reads(), applied.length]).toEqual([1, 1]);
  await reading.before('interactive', full);
  expect(reads()).toBe(1);
});

test('they are read each hour of use', async () => {
  const { reading, reads, at } = open();
  for (let minute = 0; minute <= 180; minute += 10) {
    at(minute * 60_000);
    await reading.before('bulk', free);
  }
  expect(reads()).toBe(4);
});

test('a reading that fails changes nothing, and is tried again after a minute', async () => {
  const { reading, reads, applied, at, answer } = open();
  answer(fail('missing'));
  await reading.before('bulk', free);
  at(59_999);
  await reading.before('bulk', free);
  expect([reads(), applied]).toEqual([1, []]);
  at(60_000);
  await reading.before('bulk', free);
  expect(reads()).toBe(2);
});

test('a surprise has them read again, once a minute at most', async () => {
  const { reading, reads, at } = open();
  reading.surprised();
  reading.surprised();
  await reading.before('bulk', free);
  at(30_000);
  reading.surprised();
  expect(reads()).toBe(1);
  at(60_000);
  reading.surprised();
  await reading.before('interactive', free);
  expect(reads()).toBe(2);
});

test('a reading that could not even be tried keeps nothing back for ever', async () => {
  const { reading, applied, at, answer } = open();
  answer(null);
  await reading.before('bulk', free);
  at(60_000);
  answer(succeed(told(2)));
  await reading.before('bulk', free);
  expect(applied).toEqual([told(2)]);
});
