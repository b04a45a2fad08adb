import { type Limits, type WindowName, windowNames } from '../../shared/model/limits.ts';
import { windowLength } from './quota.ts';

/** The part of a quota that background work may use beside others that use it too. */
export interface Share {
  /** From 1/64 to 1. */
  readonly at: (now: number) => number;
  /** Halves it after a 429 to a request of that moment; once for all that were on their way together. */
  readonly shrink: (takenAt: number, now: number, heldUntil: number) => void;
}

const least = 1 / 64;
const growth = 0.1;

/** Halved by each refusal that was not foreseen, growing by a tenth of the whole for each burst window without one. */
export function createShare(start: number): Share {
  let share = 1;
  let shrunkAt = -Infinity;
  let growsFrom = start;
  const at = (now: number): number =>
    Math.min(1, share + growth * Math.max(0, Math.floor((now - growsFrom) / windowLength.burst)));
  return {
    at,
    shrink: (takenAt, now, heldUntil) => {
      if (takenAt > shrunkAt) {
        share = Math.max(least, at(now) / 2);
        shrunkAt = now;
      } else share = at(now);
      growsFrom = Math.max(growsFrom, heldUntil);
    },
  };
}

/**
 * What somebody else must have sent for a 429 to say so many seconds: the free room of the shortest window that can mean them.
 * The oldest leaves it at that moment; of the others nothing is known, so that they count as spread evenly since.
 */
export function phantoms(
  limits: Limits,
  used: (window: WindowName) => number,
  now: number,
  seconds: number,
): readonly number[] {
  const window = windowNames.find(
    (name) => limits[name] !== undefined && windowLength[name] >= seconds * 1_000,
  );
  if (window === undefined) return [];
  const room = Math.floor(limits[window] ?? 0) - used(window);
  const oldest = now + seconds * 1_000 - windowLength[window];
  const groups = Math.min(room, mostGroups);
  return Array.from({ length: Math.max(0, room) }, (_, index) => {
    const group = Math.floor((index * groups) / room);
    return oldest + ((now - oldest) * group) / groups;
  });
}

const mostGroups = 60; // so that 60,000 of them are no more rows than 60
