import { describe, expect, test } from 'vitest';
import {
  idByPattern,
  idOfNumber,
  isFillable,
  nameByPattern,
  patternFaults,
  patternValues,
  periodName,
} from './patterns.ts';

const values = patternValues({
  client: { id: 'noord', name: 'Noord N.V.' },
  entity: { id: 'noord-r', name: 'Noord Retail' },
  period: { start: '2025-07-01', end: '2026-06-30' },
  name: 'Audit',
});
const ofName = { of: 'name', hasBefore: false } as const;
const ofId = { of: 'id', hasBefore: false } as const;

describe('what is filled in', () => {
  test.each([
    ['{client} – {year} ({start} / {end})', 'Noord N.V. – 2026 (2025-07-01 / 2026-06-30)'],
    ['{entity} {period}', 'Noord Retail 2025/2026'],
    ['FY{yy} {client-id} {entity-id}', 'FY26 noord noord-r'],
    ['no braces', 'no braces'],
    ['  {name} ', 'Audit'],
  ])('the name %j is %j', (pattern, name) => {
    expect(nameByPattern(pattern, values)).toBe(name);
  });

  test('an id has no signs that addresses and spreadsheets read otherwise, and is free', () => {
    expect(idByPattern('{entity}-{period}', values, new Set())).toBe('Noord-Retail-2025-2026');
    expect(idByPattern('{entity}-FY{yy}', values, new Set(['Noord-Retail-FY26']))).toBe(
      'Noord-Retail-FY26-2',
    );
  });

  test('a number counts from 1 to the first that is free', () => {
    expect(idByPattern('A{yy}-{number}', values, new Set())).toBe('A26-001');
    expect(idByPattern('A{yy}-{number}', values, new Set(['A26-001', 'A26-002', 'A26-004']))).toBe('A26-003');
    expect(idOfNumber('A-{number}', values, 1_234)).toBe('A-1234');
  });

  test('a name is cut at 100 characters, an id at 255, none of them in two', () => {
    const long = { ...values, client: '𝔸'.repeat(120), entity: 'x'.repeat(400) };
    expect(Array.from(nameByPattern('{client}', long))).toHaveLength(100);
    expect(idOfNumber('{entity}', long, 1)).toHaveLength(255);
    // Nothing is left of the number: the id is cut as every other that has to be free.
    const cut = new Set([idOfNumber('{entity}{number}', long, 1)]);
    expect(idByPattern('{entity}{number}', long, cut)).toBe('x'.repeat(249));
  });

  test('a value with braces in it is no pattern', () => {
    expect(nameByPattern('{client}', { ...values, client: '{year}' })).toBe('{year}');
  });

  test('as long as something named is not known, nothing is filled in', () => {
    const open = patternValues({
      client: { id: 'noord', name: 'Noord N.V.' },
      entity: { id: '', name: '' },
      period: { start: '2026-12-31', end: '2026-01-01' },
      name: '',
    });
    expect(isFillable('{client} {client-id}', open)).toBe(true);
    expect(isFillable('A-{number}', open)).toBe(true);
    expect(isFillable('{entity}', open)).toBe(false);
    expect(isFillable('{year}', open)).toBe(false);
    expect(isFillable('{start}', open)).toBe(false);
  });
});

describe('what a pattern may not have', () => {
  test.each([
    [
      '{client} {jaar} {}',
      [
        { code: 'unknown', subject: 'jaar' },
        { code: 'unknown', subject: '' },
      ],
    ],
    ['{Client}', [{ code: 'unknown', subject: 'Client' }]],
    ['{client', [{ code: 'brace' }]],
    ['client}', [{ code: 'brace' }]],
    ['{{client}}', [{ code: 'brace' }]],
    ['x'.repeat(201), [{ code: 'too-long' }]],
    ['𝔸'.repeat(200), []],
    ['{client} {year}', []],
    ['', []],
  ])('%j', (pattern, faults) => {
    expect(patternFaults(pattern, ofName)).toEqual(faults);
  });

  test('only a roll-forward has an audit before, only an id has a number', () => {
    const notHere = (subject: string) => [{ code: 'not-here', subject }];
    expect(patternFaults('{name}', ofName)).toEqual(notHere('name'));
    expect(patternFaults('{name}', { ...ofName, hasBefore: true })).toEqual([]);
    expect(patternFaults('{number}', ofName)).toEqual(notHere('number'));
    expect(patternFaults('{number}', ofId)).toEqual([]);
  });
});

test.each([
  ['2025-01-01', '2025-12-31', '2025'],
  ['2024-07-01', '2025-06-30', '2024/2025'],
  ['2024-12-30', '2025-12-28', '2025'],
  ['2024-12-29', '2026-01-03', '2025'],
  ['2025-12-31', '2025-12-31', '2025'],
  ['2025-12-31', '2025-01-01', ''],
  ['2025-02-30', '2025-12-31', ''],
  ['', '', ''],
])('the period from %j to %j is called %j', (start, end, name) => {
  expect(periodName({ start, end })).toBe(name);
});
