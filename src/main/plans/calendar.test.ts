import { describe, expect, test } from 'vitest';
import type { Limits, Tier } from '../../shared/model/tiers.ts';
import { inTurn } from '../../shared/rules/plans/turns.ts';
import type { Work } from '../../shared/rules/plans/works.ts';
import { createSlotLog } from '../api/quota.ts';
import type { Outlook } from '../api/timetable.ts';
import { type CalendarPlan, calendarOf } from './calendar.ts';

const minute = 60_000;

/** By limits of creations, from moment 0 on; an audit opens after so many seconds. */
const outlook = (limits: Limits, initialisingSeconds = 30): Outlook => ({
  now: 0,
  forecast: (tier: Tier) => createSlotLog().forecast(tier === 'lifecycle' ? limits : {}, 0),
  initialisingSeconds,
});

/** An audit, its opening, and components in it. */
function works(components: number): readonly Work[] {
  const audit: Work = { needs: [], tier: 'lifecycle', listing: null, waits: false, turn: 0 };
  const opening: Work = { ...audit, needs: [0], tier: null, waits: true };
  const component: Work = { ...audit, needs: [1], listing: 'group' };
  return [audit, opening, ...Array.from({ length: components }, () => component)];
}

function plan(id: string, components: number, due: number | null, priority = 0): CalendarPlan {
  return { id, works: works(components), due, priority };
}

const withoutNeeds = (work: Work): Work => ({ ...work, needs: [] });

const readyAt = (plans: readonly CalendarPlan[], by: Outlook) =>
  Object.fromEntries(calendarOf(plans, by).entries.map((entry) => [entry.id, entry.readyAt / minute]));

test('by hand first, then the earliest deadline, then what came first; without a deadline last', () => {
  const plans = [
    plan('none', 1, null),
    plan('late', 1, 9),
    plan('early', 1, 3),
    plan('pushed back', 1, 1, -1),
    plan('early too', 1, 3),
    plan('pulled forward', 1, null, 1),
  ];
  expect(inTurn(plans, (one) => one).map(({ id }) => id)).toEqual([
    'pulled forward',
    'early',
    'early too',
    'late',
    'none',
    'pushed back',
  ]);
});

describe('two creations a minute', () => {
  const by = outlook({ burst: 2 });

  test('the earlier deadline gets the quota first; what is left of it the next', () => {
    // a: audit at 0, components at 1, both. b: audit at 0, while a waits for its own; components at 2.
    expect(readyAt([plan('b', 2, 9 * minute), plan('a', 2, 5 * minute)], by)).toEqual({
      a: 1,
      b: 2,
    });
  });

  test('a deadline that holds only where nothing else is sent meanwhile has a gate before the others', () => {
    // a, alone: audit at 0, one component at 0.5, two at 1 and 1.5, as the two before have left the minute.
    const a = plan('a', 3, 1.6 * minute);
    const b = plan('b', 3, 20 * minute);
    expect(calendarOf([b, a], by).gates).toEqual(new Set(['a']));
    expect(calendarOf([b, a], by).entries.map(({ id, slack }) => [id, slack !== null && slack >= 0])).toEqual(
      [
        ['a', true],
        ['b', true],
      ],
    );
  });

  test('where nothing is to be lost, what comes later waits as well: others may yet use the quota', () => {
    // Four an hour: all eight take 60.5 minutes in either order, as two leave at 0, two at 0.5, two at 60 and two at 60.5.
    const plans = [plan('a', 3, 600 * minute), plan('b', 3, 900 * minute)];
    expect(calendarOf(plans, outlook({ sustained: 4 })).gates).toEqual(new Set(['a']));
    expect(readyAt(plans, outlook({ sustained: 4 }))).toEqual({ a: 0.5, b: 60.5 });
  });

  test('before a gate, the audit of the last group is created first: no place stays free while it opens', () => {
    // Where b's audit leaves behind a's four components, at 2, b's first leaves at 2.5 and the last at 3.5.
    const a: CalendarPlan = { ...plan('a', 4, 9 * minute), works: works(4).slice(2).map(withoutNeeds) };
    const plans = [a, plan('b', 3, 9 * minute), plan('c', 2, 20 * minute)];
    expect(calendarOf(plans, by)).toMatchObject({ gates: new Set(['b']), first: new Map([['b', 'a']]) });
    // b's audit and one of a at 0, two of a at 1, its last with b's first at 2, two at 3; c's audit at 4, behind the gate.
    expect(readyAt(plans, by)).toEqual({ a: 2, b: 3, c: 5 });
  });

  test('no audit is created first where that would make another late', () => {
    // a's four components leave at 0 and 1, just in time; b cannot hold its deadline in any place behind them.
    const a: CalendarPlan = { ...plan('a', 4, minute), works: works(4).slice(2).map(withoutNeeds) };
    const plans = [a, plan('b', 3, minute), plan('c', 2, 20 * minute)];
    expect(calendarOf(plans, by)).toMatchObject({ gates: new Set(['b']), first: new Map() });
    expect(readyAt(plans, by)).toEqual({ a: 1, b: 3.5, c: 5 });
  });

  test('so many of the last groups that they have ten requests which wait for nothing else', () => {
    const due = (id: string, components: number) => plan(id, components, 90 * minute);
    const plans = [due('a', 6), due('b', 6), due('c', 4), due('d', 0), plan('e', 2, 200 * minute)];
    expect([...calendarOf(plans, by).first]).toEqual([
      ['d', 'a'],
      ['c', 'a'],
      ['b', 'a'],
    ]);
    expect(calendarOf(plans.slice(0, 4), by).first.size).toBe(0); // no gate
  });

  test('an opening that would hold up everything for long has no gate', () => {
    const plans = [plan('a', 3, 600 * minute), plan('b', 3, 900 * minute)];
    expect(calendarOf(plans, outlook({ burst: 2 }, 3_600)).gates.size).toBe(0);
  });

  test('what is never done is said to be never done: a limit of none, a step that needs a person', () => {
    expect(readyAt([plan('a', 3, 60)], outlook({ burst: 0 }))).toEqual({ a: Infinity });
    const unclear: Work = { needs: [0], tier: null, listing: null, waits: false, turn: 0 };
    expect(readyAt([{ ...plan('a', 0, 60), works: [unclear] }], by)).toEqual({ a: Infinity });
  });

  test('a plan without works is ready now', () => {
    expect(calendarOf([{ ...plan('a', 0, 60), works: [] }], by).entries).toEqual([
      { id: 'a', readyAt: 0, slack: 60, goesFirst: false },
    ]);
  });
});
