import { expect, test } from 'vitest';
import { ComponentAudit } from './component-audit.ts';

const specified = {
  id: 'c-1',
  name: 'Smit & Zn',
  legal_entity_ids: ['smit'],
  in_scope: true,
  out_of_scope_explanation: '',
  auditor_relation: 'inter_firm',
  status: 'open',
  coupled_entity_audit_id: null,
};

test('a component as specified is read whole', () => {
  expect(ComponentAudit.parse(specified)).toEqual(specified);
});

test.each([
  [{ legal_entity_ids: undefined, legal_entities: [{ id: 'smit', name: 'Smit' }] }, {}],
  [{ legal_entity_ids: undefined, legal_entities: ['smit'] }, {}],
  [{ legal_entity_ids: undefined, legal_entity_id: 'smit' }, { unseen: ['legal_entity_ids'] }],
  [{ legal_entity_ids: undefined, entities: [{ entity_id: 'smit' }] }, {}],
  [{ auditor_relation: 'INTER_FIRM' }, {}],
  [{ auditor_relation: 'Inter-firm' }, {}],
  [{ auditor_relation: 'interFirm' }, {}],
  [{ auditor_relation: { id: 3, name: 'Inter firm' } }, {}],
  [{ auditor_relation: { id: 'inter_firm', name: 'Another firm' } }, {}],
  [{ auditor_relation: ['inter-firm'] }, {}],
  [{ auditor_relation: undefined, auditor: { relation: 'inter_firm', name: 'Firm' } }, {}],
  [
    { auditor_relation: undefined, auditor: 'Firm' },
    { auditor_relation: '', unseen: ['auditor_relation'] },
  ],
  [
    { auditor_relation: { self: false, inter_firm: true } },
    { auditor_relation: '', unseen: ['auditor_relation'] },
  ],
  [{ auditor_relation: 'Group auditor' }, { auditor_relation: 'self' }],
  [{ auditor_relation: 'AUDITOR_RELATION_INTER_FIRM', status: 'AuditStatus.OPEN' }, {}],
  [{ auditor_relation: 'urn:audit:auditor_relation:inter_firm', status: 'https://a/statuses/open/' }, {}],
  [{ status: 'not_open' }, { status: 'not_open' }],
  [{ status: undefined, lifecycle_status: { current: 'open', since: '2026-01-01' } }, {}],
  [{ id: undefined, _id: { $oid: 'c-1' } }, {}],
  [{ id: undefined, uuid: 'c-1' }, {}],
  [{ id: undefined, _links: { self: { href: '/api/v1/audits/g/component-audits/c-1/' } } }, {}],
  [{ legal_entity_ids: ['https://a/api/v1/client-organisations/x/legal-entities/smit/'] }, {}],
  [
    { legal_entity_ids: 'https://a/api/v1/audits/c-1/legal-entities/' },
    { legal_entity_ids: [], unseen: ['legal_entity_ids'] },
  ],
  [{ legal_entity_ids: [{ id: 900, legal_entity_id: 'smit' }] }, {}],
  [{ legal_entity_ids: [{ id: 900, legal_entity: { id: 'smit' } }] }, {}],
  [{ legal_entity_ids: { smit: { primary: true } } }, {}],
  [
    { legal_entity_ids: 'smit, jansen' },
    { legal_entity_ids: ['smit', 'jansen'], unseen: ['legal_entity_ids'] },
  ],
  [{ in_scope: 'Y' }, {}],
  [{ in_scope: 'Sì' }, {}],
  [{ in_scope: { id: 1, label: 'Out of scope' } }, { in_scope: false }],
  [{ in_scope: { code: 0, name: 'Yes' } }, {}],
  [{ coupled_entity_audit_id: 'N/A' }, {}],
  [{ in_scope: 'onwaar' }, { in_scope: false }],
  [{ in_scope: undefined, excluded: false }, {}],
  [{ in_scope: undefined, scope: { in_scope: true, explanation: '' } }, {}],
  [
    { coupled_entity_audit_id: { href: '/api/v1/audits/c-1/coupled-audit/' } },
    { unseen: ['coupled_entity_audit_id'] },
  ],
  [{ auditor_relation: 'alliance' }, { auditor_relation: 'alliance' }],
  [{ auditor_relation: undefined, relation: 'inter_firm' }, {}],
  [{ in_scope: 'true' }, {}],
  [{ in_scope: 'False' }, { in_scope: false }],
  [{ in_scope: 1 }, {}],
  [{ in_scope: undefined, scope: 'in' }, {}],
  [{ in_scope: undefined, scope: 'Out of scope' }, { in_scope: false }],
  [{ in_scope: undefined, out_of_scope: false }, {}],
  [{ in_scope: undefined, isInScope: { value: true, label: 'Yes' } }, {}],
  [{ status: 'OPEN' }, {}],
  [{ status: { value: 'open', label: 'Open' } }, {}],
  [{ status: 'completed' }, { status: 'completed' }],
  [{ out_of_scope_explanation: null }, {}],
  [{ coupled_entity_audit_id: { id: 'B' } }, { coupled_entity_audit_id: 'B' }],
  [{ coupled_entity_audit_id: undefined, coupledEntityAudit: ['B'] }, { coupled_entity_audit_id: 'B' }],
  [{ id: undefined, component_audit_id: 'c-1' }, {}],
])('%j is read', (said, read) => {
  expect(ComponentAudit.parse({ ...specified, ...said })).toEqual({ ...specified, ...read });
});

test.each([
  [{ auditor_relation: undefined, in_scope: undefined }, ['in_scope', 'auditor_relation']],
  [{ in_scope: 'perhaps' }, ['in_scope']],
  [{ in_scope: { id: 1, label: 'Partly' } }, ['in_scope']],
  [{ in_scope: { value: true, label: 'No' } }, ['in_scope']],
  [{ in_scope: null }, ['in_scope']],
  [{ legal_entity_ids: [null] }, ['legal_entity_ids']],
  [{ coupled_entity_audit_id: undefined }, ['coupled_entity_audit_id']],
])('of %j it is told what was not seen', (said, unseen) => {
  expect(ComponentAudit.parse({ ...specified, ...said }).unseen).toEqual(unseen);
});

test('an id alone, and a component within an object, are read', () => {
  expect(ComponentAudit.parse({ id: 'c-1' })).toMatchObject({
    id: 'c-1',
    name: 'c-1',
    in_scope: null,
    unseen: Object.keys(specified).slice(1),
  });
  expect(ComponentAudit.parse({ component_audit: specified })).toEqual(specified);
});
