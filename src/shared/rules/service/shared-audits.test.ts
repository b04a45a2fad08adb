import { describe, expect, it } from 'vitest';
import { Audit } from '../../model/audit.ts';
import { ComponentAudit } from '../../model/component-audit.ts';
import { knownNetwork } from './known-network.ts';
import { sharedAudits } from './shared-audits.ts';

const group = (id: string, given: Record<string, unknown> = {}) =>
  Audit.parse({
    id,
    audit_type: 'consolidated',
    status: 'open',
    client_organisation_id: 'C',
    legal_entity_ids: [id === 'HIGH' ? 'TOP' : 'MID'],
    work_package_id: 'fin',
    scoping_package_id: 'Large',
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    ...given,
  });
const part = (id: string, entities: readonly string[], given: Record<string, unknown> = {}) =>
  ComponentAudit.parse({ id, name: id, legal_entity_ids: entities, status: 'open', ...given });

/** Two tiers that `HIGH/mid` joins, and an island. */
function shared(
  given: { readonly low?: Record<string, unknown>; readonly leaf?: Record<string, unknown> } = {},
) {
  const high = [
    part('HIGH/mid', ['MID'], { coupled_entity_audit_id: 'LOW' }),
    part('HIGH/leaf', ['LEAF'], given.leaf),
    part('HIGH/again', ['LEAF']),
    part('HIGH/other', ['OTHER']),
    part('HIGH/pair', ['A', 'B']),
  ];
  const network = knownNetwork({
    audits: [
      group('HIGH'),
      group('LOW', { coupled_component_audit_ids: ['HIGH/mid'], ...given.low }),
      group('ISLAND'),
    ],
    isWhole: true,
    componentsOf: new Map([
      ['HIGH', high],
      ['LOW', [part('LOW/leaf', ['LEAF']), part('LOW/far', ['FAR'])]],
      ['ISLAND', [part('ISLAND/leaf', ['LEAF'])]],
    ]),
  });
  const others = network.candidates
    .map(({ component }) => component.id)
    .filter((id) => !id.startsWith('HIGH'));
  return sharedAudits(
    high.map(({ id }) => id),
    others,
    { ...network, ancestors: () => null },
  );
}

describe('the audits of a group’s free components', () => {
  it.each<[string, Parameters<typeof shared>[0], readonly (readonly string[])[]]>([
    [
      'one for all of one legal entity in the network',
      {},
      [['HIGH/leaf', 'HIGH/again', 'LOW/leaf'], ['HIGH/other']],
    ],
    [
      'not with another period',
      { low: { period_start: '2026-02-01' } },
      [['HIGH/leaf', 'HIGH/again'], ['HIGH/other']],
    ],
    [
      'not with another label',
      { low: { scoping_package_id: 'Small' } },
      [['HIGH/leaf', 'HIGH/again'], ['HIGH/other']],
    ],
    [
      'not with an archived group',
      { low: { status: 'archived' } },
      [['HIGH/leaf', 'HIGH/again'], ['HIGH/other']],
    ],
    [
      'not for one that is coupled',
      { leaf: { coupled_entity_audit_id: 'X' } },
      [['HIGH/again', 'LOW/leaf'], ['HIGH/other']],
    ],
  ])('%s', (_, given, expected) => {
    expect(shared(given).audits.map(({ ids }) => ids)).toEqual(expected);
  });

  it('have the values that rule 7 asks for', () => {
    expect(shared().audits[0]?.values).toEqual({
      client_organisation_id: 'C',
      legal_entity_id: 'LEAF',
      work_package_id: 'fin',
      scoping_package_id: 'Large',
      period_start: '2026-01-01',
      period_end: '2026-12-31',
    });
  });

  it('leave out what is coupled, and what has not one legal entity, each with its reason', () => {
    expect(shared().leftOut.map(({ id, obstacle }) => [id, obstacle.code])).toEqual([
      ['HIGH/mid', 'already-coupled'],
      ['HIGH/pair', 'not-one-own-entity'],
    ]);
  });
});
