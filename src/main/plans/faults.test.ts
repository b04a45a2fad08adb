import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/clock.ts';
import { createFaults } from './faults.ts';

test('five in a row, and not before', async () => {
  const clock = createFakeClock();
  const faults = createFaults(clock, () => 1);
  const asked: boolean[] = [];
  for (let fault = 0; fault < 5; fault += 1) {
    asked.push(faults.note(clock.monotonic()));
    await clock.advance(1);
  }
  expect(asked).toEqual([false, false, false, false, true]);
});

test('those of requests that were under way together are one', async () => {
  const clock = createFakeClock();
  const faults = createFaults(clock, () => 1);
  const began = clock.monotonic();
  await clock.advance(100);
  for (let fault = 0; fault < 6; fault += 1) expect(faults.note(began)).toBe(false);
  expect(faults.count()).toBe(1);
});

test('a success in between begins anew', () => {
  const faults = createFaults(createFakeClock(), () => 1);
  faults.note(0);
  faults.clear();
  expect(faults.count()).toBe(0);
});

test('waits 1 s, doubled each time, of which chance takes up to a half', async () => {
  const clock = createFakeClock();
  const delays = async (random: number): Promise<readonly number[]> => {
    const faults = createFaults(clock, () => random);
    const found: number[] = [];
    for (let fault = 0; fault < 6; fault += 1) {
      faults.note(clock.monotonic());
      found.push(faults.delay());
      await clock.advance(1);
    }
    return found;
  };
  expect(await delays(1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 20_000]);
  expect(await delays(0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000]);
});
