import { inTurn } from '../../shared/rules/plans/turns.ts';
import type { Work } from '../../shared/rules/plans/works.ts';
import { type Outlook, timetable } from '../api/timetable.ts';

/** A plan that wants its part of the quota: what is left of it, and when that has to be done. */
export interface CalendarPlan {
  readonly id: string;
  readonly works: readonly Work[];
  /** The last moment (quota time) at which it is in time; null where it has no deadline. */
  readonly due: number | null;
  /** By hand: a larger one goes first, whatever the deadlines. */
  readonly priority: number;
}

export interface CalendarEntry {
  readonly id: string;
  /** When its last work is done (quota time); Infinity where it never is. */
  readonly readyAt: number;
  /** Milliseconds between that and its deadline, negative where it is late; null where it has no deadline. */
  readonly slack: number | null;
  /** Whether no place by hand is before it. */
  readonly goesFirst: boolean;
}

export interface Calendar {
  /** In the order in which plans get the quota. */
  readonly entries: readonly CalendarEntry[];
  /** Plans behind which nothing is sent before their last request has left: else an early deadline would be missed. */
  readonly gates: ReadonlySet<string>;
  /** Plans whose audits are created before anything of another plan, so that they are open in time: by whose. */
  readonly first: ReadonlyMap<string, string>;
}

/**
 * When each plan is done, if nothing goes wrong. A free place in the quota goes to the first plan in turn that has something to send.
 * A plan with a later deadline may so take a place while an earlier one waits for an audit to open. Where that would make the earlier
 * one late, it gets a gate. So that no place stays free while the last plan before a gate waits, its audit is created before all others.
 */
export function calendarOf(plans: readonly CalendarPlan[], outlook: Outlook): Calendar {
  const order = inTurn(plans, (plan) => plan);
  const plain = courseOf(order, noGates, outlook);
  const ends = order.flatMap(({ id, due, priority }, turn) => {
    const next = order[turn + 1];
    return due === null || next === undefined || (next.due === due && next.priority === priority) ? [] : [id];
  });
  if (ends.length === 0) return { entries: plain.entries, ...noGates };
  const gates = new Set(ends);
  for (const first of [firstOf(order, gates), noGates.first]) {
    const strict = courseOf(order, { gates, first }, outlook);
    const isCheap = endOf(strict) - outlook.now <= (endOf(plain) - outlook.now) * cheap;
    if (isCheap && misses(strict) <= misses(plain)) return { entries: strict.entries, gates, first };
  }
  return withGates(order, plain, outlook);
}

/** In which order plans send, beside their turns. */
export type Precedence = Pick<Calendar, 'gates' | 'first'>;

const noGates: Precedence = { gates: new Set(), first: new Map() };
const reserve = 10; // requests: what two minutes admit by the specification, longer than an audit takes to open

/** The last plans before each gate, so many that others of theirs fill the places in which an audit opens; all are due together. */
function firstOf(order: readonly CalendarPlan[], gates: ReadonlySet<string>): Precedence['first'] {
  const first = new Map<string, string>();
  let [begin] = order;
  let between: CalendarPlan[] = [];
  for (const plan of order) {
    begin ??= plan;
    if (plan !== begin) between.push(plan);
    if (!gates.has(plan.id)) continue;
    let filling = 0;
    for (const { id, works } of between.toReversed()) {
      if (filling >= reserve) break;
      const opening = beginsWait(works);
      filling += works.filter(({ tier }, index) => tier !== null && !opening.has(index)).length;
      first.set(id, begin.id);
    }
    begin = undefined;
    between = [];
  }
  return first;
}

/** The works of which something is awaited: the creations of audits that have to open. */
function beginsWait(works: readonly Work[]): ReadonlySet<number> {
  return new Set(works.flatMap(({ waits, needs }) => (waits ? needs : [])));
}

const cheap = 1.005; // so much longer all may take, for deadlines that others may yet make tight

function endOf({ sent }: Course): number {
  return sent.reduce((latest, moments) => Math.max(latest, moments.at(-1) ?? 0), 0);
}

