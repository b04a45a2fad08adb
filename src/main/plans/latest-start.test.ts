import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Limits, Tier } from '../../shared/model/tiers.ts';
import type { EstimatedTask } from '../../shared/rules/plans/request-estimate.ts';
import { createSlotLog } from '../api/quota.ts';
import { type Outlook, timetable } from '../api/timetable.ts';
import { type DueWork, latestStarts } from './latest-start.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** By limits of creations; an audit opens after half a minute. */
const outlook = (limits: Limits): Outlook => ({
  now: 0,
  forecast: (tier: Tier) => createSlotLog().forecast(tier === 'lifecycle' ? limits : {}, 0),
  initialisingSeconds: 30,
});

/** An audit, its opening, and components in it. */
function group(id: string, components: number, due: number): DueWork {
  const audit: EstimatedTask = { needs: [], tier: 'lifecycle', listing: null, waits: false };
  const opening: EstimatedTask = { ...audit, needs: [0], tier: null, waits: true };
  const component: EstimatedTask = { ...audit, needs: [1], listing: 'group' };
  return { id, due, tasks: [audit, opening, ...Array.from({ length: components }, () => component)] };
}

const starts = (works: readonly DueWork[], limits: Limits = { burst: 2 }) =>
  Object.fromEntries([...latestStarts(works, outlook(limits))].map(([id, at]) => [id, at / minute]));

describe('the last moment to begin: two creations a minute', () => {
  test.each([
    // At 9 the audit, at 9.5 and 10 the components.
    ['one group', [group('a', 2, 10 * minute)], { a: 9 }],
    ['an audit alone: half a minute, until it is open', [group('a', 0, 10 * minute)], { a: 9.5 }],
    [
      'one due later does not move it',
      [group('a', 2, 10 * minute), group('b', 2, 20 * minute)],
      { a: 9, b: 19 },
    ],
    // a as alone; of b a component at 9 beside a's audit, one at 8, so its audit at 7.5.
    ['two due together', [group('a', 2, 10 * minute), group('b', 2, 10 * minute)], { a: 9, b: 7.5 }],
    ['earlier than now', [group('a', 9, 2 * minute)], { a: -2.5 }],
  ])('%s', (_, works, expected) => {
    expect(starts(works)).toEqual(expected);
  });

  test('no beginning is early enough where the limit is none', () => {
    expect(starts([group('a', 2, 10 * minute)], { burst: 0 })).toEqual({ a: -Infinity });
  });
});

test('whatever a season is, its deadlines are met when each group is begun an hour before its moment', () => {
  const seasons = fc.record({
    daily: fc.integer({ min: 3, max: 40 }),
    groups: fc.array(fc.record({ components: fc.nat({ max: 30 }), due: fc.integer({ min: 20, max: 60 }) }), {
      minLength: 1,
      maxLength: 8,
    }),
  });
  fc.assert(
    fc.property(seasons, ({ daily, groups }) => {
      const works = groups.map(({ components, due }, place) => group(String(place), components, due * day));
      const begins = latestStarts(works, outlook({ burst: 5, daily }));
      const all: EstimatedTask[] = [];
      const ends = works
        .toSorted((a, b) => a.due - b.due)
        .map(({ id, due, tasks }) => {
          const first = all.length;
          const from = (begins.get(id) ?? 0) - 60 * minute;
          for (const task of tasks)
            all.push({ ...task, needs: task.needs.map((need) => need + first), from });
          return { first, last: all.length, due };
        });
      const earliest = Math.min(...begins.values());
      fc.pre(earliest > day);
      const doneAt = timetable(all, outlook({ burst: 5, daily }));
      for (const { first, last, due } of ends)
        expect(Math.max(...doneAt.subarray(first, last))).toBeLessThanOrEqual(due);
    }),
  );
});
