import { expect, test } from 'vitest';
import { Audit } from './audit.ts';

const specified = {
  id: 'A-1',
  name: 'Jansen 2026',
  work_package_id: 'wp',
  scoping_package_id: 'ISA',
  client_organisation_id: 'jansen',
  legal_entity_ids: ['jansen', 'jansen-2'],
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'nl',
  unit_of_measurement: 'EUR',
  settings: { materiality: 4 },
  status: 'open',
  audit_type: 'consolidated',
  created_at: '2026-02-01T08:00:00Z',
  group_audit_id: null,
  coupled_component_audit_ids: [],
};

test('an audit as specified is read whole', () => {
  expect(Audit.parse(specified)).toEqual(specified);
});

// What the service says otherwise → what is read; all else stays as it was, and nothing is unseen.
test.each([
  [{ id: 17 }, { id: '17' }],
  [{ id: ['A-1'] }, {}],
  [{ id: { value: 'A-1' } }, {}],
  [{ id: 9, external_id: 'A-1' }, {}],
  [{ id: 9, external_reference: 'A-1' }, {}],
  [{ id: { _: 'A-1', $: { type: 'string' } } }, {}],
  [{ id: 'https://a/api/v1/audits/A-1/?format=json' }, {}],
  [{ name: 'Jansen &amp; Zn' }, { name: 'Jansen &amp; Zn' }],
  [{ name: { nl: 'x', label: 'Jansen 2026' } }, {}],
  [{ work_package_id: { id: 'wp', name: 'Statutory' } }, {}],
  [{ work_package_id: undefined, work_package: { id: 'wp' } }, {}],
  [{ work_package_id: undefined, workPackage: 'wp' }, {}],
  [{ scoping_package_id: { id: 3, name: 'ISA' } }, {}],
  [{ client_organisation_id: undefined, client: { id: 'jansen', name: 'Jansen' } }, {}],
  [{ client_organisation_id: undefined, clientOrganisationId: ['jansen'] }, {}],
  [{ client_organisation_id: undefined, client_organization: { id: 'jansen' } }, {}],
  [{ client_organisation_id: { '#text': 'jansen' }, status: { '#text': 'open' } }, {}],
  [{ work_package_id: { links: { related: '/api/v1/work-packages/wp/' } } }, {}],
  [
    {
      work_package_id: undefined,
      client_organisation_id: undefined,
      _links: {
        self: { href: '/api/v1/audits/A-1/' },
        work_package: { href: '/api/v1/work-packages/wp/' },
        client_organisation: { href: '/api/v1/client-organisations/jansen/' },
        legal_entities: { href: '/api/v1/audits/A-1/legal-entities/' },
      },
    },
    {},
  ],
  [{ legal_entity_ids: undefined, legal_entities: { legal_entity: ['jansen', 'jansen-2'] } }, {}],
  [
    { legal_entity_ids: { edges: [{ node: { id: 'jansen' } }, { node: { id: 'jansen-2' } }], pageInfo: {} } },
    {},
  ],
  [{ legal_entity_ids: { '0': { id: 'jansen' }, '1': { id: 'jansen-2' } } }, {}],
  [
    {
      legal_entity_ids: [
        { id: 5, legal_entity: 'jansen' },
        { id: 6, legal_entity: 'jansen-2' },
      ],
    },
    {},
  ],
  [{ legal_entity_ids: undefined, legal_entities: [{ id: 'jansen' }, { id: 'jansen-2' }] }, {}],
  [{ legal_entity_ids: undefined, legalEntities: ['jansen', 'jansen-2'] }, {}],
  [{ legal_entity_ids: undefined, legal_entity_id: 'jansen' }, { legal_entity_ids: ['jansen'] }],
  [{ legal_entity_ids: undefined, legal_entity: { id: 'jansen' } }, { legal_entity_ids: ['jansen'] }],
  [
    { legal_entity_ids: [{ legal_entity_id: 7 }, { legal_entity: { id: 'b' } }] },
    { legal_entity_ids: ['7', 'b'] },
  ],
  [{ legal_entity_ids: { results: [{ id: 'jansen' }, { id: 'jansen-2' }] } }, {}],
  [{ period_start: '2026-01-01T00:00:00Z', period_end: '31-12-2026' }, {}],
  [{ period_start: '2026/1/1', period_end: '31.12.2026' }, {}],
  [{ period_start: '2026-01-01T00:00:00+01:00', period_end: '2026-12-31T23:59:59Z' }, {}],
  [{ period_start: [2026, 1, 1], period_end: { year: 2026, month: 12, day: 31 } }, {}],
  [{ period_start: 1767225600000, period_end: '/Date(1798675200000)/' }, {}],
  [{ period_start: { seconds: '1767225600' }, period_end: { $date: '2026-12-31T00:00:00Z' } }, {}],
  [{ period_start: '2026-01-01Z', period_end: '2026-12-31+01:00' }, {}],
  [{ period_start: '/Date(1767222000000+0100)/', period_end: '/Date(1798675200000)/' }, {}],
  [{ period_start: { year: 2026, month: 'JANUARY', monthValue: 1, dayOfMonth: 1 } }, {}],
  [
    { period_start: undefined, period_from: '2026-01-01', period_end: undefined, period_to: '2026-12-31' },
    {},
  ],
  [{ period_start: 'Thu, 01 Jan 2026 00:00:00 GMT', period_end: '20261231' }, {}],
  [
    {
      legal_entity_ids: {
        data: [
          { type: 'entities', id: 'jansen' },
          { type: 'entities', id: 'jansen-2' },
        ],
      },
    },
    {},
  ],
  [{ client_organisation_id: undefined, client: '/api/v1/client-organisations/jansen/' }, {}],
  [{ period_start: undefined, period_end: undefined, period: { start: '20260101', end: '2026-12-31' } }, {}],
  [{ language: 'nl-nl' }, {}],
  [{ language: 'nl_NL' }, {}],
  [{ language: 'NL' }, {}],
  [{ language: 'Dutch' }, {}],
  [{ language: { code: 'NL', name: 'Dutch' } }, {}],
  [{ language: 'nld' }, {}],
  [{ language: 'Niederländisch' }, {}],
  [{ language: 'en_US' }, { language: 'en-us' }],
  [{ language: 'fy' }, { language: 'fy' }],
  [{ unit_of_measurement: 'eur' }, {}],
  [{ unit_of_measurement: { code: 'EUR' } }, {}],
  [{ unit_of_measurement: undefined, currency: 'EUR' }, {}],
  [{ unit_of_measurement: 'kg' }, { unit_of_measurement: 'kg' }],
  [{ unit_of_measurement: '' }, { unit_of_measurement: null }],
  [{ settings: [{ id: 'materiality', value: 4 }] }, {}],
  [{ settings: [{ setting: { id: 'materiality' }, value: 4 }] }, {}],
  [{ settings: { materiality: { value: 4, label: 'Four' } } }, {}],
  [{ settings: { results: [{ id: 'materiality', value: 4 }], count: 1 } }, {}],
  [{ settings: { setting: [{ key: 'materiality', value: 4 }] } }, {}],
  [{ settings: { setting: { key: 'materiality', value: 4 } } }, {}],
  [{ settings: [{ id: 1, key: 'materiality', value: 4 }] }, {}],
  [{ settings: [{ id: 1, value: 4 }] }, { settings: { '1': 4 } }],
  [{ settings: { areas: ['cash', 'stock'] } }, { settings: { areas: ['cash', 'stock'] } }],
  [{ settings: { materiality: '4.00' } }, { settings: { materiality: '4.00' } }],
  [{ status: 'Open' }, {}],
  [{ status: { value: 'OPEN', label: 'Opened' } }, {}],
  [{ status: undefined, state: 'open' }, {}],
  [{ status: 'success', state: 'open' }, {}],
  [{ status: 'OK', audit_status: 'Open' }, {}],
  [{ status: 'Initialising' }, { status: 'initializing' }],
  [{ status: 'Creating' }, { status: 'initializing' }],
  [{ status: 'being_created' }, { status: 'initializing' }],
  [{ status: 'Wordt aangemaakt' }, { status: 'initializing' }],
  [{ status: 'draft' }, { status: 'draft' }],
  [{ status: 'Offen' }, {}],
  [{ status: { id: 2, name: 'Aperta' } }, {}],
  [{ status: { id: 2, code: 'OPN', description: 'Open' } }, {}],
  [{ status: 'Gearchiveerd' }, { status: 'archived' }],
  [{ status: 'EN_COURS_DE_SUPPRESSION' }, { status: 'deleting' }],
  [{ status: 'Aktief' }, { status: 'Aktief' }],
  [{ audit_type: 'CONSOLIDATED' }, {}],
  [{ audit_type: { id: 2, name: 'Consolidated audit' } }, {}],
  [{ audit_type: undefined, type: 'Consolidated' }, {}],
  [{ audit_type: undefined, audit_kind: 'consolidated' }, {}],
  [{ audit_type: 'Group audit' }, {}],
  [{ audit_type: 'Konsolidiert' }, {}],
  [{ group_audit_id: { id: 'G' } }, { group_audit_id: 'G' }],
  [
    { unit_of_measurement: 'N/A', group_audit_id: 'null', created_at: 'None' },
    { unit_of_measurement: null, created_at: null },
  ],
  [{ group_audit_id: '-' }, {}],
  [{ group_audit_id: false }, {}],
  [{ group_audit_id: 'geen' }, {}],
  [{ group_audit_id: '(none)' }, {}],
  [{ group_audit_id: '00000000-0000-0000-0000-000000000000' }, {}],
  [{ coupled_component_audit_ids: '' }, {}],
  [{ coupled_component_audit_ids: '[]', legal_entity_ids: '["jansen", "jansen-2"]' }, {}],
  [{ group_audit_id: undefined, group_audit: ['G'] }, { group_audit_id: 'G' }],
  [
    { coupled_component_audit_ids: undefined, coupled_component_audits: [{ id: 'c' }] },
    { coupled_component_audit_ids: ['c'] },
  ],
  [{ coupled_component_audit_ids: null }, {}],
])('%j is read', (said, read) => {
  expect(Audit.parse({ ...specified, ...said })).toEqual({ ...specified, ...read });
});

