import { type Limits, type WindowName, windowNames } from '../../shared/model/limits.ts';
import { windowSeconds } from '../../shared/rules/limits.ts';

/** Milliseconds of quota time (see `quota-time.ts`) that each window lasts. */
export const windowLength: Readonly<Record<WindowName, number>> = {
  burst: windowSeconds.burst * 1_000,
  sustained: windowSeconds.sustained * 1_000,
  daily: windowSeconds.daily * 1_000,
};

/** When the next requests would be sent, one after the other, if each were answered at once. */
export interface Forecast {
  /** The moment at which another request could be sent, at `from` at the earliest; Infinity where none ever can. */
  readonly peek: (from: number) => number;
  /** The same, and takes that request as sent. */
  readonly next: (from: number) => number;
  /** When the last of those that are sent or wait already is sent; the present where all are. */
  readonly latest: () => number;
}

/**
 * The requests of one tier that still count. The service stamps a request somewhere between its sending and its answer, so a
 * request in flight counts in every window, and an answered one until a window after its answer: what is sent by this log is
 * never one too many, whether the windows slide or stand (design: reliability §2.6).
 */
export interface SlotLog {
  /** A request is sent. */
  readonly take: () => void;
  /** It was answered, or given up on. */
  readonly answered: (at: number) => void;
  /** It was never sent. */
  readonly giveBack: () => void;
  /** Requests that were sent elsewhere or before this log began, each as if answered at that moment. */
  readonly add: (moments: readonly number[]) => void;
  readonly used: (window: WindowName, now: number) => number;
  /** When the oldest of those that are used leaves its window; null where none that was answered is in it. */
  readonly freesAt: (window: WindowName, now: number) => number | null;
  /** When another request may be sent so that no window holds more than its capacity. */
  readonly earliest: (capacity: Limits, now: number) => number | 'after-an-answer' | 'never';
  readonly forecast: (capacity: Limits, now: number) => Forecast;
}

export function createSlotLog(): SlotLog {
  let moments: number[] = []; // of answers, ascending
  let head = 0; // those before have left the longest window
  let inFlight = 0;

  const prune = (now: number): void => {
    while (head < moments.length && (moments[head] ?? 0) + windowLength.daily <= now) head += 1;
    if (head < 1_000 || head * 2 < moments.length) return; // so that dropping them costs nothing on average
    moments = moments.slice(head);
    head = 0;
  };

  return {
    take: () => {
      inFlight += 1;
    },
    answered: (at) => {
      inFlight -= 1;
      moments.push(at);
      prune(at);
    },
    giveBack: () => {
      inFlight -= 1;
    },
    add: (more) => {
      moments = [...moments.slice(head), ...more].toSorted((a, b) => a - b);
      head = 0;
    },
    freesAt: (window, now) => {
      const oldest = moments[firstAfter(moments, now - windowLength[window], head)];
      return oldest === undefined ? null : oldest + windowLength[window];
    },
    used: (window, now) => inFlight + moments.length - firstAfter(moments, now - windowLength[window], head),
    earliest: (capacity, now) => {
      const rooms = roomsOf(capacity);
      if (rooms.some(({ most }) => most < 1)) return 'never';
      if (rooms.some(({ most }) => most <= inFlight)) return 'after-an-answer';
      return earliestOf(moments, head, rooms, inFlight, now);
    },
    forecast: (capacity, now) => {
      const rooms = roomsOf(capacity);
      const sent = [...moments.slice(head), ...Array.from({ length: inFlight }, () => now)];
      const peek = (from: number): number =>
        rooms.some(({ most }) => most < 1) ? Infinity : earliestOf(sent, 0, rooms, 0, Math.max(from, now));
      return {
        peek,
        next: (from) => {
          // Requests leave in the order in which they are asked for.
          const at = Math.max(peek(from), sent.at(-1) ?? 0);
          if (at < Infinity) sent.push(at);
          return at;
        },
        latest: () => Math.max(now, sent.at(-1) ?? now),
      };
    },
  };
}

interface Room {
  readonly most: number;
  readonly length: number;
}

function roomsOf(capacity: Limits): readonly Room[] {
  return windowNames.flatMap((name) => {
    const limit = capacity[name];
    return limit === undefined ? [] : [{ most: Math.floor(limit), length: windowLength[name] }];
  });
}

/** Of so many answered requests a window may still hold `most` less one and less those in flight: the one before must have left it. */
function earliestOf(
  moments: readonly number[],
  head: number,
  rooms: readonly Room[],
  inFlight: number,
  now: number,
): number {
  let at = now;
  for (const { most, length } of rooms) {
    const last = moments.length - (most - inFlight);
    if (last >= head) at = Math.max(at, (moments[last] ?? 0) + length);
  }
  return at;
}

/** The index of the first moment that is later than `moment`. */
function firstAfter(moments: readonly number[], moment: number, head: number): number {
  let low = head;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
