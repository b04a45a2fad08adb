import { describe, expect, it } from 'vitest';
import { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { additionFaults, additionOf, changesOf, creationsOf, moved, withRelation } from './addition.ts';

const entities = new Map(
  [
    { id: 'it', name: 'Sub Italia', country: 'IT' },
    { id: 'us', name: 'Sub US', country: 'US' },
  ].map((one) => [one.id, LegalEntity.parse(one)]),
);

describe('T9: an addition', () => {
  it('of several entities is one component of each, or one of all in their order', () => {
    const each = withRelation(additionOf(['it', 'us']), 'inter_firm');
    expect(creationsOf(each)).toEqual([
      { legal_entity_ids: ['it'], auditor_relation: 'inter_firm' },
      { legal_entity_ids: ['us'], auditor_relation: 'inter_firm' },
    ]);
    expect(
      creationsOf({ ...each, mode: 'one', entityIds: ['us', 'it'], name: 'Subs', country: 'NL' }),
    ).toEqual([
      { legal_entity_ids: ['us', 'it'], auditor_relation: 'inter_firm', name: 'Subs', country: 'NL' },
    ]);
  });

  it('of one component each leaves name and country to the service', () => {
    const each = { ...withRelation(additionOf(['it', 'us']), 'self'), name: 'Subs', country: 'NL' };
    expect(creationsOf(each).flatMap(Object.keys)).not.toContain('name');
    expect(creationsOf(each).flatMap(Object.keys)).not.toContain('country');
  });

  it('has for each component the relation of all, or its own, and works in the audit where that allows it', () => {
    const all = { ...withRelation(additionOf(['it', 'us']), 'inter_firm'), worksInAudit: true };
    const mixed = { ...all, relations: { us: 'self' } };
    expect(creationsOf(mixed)).toEqual([
      {
        legal_entity_ids: ['it'],
        auditor_relation: 'inter_firm',
        component_settings: { component_auditor_works_in_audit: true },
      },
      { legal_entity_ids: ['us'], auditor_relation: 'self' },
    ]);
    expect(creationsOf({ ...mixed, mode: 'one' })[0]?.auditor_relation).toBe('inter_firm');
  });

  it('is named as the service will name it (decisions §8.3)', () => {
    const one = { ...withRelation(additionOf(['us', 'it']), 'self'), mode: 'one' as const };
    expect(changesOf(one, entities, () => 'k').map(({ name }) => name)).toEqual(['Sub US & Sub Italia']);
  });

  it('has no relation until one is chosen (decisions §8.4)', () => {
    expect(additionFaults(additionOf(['it', 'us']), null).map(({ field }) => field)).toEqual([
      'auditor_relation',
    ]);
  });

  it('has the component auditor work in the audit only as long as that is another than the group auditor', () => {
    const works = { ...withRelation(additionOf(['it']), 'inter_office'), worksInAudit: true };
    expect(creationsOf(works)[0]?.component_settings).toEqual({ component_auditor_works_in_audit: true });
    expect(withRelation(works, 'inter_firm').worksInAudit).toBe(true);
    const back = withRelation(withRelation(works, 'self'), 'inter_office');
    expect(back.worksInAudit).toBe(false);
    expect(creationsOf(back)[0]).not.toHaveProperty('component_settings');
  });
});

describe('T3: the order of entities', () => {
  it.each([
    [2, 0, 'c a b'],
    [0, 2, 'b c a'],
    [0, 1, 'b a c'],
    [1, 1, 'a b c'],
    [0, -1, 'a b c'],
    [2, 3, 'a b c'],
    [7, 0, 'a b c'],
  ])('from place %i to %i', (from, to, expected) => {
    expect(moved(['a', 'b', 'c'], from, to).join(' ')).toBe(expected);
  });
});