test.each<readonly [string, unknown]>([
  ['the name of its noun', { audit: specified }],
  ['data', { data: specified }],
  ['a list of one', [specified]],
  ['JSON:API', { type: 'audits', id: 'A-1', attributes: specified }],
  ['data, then its attributes', { data: { type: 'audits', id: 'A-1', attributes: specified } }],
  ['data with a status of its own', { status: 'success', data: { audit: specified } }],
  ['a result with an id of its own', { jsonrpc: '2.0', id: 'request-7', result: specified }],
  ['a payload', { code: 200, message: 'OK', payload: specified }],
  ['data with a name and a language of its own', { name: 'GetAudit', language: 'en-us', data: specified }],
  ['its fields', { id: 'A-1', createdTime: '2026-02-01', fields: { ...specified, id: undefined } }],
  ['its properties', { id: '/tenants/t/audits/A-1', type: 'x/audits', properties: specified }],
  ['a resource', { fullUrl: 'urn:x', resource: specified, search: { mode: 'match' } }],
  ['an envelope of any name', { wrapper: specified }],
  ['two of them', { GetAuditResponse: { GetAuditResult: specified }, '@xmlns': 'urn:a' }],
  ['an envelope with an id of its own', { _id: '7', _version: 3, _source: specified }],
  ...[
    (name: string) => `AUD_${name.toUpperCase()}`,
    (name: string) => `fldAudit${name}`,
    (name: string) => `ns:${name}`,
    (name: string) => `${name}__c`,
  ].map(
    (spelled) =>
      [
        `names such as ${spelled('id')}`,
        Object.fromEntries(Object.entries(specified).map(([name, value]) => [spelled(name), value])),
      ] as const,
  ),
  [
    'camel case',
    Object.fromEntries(
      Object.entries(specified).map(([key, value]) => [
        key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  ],
])('an audit within %s is read whole', (_, said) => {
  expect(Audit.parse(said)).toEqual(specified);
});

test.each([
  [{ language: undefined }, ['language']],
  [{ legal_entity_ids: null }, ['legal_entity_ids']],
  [{ legal_entity_ids: ['jansen', null] }, ['legal_entity_ids']],
  [
    { legal_entity_ids: 2, coupled_component_audit_ids: 0 },
    ['legal_entity_ids', 'coupled_component_audit_ids'],
  ], // how many
  [{ legal_entity_ids: 'jansen|jansen-2', settings: 'none' }, ['legal_entity_ids', 'settings']],
  [{ settings: [{ id: 'materiality' }, 7] }, ['settings']],
  [{ settings: { href: '/api/v1/audits/A-1/settings/' } }, ['settings']],
  [{ legal_entity_ids: { links: { related: '/api/v1/audits/A-1/legal-entities/' } } }, ['legal_entity_ids']],
  [{ legal_entity_ids: { loading: true } }, ['legal_entity_ids']],
  [{ legal_entity_ids: { count: 2, next: '/x/?page=2', results: ['jansen'] } }, ['legal_entity_ids']],
  [{ coupled_component_audit_ids: 'c-1, c-2' }, ['coupled_component_audit_ids']],
  [
    { coupled_component_audit_ids: { href: '/api/v1/audits/A-1/coupled-component-audits/' } },
    ['coupled_component_audit_ids'],
  ],
  [{ group_audit_id: { href: '/api/v1/audits/A-1/group-audit/' } }, ['group_audit_id']],
  [{ group_audit_id: { links: { self: '/api/v1/audits/A-1/relationships/group' } } }, ['group_audit_id']],
  [{ coupled_component_audit_ids: { '@nil': 'true' } }, ['coupled_component_audit_ids']],
  [{ group_audit_id: '0' }, ['group_audit_id']],
  [{ period_end: 'soon' }, ['period_end']],
  [{ period_start: '2025-12-31T23:00:00Z' }, ['period_start']], // midnight in Amsterdam
  [{ period_start: 1767222000000 }, ['period_start']], // the same
  [{ period_end: '01/02/2026' }, ['period_end']],
  [{ period_start: '2026-31-12', period_end: '2026/31/12' }, ['period_start', 'period_end']],
  [{ period_start: '01012026', period_end: '31122026' }, ['period_start', 'period_end']],
  [{ period_start: [2026, 0, 1], period_end: [2026, 11, 31] }, ['period_start', 'period_end']],
  [{ group_audit_id: 0 }, ['group_audit_id']],
  [{ coupled_component_audit_ids: undefined }, ['coupled_component_audit_ids']],
  [{ status: {}, audit_type: null, created_at: undefined }, ['status', 'audit_type', 'created_at']],
  [{ group_audit_id: ['G', 'H'] }, ['group_audit_id']],
])('of %j it is told what was not seen', (said, unseen) => {
  expect(Audit.parse({ ...specified, ...said }).unseen).toEqual(unseen);
});

test('what cannot be read keeps what came or its default', () => {
  const said = {
    ...specified,
    period_end: 'soon',
    settings: 7,
    name: null,
    legal_entity_ids: ['jansen', null],
  };
  expect(Audit.parse(said)).toMatchObject({
    period_end: 'soon',
    settings: {},
    name: 'A-1',
    legal_entity_ids: ['jansen'],
    unseen: ['name', 'legal_entity_ids', 'period_end', 'settings'],
  });
});

test.each([
  [null],
  ['A-1'],
  [7],
  [[]],
  [{ name: 'no id' }],
  [{ id: '' }],
  [{ job: 'queued', requested_by: { id: 'anna', name: 'Anna' } }],
  [{ id: true }],
  [[specified, specified]],
])('%j is no audit', (said) => {
  expect(Audit.safeParse(said).success).toBe(false);
});
