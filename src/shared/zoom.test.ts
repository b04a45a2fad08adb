import { expect, test } from 'vitest';
import { largestZoom, nextZoom, smallestZoom } from './zoom.ts';

test.each([
  [1, 1, 1.1],
  [1, -1, 0.9],
  [3, 1, 3],
  [0.5, -1, 0.5],
  [1.3, 1, 1.5],
  [1.3, -1, 1.25],
] as const)('from %d by %d it is %d', (factor, by, next) => {
  expect(nextZoom(factor, by)).toBe(next);
});

test('from 50 to 300 %, in twelve steps there and back', () => {
  let factor = smallestZoom;
  for (let step = 0; step < 12; step += 1) factor = nextZoom(factor, 1);
  expect(factor).toBe(largestZoom);
  for (let step = 0; step < 12; step += 1) factor = nextZoom(factor, -1);
  expect([factor, smallestZoom, largestZoom]).toEqual([0.5, 0.5, 3]);
});
