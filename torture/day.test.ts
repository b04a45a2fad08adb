import { expect, test } from 'vitest';
import { busyHours, type ServerMode } from './day.ts';

// Two hours of the day that `npm run torture -- day` lives through.

const modes: readonly (readonly [ServerMode, seed: number])[] = [
  ['sliding', 11],
  ['sliding, refused ones count', 12],
  ['fixed', 13],
  ['fixed, refused ones count', 14],
];

test.each(modes)('%s: no request is refused for the quota', async (mode, seed) => {
  const { lifecycle, refusals } = await busyHours(mode, 2, seed);
  expect(refusals).toBe(0);
  expect(lifecycle).toBeGreaterThan(20);
});
