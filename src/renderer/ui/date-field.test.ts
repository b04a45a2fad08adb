import { describe, expect, it } from 'vitest';
import { typedDay, typedSoFar, wholeDay } from './date-field.tsx';

describe('typedDay', () => {
  it.each<[string, boolean, object]>([
    ['2026-12-31', false, { day: '2026-12-31' }],
    ['2026/1/5', false, { day: '2026-01-05' }],
    [' 31-12-2026 ', true, { day: '2026-12-31' }],
    ['31/12/2026', true, { day: '2026-12-31' }],
    ['31.12.2026', true, { day: '2026-12-31' }],
    ['1-2-2026', true, { day: '2026-02-01' }],
    ['29-02-2024', true, { day: '2024-02-29' }],
    // Where nobody knows what comes first, only what can be nothing else.
    ['31/12/2026', false, { day: '2026-12-31' }],
    ['12/31/2026', false, { day: '2026-12-31' }],
    ['05/05/2026', false, { day: '2026-05-05' }],
    ['01/02/2026', false, { fault: 'two-days', text: '01/02/2026' }],
    // Not in the calendar.
    ['30-02-2026', true, { fault: 'not-in-calendar', text: '30-02-2026' }],
    ['29-02-2026', true, { fault: 'not-in-calendar', text: '29-02-2026' }],
    ['12/31/2026', true, { fault: 'not-in-calendar', text: '12/31/2026' }],
    ['2026-02-30', false, { fault: 'not-in-calendar', text: '2026-02-30' }],
    ['30/02/2026', false, { fault: 'not-in-calendar', text: '30/02/2026' }],
    // No day at all.
    ['31-12-26', true, { fault: 'unreadable', text: '31-12-26' }],
    ['31-12/2026', true, { fault: 'unreadable', text: '31-12/2026' }],
    ['tomorrow', true, { fault: 'unreadable', text: 'tomorrow' }],
    ['', true, { fault: 'unreadable', text: '' }],
  ])('%s, day first: %s', (text, isDayFirst, read) => {
    expect(typedDay(text, isDayFirst)).toEqual(read);
  });
});

it.each<[readonly string[], string | null]>([
  ['31-12-2026'.split(''), '31-12-2026'],
  ['1/2/2026'.split(''), '1/2/2026'],
  [['3', '1', '-', '1', '2', 'Shift', '-', '2', '0', '2', '6'], '31-12-2026'],
  [['3', '1', '-', '1', 'Tab', '2', '-', '2', '0', '2', '6'], null],
  ['31-12-202'.split(''), null],
  ['2026-12-31'.split(''), null],
])('a day that is typed in one go is whole by its last key: %s', (keys, day) => {
  expect(wholeDay(keys.reduce(typedSoFar, ''))).toBe(day);
});
