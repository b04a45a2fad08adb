import type { Limits } from '../../model/tiers.ts';

/** A part of each limit, from 0 to 1, at least one request where there is a limit at all. */
export function restrained(limits: Limits, part: number): Limits {
  return Object.fromEntries(
    Object.entries(limits).map(([window, limit]) => {
      const most = Math.floor(limit * part + 1e-9); // 0.29 × 100 is a little less than 29
      return [window, limit < 1 ? 0 : Math.max(1, most)];
    }),
  );
}

export interface WindowLimit {
  readonly most: number;
  readonly seconds: number;
}

/**
 * Seconds until the last of so many requests is sent, where nothing is used yet, each is answered at once, and no window ever
 * holds more than its limit; null where none ever is.
 */
export function secondsFor(count: number, windows: readonly WindowLimit[]): number | null {
  if (windows.some(({ most }) => most < 1)) return null;
  const sent: number[] = [];
  while (sent.length < count) {
    const last = sent.at(-1) ?? 0;
    const free = windows.map(
      ({ most, seconds }) => (sent[sent.length - Math.floor(most)] ?? -seconds) + seconds,
    );
    sent.push(Math.max(last, ...free));
  }
  return sent.at(-1) ?? 0;
}
