import { expect, test } from 'vitest';
import { repeatedIn } from './repeated.ts';

test.each([
  [[], []],
  [['a', 'b'], []],
  [
    ['a', 'b', 'a', 'B', 'b', 'a'],
    ['a', 'b'],
  ],
])('in %j these stand twice: %j', (texts, expected) => {
  expect(repeatedIn(texts)).toEqual(expected);
});
