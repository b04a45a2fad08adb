import { expect, test } from 'vitest';
import { Audit, type AuditCreation } from '../../model/audit.ts';
import { type ClientCreation, ClientOrganisation } from '../../model/client-organisation.ts';
import { ComponentAudit, type ComponentCreation } from '../../model/component-audit.ts';
import {
  auditDifferences,
  clientDifferences,
  componentDifferences,
  isAnotherAudit,
  isAnotherClient,
  isAnotherComponent,
  showsAll,
  withId,
} from './same-creation.ts';

// In what an object that is there is not what was sent: by hand from decisions.md §4.3, for services that spell it in their own way.

const fieldsOf = (differences: ReturnType<typeof auditDifferences>) => differences.map(({ field }) => field);

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
  ['a name that was trimmed', { name: ' Jaarrekening  2025 ' }, {}, []],
  [
    'a name that was escaped',
    { name: 'Smit & Zn "A" \u00e9' },
    { name: 'Smit &amp; Zn &quot;A&#34; &#xe9;' },
    [],
  ],
  ['a name in the other form of Unicode', { name: 'Zo\u00eb' }, { name: 'Zoe\u0308' }, []],
  ['a name with a suffix', {}, { name: 'Jaarrekening 2025 (1)' }, ['name']],
  ['days with a time', {}, { period_start: '2025-01-01T00:00:00Z' }, []],
  ['fields that are not shown', {}, { language: undefined, audit_type: undefined, legal_entity_ids: [] }, []],
  ['a type in capitals', {}, { audit_type: 'SINGLE' }, []],
  ['a language with its country', {}, { language: 'nl_NL' }, []],
  ['a unit in small letters', { unit_of_measurement: 'EUR' }, { unit_of_measurement: 'eur' }, []],
  ['a decimal in another form', { settings: { threshold: 10.5 } }, {}, []],
  ['a setting as asked for', { settings: { use_sampling: true } }, {}, []],
  ['a yes as a text', { settings: { use_sampling: true } }, { settings: { use_sampling: 'True' } }, []],
  ['choices in another order', { settings: { a: ['x', 'y'] } }, { settings: { a: ['y', 'x'] } }, []],
  ['other choices', { settings: { a: ['x', 'y'] } }, { settings: { a: ['y'] } }, ['settings.a']],
  ['a setting that is not shown', { settings: { unknown: 'x' } }, {}, []],
  ['another setting', { settings: { use_sampling: false } }, {}, ['settings.use_sampling']],
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
  ['a unit where there is none', { unit_of_measurement: 'EUR' }, {}, ['unit_of_measurement']],
  ['a coupling that may come when it is open', { coupled_component_audit_ids: ['c'] }, {}, []],
  [
    'a coupling that is missing though it is open',
    { coupled_component_audit_ids: ['c'] },
    { status: 'open' },
    ['coupled_component_audit_ids'],
  ],
  [
    'a coupling that nobody asked for',
    {},
    { coupled_component_audit_ids: ['c'] },
    ['coupled_component_audit_ids'],
  ],
  [
    'couplings in another order',
    { coupled_component_audit_ids: ['c', 'd'] },
    { coupled_component_audit_ids: ['d', 'c'], status: 'open' },
    [],
  ],
])('decisions §4.3, an audit with %s', (_, asked, read, told) => {
  const found = Audit.parse({ ...answer, ...read });
  expect(fieldsOf(auditDifferences({ ...creation, ...asked }, found))).toEqual(told);
});

test('a difference has both values as a person reads them', () => {
  const found = Audit.parse({ ...answer, name: 'Other', legal_entity_ids: ['entity', 'second'] });
  expect(auditDifferences({ ...creation, settings: { use_sampling: false } }, found)).toEqual([
    { field: 'name', sent: 'Jaarrekening 2025', there: 'Other' },
    { field: 'legal_entity_id', sent: 'entity', there: 'entity, second' },
    { field: 'settings.use_sampling', sent: 'false', there: 'true' },
  ]);
});

