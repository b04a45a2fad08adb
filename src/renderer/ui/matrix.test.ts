import { expect, test } from 'vitest';
import { cellTarget } from './matrix.tsx';

const size = { rows: 30, columns: 5, page: 10 };

test.each([
  ['ArrowDown', false, [5, 2]],
  ['ArrowUp', false, [3, 2]],
  ['ArrowRight', false, [4, 3]],
  ['ArrowLeft', false, [4, 1]],
  ['ArrowDown', true, [29, 2]],
  ['ArrowUp', true, [0, 2]],
  ['ArrowRight', true, [4, 4]],
  ['ArrowLeft', true, [4, 0]],
  ['PageDown', false, [14, 2]],
  ['PageUp', false, [0, 2]],
  ['Home', false, [4, 0]],
  ['End', false, [4, 4]],
  ['Home', true, [0, 0]],
  ['End', true, [29, 4]],
])('%s (with Control: %s) leads to %j', (key, isControl, [row, column]) => {
  expect(cellTarget(key, isControl, { row: 4, column: 2 }, size)).toEqual({ row, column });
});

test('no key wraps, and other keys lead nowhere', () => {
  expect(cellTarget('ArrowDown', false, { row: 29, column: 4 }, size)).toEqual({ row: 29, column: 4 });
  expect(cellTarget('ArrowRight', false, { row: 29, column: 4 }, size)).toEqual({ row: 29, column: 4 });
  expect(cellTarget('ArrowLeft', false, { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 });
  expect(cellTarget('a', false, { row: 0, column: 0 }, size)).toBeNull();
});
