import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { planProgress } from '../../../main/testing/plan-progress.ts';
import type { Scheduling } from '../../../shared/plan.ts';
import { byDeadline } from '../../../shared/rules/plans/deadline-order.ts';
import { group } from '../../../shared/testing/season.ts';
import {
  forecastId,
  forecastRows,
  inOrder,
  movedTo,
  ordered,
  placeIn,
  placesOf,
  type SeasonRow,
  termOf,
} from './season-rows.ts';

const row = (id: string, { plan = null, ...more }: Partial<SeasonRow> = {}): SeasonRow => ({
  ...group(id, plan),
  readyOn: null,
  startBy: null,
  deadlineStatus: 'unknown',
  slack: null,
  goesFirst: false,
  ...more,
});
const ofPlan = (id: string, plan: string, scheduling?: Scheduling, more: Partial<SeasonRow> = {}) =>
  row(id, { plan: planProgress({ id: plan, ...(scheduling === undefined ? {} : { scheduling }) }), ...more });

const ids = (rows: readonly SeasonRow[]): string => rows.map(({ id }) => id).join(' ');

describe('the order in which groups get the quota', () => {
  const due = (deadline: string | null, priority = 0): Scheduling => ({ deadline, priority });
  const march = due('2026-03-31');
  it.each([
    [
      'of one day, as main has them',
      [row('a', { scheduling: march }), ofPlan('b', 'q', march)],
      ['q', 'a'],
      'b a',
    ],
    [
      'what a person has just moved, before main says so',
      [row('a'), row('b', { scheduling: due(null, 1) })],
      ['a', 'b'],
      'b a',
    ],
    [
      'a small plan first',
      [row('a', { scheduling: due(null, 9) }), ofPlan('s', 's', undefined, { goesFirst: true })],
      ['s', 'a'],
      's a',
    ],
    [
      'a plan that rests by its scheduling, behind those that are alike',
      [ofPlan('rests', 'r', march), row('a', { scheduling: march }), row('b')],
      ['a', 'b'],
      'a rests b',
    ],
    [
      'groups of one plan in its place, whatever their own deadlines',
      [
        row('a', { scheduling: due('2026-05-31') }),
        ofPlan('x', 'p', march, { isShared: true, scheduling: due('2026-09-30') }),
        ofPlan('y', 'p', march, { isShared: true }),
      ],
      ['p', 'a'],
      'x y a',
    ],
    [
      'what needs no quota last',
      [row('made', { plan: null, stepsLeft: 0, audit: {} as never }), row('a')],
      [],
      'a made',
    ],
  ])('%s', (_, rows, forecast, expected) => {
    expect(ids(ordered(rows, forecast))).toBe(expected);
  });
});

test('a group that takes the place of another stands there in the order that main has, however many are alike', () => {
  const anyGroup = fc.record({
    day: fc.constantFrom(null, '2026-03-31', '2026-06-30'),
    priority: fc.integer({ min: 0, max: 2 }),
    isSmall: fc.boolean(),
    screen: fc.integer(), // where the screen has it before it hears of main's order
  });
  fc.assert(
    fc.property(
      fc.array(anyGroup, { minLength: 2, maxLength: 8 }),
      fc.nat(),
      fc.nat(),
      (drawn, one, another) => {
        const all = drawn.map(({ day, priority, isSmall, screen }, place) => ({
          id: `g${place}`,
          deadline: day,
          priority: isSmall ? Infinity : priority,
          screen,
        }));
        const main = (priorities: ReadonlyMap<string, number>) =>
          byDeadline(
            all.map((each) => ({ ...each, priority: priorities.get(each.id) ?? each.priority })),
            (each) => each,
          ).map(({ id }) => id);
        const rows = all
          .toSorted((a, b) => a.screen - b.screen)
          .map(({ id, deadline, priority }) =>
            row(id, {
              scheduling: { deadline, priority: Number.isFinite(priority) ? priority : 0 },
              goesFirst: !Number.isFinite(priority),
            }),
          );
        const places = placesOf(ordered(rows, main(new Map())));
        expect(places.map(({ id }) => id)).toEqual(main(new Map()));
        const movable = places.filter(({ goesFirst }) => !goesFirst);
        const [moved, other] = [movable[one % movable.length], movable[another % movable.length]];
        if (moved === undefined || other === undefined) return;
        const to = placeIn(places, other);
        expect(main(movedTo(places, moved, to)).indexOf(moved.id)).toBe(to);
      },
    ),
  );
});

