import { expect, test } from 'vitest';
import type { SeasonRow } from './season-rows.ts';
import { partsOfPeople, weeksOf } from './season-weeks.ts';

const row = (deadline: string | null, readyOn: string | null, stepsLeft = 10) => ({
  scheduling: { deadline, priority: 0 },
  readyOn,
  stepsLeft,
  deadlineStatus: 'on-time' as const,
});

// 7 January 2026 is a Wednesday.
test('weeks have what is due and what is ready in them, and the first what has passed', () => {
  const rows = [
    row('2025-11-30', '2026-01-09'),
    row('2026-01-11', null, 4),
    row('2026-01-26', '2026-01-12'),
    { ...row('2026-06-30', null), deadlineStatus: 'done' as const },
  ];
  expect(weeksOf(rows, '2026-01-07', 240).weeks).toEqual([
    { monday: '2026-01-05', due: 14, ready: 10, carried: 1_200 },
    { monday: '2026-01-12', due: 0, ready: 10, carried: 1_680 },
    { monday: '2026-01-19', due: 0, ready: 0, carried: 1_680 },
    { monday: '2026-01-26', due: 10, ready: 0, carried: 1_680 },
  ]);
});

test('without groups there are no weeks, and a deadline that is far away makes no thousands', () => {
  expect(weeksOf([], '2026-01-05', 240)).toEqual({ weeks: [], later: 0 });
  expect(weeksOf([row(null, null)], '2026-01-05', null)).toEqual({ weeks: [], later: 0 });
  const far = [row('2126-01-01', null), row('1926-01-01', null), row('2026-01-20', '2027-03-01', 3)];
  const { weeks, later } = weeksOf(far, '2026-01-05', null);
  expect(weeks).toHaveLength(3);
  expect(weeks[0]).toEqual({ monday: '2026-01-05', due: 10, ready: 0, carried: null });
  expect(later).toBe(13); // it is said, and not left out
});

test('the groups of each person are counted, with what is late, left and due first; those of nobody come last', () => {
  const of = (partner: string, day: string | null, deadlineStatus: SeasonRow['deadlineStatus']) =>
    ({ ...row(day, null), deadlineStatus, entry: { partner } }) as SeasonRow; // what is counted
  const rows = [
    of('', null, 'none'),
    of('Marco', '2026-03-31', 'late'),
    of('Ilse', '2026-02-28', 'done'),
    of('Ilse', '2026-06-30', 'on-time'),
    of('Ilse', '2026-04-30', 'overdue'),
  ];
  expect(partsOfPeople(rows, 'partner')).toEqual([
    { name: 'Ilse', groups: 3, late: 1, stepsLeft: 20, due: '2026-04-30' },
    { name: 'Marco', groups: 1, late: 1, stepsLeft: 10, due: '2026-03-31' },
    { name: '', groups: 1, late: 0, stepsLeft: 10, due: null },
  ]);
  expect(partsOfPeople(rows, 'manager')).toMatchObject([{ name: '', groups: 5 }]);
});
