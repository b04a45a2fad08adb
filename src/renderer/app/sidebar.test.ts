import { describe, expect, it } from 'vitest';
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