describe('the order in which groups are shown', () => {
  const due = (deadline: string | null, priority = 0): Scheduling => ({ deadline, priority });
  const told = (id: string, startBy: string | null, readyOn = '2026-02-02') =>
    [id, { id, readyAt: null, readyOn, startBy, goesFirst: false }] as const;
  const unbegun = (id: string, scheduling: Scheduling) => group(id, null, { state: 'notRolled', scheduling });
  const [march, june] = ['2026-03-31', '2026-06-30'];
  // Today is 1 February, so that two weeks end on the 15th.
  it.each([
    [
      'a large group that is due last has to begin first',
      [unbegun('a', due(march)), unbegun('large', due(june))],
      [told('a', '2026-03-20'), told('large', '2026-02-15')],
      'large a',
    ],
    [
      'the earliest day to begin first, beside one another',
      [unbegun('a', due(march)), unbegun('b', due(june)), unbegun('c', due('2026-09-30'))],
      [told('a', '2026-02-14'), told('b', '2026-02-03'), told('c', '2026-02-10')],
      'b c a',
    ],
    [
      'days that have passed before those to come, and what no beginning is early enough for before these',
      [unbegun('soon', due(march)), unbegun('past', due(june)), unbegun('never', due(june))],
      [
        told('soon', '2026-02-02'),
        told('past', '2026-01-31', '2026-07-01'),
        told('never', null, '2026-07-01'),
      ],
      'never past soon',
    ],
    [
      'one day later than two weeks, the deadline decides',
      [unbegun('a', due(march)), unbegun('b', due(june))],
      [told('a', '2026-03-20'), told('b', '2026-02-16')],
      'a b',
    ],
    [
      'what a plan creates has no day to begin',
      [group('planned', null, { scheduling: due(march) }), unbegun('b', due(june))],
      [told('planned', '2026-02-02'), told('b', '2026-02-10')],
      'b planned',
    ],
    [
      'an order by hand holds',
      [unbegun('moved', due(null, 1)), unbegun('a', due(march)), unbegun('b', due(june))],
      [told('moved', null), told('a', '2026-03-20'), told('b', '2026-02-03')],
      'moved a b',
    ],
  ])('%s', (_, groups, entries, expected) => {
    expect(ids(forecastRows(groups, { today: '2026-02-01', entries: new Map(entries) }))).toBe(expected);
  });
});

test('a group that is moved among those as they are shown leaves main with what was shown, but for the move', () => {
  const anyGroup = fc.record({
    deadline: fc.constantFrom(null, '2026-03-31', '2026-06-30'),
    goesFirst: fc.boolean(),
    startBy: fc.constantFrom(null, '2026-02-03', '2026-02-10', '2026-03-20'),
  });
  fc.assert(
    fc.property(
      fc.array(anyGroup, { minLength: 2, maxLength: 8 }),
      fc.nat(),
      fc.nat(),
      (drawn, one, another) => {
        const all = drawn.map((each, place) => ({ id: `g${place}`, ...each }));
        const main = (priorities: ReadonlyMap<string, number>) =>
          byDeadline(all, ({ id, deadline, goesFirst }) => ({
            deadline,
            priority: goesFirst ? Infinity : (priorities.get(id) ?? 0),
          })).map(({ id }) => id);
        const told = new Map(all.map((each) => [each.id, { ...each, readyAt: null, readyOn: '2026-02-02' }]));
        const places = forecastRows(
          all.map(({ id, deadline, goesFirst }) =>
            group(id, null, {
              state: goesFirst ? 'planned' : 'notRolled',
              scheduling: { deadline, priority: 0 },
            }),
          ),
          {
            today: '2026-02-01',
            entries: new Map(main(new Map()).flatMap((id) => [...told].filter(([own]) => own === id))),
          },
        );
        const movable = places.filter(({ goesFirst }) => !goesFirst);
        const [moved, other] = [movable[one % movable.length], movable[another % movable.length]];
        if (moved === undefined || other === undefined || moved === other) return;
        const wanted = movable.toSpliced(movable.indexOf(moved), 1);
        wanted.splice(movable.indexOf(other), 0, moved);
        const after = main(movedTo(places, moved, placeIn(places, other)));
        expect(after.filter((id) => wanted.some((each) => each.id === id)).join(' ')).toBe(ids(wanted));
      },
    ),
  );
});

test('a created group of which nobody has read whether all is there is not done, nor late', () => {
  const made = { state: 'created', audit: {} as never, stepsLeft: 0 } as const;
  const groups = [
    group('whole', null, { ...made, scheduling: { deadline: '2026-01-31', priority: 0 } }),
    group('unread', null, { ...made, isUnread: true, scheduling: { deadline: '2026-01-31', priority: 0 } }),
  ];
  const rows = forecastRows(groups, { today: '2026-06-01', entries: new Map() });
  expect(rows.map(({ deadlineStatus }) => deadlineStatus)).toEqual(['done', 'unknown']);
});

test('groups of one plan have one place', () => {
  const rows = [row('a'), ofPlan('x', 'p'), ofPlan('y', 'p'), row('b')];
  const places = placesOf(rows);
  expect(ids(places)).toBe('a x b');
  expect(rows.map((one) => placeIn(places, one))).toEqual([0, 1, 1, 2]);
  expect(rows.map(forecastId)).toEqual(['a', 'p', 'p', 'b']);
});

test('the rule of a client is before that of its country, and that before the firm’s', () => {
  const firms = { months: 3, days: 5 };
  const rule = (of: 'country' | 'client', key: string, months: number) => ({
    id: `c ${of} ${key}`,
    connection: 'c',
    of,
    key,
    months,
    days: 0,
  });
  const rules = [rule('client', 'harbour', 6), rule('country', 'NL', 5), rule('client', 'NL', 1)];
  const months = (client: string, country: string | null) => termOf(rules, firms, client, country).months;
  expect(months('harbour', 'NL')).toBe(6);
  expect(months('mill', 'NL')).toBe(5);
  expect(months('mill', 'IT')).toBe(3);
  expect(months('mill', null)).toBe(3);
  expect(termOf([], firms, 'harbour', 'NL')).toBe(firms);
});

test('rows keep the order in which they stood, and what is new stands behind them', () => {
  expect(ids(inOrder([row('a'), row('new'), row('b'), row('c')], ['c', 'gone', 'a', 'b']))).toBe('c a b new');
  expect(inOrder([], ['a'])).toEqual([]);
});
