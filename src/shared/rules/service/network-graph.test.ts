import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Audit } from '../../model/audit.ts';
import { ComponentAudit } from '../../model/component-audit.ts';
import { type NetworkGraph, networkGraph, wayToTop } from './network-graph.ts';

const client = 'hold';

function group(id: string, coupled: readonly string[] = []): Audit {
  return Audit.parse({
    id,
    client_organisation_id: client,
    audit_type: 'consolidated',
    coupled_component_audit_ids: coupled,
  });
}

function single(id: string, coupled: readonly string[] = []): Audit {
  return { ...group(id, coupled), audit_type: 'single' };
}

function component(id: string, coupled: string | null = null): ComponentAudit {
  return ComponentAudit.parse({ id, coupled_entity_audit_id: coupled });
}

function graphOf(audits: readonly Audit[], components: Readonly<Record<string, readonly ComponentAudit[]>>) {
  return networkGraph({ audits, componentsOf: new Map(Object.entries(components)) }, client);
}

/** A line for each place as it stands in a tree, indented by its level there. */
function drawn({ places, tops }: NetworkGraph): readonly string[] {
  const lines = (id: string, depth: number): readonly string[] => [
    `${'  '.repeat(depth)}${id}`,
    ...(places.get(id)?.below ?? []).flatMap((each) => lines(each, depth + 1)),
  ];
  return tops.flatMap((id) => lines(id, 0));
}

describe('the networks of a client', () => {
  it('are groups, their components, and the audits coupled to these, in the order in which they were read', () => {
    const graph = graphOf([group('G'), single('S', ['c2'])], {
      G: [component('c1'), component('c2', 'S'), component('c3')],
    });
    expect(drawn(graph)).toEqual(['G', '  c1', '  c2', '    S', '  c3']);
    expect(graph.tiers).toBe(1);
    expect([...graph.places.values()].map(({ item: { kind } }) => kind)).toEqual([
      'audit',
      'component',
      'component',
      'component',
      'audit',
    ]);
  });

  it('go through any number of tiers, whatever the order of the audits', () => {
    const audits = Array.from({ length: 200 }, (_, tier) =>
      group(`G${tier}`, tier === 0 ? [] : [`c${tier - 1}`]),
    );
    const components = Object.fromEntries(
      audits.map(({ id }, tier) => [id, [component(`c${tier}`, tier === 199 ? null : `G${tier + 1}`)]]),
    );
    for (const order of [audits, audits.toReversed()]) {
      const graph = graphOf(order, components);
      expect(graph.tops).toEqual(['G0']);
      expect(graph.tiers).toBe(200);
      expect(graph.places.get('c199')?.level).toBe(399);
    }
  });

  it('have an audit that is coupled to components of several tiers once, below the deepest, with all above it', () => {
    const graph = graphOf([group('A'), group('B', ['a-b']), single('S', ['a-s', 'b-s'])], {
      A: [component('a-s', 'S'), component('a-b', 'B')],
      B: [component('b-s', 'S')],
    });
    expect(drawn(graph)).toEqual(['A', '  a-s', '  a-b', '    B', '      b-s', '        S']);
    expect(graph.places.get('S')).toMatchObject({ level: 4, above: ['b-s', 'a-s'] });
    expect([...wayToTop(graph, 'S')]).toEqual(['S', 'b-s', 'a-s', 'B', 'A', 'a-b']);
    expect([...wayToTop(graph, 'a-b')]).toEqual(['a-b', 'A']);
    expect(wayToTop(graph, 'nobody').size).toBe(0);
  });

  it('have it below the first of several that are as deep', () => {
    const graph = graphOf([group('A'), group('B'), single('S', ['b', 'a'])], {
      A: [component('a', 'S')],
      B: [component('b', 'S')],
    });
    expect(drawn(graph)).toEqual(['A', '  a', '    S', 'B', '  b']);
  });

  it('are there as far as they were read: a group without its components, a coupling that one end alone tells', () => {
    const graph = graphOf([group('G'), group('H'), single('S', ['c', 'foreign'])], {
      G: [component('c'), component('d', 'gone')],
    });
    expect(drawn(graph)).toEqual(['G', '  c', '    S', '  d', '    gone', 'H', 'foreign']);
    expect(graph.places.get('G')?.item).toMatchObject({ isRead: true });
    expect(graph.places.get('H')?.item).toMatchObject({ isRead: false });
    expect(graph.places.get('gone')?.item).toEqual({ kind: 'unread' });
    expect(graph.places.get('S')?.above).toEqual(['c', 'foreign']);
  });

  it('leave out single audits of no network and the audits of other clients, but for those coupled to it', () => {
    const other = { ...single('other', ['c']), client_organisation_id: 'elsewhere' };
    const graph = graphOf(
      [single('alone'), { ...group('theirs'), client_organisation_id: 'elsewhere' }, group('G'), other],
      { G: [component('c', 'other')] },
    );
    expect(drawn(graph)).toEqual(['G', '  c', '    other']);
  });

  it('survive a circle, which is cut where it is entered', () => {
    const graph = graphOf([group('A', ['b']), group('B', ['a'])], {
      A: [component('a', 'B')],
      B: [component('b', 'A')],
    });
    expect(drawn(graph)).toEqual(['A', '  a', '    B', '      b']);
    expect([...wayToTop(graph, 'b')]).toEqual(['b', 'B', 'a', 'A']);
    const own = graphOf([group('A', ['a'])], { A: [component('a', 'A')] });
    expect(drawn(own)).toEqual(['A', '  a']);
  });
});

it('whatever a service tells, every place stands in the tree once and below all that is above it', () => {
  const id = fc.integer({ min: 0, max: 9 }).map(String);
  const firm = fc.array(
    fc.record({
      id: id.map((each) => `A${each}`),
      type: fc.constantFrom('single', 'consolidated'),
      coupled: fc.array(
        fc.oneof(
          id,
          id.map((each) => `A${each}`),
        ),
        { maxLength: 3 },
      ),
      components: fc.array(fc.record({ id, coupled: fc.option(id.map((each) => `A${each}`)) }), {
        maxLength: 4,
      }),
    }),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(firm, (audits) => {
      const graph = graphOf(
        audits.map((one) => ({ ...group(one.id, one.coupled), audit_type: one.type })),
        Object.fromEntries(
          audits.map((one) => [one.id, one.components.map((each) => component(each.id, each.coupled))]),
        ),
      );
      const lines = drawn(graph).map((line) => line.trim());
      expect(lines.toSorted()).toEqual([...graph.places.keys()].toSorted());
      for (const place of graph.places.values())
        for (const above of place.above)
          expect(graph.places.get(above)?.level ?? Number.POSITIVE_INFINITY).toBeLessThan(place.level);
    }),
  );
});
