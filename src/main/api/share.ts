import { windowLength } from './quota.ts';

const least = 1 / 64;
const growth = 0.1;

/** The part of a quota that background work may use beside others that use it too. */
export type Share = ReturnType<typeof createShare>;

/** Each refusal that was not foreseen halves it; each burst window without one adds a tenth. */
export function createShare(start: number) {
  let share = 1;
  let shrunkAt = -Infinity;
  let growsFrom = start;
  const at = (now: number): number =>
    Math.min(1, share + growth * Math.max(0, Math.floor((now - growsFrom) / windowLength.burst)));
  return {
    at,
    /** Halves it after a 429 to a request of that moment; once for all that were on their way together. */
    shrink: (takenAt: number, now: number, heldUntil: number): void => {
      if (takenAt > shrunkAt) {
        share = Math.max(least, at(now) / 2);
        shrunkAt = now;
      } else share = at(now);
      growsFrom = Math.max(growsFrom, heldUntil);
    },
  };
}

/**
 * The requests that others must have sent since the oldest in a full window, of which so many are known: that one leaves it at the moment
 * that a 429 names, and the others count as spread evenly since.
 */
export function phantoms(limit: number, known: number, oldest: number, now: number): readonly number[] {
  const room = Math.min(Math.floor(limit) - known, mostPhantoms);
  const groups = Math.min(room, mostGroups);
  return Array.from({ length: Math.max(0, room) }, (_, index) => {
    const group = Math.floor((index * groups) / room);
    return oldest + ((now - oldest) * group) / groups;
  });
}

const mostPhantoms = 100_000; // a service may tell a limit of any size; the largest of the specification is 60,000
const mostGroups = 60; // so that 60,000 of them are no more rows than 60
