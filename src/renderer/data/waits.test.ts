import { expect, test } from 'vitest';
import { isAskedForLong } from './waits.ts';

test.each([
  ['asked', 60, false],
  ['asked', 3_600, false],
  ['asked', 3_601, true],
  ['asked', 1_000_000_000, true],
  ['limit', 86_400, false], // the daily limit that this app keeps to is nothing that the service asks for
] as const)('a wait that is %s for %i s is told by its end: %s', (reason, seconds, isLong) => {
  expect(isAskedForLong({ reason, seconds })).toBe(isLong);
});
