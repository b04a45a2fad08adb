import { describe, expect, it } from 'vitest';
import { screenRow } from '../../shared/screens.ts';
import { sidebarScreens } from './screens.tsx';
import { knownCount } from './sidebar.tsx';

describe('the count of a list', () => {
  it.each([
    ['before the first page', [], null],
    ['that the service says', [{ count: 61, cursor: 'b', results: [1, 2] }], 61],
    [
      'that the service says last',
      [
        { count: 61, cursor: 'b', results: [1] },
        { count: 62, cursor: null, results: [2] },
      ],
      62,
    ],
    ['that it does not say, not at its end', [{ count: null, cursor: 'b', results: [1, 2] }], null],
    [
      'that it does not say, at its end',
      [
        { count: null, cursor: 'b', results: [1, 2] },
        { count: null, cursor: null, results: [3] },
      ],
      3,
    ],
    ['of a list without entries', [{ count: null, cursor: null, results: [] }], 0],
  ])('%s', (_, pages, expected) => {
    expect(knownCount(pages)).toBe(expected);
  });
});

it('Ctrl and a digit lead to the screens in the order in which they stand', () => {
  const keys = sidebarScreens.flatMap((name) => screenRow(name).go?.keys ?? []);
  expect(keys).toEqual([...Array.from({ length: 9 }, (_, index) => `Mod+${index + 1}`), 'Mod+,']);
});
