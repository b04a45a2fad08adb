import { expect, test } from 'vitest';
import { settingFault, settingViolations } from './setting.ts';

const options = [{ value: 'a' }, { value: 2 }];

// decisions §5.3, §7.3: what each type takes.
test.each([
  ['boolean', true, null],
  ['boolean', 'true', 'not-a-boolean'],
  ['string', '', null],
  ['string', 1, 'not-a-string'],
  ['integer', 95, null],
  ['integer', 9.5, 'not-an-integer'],
  ['integer', '95', 'not-an-integer'],
  ['integer', null, 'not-an-integer'],
  ['decimal', 0.25, null],
  ['decimal', '-0.25', null],
  ['decimal', '1e3', 'not-a-decimal'],
  ['decimal', '', 'not-a-decimal'],
  ['decimal', Number.NaN, 'not-a-decimal'],
  ['date', '2024-02-29', null],
  ['date', '2023-02-29', 'not-a-date'],
  ['date', '2023-2-9', 'not-a-date'],
  ['choice', 'a', null],
  ['choice', 2, null],
  ['choice', '2', 'not-a-choice'],
  ['multiple_choice', ['a', 2], null],
  ['multiple_choice', [], null],
  ['multiple_choice', ['b'], 'not-a-choice'],
  ['multiple_choice', 'a', 'not-a-list'],
  ['matrix', { any: 'thing' }, null],
])('decisions §5.3: a %s of %j is %s', (type, value, expected) => {
  expect(settingFault({ id: 's', type, options }, value)).toBe(expected);
});

test('decisions §7.3: all wrong values are named, unknown ids too', () => {
  expect(settingViolations([{ id: 'x', type: 'boolean', options: [] }], { x: 1, y: 2 })).toEqual([
    { code: 'not-a-boolean', field: 'settings.x' },
    { code: 'unknown-setting', field: 'settings.y' },
  ]);
});