test.each<[string, Record<string, unknown>, boolean]>([
  ['the same', {}, false],
  ['another name, package and language', { name: 'x', work_package_id: 'x', language: 'it' }, false],
  ['one legal entity more', { legal_entity_ids: ['entity', 'x'] }, false],
  ['none of its entities shown', { legal_entity_ids: undefined }, false],
  ['another client', { client_organisation_id: 'x' }, true],
  ['another legal entity', { legal_entity_ids: ['x'] }, true],
  ['another period', { period_start: '2024-01-01' }, true],
  ['the day after its last', { period_end: '2026-01-01' }, false],
  ['a moment of the evening before', { period_start: '2024-12-31T23:00:00Z' }, false],
  ['ids in capitals', { client_organisation_id: 'CLIENT', legal_entity_ids: ['ENTITY'] }, false],
])('an audit with %s is plainly another one: %j', (_, read, isAnother) => {
  expect(isAnotherAudit(creation, Audit.parse({ ...answer, ...read }))).toBe(isAnother);
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
  ['fields that are not shown', { domains: ['x'] }, { country: undefined, domains: undefined }, []],
  ['another name', { name: 'x' }, {}, ['name']],
  ['another country', { country: 'IT' }, {}, ['country']],
  ['another domain', { domains: ['x'] }, {}, ['domains']],
  ['another way to log in', { allow_password_login: false }, {}, ['allow_password_login']],
])('decisions §4.3, a client with %s', (_, asked, read, told) => {
  const found = ClientOrganisation.parse({ ...clientAnswer, ...read });
  expect(fieldsOf(clientDifferences({ ...client, ...asked }, found))).toEqual(told);
});

const component: ComponentCreation = {
  legal_entity_ids: ['a', 'b'],
  auditor_relation: 'inter_firm',
  name: 'Noord',
};
const componentAnswer = {
  id: 'k',
  name: 'Noord',
  legal_entity_ids: ['a', 'b'],
  auditor_relation: 'inter_firm',
};

test.each<[string, Record<string, unknown>, readonly string[], boolean]>([
  ['the same', {}, [], false],
  [
    'entities as objects, the relation in capitals',
    { legal_entity_ids: [{ id: 'a' }, { id: 'b' }], auditor_relation: 'INTER_FIRM' },
    [],
    false,
  ],
  [
    'nothing but its id',
    { name: undefined, legal_entity_ids: undefined, auditor_relation: undefined },
    [],
    false,
  ],
  ['a name that was cut', { name: 'Noo' }, ['name'], false],
  ['entities in another order', { legal_entity_ids: ['b', 'a'] }, ['legal_entity_ids'], false],
  ['another relation', { auditor_relation: 'self' }, ['auditor_relation'], false],
  ['another entity', { legal_entity_ids: ['a', 'c'] }, ['legal_entity_ids'], true],
  ['ids in capitals', { legal_entity_ids: ['A', 'B'] }, ['legal_entity_ids'], false],
  ['no entities yet', { legal_entity_ids: [] }, [], false],
  ['an entity more', { legal_entity_ids: ['top', 'a', 'b'] }, ['legal_entity_ids'], true],
  ['an entity less', { legal_entity_ids: ['a'] }, ['legal_entity_ids'], true],
  ['its entities in one text', { legal_entity_ids: 'a,b' }, [], false],
  [
    'links that carry entities',
    {
      legal_entity_ids: [
        { id: 900, legal_entity_id: 'a' },
        { id: 901, legal_entity_id: 'b' },
      ],
    },
    [],
    false,
  ],
])('a component with %s', (_, read, told, isAnother) => {
  const found = ComponentAudit.parse({ ...componentAnswer, ...read });
  expect(fieldsOf(componentDifferences(component, found))).toEqual(told);
  expect(isAnotherComponent(component, found)).toBe(isAnother);
});

test.each([
  ['Molen B.V.', false],
  ['MOLEN B.V.', false],
  ['Molen B.V. (NL)', false],
  ['Molen', false],
  ['', false],
  ['Molenaar B.V.', true],
  ['Mole', true],
])('a client organisation named %j is plainly another one: %s', (name, isAnother) => {
  expect(isAnotherClient(client, ClientOrganisation.parse({ ...clientAnswer, name }))).toBe(isAnother);
});

test.each<[Record<string, unknown>, boolean]>([
  [{}, true],
  [{ created_at: undefined }, true],
  [{ name: undefined }, false],
  [{ legal_entity_ids: undefined }, false],
  [{ language: { x: 1 } }, false],
])('an answer of %j shows all that was sent: %j', (read, shows) => {
  expect(showsAll(Audit.parse({ ...answer, ...read }), creation)).toBe(shows);
});

test.each([
  ['c-1', ['C-1', 'c-1'], 'c-1'],
  ['c-1', ['C-2', 'C-1'], 'C-1'],
  ['c-1', ['c-10'], undefined],
])('%s among %j is %s', (id, ids, expected) => {
  expect(
    withId(
      ids.map((one) => ({ id: one })),
      id,
    )?.id,
  ).toBe(expected);
});
