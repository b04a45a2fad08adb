import { expect, test } from 'vitest';
import { weeksOf } from './season-weeks.ts';

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
