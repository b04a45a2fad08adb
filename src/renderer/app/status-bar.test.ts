import { expect, it } from 'vitest';
import type { QuotaUsage } from '../../shared/model/limits.ts';
import { heaviest } from './status-bar.tsx';

type Windows = QuotaUsage['tiers'][number]['windows'];

function tier(name: QuotaUsage['tiers'][number]['tier'], ...windows: Partial<Windows[number]>[]) {
  return {
    tier: name,
    windows: windows.map((one) => ({
      window: 'burst' as const,
      limit: 10,
      from: 'service' as const,
      used: 0,
      elsewhere: 0,
      background: null,
      freesAt: null,
      ...one,
    })),
    share: 1,
    others: 0,
    heldUntil: null,
    waiting: 0,
    backgroundAt: null,
  };
}

it.each([
  [[], null],
  [[tier('read', {})], null],
  [[tier('read', { used: 9, limit: null })], null],
  [[tier('token', { used: 2 })], null],
  [[tier('token', { used: 7 })], null],
  [[tier('token', { used: 8 })], 'token burst'],
  [[tier('read', { used: 144, limit: 180 }), tier('lifecycle', { used: 5, limit: 5 })], 'lifecycle burst'],
  [[tier('read', { used: 1 }, { used: 8, limit: 10, window: 'daily' })], 'read daily'],
  [[tier('read', { used: 9 }, { used: 9, window: 'sustained' })], 'read burst'],
  [[tier('write', { used: 1, limit: 0 }), tier('read', { used: 9 })], 'write burst'],
])('of %o the heaviest is %s', (tiers, expected) => {
  const most = heaviest({ tiers });
  expect(most === null ? null : `${most.tier} ${most.window}`).toBe(expected);
});
