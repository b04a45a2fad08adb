import { describe, expect, it } from 'vitest';
import type { CouplingNetwork } from './coupling.ts';
import type { CouplingComponent } from './coupling-component.ts';
import { obstacleFinder } from './coupling-obstacle.ts';

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

  it('is found once for each row', () => {
    const looked: string[] = [];
    const obstacleOf = obstacleFinder(network(looked), ['high']);
    obstacleOf('low');
    const before = looked.length;
    obstacleOf('low');
    expect(looked).toHaveLength(before);
  });
});
