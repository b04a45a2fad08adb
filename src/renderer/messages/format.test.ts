import { afterEach, describe, expect, it } from 'vitest';
import {
  changeWriting,
  formatAbout,
  formatDay,
  formatMoment,
  formatMonths,
  formatNumber,
  formatPeriod,
  localeFor,
} from './format.ts';

afterEach(() => {
  changeWriting({ system: '', dates: 'system' });
});

describe('the locale of what is written', () => {
  it.each([
    ['en-us', 'en-US', 'en-US'],
    ['en-us', 'en-GB', 'en-GB'],
    ['en-us', 'nl-NL', 'en-NL'],
    ['nl', 'nl-BE', 'nl-BE'],
    ['it', 'en-US', 'it-US'],
    ['nl', 'nl', 'nl-NL'],
    ['nl', '', 'nl-NL'],
    ['en-us', 'no locale', 'en-US'],
    ['en-us', 'sr-Latn-RS', 'en-RS'],
  ])('of %s on a system of %j is %s', (language, system, locale) => {
    expect(localeFor(language, system)).toBe(locale);
  });
});

describe('as the system writes', () => {
  it.each([
    ['en-us', 'en-US', 'Dec 31, 2025', 'Jan 1 – Dec 31, 2025', '1,234.5'],
    ['en-us', 'en-GB', '31 Dec 2025', '1 Jan – 31 Dec 2025', '1,234.5'],
    ['en-us', 'nl-NL', '31 Dec 2025', '1 Jan – 31 Dec 2025', '1.234,5'],
    ['nl', 'nl-NL', '31 dec 2025', '1 jan – 31 dec 2025', '1.234,5'],
    ['it', 'it-IT', '31 dic 2025', '1 gen – 31 dic 2025', '1234,5'],
  ])('%s on %s: %s, %s, %s', (language, system, day, period, number) => {
    changeWriting({ system, dates: 'system' });
    expect(formatDay('2025-12-31', language)).toBe(day);
    expect(formatPeriod('2025-01-01', '2025-12-31', language)).toBe(period);
    expect(formatNumber(1234.5, language)).toBe(number);
  });

  it.each([
    ['2025-04-01', '2026-03-31', '1 apr 2025 – 31 mrt 2026'],
    ['2025-12-31', '2025-01-01', '31 dec 2025 – 1 jan 2025'], // the end comes first
    ['2025-02-30', '2025-12-31', '2025-02-30 – 31 dec 2025'], // no day of the calendar
    ['soon', '…', 'soon – …'],
    ['', '', ''],
  ])('a period from %j to %j as %j', (start, end, period) => {
    changeWriting({ system: 'nl-NL', dates: 'system' });
    expect(formatPeriod(start, end, 'nl')).toBe(period);
  });
});

describe('a period of whole months', () => {
  it.each([
    ['en-us', 'en-US', '2025-01-01', '2025-12-31', 'Jan – Dec 2025'],
    ['nl', 'nl-NL', '2025-07-01', '2026-06-30', 'jul 2025 – jun 2026'],
    ['it', 'it-IT', '2024-02-01', '2024-02-29', 'feb 2024'],
    ['en-us', 'en-US', '2025-01-01', '2025-12-30', 'Jan 1 – Dec 30, 2025'],
    ['en-us', 'en-US', '2025-01-02', '2025-12-31', 'Jan 2 – Dec 31, 2025'],
    ['en-us', 'en-US', '2025-12-01', '2025-01-31', 'Dec 1, 2025 – Jan 31, 2025'], // the end comes first
    ['en-us', 'en-US', 'soon-01', '…', 'soon-01 – …'],
  ])('in %s at %s from %s to %s as %s', (language, system, start, end, period) => {
    changeWriting({ system, dates: 'system' });
    expect(formatMonths(start, end, language)).toBe(period);
  });

  it('by its days where dates are written year first', () => {
    changeWriting({ system: 'en-US', dates: 'iso' });
    expect(formatMonths('2025-01-01', '2025-12-31', 'en-us')).toBe('2025-01-01 – 12-31');
  });
});

describe('year first', () => {
  it.each([
    ['2025-01-01', '2025-12-31', '2025-01-01 – 12-31'],
    ['2025-07-01', '2026-06-30', '2025-07-01 – 2026-06-30'],
    ['soon', 'soon', 'soon – soon'],
  ])('a period from %j to %j as %j', (start, end, period) => {
    changeWriting({ system: 'en-US', dates: 'iso' });
    expect(formatPeriod(start, end, 'en-us')).toBe(period);
  });

  it('days and moments, in every language', () => {
    changeWriting({ system: 'en-US', dates: 'iso' });
    for (const language of ['en-us', 'nl', 'it']) {
      expect(formatDay('2025-12-31', language)).toBe('2025-12-31');
      expect(formatMoment('2025-12-31T12:05:00', language)).toBe('2025-12-31 12:05');
    }
  });
});

it.each([
  [0, 'duration.seconds 0'],
  [1, 'duration.seconds 10'],
  [41_000, 'duration.seconds 50'],
  [50_001, 'duration.minutes 1'],
  [61_000, 'duration.minutes 2'],
  [7_200_000, 'duration.minutes 120'],
  [7_200_001, 'duration.hours 3'],
])('%d milliseconds are about %s', (milliseconds, said) => {
  const t = (key: string, values?: object) => `${key} ${String(Object(values).count)}`;
  expect(formatAbout(milliseconds, t as never)).toBe(said); // what is said, without the texts
});
