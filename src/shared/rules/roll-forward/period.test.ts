import { describe, expect, test } from 'vitest';
import { dayAfter, laterBy, sameDayIn } from '../service/calendar.ts';
import { periodRemarks, yearAfter } from './period.ts';

describe('W12: the year behind a period', () => {
  test.each([
    ['a calendar year', '2025-01-01', '2025-12-31', '2026-01-01', '2026-12-31'],
    ['a broken year', '2024-07-01', '2025-06-30', '2025-07-01', '2026-06-30'],
    ['a leap February at the end', '2027-03-01', '2028-02-29', '2028-03-01', '2029-02-28'],
    ['a leap February before the next end', '2026-03-01', '2027-02-28', '2027-03-01', '2028-02-29'],
    ['18 months', '2024-07-01', '2025-12-31', '2026-01-01', '2026-12-31'],
    ['a short year, after the year end has changed', '2025-01-01', '2025-03-31', '2025-04-01', '2026-03-31'],
    ['one day', '2025-05-05', '2025-05-05', '2025-05-06', '2026-05-05'],
  ])('%s', (_, start, end, nextStart, nextEnd) => {
    expect(yearAfter({ start, end })).toEqual({ start: nextStart, end: nextEnd });
  });

  test.each([
    ['', ''],
    ['2025-12-31', '2025-01-01'],
    ['9999-01-01', '9999-12-31'],
  ])('%j to %j has none', (start, end) => {
    expect(yearAfter({ start, end })).toBeNull();
  });
});

describe('what is unusual about a period behind another', () => {
  const before = { start: '2024-01-01', end: '2024-12-31' };
  test.each([
    ['2025-01-01', '2025-12-31', []],
    ['2024-12-31', '2025-12-31', ['overlaps', 'no-year']],
    ['2025-01-02', '2026-01-01', ['leaves-days-out', 'other-year-end']],
    ['2025-01-01', '2026-06-30', ['no-year', 'other-year-end']],
    ['2025-01-01', '2025-03-31', ['no-year', 'other-year-end']],
    ['2025-07-01', '2026-06-30', ['leaves-days-out', 'other-year-end']],
  ])('%s to %s', (start, end, remarks) => {
    expect(periodRemarks(before, { start, end })).toEqual(remarks);
  });

  test('a February that ends on another number is the same year end', () => {
    const leap = { start: '2027-03-01', end: '2028-02-29' };
    expect(periodRemarks(leap, { start: '2028-03-01', end: '2029-02-28' })).toEqual([]);
  });
});

test('days of the calendar: the next, the same in another year, and later by months and days', () => {
  expect(['2024-02-28', '2024-02-29', '2025-02-28', '2025-12-31', '9999-12-31'].map(dayAfter)).toEqual([
    '2024-02-29',
    '2024-03-01',
    '2025-03-01',
    '2026-01-01',
    null,
  ]);
  expect(sameDayIn('2024-02-28', 2025)).toBe('2025-02-28');
  expect(sameDayIn('2024-02-28', 2028)).toBe('2028-02-28');
  expect(sameDayIn('2025-02-28', 2028)).toBe('2028-02-29');
  expect(sameDayIn('2025-02-28', 10_000)).toBeNull();
  expect(laterBy('2025-12-31', { months: 6, days: 0 })).toBe('2026-06-30');
  expect(laterBy('2025-11-30', { months: 3, days: 0 })).toBe('2026-02-28');
  expect(laterBy('2025-12-15', { months: 2, days: 20 })).toBe('2026-03-07');
  expect(laterBy('9999-12-31', { months: 1, days: 0 })).toBeNull();
});
