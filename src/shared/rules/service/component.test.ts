import { describe, expect, it } from 'vitest';
import { LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentCreation } from '../../model/component-audit.ts';
import {
  componentDefaults,
  componentRefusal,
  componentRefusals,
  componentViolations,
  isRefusalDoubt,
  mayWorkInAudit,
} from './component.ts';

const known = new Set(['top', 'sub', 'leaf']);
const good: ComponentCreation = { legal_entity_ids: ['sub'], auditor_relation: 'inter_firm' };

describe('decisions §8.2–4: a component about to be created', () => {
  it.each<[string, Partial<ComponentCreation>, readonly string[]]>([
    ['as it should be', good, []],
    ['without legal entities', { ...good, legal_entity_ids: [] }, ['legal_entity_ids required']],
    [
      'with one twice',
      { ...good, legal_entity_ids: ['sub', 'leaf', 'sub', 'sub'] },
      ['legal_entity_ids duplicate'],
    ],
    [
      'with one of another client',
      { ...good, legal_entity_ids: ['sub', 'other'] },
      ['legal_entity_ids not-of-client'],
    ],
    ['without a relation', { legal_entity_ids: ['sub'] }, ['auditor_relation required']],
    [
      'with a relation that nobody knows',
      { ...good, auditor_relation: 'sister' },
      ['auditor_relation not-offered'],
    ],
    ['with a blank name', { ...good, name: '  ' }, ['name blank']],
    ['with a name and a country', { ...good, name: 'Italy', country: 'IT' }, []],
    ['with a country that is none', { ...good, country: 'XX' }, ['country unknown-country']],
    ['with a country in lower case', { ...good, country: 'it' }, ['country unknown-country']],
    [
      'by the group auditor, who works in the audit',
      { ...good, auditor_relation: 'self', component_settings: { component_auditor_works_in_audit: true } },
      ['component_settings.component_auditor_works_in_audit works-with-self'],
    ],
    [
      'by the group auditor, who does not',
      { ...good, auditor_relation: 'self', component_settings: { component_auditor_works_in_audit: false } },
      [],
    ],
    [
      'with everything wrong',
      { legal_entity_ids: ['x', 'x'], country: '', name: '' },
      [
        'legal_entity_ids duplicate',
        'legal_entity_ids not-of-client',
        'name blank',
        'country unknown-country',
        'auditor_relation required',
      ],
    ],
  ])('%s', (_, creation, expected) => {
    expect(componentViolations(creation, known).map(({ field, code }) => `${field} ${code}`)).toEqual(
      expected,
    );
  });

  it('is not judged by entities that could not be read', () => {
    expect(componentViolations({ ...good, legal_entity_ids: ['other'] }, null)).toEqual([]);
  });

  it.each([
    ['self', false],
    ['inter_office', true],
    ['inter_firm', true],
    ['', false],
    ['sister', false],
  ])('by %s may have the component auditor work in the audit: %s', (relation, expected) => {
    expect(mayWorkInAudit(relation)).toBe(expected);
  });
});

describe('decisions §8.3: the defaults', () => {
  const entities = [
    { id: 'a', name: 'Sub Italia S.p.A.', country: 'IT' },
    { id: 'b', name: 'Leaf & Sons', country: 'US' },
  ].map((one) => LegalEntity.parse(one));

  it('are the names joined, never cut, and the country of the first', () => {
    expect(componentDefaults(entities)).toEqual({ name: 'Sub Italia S.p.A. & Leaf & Sons', country: 'IT' });
    expect(componentDefaults(entities.toReversed()).country).toBe('US');
  });

  it('are unknown where the service does not tell a country', () => {
    expect(componentDefaults([LegalEntity.parse({ id: 'x', name: 'X' })])).toEqual({
      name: 'X',
      country: null,
    });
  });
});

describe('decisions §8.1, §8.7, §8.8: what is refused', () => {
  const rows = [
    // group, component, coupled, create, set out of scope, delete
    ['open', 'open', null, null, null, null],
    ['open', 'open', 'OTHER', null, null, 'coupled'],
    ['open', 'archived', null, null, 'component-archived', null],
    ['open', 'deleting', null, null, 'component-deleting', null],
    ['open', 'thawed', null, null, null, null],
    ['initializing', 'open', null, null, 'group-initializing', 'group-initializing'],
    ['archived', 'open', 'OTHER', 'group-archived', 'group-archived', 'group-archived'],
    ['deleting', 'deleting', null, 'group-deleting', 'group-deleting', 'group-deleting'],
    ['thawed', 'open', null, null, null, null],
  ] as const;
  it.each(rows)('group %s, component %s, coupled to %s', (group, status, coupled, create, scope, remove) => {
    const audit = { audit_type: 'consolidated', status: group };
    const component = { status, coupled_entity_audit_id: coupled };
    expect(componentRefusal('create', audit, null)).toBe(create);
    expect(componentRefusal('set-out-of-scope', audit, component)).toBe(scope);
    expect(componentRefusal('delete', audit, component)).toBe(remove);
  });

  it.each([
    ['create', []],
    [
      'set-out-of-scope',
      componentRefusals.filter((one) => one !== 'not-consolidated' && one !== 'group-archived'),
    ],
    ['delete', componentRefusals.filter((one) => one !== 'not-consolidated')],
  ] as const)('what the specification does not refuse of “%s” is a doubt', (action, expected) => {
    expect(componentRefusals.filter((refusal) => isRefusalDoubt(action, refusal))).toEqual(expected);
  });

  it('leaves to the service what a type that nobody knows can have', () => {
    expect(componentRefusal('create', { audit_type: 'portfolio', status: 'open' }, null)).toBeNull();
  });

  it.each(['single', 'component'])('everything under an audit that is %s', (audit_type) => {
    expect(componentRefusal('create', { audit_type, status: 'open' }, null)).toBe('not-consolidated');
  });
});
