import { expect, it } from 'vitest';
import { Setting } from '../../shared/model/work-package.ts';
import { settingWords } from './setting-words.ts';

const words = { yes: 'Ja', no: 'Nee', day: (iso: string) => `the day ${iso}` };
const choice = (type: string) =>
  Setting.parse({
    id: 's',
    type,
    options: [
      { value: 1, label: 'Low' },
      { value: 'h', label: '<img onerror=x>' },
    ],
  });

it.each<[string, unknown, string]>([
  ['boolean', true, 'Ja'],
  ['boolean', false, 'Nee'],
  ['choice', 1, 'Low'],
  ['choice', '1', '1'],
  ['choice', 'h', '<img onerror=x>'],
  ['multiple_choice', [1, 'h', 'gone'], 'Low, <img onerror=x>, gone'],
  ['decimal', '0.10', '0.10'],
  ['integer', 0, '0'],
  ['date', '2026-04-30', 'the day 2026-04-30'],
  ['string', '2026-04-30', '2026-04-30'],
  ['grid', { a: 1 }, '{\n "a": 1\n}'],
  ['string', null, ''],
])('says a %s of %j as %j', (type, value, expected) => {
  expect(settingWords(choice(type), value, words)).toBe(expected);
});
