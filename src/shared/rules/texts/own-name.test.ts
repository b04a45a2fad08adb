import { expect, test } from 'vitest';
import { ownNameFault } from './own-name.ts';

test.each([
  ['', 'required'],
  [' \t', 'required'],
  ['x'.repeat(11), 'too-long'],
  [` ${'x'.repeat(10)} `, null],
  ['North', 'taken'],
  [' NORTH ', 'taken'],
  ['Northern', null],
])('%j: %s', (name, fault) => {
  expect(ownNameFault(name, { most: 10, taken: ['South', ' north'] })).toBe(fault);
});
