import type { Tier } from '../../shared/model/tiers.ts';
import type { EstimatedTask } from '../../shared/rules/plans/request-estimate.ts';
import type { Forecast } from './quota.ts';

/** What a timetable rests on: the quotas as they are at `now` (quota time), and how long an audit takes to open. */
export interface Outlook {
  readonly now: number;
  readonly forecast: (tier: Tier) => Forecast;
  readonly initialisingSeconds: number;
}

interface Waiting {
  readonly index: number;
  readonly ready: number;
}

interface Tray {
  readonly forecast: Forecast;
  /** By the moment from which they can be sent. */
  readonly later: Heap<Waiting>;
  /** Those that only wait for the quota, in the order in which they get it. */
  readonly now: Heap<Waiting>;
}

/**
 * When each task is done (quota time), if nothing goes wrong: each is sent when what it needs is done and its tier has room, in the order
 * in which they stand. Requests take no time. Infinity for what is never done: its tier admits no request, or what it needs is never done.
 */
export function timetable(tasks: readonly EstimatedTask[], outlook: Outlook): Float64Array {
  const { now, forecast, initialisingSeconds } = outlook;
  const missing = tasks.map(({ needs }) => needs.length);
  const followers: number[][] = tasks.map(() => []);
  for (const [index, { needs }] of tasks.entries()) for (const need of needs) followers[need]?.push(index);
  const ready = Float64Array.from(tasks, ({ from }) => Math.max(now, from ?? now));
  const doneAt = new Float64Array(tasks.length).fill(Infinity);
  const listed = new Set<string>();
  const trays = new Map<Tier, Tray>();
  const reads = forecast('read');

  /** Has a task wait for its tier; answers when it is done where it needs none. */
  const release = (index: number): number | null => {
    const task = tasks[index];
    if (task === undefined) return null;
    const { tier, listing, waits } = task;
    const from = ready[index] ?? now;
    if (tier === null) return waits ? reads.peek(from + initialisingSeconds * 1_000) : from;
    const isFirst = listing !== null && !listed.has(listing);
    if (isFirst) listed.add(listing);
    trayOf(tier).later.add({ index, ready: isFirst ? reads.peek(from) : from });
    return null;
  };

  const trayOf = (tier: Tier): Tray => {
    const known = trays.get(tier);
    if (known !== undefined) return known;
    const tray = {
      forecast: forecast(tier),
      later: createHeap<Waiting>((a, b) => a.ready < b.ready || (a.ready === b.ready && goesFirst(a, b))),
      now: createHeap<Waiting>(goesFirst),
    };
    trays.set(tier, tray);
    return tray;
  };

  const finish = (first: number, firstAt: number): void => {
    const finished = [{ index: first, at: firstAt }];
    for (const { index, at } of finished) {
      doneAt[index] = at;
      for (const follower of followers[index] ?? []) {
        ready[follower] = Math.max(ready[follower] ?? now, at);
        missing[follower] = (missing[follower] ?? 1) - 1;
        const over = missing[follower] === 0 ? release(follower) : null;
        if (over !== null) finished.push({ index: follower, at: over }); // which this loop comes to
      }
    }
  };

  for (const [index, { needs }] of tasks.entries()) {
    const over = needs.length === 0 ? release(index) : null;
    if (over !== null) finish(index, over);
  }
  for (let tray = nextTray([...trays.values()]); tray !== null; tray = nextTray([...trays.values()])) {
    const sent = tray.now.take();
    if (sent !== undefined) finish(sent.index, tray.forecast.next(sent.ready));
  }
  return doneAt;
}

function goesFirst(a: Waiting, b: Waiting): boolean {
  return a.index < b.index;
}

/** The tray from which the next request leaves: the one that can send first, or of several the one whose task goes first. */
function nextTray(trays: readonly Tray[]): Tray | null {
  const departures = trays.flatMap((tray) => {
    const from = tray.now.first()?.ready ?? tray.later.first()?.ready;
    return from === undefined ? [] : [{ tray, at: tray.forecast.peek(from) }];
  });
  const at = Math.min(...departures.map((departure) => departure.at));
  const next = departures.filter((departure) => departure.at === at).map(({ tray }) => tray);
  for (const { now, later } of next)
    for (let one = later.first(); one !== undefined && one.ready <= at; one = later.first()) {
      later.take();
      now.add(one);
    }
  return next.toSorted((a, b) => (isAhead(a, b) ? -1 : 1))[0] ?? null;
}

function isAhead(a: Tray, b: Tray): boolean {
  const [one, other] = [a.now.first(), b.now.first()];
  return other === undefined || (one !== undefined && goesFirst(one, other));
}

/** Things of which the one that comes first is taken first, at the cost of the logarithm of their number. */
interface Heap<Thing> {
  readonly add: (thing: Thing) => void;
  readonly first: () => Thing | undefined;
  readonly take: () => Thing | undefined;
}

export function createHeap<Thing>(comesBefore: (a: Thing, b: Thing) => boolean): Heap<Thing> {
  const things: Thing[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [things[a], things[b]];
    return one !== undefined && other !== undefined && comesBefore(one, other);
  };
  const swap = (a: number, b: number): void => {
    const [one, other] = [things[a], things[b]];
    if (one === undefined || other === undefined) return;
    things[a] = other;
    things[b] = one;
  };
  return {
    add: (thing) => {
      let index = things.push(thing) - 1;
      for (let parent = (index - 1) >> 1; index > 0 && isBefore(index, parent); parent = (index - 1) >> 1) {
        swap(index, parent);
        index = parent;
      }
    },
    first: () => things[0],
    take: () => {
      swap(0, things.length - 1);
      const taken = things.pop();
      for (let index = 0; ; ) {
        const left = 2 * index + 1;
        const child = isBefore(left + 1, left) ? left + 1 : left;
        if (!isBefore(child, index)) return taken;
        swap(child, index);
        index = child;
      }
    },
  };
}
