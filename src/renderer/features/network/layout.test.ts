import { describe, expect, it } from 'vitest';
import { Audit } from '../../../shared/model/audit.ts';
import { ComponentAudit } from '../../../shared/model/component-audit.ts';
import { networkGraph } from '../../../shared/rules/service/network-graph.ts';
import { beside, diagramLayout, linesOf, placeSize, wayPath } from './layout.ts';

interface Sketch {
  readonly id: string;
  readonly row: null;
  readonly children: readonly Sketch[];
}

function node(id: string, ...children: readonly Sketch[]): Sketch {
  return { id, row: null, children };
}

const forest = [node('A', node('a', node('S')), node('b')), node('B', node('c'))];
const every = new Set(['A', 'a', 'S', 'b', 'B', 'c']);

describe('the diagram', () => {
  it('has a column for each level, from left to right, and those of one level from the top down', () => {
    const { spots, columns, width, height } = diagramLayout(forest, every);
    expect(columns).toEqual([['A', 'B'], ['a', 'b', 'c'], ['S']]);
    const lefts = ['A', 'a', 'S'].map((id) => spots.get(id)?.x);
    expect(lefts).toEqual([0, 320, 640]);
    expect([...spots.keys()]).toEqual(['A', 'a', 'S', 'b', 'B', 'c']);
    expect(width).toBe(640 + placeSize.width);
    expect(Math.min(...[...spots.values()].map(({ y }) => y))).toBe(0);
    expect(Math.max(...[...spots.values()].map(({ y }) => y))).toBe(height - placeSize.height);
  });

  it('has a place in the middle of those below it, and none over another', () => {
    const { spots } = diagramLayout(forest, every);
    const top = (id: string) => spots.get(id)?.y ?? Number.NaN;
    expect(top('A')).toBe((top('a') + top('b')) / 2);
    const all = [...spots.values()];
    for (const one of all)
      for (const other of all)
        if (one !== other && one.level === other.level)
          expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(placeSize.height);
  });

  it('leaves out what stands below a closed place', () => {
    const { spots } = diagramLayout(forest, new Set(['B']));
    expect([...spots.keys()]).toEqual(['A', 'B', 'c']);
    expect(diagramLayout([], every)).toMatchObject({ columns: [], width: 0, height: 0 });
  });

  it('leads up and down a column, and not beyond its ends', () => {
    const layout = diagramLayout(forest, every);
    expect(beside(layout, 'b', 'ArrowDown')).toBe('c');
    expect(beside(layout, 'b', 'ArrowUp')).toBe('a');
    expect(beside(layout, 'c', 'ArrowDown')).toBeNull();
    expect(beside(layout, 'a', 'ArrowUp')).toBeNull();
    expect(beside(layout, 'nobody', 'ArrowUp')).toBeNull();
  });
});

describe('the lines of a diagram', () => {
  const audit = { audit_type: 'consolidated', client_organisation_id: 'c' };
  const graph = networkGraph(
    {
      audits: [
        Audit.parse({ ...audit, id: 'A' }),
        Audit.parse({ ...audit, id: 'B' }),
        Audit.parse({ ...audit, audit_type: 'single', id: 'S', coupled_component_audit_ids: ['a', 'c'] }),
      ],
      componentsOf: new Map([
        ['A', [ComponentAudit.parse({ id: 'a' }), ComponentAudit.parse({ id: 'b' })]],
        ['B', [ComponentAudit.parse({ id: 'c' })]],
      ]),
    },
    'c',
  );
  const layout = diagramLayout(forest, every);

  it('are one for all components of a group, and one of its own kind for each coupling', () => {
    const lines = linesOf(graph, layout).map(({ key, kind }) => [key, kind]);
    expect(lines).toEqual([
      ['A', 'component'],
      ['a', 'coupling'],
      ['c\u0000S', 'coupling'],
      ['B', 'component'],
    ]);
    const [first] = linesOf(graph, layout);
    expect(first?.path.match(/H/g)).toHaveLength(3); // to the trunk, and from it to each component
  });

  it('go on every way to the top, as far as it stands in the picture', () => {
    const whole = wayPath(graph, layout, new Set(['S', 'a', 'c', 'A', 'B']));
    expect(whole.match(/C/g)).toHaveLength(1); // to the further component that the audit is coupled to
    expect(whole.match(/V/g)).toHaveLength(3);
    const closed = diagramLayout(forest, new Set(['A']));
    expect(wayPath(graph, closed, new Set(['a', 'A', 'c', 'B']))).toMatch(/^M264 /);
    expect(wayPath(graph, layout, new Set())).toBe('');
  });
});
