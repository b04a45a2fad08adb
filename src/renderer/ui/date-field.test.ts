import { describe, expect, it } from 'vitest';
import { isTwofoldDay, typedDay } from './date-field.tsx';

const notInCalendar = { fault: 'not-in-calendar' };
const unreadable = { fault: 'unreadable' };

describe('typedDay', () => {
  it.each<[text: string, locale: string, read: object]>([
    // Year first, in every locale.
    ...['en-US', 'en-GB', 'nl-NL', 'it-IT', 'en-NL'].flatMap((locale): [string, string, object][] => [
      ['2026-12-31', locale, { day: '2026-12-31' }],
      [' 2026/1/5 ', locale, { day: '2026-01-05' }],
      ['2026/12/31', locale, { day: '2026-12-31' }],
      ['2026.12.31', locale, { day: '2026-12-31' }],
      ['2026-02-30', locale, notInCalendar],
    ]),
    // The order of the locale, with any mark.
    ['01/02/2026', 'en-US', { day: '2026-01-02' }],
    ['01/02/2026', 'en-GB', { day: '2026-02-01' }],
    ['01/02/2026', 'en-NL', { day: '2026-02-01' }],
    ['1-2-2026', 'nl-NL', { day: '2026-02-01' }],
    ['1.2.2026', 'it-IT', { day: '2026-02-01' }],
    ['12.31.2026', 'en-US', { day: '2026-12-31' }],
    [' 31-12-2026 ', 'nl-NL', { day: '2026-12-31' }],
    ['31.12.2026', 'it-IT', { day: '2026-12-31' }],
    ['31.12.2026', 'nl-NL', { day: '2026-12-31' }],
    ['12-31-2026', 'en-US', { day: '2026-12-31' }],
    ['29-02-2024', 'nl-NL', { day: '2024-02-29' }],
    // The order of another locale.
    ['31/12/2026', 'en-US', notInCalendar],
    ['12/31/2026', 'en-GB', notInCalendar],
    ['12-31-2026', 'nl-NL', notInCalendar],
    ['12-31-2026', 'it-IT', notInCalendar],
    ['31.12.2026', 'en-US', notInCalendar],
    ['2026/31/12', 'it-IT', notInCalendar],
    ['29-02-2026', 'it-IT', notInCalendar],
    // With the month's name, in the locale's language.
    ['31 Dec 2026', 'en-GB', { day: '2026-12-31' }],
    ['Dec 31, 2026', 'en-US', { day: '2026-12-31' }],
    ['1 mrt 2026', 'nl-NL', { day: '2026-03-01' }],
    ['1 maart 2026', 'nl-NL', { day: '2026-03-01' }],
    ['01 gen 2026', 'it-IT', { day: '2026-01-01' }],
    ['2026 december 31', 'nl-NL', { day: '2026-12-31' }],
    ['3 mrt. 2026', 'nl-NL', { day: '2026-03-03' }],
    ['1° aprile 2026', 'it-IT', { day: '2026-04-01' }],
    ['31-Dec-2026', 'en-GB', { day: '2026-12-31' }],
    ['31Dec2026', 'en-GB', { day: '2026-12-31' }],
    ['-3 Apr 2026', 'en-GB', unreadable],
    ['3 Apr -2026', 'en-GB', unreadable],
    ['3..Apr..2026', 'en-GB', unreadable],
    ['31 gen 2026', 'nl-NL', unreadable],
    ['31 June 2026', 'en-US', notInCalendar],
    ['1 Ma 2026', 'en-US', unreadable],
    // No day at all.
    ['31-12-26', 'nl-NL', unreadable],
    ['31-12/2026', 'nl-NL', unreadable],
    ['31-12-202', 'nl-NL', unreadable],
    ['31 Dec 26', 'en-GB', unreadable],
    ['tomorrow', 'en-US', unreadable],
    ['', 'it-IT', unreadable],
  ])('%s in %s', (text, locale, read) => {
    expect(typedDay(text, locale)).toEqual(read);
  });
});

it.each([
  ['03/04/2026', true],
  ['3-4-2026', true],
  ['12.01.2026', true],
  ['03/03/2026', false],
  ['13/04/2026', false],
  ['04/13/2026', false],
  ['00/04/2026', false],
  ['2026-03-04', false],
  ['4 March 2026', false],
  ['', false],
])('%s could be two days: %s', (text, isTwofold) => {
  expect(isTwofoldDay(text)).toBe(isTwofold);
});
