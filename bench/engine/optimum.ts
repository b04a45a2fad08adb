import {
  type Limits,
  specifiedLimits,
  type Tier,
  windowNames,
  windowSeconds,
} from '../../src/shared/model/tiers.ts';

/**
 * Seconds from the first of so many requests to the last when each is sent as soon as every window has room for it: no order of
 * sending does better (reliability §3). `part` is the part of each window that may be used.
 */
export function optimum(calls: Readonly<Partial<Record<Tier, number>>>, part = 1): number {
  return Math.max(
    0,
    ...Object.entries(calls).map(([tier, count]) => lastOf(count, specifiedLimits[tier as Tier], part)), // a key of the record
  );
}

function lastOf(count: number, limits: Limits, part: number): number {
  const sent: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const free = windowNames.map((window) => {
      const limit = limits[window];
      if (limit === undefined) return 0;
      const before = sent[index - Math.max(1, Math.floor(limit * part))];
      return before === undefined ? 0 : before + windowSeconds[window];
    });
    sent.push(Math.max(sent.at(-1) ?? 0, ...free));
  }
  return sent.at(-1) ?? 0;
}
