import { expect, it } from 'vitest';
import { hasUnseen, withUnseen } from './unseen.ts';

it.each([
  ['A 1\nB', false, 'A 1\nB'],
  ['Caf\u0065\u0301', false, 'Cafe\u0301'],
  ['A\u200B1', true, 'A[U+200B]1'],
  ['A\u00A01\uFEFF', true, 'A[U+00A0]1[U+FEFF]'],
  ['\u{E0041}', true, '[U+E0041]'],
])('%j: whether it has signs that nobody sees is %s', (text, has, shown) => {
  expect([hasUnseen(text), withUnseen(text)]).toEqual([has, shown]);
});
