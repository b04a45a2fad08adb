import { describe, expect, it } from 'vitest';
import { Audit } from '../../model/audit.ts';
import { ComponentAudit } from '../../model/component-audit.ts';
import { comparedValues } from './coupling-component.ts';
import { knownNetwork } from './known-network.ts';
import { coupledByValues, coupledTogether, sharedAudits } from './shared-audits.ts';

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
function twoTiers(
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
  return { ids: high.map(({ id }) => id), network: { ...network, ancestors: () => null } };
}

function shared(given?: Parameters<typeof twoTiers>[0]) {
  const { ids, network } = twoTiers(given);
  return sharedAudits(ids, network);
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

describe('what an audit is coupled to', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['all of the legal entity in its network', ['LOW/leaf'], ['LOW/leaf', 'HIGH/leaf', 'HIGH/again']],
    ['nothing of another network', ['ISLAND/leaf'], ['ISLAND/leaf']],
    ['nothing beside what is coupled already', ['HIGH/mid'], ['HIGH/mid']],
    ['nothing beside what breaks a rule', ['LOW/leaf', 'LOW/leaf'], ['LOW/leaf', 'LOW/leaf']],
    ['nothing beside what is not known', ['GONE'], ['GONE']],
    ['nothing for nothing', [], []],
  ])('is %s', (_, ids, expected) => {
    expect(coupledTogether(ids, twoTiers().network)).toEqual(expected);
  });

  it('is nothing that is out of scope, unless it was asked for', () => {
    const { network } = twoTiers({ leaf: { in_scope: false } });
    expect(coupledTogether(['LOW/leaf'], network)).toEqual(['LOW/leaf', 'HIGH/again']);
    expect(coupledTogether(['HIGH/leaf'], network)).toEqual(['HIGH/leaf', 'HIGH/again', 'LOW/leaf']);
  });

  it.each<[string, string, Parameters<typeof twoTiers>[0], readonly string[]]>([
    ['what has these values, of one network', 'FAR', {}, ['LOW/far']],
    ['nothing where two networks have such components', 'LEAF', {}, []],
    ['nothing where there is none', 'NOBODY', {}, []],
    ['nothing that is coupled already', 'MID', {}, []],
  ])('by its values is %s', (_, entity, given, expected) => {
    const { network } = twoTiers(given);
    const values = { ...sharedAudits(['LOW/far'], network).audits[0]?.values, legal_entity_id: entity };
    expect(
      coupledByValues(
        comparedValues((name) => values[name] ?? ''),
        network,
      ),
    ).toEqual(expected);
  });

  it('is found among 500 components of one legal entity in less than a second', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `HIGH/${index}`);
    const network = knownNetwork({
      audits: [group('HIGH')],
      isWhole: true,
      componentsOf: new Map([['HIGH', ids.map((id) => part(id, ['LEAF']))]]),
    });
    const since = performance.now();
    expect(coupledTogether(['HIGH/7'], { ...network, ancestors: () => null })).toHaveLength(500);
    expect(sharedAudits(ids, { ...network, ancestors: () => null }).audits).toHaveLength(1);
    expect(performance.now() - since).toBeLessThan(1_000);
  });
});
