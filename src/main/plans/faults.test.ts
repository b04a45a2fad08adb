import { expect, test } from 'vitest';
import { clearedFaults, type Faults, faultDelay, isTooMany, notedFault } from './attempt.ts';

/** As many faults as there are times at which requests began, each noted a millisecond after it. */
function noted(...began: readonly number[]): readonly Faults[] {
  const all: Faults[] = [clearedFaults];
  for (const time of began) all.push(notedFault(all.at(-1) ?? clearedFaults, time, time + 1));
  return all.slice(1);
}

test('five in a row, and not before', () => {
  expect(noted(0, 1, 2, 3, 4).map(isTooMany)).toEqual([false, false, false, false, true]);
});

test('those of requests that were under way together are one', () => {
  const all = Array.from({ length: 6 }, () => 0).reduce(
    (faults: Faults, began) => notedFault(faults, began, 100),
    clearedFaults,
  );
  expect(all.count).toBe(1);
  expect(isTooMany(all)).toBe(false);
});

test('waits 1 s, doubled each time, of which chance takes up to a half', () => {
  expect(noted(0, 1, 2, 3, 4, 5).map(faultDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 20_000]);
});
