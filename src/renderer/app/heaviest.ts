import type { QuotaUsage, Tier, WindowName } from '../../shared/model/limits.ts';

interface Pressure {
  readonly tier: Tier;
  readonly window: WindowName;
  readonly used: number;
  readonly limit: number;
}

/** The limit of which the largest part is used; the shorter window of two alike. Null where none is used at all. */
export function heaviest({ tiers }: Pick<QuotaUsage, 'tiers'>): Pressure | null {
  let most: Pressure | null = null;
  for (const { tier, windows } of tiers)
    for (const { window, limit, used } of windows)
      if (limit !== null && used > 0 && (most === null || used * most.limit > most.used * limit))
        most = { tier, window, used, limit };
  return most;
}
