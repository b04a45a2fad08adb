import { expect, test } from 'vitest';
import { Audit, type AuditCreation } from '../model/audit.ts';
import { type ClientCreation, ClientOrganisation } from '../model/client-organisation.ts';
import { auditDifferences, clientDifferences, confirmsAudit, confirmsClient } from './same-creation.ts';

const creation: AuditCreation = {
  id: 'A-1',
  name: 'Jaarrekening 2025',
  work_package_id: 'wp',
  scoping_package_id: 'Standard',
  client_organisation_id: 'client',
  legal_entity_id: 'entity',
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'nl',
};
const answer = {
  id: 'A-1',
  name: 'Jaarrekening 2025',
  work_package_id: 'wp',
  scoping_package_id: 'Standard',
  client_organisation_id: 'client',
  legal_entity_ids: ['entity'],
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'nl',
  unit_of_measurement: null,
  settings: { use_sampling: true, threshold: '10.50' },
  status: 'initializing',
  audit_type: 'single',
  created_at: '2026-01-05T09:00:00Z',
  group_audit_id: null,
  coupled_component_audit_ids: [],
};

test.each<[string, Partial<AuditCreation>, Record<string, unknown>, readonly string[]]>([
  ['the same', {}, {}, []],
  ['defaults that nobody asked for', {}, { unit_of_measurement: 'EUR', settings: { other: 1 } }, []],
  ['the default type', { audit_type: 'single' }, {}, []],
  ['a name that was trimmed', { name: ' Jaarrekening 2025 ' }, {}, []],
  ['days with a time', {}, { period_start: '2025-01-01T00:00:00Z' }, []],
  ['fields that are not shown', {}, { language: undefined, audit_type: undefined, legal_entity_ids: [] }, []],
  ['a decimal in another form', { settings: { threshold: 10.5 } }, {}, []],
  ['a setting as asked for', { settings: { use_sampling: true } }, {}, []],
  ['another name', { name: 'Other' }, {}, ['name']],
  [
    'another work package and label',
    { work_package_id: 'x', scoping_package_id: 'y' },
    {},
    ['work_package_id', 'scoping_package_id'],
  ],
  ['another client', { client_organisation_id: 'x' }, {}, ['client_organisation_id']],
  ['another legal entity', { legal_entity_id: 'x' }, {}, ['legal_entity_id']],
  ['more legal entities', {}, { legal_entity_ids: ['entity', 'second'] }, ['legal_entity_id']],
  ['another period', { period_end: '2025-06-30' }, {}, ['period_end']],
  ['another language', { language: 'it' }, {}, ['language']],
  ['another type', { audit_type: 'consolidated' }, {}, ['audit_type']],
  ['the default type where there is another', {}, { audit_type: 'consolidated' }, ['audit_type']],
  ['a unit that is missing', { unit_of_measurement: 'EUR' }, {}, ['unit_of_measurement']],
  ['another setting', { settings: { use_sampling: false } }, {}, ['settings.use_sampling']],
  ['a setting that is missing', { settings: { unknown: 'x' } }, {}, ['settings.unknown']],
  ['a coupling that is missing', { coupled_component_audit_ids: ['c'] }, {}, ['coupled_component_audit_ids']],
  [
    'a coupling that nobody asked for',
    {},
    { coupled_component_audit_ids: ['c'] },
    ['coupled_component_audit_ids'],
  ],
  [
    'couplings in another order',
    { coupled_component_audit_ids: ['c', 'd'] },
    { coupled_component_audit_ids: ['d', 'c'] },
    [],
  ],
])('decisions §4.3, an audit with %s', (_, asked, read, differences) => {
  expect(auditDifferences({ ...creation, ...asked }, Audit.parse({ ...answer, ...read }))).toEqual(
    differences,
  );
});

const client: ClientCreation = { id: 'c', name: 'Molen B.V.', country: 'NL' };
const clientAnswer = {
  id: 'c',
  name: 'Molen B.V.',
  country: 'NL',
  domains: [],
  allow_password_login: true,
  is_test_organisation: false,
};

test.each<[string, Partial<ClientCreation>, Record<string, unknown>, readonly string[]]>([
  ['the same', {}, {}, []],
  ['domains in other letters', { domains: ['Molen.example'] }, { domains: ['molen.example'] }, []],
  ['defaults that nobody asked for', {}, { domains: ['x'], allow_password_login: false }, []],
  ['another name', { name: 'x' }, {}, ['name']],
  ['another country', { country: 'IT' }, {}, ['country']],
  ['another domain', { domains: ['x'] }, {}, ['domains']],
  ['another way to log in', { allow_password_login: false }, {}, ['allow_password_login']],
])('decisions §4.3, a client with %s', (_, asked, read, differences) => {
  const found = ClientOrganisation.parse({ ...clientAnswer, ...read });
  expect(clientDifferences({ ...client, ...asked }, found)).toEqual(differences);
});

const shownByAudit = [
  'work_package_id',
  'scoping_package_id',
  'client_organisation_id',
  'legal_entity_ids',
  'period_start',
  'period_end',
  'language',
  'audit_type',
] as const;

test.each([...shownByAudit, 'name'] as const)(
  'an answer without %s is no proof of a creation',
  (field: (typeof shownByAudit)[number] | 'name') => {
    const { [field]: _, ...rest } = answer;
    expect(confirmsAudit(creation, Audit.parse(answer))).toBe(true);
    expect(confirmsAudit(creation, Audit.parse(rest))).toBe(false);
    expect(confirmsAudit(creation, Audit.parse({ ...answer, [field]: 'other' }))).toBe(false);
  },
);

test.each<[Partial<ClientCreation>, Record<string, unknown>, boolean]>([
  [{}, {}, true],
  [{ allow_password_login: true }, {}, true],
  [{}, { country: undefined }, false],
  [{}, { name: undefined }, false],
  [{}, { name: 'x' }, false],
  [{ domains: ['x'] }, {}, false],
  [{}, { allow_password_login: undefined }, true],
  [{ allow_password_login: true }, { allow_password_login: undefined }, false],
])('a client asked for with %j and answered with %j is confirmed: %j', (asked, read, confirmed) => {
  const found = ClientOrganisation.parse({ ...clientAnswer, ...read });
  expect(confirmsClient({ ...client, ...asked }, found)).toBe(confirmed);
});
