import { expect, it } from 'vitest';
import { ancestorCounter } from './ancestors.ts';

function entity(id: string, parent_id: string | null) {
  return { id, name: id, country: null, parent_id };
}

it.each<[string, readonly (readonly [string, string | null])[], Readonly<Record<string, number | null>>]>([
  [
    'a tree',
    [
      ['root', null],
      ['sub', 'root'],
      ['leaf', 'sub'],
    ],
    { root: 0, sub: 1, leaf: 2, nowhere: null },
  ],
  ['one entity alone', [['root', null]], { root: 0 }],
  [
    'a list without any parent',
    [
      ['a', null],
      ['b', null],
    ],
    { a: null, b: null },
  ],
  [
    'an orphan, whose parent is no ancestor',
    [
      ['root', null],
      ['orphan', 'gone'],
    ],
    { root: 0, orphan: 0 },
  ],
  [
    'a circle, which ends where it began',
    [
      ['a', 'b'],
      ['b', 'a'],
      ['below', 'a'],
      ['own', 'own'],
    ],
    { a: 1, b: 1, below: 2, own: 0 },
  ],
])('decisions §9.7 ancestors in %s', (_, rows, expected) => {
  const count = ancestorCounter(rows.map(([id, parent]) => entity(id, parent)));
  expect(Object.fromEntries(Object.keys(expected).map((id) => [id, count(id)]))).toEqual(expected);
});
