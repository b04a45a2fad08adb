import { expect, it } from 'vitest';
import { shortPeriod } from './format.ts';

it.each([
  ['2025-01-01', '2025-12-31', '12-31'],
  ['2025-07-01', '2026-06-30', '2026-06-30'],
  ['', '', ''],
  ['soon', 'soon', 'soon'],
])('shortens %j to %j only where no year is lost', (start, end, shown) => {
  expect(shortPeriod(start, end)).toEqual({ start, end: shown });
});
