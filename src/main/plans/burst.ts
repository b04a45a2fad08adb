import { specifiedLimits, type Tier } from '../../shared/model/limits.ts';
import type { Service } from '../api/service.ts';

/** How many requests of a tier fit into a minute, by the limits in force; Infinity where there is no such limit. */
export function burstOf(tier: Tier, quota: ReturnType<Service['quota']>): number {
  const windows = quota?.usage().tiers.find((one) => one.tier === tier)?.windows;
  const limit =
    windows === undefined
      ? specifiedLimits[tier].burst
      : windows.find(({ window }) => window === 'burst')?.limit;
  return limit ?? Number.POSITIVE_INFINITY;
}
