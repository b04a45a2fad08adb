import type { Limits, WindowName } from '../model/limits.ts';

/** Length of each window in seconds. */
export const windowSeconds: Readonly<Record<WindowName, number>> = {
  burst: 60,
  sustained: 3_600,
  daily: 86_400,
};

/** A part of each limit, from 0 to 1, at least one request where there is a limit at all. */
export function restrained(limits: Limits, part: number): Limits {
  return Object.fromEntries(
    Object.entries(limits).map(([window, limit]) => {
      const most = Math.floor(limit * part + 1e-9); // 0.29 × 100 is a little less than 29
      return [window, limit < 1 ? 0 : Math.max(1, most)];
    }),
  );
}

/** A limit and the seconds that its window lasts. */
export interface Room {
  readonly most: number;
  readonly seconds: number;
}

/**
 * Seconds until the last of so many requests is sent, where nothing is used yet, each is answered at once, and no window ever
 * holds more than its limit; null where none ever is.
 */
export function secondsFor(count: number, rooms: readonly Room[]): number | null {
  if (rooms.some(({ most }) => most < 1)) return null;
  const sent: number[] = [];
  while (sent.length < count) {
    const last = sent.at(-1) ?? 0;
    const free = rooms.map(
      ({ most, seconds }) => (sent[sent.length - Math.floor(most)] ?? -seconds) + seconds,
    );
    sent.push(Math.max(last, ...free));
  }
  return sent.at(-1) ?? 0;
}
