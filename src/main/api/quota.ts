import { type Limits, type WindowName, windowNames, windowSeconds } from '../../shared/model/tiers.ts';

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
  /** When the last request that is sent or waits already is sent; now where none waits. */
  readonly latest: () => number;
}

/**
 * The requests of one tier that still count. The service stamps a request between its sending and its answer. So one in flight counts in
 * every window, and an answered one until a window after its answer: never is one too many sent (reliability §3).
 */
export type SlotLog = ReturnType<typeof createSlotLog>;

export function createSlotLog() {
  let moments: number[] = []; // of answers, ascending
  let head = 0; // those before have left the longest window
  let inFlight = 0;

  /** Requests in flight, and those that were answered after a moment. */
  const since = (moment: number): number => inFlight + moments.length - firstAfter(moments, moment, head);

  const prune = (now: number): void => {
    while (head < moments.length && (moments[head] ?? 0) + windowLength.daily <= now) head += 1;
    if (head < 1_000 || head * 2 < moments.length) return; // so that dropping them costs nothing on average
    moments = moments.slice(head);
    head = 0;
  };

  return {
    take: (): void => {
      inFlight += 1;
    },
    /** It was answered, or nobody waits any more. */
    answered: (at: number): void => {
      inFlight -= 1;
      moments.push(at);
      prune(at);
    },
    giveBack: (): void => {
      inFlight -= 1;
    },
    /** Requests that were sent elsewhere or before this log began, each as if answered at that moment. */
    add: (more: readonly number[]): void => {
      moments = [...moments.slice(head), ...more].toSorted((a, b) => a - b);
      head = 0;
    },
    /** When the oldest of those that are used leaves its window; null where none that was answered is in it. */
    freesAt: (window: WindowName, now: number): number | null => {
      const oldest = moments[firstAfter(moments, now - windowLength[window], head)];
      return oldest === undefined ? null : oldest + windowLength[window];
    },
    used: (window: WindowName, now: number): number => since(now - windowLength[window]),
    since,
    /** When another request may be sent so that no window exceeds its capacity. */
    earliest: (capacity: Limits, now: number): number | 'after-an-answer' | 'never' => {
      const rooms = roomsOf(capacity);
      if (rooms.some(({ most }) => most < 1)) return 'never';
      if (rooms.some(({ most }) => most <= inFlight)) return 'after-an-answer';
      return earliestOf(moments, head, rooms, inFlight, now);
    },
    forecast: (capacity: Limits, now: number, others: OthersUse = noOthers): Forecast => {
      const sent = [...moments.slice(head), ...Array.from({ length: inFlight }, () => now)];
      return forecastOf(sent, roomsOf(capacity), now, others);
    },
  };
}

/** What others are expected to send: each of their requests counts from when all of the limits have room. */
export interface OthersUse {
  readonly limits: Limits;
  /** The moment of the first of their requests after another moment. */
  readonly next: (after: number) => number;
}

const noOthers: OthersUse = { limits: {}, next: () => Infinity };
const horizon = 400 * windowLength.daily; // what has no room by then has none

function forecastOf(
  sent: number[],
  rooms: readonly WindowLimit[],
  now: number,
  { limits, next }: OthersUse,
): Forecast {
  const all = roomsOf(limits);
  let theirs = next(now);
  let last = now; // of our own
  let told = { from: Number.NaN, count: 0, at: 0 };

  /** When the next one leaves; what others send until then is counted. */
  const find = (from: number): number => {
    if (rooms.some(({ most }) => most < 1)) return Infinity;
    let at = earliestOf(sent, 0, rooms, 0, from);
    while (theirs <= at && at < now + horizon) {
      const room = earliestOf(sent, 0, all, 0, theirs);
      if (room === theirs) sent.push(theirs);
      // They try again, but not for hours.
      theirs = room === theirs || room > theirs + windowLength.sustained ? next(theirs) : room;
      at = earliestOf(sent, 0, rooms, 0, from);
    }
    return theirs <= at ? Infinity : at;
  };

  const peek = (from: number): number => {
    const wanted = Math.max(from, now);
    if (told.from === wanted && told.count === sent.length) return told.at;
    const [count, kept] = [sent.length, theirs];
    const at = find(wanted);
    sent.length = count;
    theirs = kept;
    told = { from: wanted, count, at };
    return at;
  };

  return {
    peek,
    next: (from) => {
      const at = find(Math.max(from, last)); // requests leave in the order in which they are asked for
      if (at === Infinity) return at;
      sent.push(at);
      last = at;
      return at;
    },
    latest: () => last,
  };
}

interface WindowLimit {
  readonly most: number;
  readonly length: number;
}

function roomsOf(capacity: Limits): readonly WindowLimit[] {
  return windowNames.flatMap((name) => {
    const limit = capacity[name];
    return limit === undefined ? [] : [{ most: Math.floor(limit), length: windowLength[name] }];
  });
}

/** Of so many answered requests a window may still hold `most` less one and less those in flight: the one before must have left it. */
function earliestOf(
  moments: readonly number[],
  head: number,
  rooms: readonly WindowLimit[],
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
