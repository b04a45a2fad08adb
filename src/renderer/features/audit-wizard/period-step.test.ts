import { describe, expect, it } from 'vitest';
import { likelyYears, periodLength } from './period-step.tsx';

describe('periodLength', () => {
  it.each([
    ['2025-01-01', '2025-12-31', 'months', 12],
    ['2025-07-01', '2026-06-30', 'months', 12],
    ['2024-02-01', '2024-02-29', 'months', 1],
    ['2025-01-15', '2025-04-14', 'months', 3],
    ['2025-01-01', '2025-12-30', 'days', 364],
    ['2025-03-10', '2025-03-10', 'days', 1],
  ])('%s to %s is %s %i', (start, end, unit, count) => {
    expect(periodLength({ start, end })).toEqual({ unit, count });
  });

  it.each([
    ['', '2025-12-31'],
    ['2025-12-31', '2025-01-01'],
    ['2025-02-30', '2025-12-31'],
  ])('%j to %j is no period', (start, end) => {
    expect(periodLength({ start, end })).toBeNull();
  });
});

it('offers the year before and the current one', () => {
  expect(likelyYears('2026-11-21')).toEqual([
    { start: '2025-01-01', end: '2025-12-31' },
    { start: '2026-01-01', end: '2026-12-31' },
  ]);
});
