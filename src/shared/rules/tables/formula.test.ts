import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeFormulas, unescapeFormulas } from './formula.ts';

test.each([
  ['', ''],
  ['a=1', 'a=1'],
  ['Leaf - Sons', 'Leaf - Sons'],
  ['=1', "'=1"],
  ['+31 20', "'+31 20"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['a;=1', "a;'=1"],
  ['a; "=1"', 'a; "\'=1"'],
  ['a,-1|+2\t@x', "a,'-1|'+2\t'@x"],
  ['a\n=1\r\n+2', "a\n'=1\r\n'+2"],
  ['\n=1', "\n'=1"],
  ['\t=1', "\t'=1"],
  ['\u00a0\u200b=1', "\u00a0\u200b'=1"],
  ['＝1;＋1;－1;＠1', "'＝1;'＋1;'－1;'＠1"],
  ["'=1", "''=1"],
  ["'' =1", "'' =1"],
  ["O'Brien", "O'Brien"],
  ["'", "'"],
])('writes %j as %j', (text, escaped) => {
  expect(escapeFormulas(text)).toBe(escaped);
  expect(unescapeFormulas(escaped)).toBe(text);
});

const tricky = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from('=+-@＝＋－＠;,:|\t\n\r"\' a\u200b\u2028')),
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  ),
  maxLength: 40,
});

test('security 54: every text comes back as it was', () => {
  fc.assert(
    fc.property(tricky, (text) => {
      expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
    }),
    { numRuns: 5_000 },
  );
});