/** Gates only where a deadline would be missed without. */
function withGates(order: readonly CalendarPlan[], plain: Course, outlook: Outlook): Calendar {
  let gates: ReadonlySet<string> = new Set();
  let best = plain;
  for (const [turn, { id }] of order.entries()) {
    if (!isLate(best.entries[turn]) || !couldHold(best, turn, order)) continue;
    const gated = new Set([...gates, id]);
    const tried = courseOf(order, { ...noGates, gates: gated }, outlook);
    const isWorse = tried.entries.some(
      (entry, other) => other <= turn && isLate(entry) && !isLate(best.entries[other]),
    );
    if (isWorse || isLate(tried.entries[turn])) continue;
    gates = gated;
    best = tried; // one behind it may be late by that, and gets its own gate
  }
  return misses(best) < misses(plain)
    ? { entries: best.entries, ...noGates, gates }
    : { entries: plain.entries, ...noGates };
}

interface Course {
  readonly entries: readonly CalendarEntry[];
  /** Of each plan in turn, when its requests leave. */
  readonly sent: readonly (readonly number[])[];
}

function isLate(entry: CalendarEntry | undefined): boolean {
  return entry?.slack != null && entry.slack < 0;
}

function misses({ entries }: Course): number {
  return entries.filter(isLate).length;
}

/** Whether a late plan could be in time if nothing behind it were sent before its last request. */
function couldHold({ entries, sent }: Course, turn: number, order: readonly CalendarPlan[]): boolean {
  const own = sent[turn] ?? [];
  const [last = -Infinity] = own.slice(-1);
  const due = order[turn]?.due ?? Infinity;
  const until = (moments: readonly number[]): readonly number[] => moments.filter((at) => at <= last);
  const before = sent.slice(0, turn + 1).flatMap(until);
  const behind = sent.slice(turn + 1).flatMap(until);
  if (behind.length === 0) return false;
  const places = [...before, ...behind].toSorted((a, b) => a - b);
  const afterwards = (entries[turn]?.readyAt ?? Infinity) - last; // what it still waits for
  return (places[before.length - 1] ?? Infinity) + afterwards <= due;
}

function courseOf(order: readonly CalendarPlan[], { gates, first }: Precedence, outlook: Outlook): Course {
  const turns = new Map(order.map(({ id }, turn) => [id, turn]));
  const all: Work[] = [];
  const starts: number[] = [];
  let gate: number | null = null;
  let sinceGate: number[] = [];
  for (const [turn, { id, works }] of order.entries()) {
    const start = all.length;
    starts.push(start);
    const early = (turns.get(first.get(id) ?? '') ?? turn) - 0.5;
    const opening = first.has(id) ? beginsWait(works) : new Set();
    for (const [index, work] of works.entries()) {
      const needs = work.needs.map((need) => need + start);
      if (work.tier !== null) sinceGate.push(all.length);
      const listing = work.listing === null ? null : `${String(turn)} ${work.listing}`;
      all.push({
        ...work,
        turn: opening.has(index) ? early : turn,
        listing,
        needs: gate === null || work.tier === null ? needs : [...needs, gate],
      });
    }
    if (!gates.has(id)) continue;
    const needs: readonly number[] = gate === null ? sinceGate : [...sinceGate, gate];
    gate = all.length;
    sinceGate = [];
    all.push({ needs, tier: null, listing: null, waits: false, turn });
  }
  const doneAt = timetable(all, outlook);
  const course = order.map(({ id, works, due, priority }, turn) => {
    const start = starts[turn] ?? 0;
    const moments = works.map((_, index) => doneAt[start + index] ?? Infinity);
    const readyAt = moments.reduce((latest, at) => Math.max(latest, at), outlook.now);
    const sent = moments.filter((_, index) => works[index]?.tier != null);
    return {
      entry: { id, readyAt, slack: due === null ? null : due - readyAt, goesFirst: priority === Infinity },
      sent: sent.toSorted((a, b) => a - b),
    };
  });
  return { entries: course.map(({ entry }) => entry), sent: course.map(({ sent }) => sent) };
}
