import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/clock.ts';
import { createForeignUse } from './foreign-use.ts';
import { forgetfulStore } from './quota-store.ts';
import { createQuotaTime } from './quota-time.ts';

const hour = 3_600_000;

/** From midnight on; `recent` is what others have sent in the last hour. */
function begin(recent = 0) {
  const clock = createFakeClock(Date.UTC(2026, 0, 5));
  const time = createQuotaTime(clock);
  const use = createForeignUse(forgetfulStore.of('s', 'lifecycle'), () => recent, { clock, time });
  return { clock, time, use };
}

test('others are expected at the hours of day at which they were seen, less after one day than after many', async () => {
  const { clock, time, use } = begin();
  const day = async () => {
    await clock.advance(9 * hour);
    use.sent(Array.from({ length: 12 }, (_, one) => time.now() + one * 300_000));
    await clock.advance(15 * hour);
    use.looked();
  };
  await day();
  const until = (next: (after: number) => number, end: number): number => {
    let count = 0;
    for (let at = next(time.now()); at < end; at = next(at)) count += 1;
    return count;
  };
  const nine = time.now() + 9 * hour;
  expect(use.expected(0)(time.now())).toBeGreaterThan(nine);
  expect(until(use.expected(0), nine + hour + 1)).toBe(8); // one day counts as one of one and a half
  for (let one = 0; one < 5; one += 1) await day();
  expect(until(use.expected(0), time.now() + 10 * hour + 1)).toBe(11); // six of six and a half
  await clock.advance(9.5 * hour);
  expect(Math.round(use.rate())).toBe(11);
});

test('what others use now goes on for five hours, as fast as they had room', () => {
  const { use } = begin(30);
  expect(use.rate()).toBe(30);
  expect(use.expected(0)(0)).toBe(hour / 30);
  expect(use.expected(120)(0)).toBe(hour / 120);
  expect(use.expected(0)(5 * hour)).toBe(Infinity);
});

test('nobody else is expected where nobody was seen', () => {
  expect(begin().use.expected(120)(0)).toBe(Infinity);
});
