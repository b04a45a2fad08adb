import { expect, test } from 'vitest';
import { withRange } from './selection.ts';

const rows = {
  count: 6,
  idAt: (index: number) => 'abcdef'[index] ?? '',
  canSelect: (index: number) => index !== 3,
};

test.each([
  ['down', '', 1, 2, 'bc'],
  ['up', '', 2, 0, 'abc'],
  ['over a row that cannot be selected', '', 2, 4, 'ce'],
  ['beyond the end', '', 4, 9, 'ef'],
  ['beside what was selected before', 'f', 0, 1, 'abf'],
  ['back to where it began', 'f', 1, 1, 'bf'],
] as const)('a range %s', (_title, before, index, to, expected) => {
  const selected = withRange({ index, before: new Set(before) }, to, rows);
  expect([...selected].toSorted().join('')).toBe(expected);
});
