import type { QuotaUsage } from '../../../shared/model/limits.ts';
import { restrained, secondsFor, windowSeconds } from '../../../shared/rules/limits.ts';

/**
 * Seconds that so many creations take as one plan, where nothing is used yet and nobody else uses the limits; null where the
 * service admits none. What fits into a minute is sent as a person's own requests are, who may use all of it.
 */
export function creationSeconds(
  { tiers }: Pick<QuotaUsage, 'tiers'>,
  headroom: number,
  count: number,
): number | null {
  const windows = tiers.find(({ tier }) => tier === 'lifecycle')?.windows ?? [];
  const limits = Object.fromEntries(
    windows.flatMap(({ window, limit }) => (limit === null ? [] : [[window, limit]])),
  );
  const burst = windows.find(({ window }) => window === 'burst')?.limit ?? Number.POSITIVE_INFINITY;
  const allowed = count <= burst ? limits : restrained(limits, headroom);
  const rooms = windows.flatMap(({ window }) => {
    const most = (allowed as Readonly<Record<string, number>>)[window]; // by the names above
    return most === undefined ? [] : [{ most, seconds: windowSeconds[window] }];
  });
  return secondsFor(count, rooms);
}
