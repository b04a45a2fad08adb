import { expect, it } from 'vitest';
import { faultOf, notANumber, numberIn } from './numbers.ts';

it.each([
  ['0', 0],
  [' 12 ', 12],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['-1', -1],
  ['', null],
  [' ', null],
  ['two', null],
  ['1,000', null],
  ['0x10', null],
  ['1e3', null],
  ['1.', null],
  ['Infinity', null],
  ['NaN', null],
  ['9'.repeat(400), null],
])('%j is read as %j', (text, expected) => {
  expect(numberIn(text)).toBe(expected);
});

it('nothing is no fault, and no number', () => {
  expect([' ', '5', 'x'].map(faultOf)).toEqual([undefined, undefined, notANumber]);
});
