import { describe, expect, it } from 'vitest';
import { Audit } from '../../model/audit.ts';
import { ComponentAudit } from '../../model/component-audit.ts';
import type { CouplingNetwork } from './coupling.ts';
import type { CouplingComponent } from './coupling-component.ts';
import { obstacleFinder } from './coupling-obstacle.ts';
import { knownAncestors, knownNetwork } from './known-network.ts';

function component(id: string, change: Partial<CouplingComponent> = {}): CouplingComponent {
  return {
    id,
    status: 'open',
    groupStatus: 'open',
    coupledAuditId: null,
    legalEntityIds: ['leaf'],
    groupLegalEntityIds: [id],
    engagement: {
      client_organisation_id: 'client',
      work_package_id: 'wp',
      scoping_package_id: 'Large',
      period_start: '2026-01-01',
      period_end: '2026-12-31',
    },
    ...change,
  };
}

const high = component('high');
const components = [
  high,
  component('low'),
  component('island'),
  component('taken', { coupledAuditId: 'other' }),
  component('earlier', { engagement: { ...high.engagement, period_start: '2025-01-01' } }),
];

function network(looked: string[] = []): CouplingNetwork {
  return {
    component: (id) => {
      looked.push(id);
      return components.find((one) => one.id === id);
    },
    neighbours: (id) => (id === 'island' || id === 'one' ? [] : ['one']),
    ancestors: (_, entity) => (entity === 'high' ? 0 : 1),
  };
}

describe('P1: what keeps a component from being coupled', () => {
  it.each<[string, readonly string[], string, string | undefined]>([
    ['nothing, while nothing is chosen', [], 'island', undefined],
    ['what it is by itself, whatever is chosen', [], 'taken', 'already-coupled'],
    ['nothing, in the same network', ['high'], 'low', undefined],
    ['another network than the chosen one', ['high'], 'island', 'separate-network'],
    ['other values than the chosen one', ['high'], 'earlier', 'differing-values'],
    ['nothing, for the only one that is chosen', ['high'], 'high', undefined],
    ['nothing new, where the choice is broken without it', ['high', 'island'], 'low', undefined],
    ['one of two that do not fit is told for both', ['high', 'island'], 'high', 'separate-network'],
  ])('%s', (_, selected, id, code) => {
    expect(obstacleFinder(network(), selected)(id)?.code).toBe(code);
  });

  it('is the same where components that are judged alike are judged once', () => {
    const audits = ['top', 'below', 'apart'].map((id, place) =>
      Audit.parse({
        id,
        audit_type: 'consolidated',
        status: 'open',
        client_organisation_id: 'client',
        legal_entity_ids: [`group-${Math.min(place, 1)}`],
        coupled_component_audit_ids: place === 1 ? ['top/0'] : [],
      }),
    );
    const componentsOf = new Map(
      audits.map(({ id }) => [
        id,
        Array.from({ length: 6 }, (_, place) =>
          ComponentAudit.parse({
            id: `${id}/${place}`,
            status: place === 5 ? 'archived' : 'open',
            legal_entity_ids: place === 4 ? ['leaf', 'other'] : [place === 3 ? 'other' : 'leaf'],
            coupled_entity_audit_id: id === 'top' && place === 0 ? 'below' : null,
          }),
        ),
      ]),
    );
    const entities = ['group-0', 'group-1'].map((id) => ({ id, name: id, country: null, parent_id: null }));
    const known = {
      ...knownNetwork({ audits, isWhole: true, componentsOf }),
      ancestors: knownAncestors(new Map([['client', entities]])),
    };
    const { alike: _, ...oneByOne } = known;
    for (const selected of [
      [],
      ['top/1'],
      ['below/1'],
      ['top/1', 'below/2'],
      ['top/1', 'apart/3'],
      ['top/5'],
    ]) {
      const [quick, slow] = [obstacleFinder(known, selected), obstacleFinder(oneByOne, selected)];
      for (const {
        component: { id },
      } of known.candidates)
        expect([selected, id, quick(id)]).toEqual([selected, id, slow(id)]);
    }
  });

  it('is found once for each row', () => {
    const looked: string[] = [];
    const obstacleOf = obstacleFinder(network(looked), ['high']);
    obstacleOf('low');
    const before = looked.length;
    obstacleOf('low');
    expect(looked).toHaveLength(before);
  });
});
