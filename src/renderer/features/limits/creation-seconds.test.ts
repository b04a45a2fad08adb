import { expect, it } from 'vitest';
import type { QuotaUsage } from '../../../shared/model/limits.ts';
import { creationSeconds } from './creation-seconds.ts';

function lifecycle(burst: number | null, sustained: number | null): Pick<QuotaUsage, 'tiers'> {
  const window = (name: 'burst' | 'sustained', limit: number | null) => ({
    window: name,
    limit,
    used: 0,
    background: limit,
    freesAt: null,
  });
  const windows = [window('burst', burst), window('sustained', sustained)];
  return {
    tiers: [{ tier: 'lifecycle', windows, share: 1, heldUntil: null, waiting: 0, backgroundAt: null }],
  };
}

// By hand: of 5 a minute a plan has 4 at 80 %, of 60 an hour 48.
it.each([
  [lifecycle(5, 60), 0.8, 5, 0],
  [lifecycle(5, 60), 0.8, 40, 540],
  [lifecycle(5, 60), 1, 40, 420],
  [lifecycle(5, 60), 0.8, 49, 3_600],
  [lifecycle(null, null), 0.8, 200, 0],
  [lifecycle(0, 60), 0.8, 1, null],
  [{ tiers: [] }, 0.8, 40, 0],
])('%o at %d: %d creations take %s s', (quota, headroom, count, expected) => {
  expect(creationSeconds(quota, headroom, count)).toBe(expected);
});
