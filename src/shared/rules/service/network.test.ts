import { describe, expect, it } from 'vitest';
import { networksOf } from './network.ts';

describe('decisions §9 the audit network', () => {
  // group – a; group – b; b – lower (coupled); lower – c: three tiers. alone – d.
  const links: readonly (readonly [string, string])[] = [
    ['group', 'a'],
    ['group', 'b'],
    ['b', 'lower'],
    ['lower', 'c'],
    ['alone', 'd'],
  ];
  const neighbours = (id: string) =>
    links.flatMap(([left, right]) => (left === id ? [right] : right === id ? [left] : []));
  it('grows upward and downward', () => {
    expect(networksOf(['a', 'b', 'c'], neighbours)).toEqual({ networks: [['a', 'b', 'c']], certain: true });
    expect(networksOf(['c', 'd', 'a'], neighbours)).toEqual({ networks: [['c', 'a'], ['d']], certain: true });
    expect(networksOf([], neighbours)).toEqual({ networks: [], certain: true });
  });
});
