import { describe, expect, it } from 'vitest';
import { targetOf } from './row-place.ts';
import { rowsInView } from './row-window.ts';

describe('keys in a table', () => {
  it.each([
    ['ArrowDown', 4, 5],
    ['ArrowUp', 4, 3],
    ['PageDown', 4, 24],
    ['PageUp', 44, 24],
    ['Home', 44, 0],
    ['End', 44, 99],
    ['a', 44, null],
  ] as const)('%s at row %i leads to %s', (key, active, expected) => {
    expect(targetOf(key, active, 20, 100)).toBe(expected);
  });
});

describe('rows in sight', () => {
  it('are those of the window and two beyond each edge', () => {
    expect(rowsInView(3_200, 640, 32, 10_000)).toEqual({ first: 98, end: 122 });
  });

  it('never go beyond the list, however far it was scrolled before it grew shorter', () => {
    expect(rowsInView(0, 640, 32, 3)).toEqual({ first: 0, end: 3 });
    expect(rowsInView(320_000, 640, 32, 3)).toEqual({ first: 1, end: 3 });
    expect(rowsInView(0, 640, 32, 0)).toEqual({ first: 0, end: 0 });
  });
});
