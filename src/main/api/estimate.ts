import type { Tier } from '../../shared/model/tiers.ts';
import type { Estimate, Step, Task } from '../../shared/plan.ts';
import { dependencies, tierOf } from '../../shared/rules/plan.ts';
import type { Forecast } from './quota.ts';

/** What an estimate rests on: the quotas as they are at `now` (quota time), and how long an audit takes to open. */
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
  /** Those that only wait for the quota, in the plan's order. */
  readonly now: Heap<Waiting>;
}

/**
 * How long steps take if nothing goes wrong: each is sent when what it needs is done and its tier has room, in the plan's order.
 * Requests take no time. A step given without what it needs counts as ready.
 */
export function estimateSteps(steps: readonly Step[], outlook: Outlook): Estimate {
  const { now, forecast, initialisingSeconds } = outlook;
  const needs = dependencies(steps);
  const missing = needs.map(({ length }) => length);
  const followers: number[][] = steps.map(() => []);
  for (const [index, all] of needs.entries()) for (const need of all) followers[need]?.push(index);
  const ready = steps.map(() => now);
  const listed = new Set<string>();
  const trays = new Map<Tier, Tray>();
  const reads = forecast('read');
  let end = now;

  /** Has a step wait for its tier; answers when it is done where it needs none. */
  const release = (index: number): number | null => {
    const task = steps[index]?.task;
    if (task === undefined) return null;
    const from = ready[index] ?? now;
    const tier = tierOf(task.kind);
    if (tier === null) return reads.peek(from + initialisingSeconds * 1_000);
    const group = groupOf(task);
    const isFirst = group !== null && !listed.has(group);
    if (isFirst) listed.add(group);
    trayOf(tier).later.add({ index, ready: isFirst ? reads.peek(from) : from });
    return null;
  };

  const trayOf = (tier: Tier): Tray => {
    const known = trays.get(tier);
    if (known !== undefined) return known;
    const tray = {
      forecast: forecast(tier),
      later: createHeap<Waiting>((a, b) => a.ready < b.ready || (a.ready === b.ready && a.index < b.index)),
      now: createHeap<Waiting>((a, b) => a.index < b.index),
    };
    trays.set(tier, tray);
    return tray;
  };

  const finish = (first: number, firstAt: number): void => {
    const finished = [{ index: first, at: firstAt }];
    for (const { index, at } of finished) {
      end = Math.max(end, at);
      for (const follower of followers[index] ?? []) {
        ready[follower] = Math.max(ready[follower] ?? now, at);
        missing[follower] = (missing[follower] ?? 1) - 1;
        const doneAt = missing[follower] === 0 ? release(follower) : null;
        if (doneAt !== null) finished.push({ index: follower, at: doneAt }); // which this loop comes to
      }
    }
  };

  for (const [index, all] of needs.entries()) {
    const doneAt = all.length === 0 ? release(index) : null;
    if (doneAt !== null) finish(index, doneAt);
  }
  for (let tray = nextTray([...trays.values()]); tray !== null; tray = nextTray([...trays.values()])) {
    const sent = tray.now.take();
    if (sent !== undefined) finish(sent.index, tray.forecast.next(sent.ready));
  }
  const seconds = (end - now) / 1_000;
  return { seconds: Number.isFinite(seconds) ? seconds : null, calls: countCalls(steps) };
}

/** The tray from which the next request leaves: the one that can send first, or of several the first of the plan. */
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
  return next.toSorted((a, b) => (a.now.first()?.index ?? 0) - (b.now.first()?.index ?? 0))[0] ?? null;
}

/** The group whose components are listed once, before the first is created there or one that stands there is deleted. */
function groupOf(task: Task): string | null {
  const isListed =
    task.kind === 'createComponent' ||
    (task.kind === 'deleteComponent' && typeof task.component === 'string');
  return isListed ? JSON.stringify(task.group) : null;
}

/** Counts the requests of steps: one each, a read for an audit that is awaited or deleted, a list for each group. */
export function countCalls(steps: readonly Step[]): Readonly<Partial<Record<Tier, number>>> {
  const calls: Partial<Record<Tier, number>> = {};
  const count = (tier: Tier): void => {
    calls[tier] = (calls[tier] ?? 0) + 1;
  };
  const listed = new Set<string>();
  for (const { task } of steps) {
    count(tierOf(task.kind) ?? 'read');
    const group = groupOf(task);
    if (group !== null && !listed.has(group)) count('read');
    if (group !== null) listed.add(group);
    if (task.kind === 'deleteAudit' && typeof task.audit === 'string') count('read');
  }
  return calls;
}

const usualSeconds = 5;
const remembered = 20; // audits

/** How long audits take to open, as far as this process has seen: the median of the last ones, 5 s before the first. */
export function createInitialisingTimes() {
  const seen: number[] = [];
  return {
    note: (seconds: number): void => {
      seen.push(seconds);
      if (seen.length > remembered) seen.shift();
    },
    expected: (): number => seen.toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? usualSeconds,
  };
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
