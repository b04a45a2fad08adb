import { RateLimits } from '../../shared/model/rate-limits.ts';
import type { Limits, Tier } from '../../shared/model/tiers.ts';
import { forgetfulStore } from '../api/quota-store.ts';
import { createQuotaTime } from '../api/quota-time.ts';
import type { Clock } from '../clock.ts';

/** Quotas for tests of something else: nothing is kept, background work may use all, and nothing is left to chance. */
export function unmeasured(clock: Clock) {
  return { time: createQuotaTime(clock), quotaStore: forgetfulStore, headroom: () => 1, random: () => 0 };
}

/** The limits of some tiers as the service tells them; a window that is missing is unlimited (decisions.md §5.7). */
export function toldLimits(limits: Readonly<Partial<Record<Tier, Limits>>>): RateLimits {
  return RateLimits.parse({ tiers: Object.entries(limits).map(([tier, windows]) => ({ tier, windows })) });
}
