import { describe, expect, it } from 'vitest';
import {
  nodesMatching,
  openRows,
  placeInTree,
  sidewaysAt,
  type TreeGridNode,
  typedTarget,
} from './tree-rows.ts';

function node(id: string, ...children: readonly TreeGridNode<string>[]): TreeGridNode<string> {
  return { id, row: id, children };
}

const tree = [node('top', node('a', node('a1'), node('a2')), node('b'), node('c')), node('island')];
const everything = new Set(['top', 'a']);

function idsOf(nodes: readonly TreeGridNode<string>[], expanded: ReadonlySet<string>) {
  return openRows(nodes, expanded).map(({ id }) => id);
}

describe('T2: rows of a tree', () => {
  it('are those below open nodes, from the top down', () => {
    expect(idsOf(tree, everything)).toEqual(['top', 'a', 'a1', 'a2', 'b', 'c', 'island']);
    expect(idsOf(tree, new Set(['top']))).toEqual(['top', 'a', 'b', 'c', 'island']);
    expect(idsOf(tree, new Set(['a']))).toEqual(['top', 'island']);
  });

  it('know level, place among their siblings and how many those are', () => {
    const rows = openRows(tree, everything).map(({ id, level, position, setSize, isExpanded }) => [
      id,
      level,
      position,
      setSize,
      isExpanded,
    ]);
    expect(rows).toEqual([
      ['top', 1, 1, 2, true],
      ['a', 2, 1, 3, true],
      ['a1', 3, 1, 2, null],
      ['a2', 3, 2, 2, null],
      ['b', 2, 2, 3, null],
      ['c', 2, 3, 3, null],
      ['island', 1, 2, 2, null],
    ]);
  });
});

describe('T1: Left and Right', () => {
  const rows = openRows(tree, new Set(['top']));
  const at = (id: string) => rows.findIndex((row) => row.id === id);
  it.each([
    ['a', 'ArrowRight', { kind: 'toggle' }],
    ['top', 'ArrowRight', { kind: 'go', index: at('a') }],
    ['b', 'ArrowRight', null],
    ['top', 'ArrowLeft', { kind: 'toggle' }],
    ['a', 'ArrowLeft', { kind: 'go', index: at('top') }],
    ['c', 'ArrowLeft', { kind: 'go', index: at('top') }],
    ['island', 'ArrowLeft', null],
  ] as const)('at %s %s', (id, key, expected) => {
    expect(sidewaysAt(rows, at(id), key)).toEqual(expected);
  });
});

describe('T5: the active row', () => {
  const before = openRows(tree, everything);
  const goneFrom = (id: string, nodes: readonly TreeGridNode<string>[], expanded = everything) => {
    const last = before.find((row) => row.id === id) ?? null;
    const rows = openRows(nodes, expanded);
    return rows[placeInTree(rows, last)]?.id;
  };
  it('stays the same one wherever it moves', () => {
    expect(goneFrom('b', [node('new'), ...tree])).toBe('b');
  });

  it('of one that is gone is the next sibling, else the one before, else the parent', () => {
    expect(goneFrom('b', [node('top', node('a', node('a1'), node('a2')), node('c'))])).toBe('c');
    expect(goneFrom('c', [node('top', node('a', node('a1'), node('a2')), node('b'))])).toBe('b');
    expect(goneFrom('a1', [node('top', node('a'), node('b'))])).toBe('a');
  });

  it('of one that a closed node hides is that node', () => {
    expect(goneFrom('a2', tree, new Set(['top']))).toBe('a');
    expect(goneFrom('a2', tree, new Set())).toBe('top');
  });

  it('is the first at the beginning, and none where there are no rows', () => {
    expect(placeInTree(before, null)).toBe(0);
    expect(placeInTree([], null)).toBe(-1);
    expect(goneFrom('a2', [])).toBe(undefined);
  });
});

describe('T1: typing', () => {
  const names = ['Hold Co', 'Leaf', 'Lëns', 'Società', 'leaf two'];
  it.each([
    ['l', 0, 1],
    ['l', 1, 2],
    ['l', 4, 1],
    ['leaf', 1, 1],
    ['leaf ', 1, 4],
    ['leaf t', 1, 4],
    ['lens ', 1, null],
    [' ', 1, null],
    ['societa', 0, 3],
    ['x', 2, null],
  ])('%s from row %i leads to %s', (typed, active, expected) => {
    expect(typedTarget({ count: names.length, at: (index) => names[index] ?? '' }, active, typed)).toBe(
      expected,
    );
  });
});

describe('T5: a tree that is searched', () => {
  const found = (wanted: string) => {
    const nodes = nodesMatching(tree, (row) => row.includes(wanted));
    return idsOf(nodes, new Set(['top', 'a', 'b', 'c']));
  };

  it.each([
    ['a2', ['top', 'a', 'a2']],
    ['a', ['top', 'a', 'a1', 'a2', 'island']],
    ['top', ['top']],
    ['nobody', []],
  ])('keeps what matches “%s”, with what stands above it', (wanted, expected) => {
    expect(found(wanted)).toEqual(expected);
  });

  it('is the same tree where everything matches', () => {
    expect(nodesMatching(tree, () => true)).toBe(tree);
  });
});
