import { describe, expect, it } from 'vitest';
import { LegalEntity } from '../../model/client-organisation.ts';
import { type EntityNode, legalEntityTree, parentIds, pathTo, treeMatching } from './legal-entity-tree.ts';

function entities(...given: readonly (readonly [string, string | null])[]): readonly LegalEntity[] {
  return given.map(([id, parent_id]) => LegalEntity.parse({ id, name: id.toUpperCase(), parent_id }));
}

function drawn(nodes: readonly EntityNode[]): string {
  return nodes
    .map(({ entity, children }) => entity.id + (children.length > 0 ? `(${drawn(children)})` : ''))
    .join(' ');
}

describe('legalEntityTree', () => {
  it.each<[string, readonly LegalEntity[], string]>([
    ['children before their parents', entities(['c', 'b'], ['b', 'a'], ['a', null]), 'a(b(c))'],
    ['a flat list without parents', entities(['b', null], ['a', null]), 'b a'],
    ['an orphan, at the top', entities(['a', null], ['x', 'gone'], ['y', 'x']), 'a x(y)'],
    ['its own parent', entities(['a', 'a'], ['b', 'a']), 'a(b)'],
    [
      'a circle, opened at its first member',
      entities(['t', 'c'], ['b', 'c'], ['c', 'd'], ['d', 'b']),
      'b(d(c(t)))',
    ],
    ['two circles', entities(['a', 'b'], ['b', 'a'], ['c', 'd'], ['d', 'c']), 'a(b) c(d)'],
    ['an id given twice', entities(['a', null], ['b', 'a'], ['a', 'b']), 'a(b)'],
    ['nothing', [], ''],
  ])('draws %s', (_, list, expected) => {
    expect(drawn(legalEntityTree(list))).toBe(expected);
  });

  it('draws each of 5,000 entities of one chain', () => {
    const chain = Array.from({ length: 5_000 }, (_, index) => [`e${index}`, `e${index + 1}`] as const);
    let [node] = legalEntityTree(entities(...chain));
    let depth = 0;
    while (node !== undefined) {
      depth += 1;
      [node] = node.children;
    }
    expect(depth).toBe(5_000);
  });
});

const tree = legalEntityTree(entities(['hold', null], ['it', 'hold'], ['leaf', 'it'], ['us', 'hold']));

it('keeps the way to what matches and all below it', () => {
  expect(drawn(treeMatching(tree, ({ id }) => id === 'it'))).toBe('hold(it(leaf))');
  expect(drawn(treeMatching(tree, ({ id }) => id === 'us'))).toBe('hold(us)');
  expect(drawn(treeMatching(tree, () => false))).toBe('');
});

it('knows which entities can be opened and the way to one', () => {
  expect(parentIds(tree)).toEqual(['hold', 'it']);
  expect(pathTo(tree, 'leaf').map(({ name }) => name)).toEqual(['HOLD', 'IT', 'LEAF']);
  expect(pathTo(tree, 'elsewhere')).toEqual([]);
});
