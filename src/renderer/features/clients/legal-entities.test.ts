import { describe, expect, it } from 'vitest';
import { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { legalEntityTree } from '../../../shared/rules/service/legal-entity-tree.ts';
import { isFlat, unplacedEntities } from './legal-entities.tsx';

type Given = readonly (readonly [string, string | null])[];
const entities = (given: Given) => given.map(([id, parent_id]) => LegalEntity.parse({ id, parent_id }));

describe('decisions §6.2: entities at the top that name a parent', () => {
  it.each<[string, Given, object]>([
    [
      'a whole tree',
      [
        ['a', null],
        ['b', 'a'],
      ],
      {},
    ],
    [
      'a parent that is not listed',
      [
        ['a', null],
        ['x', 'gone'],
        ['y', 'x'],
      ],
      { x: 'orphan' },
    ],
    [
      'its own parent, as some services spell a root',
      [
        ['a', 'a'],
        ['b', 'a'],
      ],
      {},
    ],
    [
      'a circle of three',
      [
        ['a', null],
        ['b', 'd'],
        ['c', 'b'],
        ['d', 'c'],
      ],
      { b: 'circle' },
    ],
  ])('%s', (_, given, expected) => {
    expect(Object.fromEntries(unplacedEntities(legalEntityTree(entities(given))))).toEqual(expected);
  });
});

it.each<[string, Given, boolean]>([
  [
    'several without any parent',
    [
      ['a', null],
      ['b', null],
    ],
    true,
  ],
  ['a single one', [['a', null]], false],
  [
    'one with a parent',
    [
      ['a', null],
      ['b', 'a'],
    ],
    false,
  ],
  ['none', [], false],
])('says of %s whether the list is flat', (_, given, expected) => {
  expect(isFlat(entities(given))).toBe(expected);
});
