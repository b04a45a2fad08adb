import { describe, expect, it } from 'vitest';
import { Setting } from '../../../shared/model/work-package.ts';
import {
  enteredAs,
  entryFault,
  entryOf,
  fieldType,
  isDefault,
  isJson,
  kindOfEntry,
  settingValue,
  shownAs,
} from './setting-entry.ts';

describe('settingValue', () => {
  it.each<[string, string, unknown, unknown, unknown]>([
    ['a chosen boolean', 'boolean', true, false, false],
    ['a text as typed', 'string', '', ' padded ', ' padded '],
    ['an integer', 'integer', 1, ' 42 ', 42],
    ['an integer that a number cannot hold', 'integer', 1, '9007199254740993', '9007199254740993'],
    ['no integer', 'integer', 1, '4.5', '4.5'],
    ['a decimal whose default is a number', 'decimal', 1.5, '2.25', 2.25],
    ['a decimal that a number would shorten', 'decimal', 1.5, '2.50', '2.50'],
    [
      'a decimal that a number would round',
      'decimal',
      1.5,
      '0.12345678901234567890',
      '0.12345678901234567890',
    ],
    ['a decimal whose default is a text', 'decimal', '1.5', '2.25', '2.25'],
    ['a date', 'date', null, '2025-12-31', '2025-12-31'],
    ['a choice that is no text', 'choice', null, 3, 3],
    ['several choices', 'multiple_choice', [], ['a', 'b'], ['a', 'b']],
    ['an unknown type', 'grid', null, '{"rows": [1]}', { rows: [1] }],
    ['an unknown type that is not JSON', 'grid', null, '{', '{'],
  ])('reads %s', (_, type, fallback, entry, value) => {
    expect(settingValue({ type, default: fallback }, entry)).toEqual(value);
  });
});

describe('entryOf', () => {
  it.each<[string, unknown, unknown]>([
    ['boolean', true, true],
    ['integer', 7, '7'],
    ['decimal', '0.10', '0.10'],
    ['decimal', 0.1, '0.1'],
    ['string', null, ''],
    ['multiple_choice', ['a'], ['a']],
    ['grid', 'text', '"text"'],
    ['grid', null, 'null'],
  ])('shows a %s of %j as %j', (type, value, entry) => {
    expect(entryOf(type, value)).toEqual(entry);
  });
});

it.each([
  ['grid', 'high', 'string', 'low', 'low'],
  ['grid', 1.5, 'decimal', '2.5', 2.5],
  ['grid', true, 'boolean', false, false],
  ['grid', { rows: 1 }, 'grid', '{"rows":2}', { rows: 2 }],
  ['grid', null, 'grid', '3', 3],
  ['date', 'x', 'date', '2025-01-01', '2025-01-01'],
])('a %s with the default %j has the field of a %s', (type, fallback, field, entry, value) => {
  const definition = { type, default: fallback };
  expect(fieldType(definition)).toBe(field);
  expect(settingValue(definition, entry)).toEqual(value);
  expect(settingValue(definition, entryOf(fieldType(definition), fallback))).toEqual(fallback);
});

// A type that nobody here knows, without a default that tells a kind: then the value does, and stays JSON in its entry.
it.each<[unknown, string, unknown, unknown, unknown]>([
  ['high', 'string', 'high', 'low', 'low'],
  [4, 'decimal', 4, '2.5', 2.5],
  [4, 'decimal', 4, '2.', '2.'],
  [false, 'boolean', false, true, true],
  [{ rows: 1 }, 'grid', '{\n  "rows": 1\n}', '{"rows":2}', { rows: 2 }],
  [null, 'grid', 'null', '3', 3],
])('a grid of %j without a default has the field of a %s', (value, kind, shown, typed, sent) => {
  const definition = { type: 'grid', default: null };
  const entry = entryOf('grid', value);
  expect(kindOfEntry(definition, entry)).toBe(kind);
  expect(shownAs(kind, definition, entry)).toEqual(shown);
  expect(settingValue(definition, enteredAs(kind, definition, typed))).toEqual(sent);
});

it('knows JSON from what is not', () => {
  expect(isJson('{"a":1}')).toBe(true);
  expect(isJson('a')).toBe(false);
  expect(isJson('')).toBe(false);
});

it('knows a default, also where another spelling of it was typed', () => {
  const days = Setting.parse({ id: 'days', type: 'integer', default: 7 });
  expect(isDefault(days, '07')).toBe(true);
  expect(isDefault(days, '8')).toBe(false);
  expect(isDefault(days, '')).toBe(false);
});

it.each<[string, string, unknown, string | null]>([
  ['a whole number', 'integer', '7', null],
  ['a fraction for a whole number', 'integer', '7.5', 'not-an-integer'],
  ['a comma in a decimal', 'decimal', '1,5', 'not-a-decimal'],
  ['half a day', 'date', '2026-02-30', 'not-a-date'],
  ['what is not offered', 'choice', 'c', 'not-a-choice'],
  ['one of several that is not offered', 'multiple_choice', ['a', 'c'], 'not-a-choice'],
  ['nothing for a yes or no', 'boolean', null, 'not-a-boolean'],
  ['an empty text', 'string', '', null],
  ['JSON of an unknown type', 'grid', '{"rows":1}', null],
  ['what is not JSON', 'grid', '{', 'not-json'],
])('judges %s', (_, type, entry, fault) => {
  const options = [{ value: 'a', label: 'A' }];
  expect(entryFault(Setting.parse({ id: 'x', type, options }), entry)).toBe(fault);
});
