import { expect, test } from 'vitest';
import { operationNames } from '../../shared/api.ts';
import type { FindingName } from '../../shared/inspection.ts';
import type { Evidence } from '../../shared/operations/inspection.ts';
import { createRedactor } from '../diagnostics/redaction.ts';
import { findingsOf } from './findings.ts';
import type { Observed, Question, Survey } from './survey.ts';

// What a rule makes of one answer: by hand, since a service that differs so would have to be built first.

const observed = (json: unknown, answer: Partial<Observed> = {}): Observed => ({
  path: '/api/v1/audits/',
  status: 200,
  headers: new Headers(),
  json,
  ...answer,
});
const envelope = (results: readonly unknown[], rest: object = {}) =>
  observed({ count: results.length, next: null, previous: null, results, ...rest });
const tier = (name: string, windows: object) => ({ tier: name, scope: 'organisation', windows });
const limits = (windows: object) => observed({ tiers: [tier('read', windows)] });
const absent = (...names: readonly string[]): Evidence[] =>
  names.map((name) => ({ kind: 'missing', place: [name] }));

const baseUrl = 'https://firm.example';

function findingIn(survey: Survey, name: FindingName, secrets: readonly string[] = []) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return findingsOf(survey, baseUrl, redactor.redactText).find((finding) => finding.name === name);
}

function evidenceOf(name: FindingName, survey: Survey, secrets: readonly string[] = []) {
  return findingIn(survey, name, secrets)?.evidence;
}

type Row = readonly [FindingName, Question, Observed, ...Evidence[]];
const rows: readonly Row[] = [
  [
    'refusal',
    'greeting',
    observed({ error: 'no' }, { status: 403, headers: new Headers({ 'www-authenticate': 'Basic realm=x' }) }),
    { kind: 'instead', place: [], found: 403, wanted: 401 },
    { kind: 'missing', place: ['detail'] },
    { kind: 'unspecified', place: ['error'] },
    { kind: 'instead', place: ['WWW-Authenticate'], found: 'basic', wanted: 'Bearer' },
  ],
  [
    'refusal',
    'greeting',
    observed([], { status: 401 }),
    { kind: 'instead', place: [], found: { type: 'list' }, wanted: { type: 'object' } },
    { kind: 'instead', place: ['WWW-Authenticate'], found: { type: 'nothing' }, wanted: 'Bearer' },
  ],
  [
    'notFound',
    'noAudit',
    observed(undefined, { status: 404 }),
    { kind: 'instead', place: [], found: { type: 'notJson' }, wanted: { type: 'object' } },
  ],
  [
    'notFound',
    'noAudit',
    observed({ detail: 'No audit.' }, { status: 404 }),
    { kind: 'otherWords', place: ['detail'] },
  ],
  ['beyondTheEnd', 'auditsBeyond', envelope([]), { kind: 'instead', place: [], found: 200, wanted: 404 }],
  [
    'withoutSlash',
    'auditsWithoutSlash',
    observed(undefined, { status: 'redirected' }),
    { kind: 'instead', place: [], found: { type: 'redirect' }, wanted: 404 },
  ],
  [
    'tokenAnswer',
    'token',
    observed({ access_token: 7, expires_in: 3_600, token_type: 'bearer', scope: '', id_token: '' }),
    { kind: 'instead', place: ['access_token'], found: { type: 'number' }, wanted: { type: 'text' } },
    { kind: 'unspecified', place: ['id_token'] },
    { kind: 'instead', place: ['token_type'], found: 'bearer', wanted: 'Bearer' },
  ],
  [
    'tokenValidity',
    'token',
    observed({ expires_in: Number.POSITIVE_INFINITY }),
    { kind: 'instead', place: ['expires_in'], found: { type: 'number' }, wanted: 3_600 },
  ],
  [
    'tokenScope',
    'token',
    observed({}),
    { kind: 'instead', place: ['scope'], found: { type: 'nothing' }, wanted: 'read write' },
  ],
  [
    'envelopes',
    'components',
    observed([], { path: '/api/v1/audits/A%201/component-audits/?page_size=100' }),
    {
      kind: 'instead',
      place: ['audits/…/component-audits/'],
      found: { type: 'list' },
      wanted: { type: 'envelope' },
    },
  ],
  [
    'envelopes',
    'roles',
    observed({ count: 0, results: [] }, { path: '/api/v1/roles/' }),
    { kind: 'missing', place: ['roles/', 'next'] },
    { kind: 'missing', place: ['roles/', 'previous'] },
  ],
  [
    'counts',
    'clients',
    observed({ count: '1', results: [{}] }, { path: '/api/v1/client-organisations/' }),
    {
      kind: 'instead',
      place: ['client-organisations/', 'count'],
      found: { type: 'text' },
      wanted: { type: 'number' },
    },
  ],
  ['links', 'audits', observed({ next: '?page=2' }), { kind: 'notAbsolute', place: ['next'] }],
  [
    'links',
    'audits',
    observed({ next: 'https://firm.example/audits/?page=3' }),
    { kind: 'otherPath', place: ['next'] },
    { kind: 'missing', place: ['next', 'page_size'] },
    { kind: 'instead', place: ['next', 'page'], found: 3, wanted: 2 },
  ],
  [
    'order',
    'auditsWhole',
    envelope([{ created_at: '2026-02-01' }, { created_at: '2026-01-01' }]),
    { kind: 'notGrowing', place: ['created_at'] },
  ],
  [
    'topLevel',
    'auditsWhole',
    envelope([{ audit_type: 'component' }, { audit_type: 'single' }, {}, { audit_type: 'component' }]),
    { kind: 'unexpected', place: ['audit_type'], found: 'component' },
    { kind: 'missing', place: ['audit_type'] },
  ],
  [
    'entityFields',
    'entities',
    envelope([{ id: 7, name: 'A', country: null, parent_id: [], vat: '' }]),
    { kind: 'instead', place: ['id'], found: { type: 'number' }, wanted: { type: 'text' } },
    { kind: 'instead', place: ['country'], found: { type: 'null' }, wanted: { type: 'text' } },
    { kind: 'instead', place: ['parent_id'], found: { type: 'list' }, wanted: { type: 'textOrNull' } },
    { kind: 'unspecified', place: ['vat'] },
  ],
  [
    'scopingLabels',
    'packages',
    envelope([{ scoping_packages: [{ label: 'Small' }] }]),
    {
      kind: 'instead',
      place: ['scoping_packages'],
      found: { type: 'object' },
      wanted: { type: 'text' },
    },
  ],
  [
    'settings',
    'packages',
    envelope([
      {
        settings: [
          { id: 'a', name: 'A', type: 'choice', default: 1, options: [{ value: 1, text: 'One' }, 'Two'] },
          { id: 'b', name: 'B', type: 'choice', default: 1, options: 'one, two' },
        ],
      },
      { settings: { c: {} } },
    ]),
    { kind: 'instead', place: ['settings'], found: { type: 'object' }, wanted: { type: 'list' } },
    { kind: 'missing', place: ['options', 'label'] },
    { kind: 'unspecified', place: ['options', 'text'] },
    { kind: 'instead', place: ['options'], found: { type: 'text' }, wanted: { type: 'object' } },
    { kind: 'instead', place: ['options'], found: { type: 'text' }, wanted: { type: 'listOrNull' } },
  ],
  [
    'settings',
    'packages',
    envelope([{ settings: [{ id: 'a', name: 'A', type: 'colour', default: 1, options: null }] }]),
    { kind: 'unexpected', place: ['type'], found: 'colour' },
  ],
  [
    'prices',
    'packages',
    envelope([
      {
        prices: [
          { audit_type: 'single', credits: 1, conditions: { coupled: 'yes', season: 2026 } },
          { audit_type: 'single', credits: 1, conditions: [] },
        ],
      },
    ]),
    {
      kind: 'instead',
      place: ['conditions', 'coupled'],
      found: { type: 'text' },
      wanted: { type: 'boolean' },
    },
    { kind: 'unspecified', place: ['conditions', 'season'] },
    {
      kind: 'instead',
      place: ['conditions'],
      found: { type: 'list' },
      wanted: { type: 'objectOrNull' },
    },
  ],
  [
    'terms',
    'components',
    envelope([{ status: 'closed', auditor_relation: null }]),
    { kind: 'unexpected', place: ['status'], found: 'closed' },
    { kind: 'unexpected', place: ['auditor_relation'], found: { type: 'null' } },
  ],
  [
    'componentAsAudit',
    'componentAsAudit',
    observed({ audit_type: 'single' }),
    { kind: 'instead', place: ['audit_type'], found: 'single', wanted: 'component' },
    { kind: 'instead', place: ['group_audit_id'], found: { type: 'nothing' }, wanted: { type: 'text' } },
  ],
  [
    'componentsOfSingle',
    'componentsOfSingle',
    observed([{}, {}], { path: '/api/v1/audits/A1/component-audits/' }),
    { kind: 'instead', place: ['audits/…/component-audits/'], found: 2, wanted: 0 },
  ],
  [
    'limitsShape',
    'limits',
    observed({ tiers: { read: '5/min' } }),
    { kind: 'instead', place: ['tiers'], found: { type: 'object' }, wanted: { type: 'list' } },
  ],
  [
    'limitsShape',
    'limits',
    observed({ tiers: [{ windows: [] }, 'read'] }),
    { kind: 'missing', place: ['tiers', 'tier'] },
    { kind: 'missing', place: ['tiers', 'scope'] },
    {
      kind: 'instead',
      place: ['tiers', 'windows'],
      found: { type: 'list' },
      wanted: { type: 'object' },
    },
    { kind: 'instead', place: ['tiers'], found: { type: 'text' }, wanted: { type: 'object' } },
  ],
  [
    'limitsShape',
    'limits',
    limits({ burst: '5/min', daily: { limit: '5', per: 'day' }, hourly: {} }),
    { kind: 'instead', place: ['read', 'burst'], found: { type: 'text' }, wanted: { type: 'object' } },
    {
      kind: 'instead',
      place: ['read', 'daily', 'limit'],
      found: { type: 'text' },
      wanted: { type: 'number' },
    },
    { kind: 'missing', place: ['read', 'daily', 'period_seconds'] },
    { kind: 'unspecified', place: ['read', 'daily', 'per'] },
    { kind: 'unspecified', place: ['read', 'hourly'] },
  ],
  [
    'limitsValues',
    'limits',
    limits({
      burst: { limit: 180, period_seconds: 10 },
      sustained: { limit: 5, period_seconds: 3_600 },
    }),
    { kind: 'instead', place: ['read', 'burst', 'period_seconds'], found: 10, wanted: 60 },
    { kind: 'instead', place: ['read', 'sustained'], found: 5, wanted: 6_000 },
    { kind: 'instead', place: ['read', 'daily'], found: { type: 'unlimited' }, wanted: 60_000 },
    ...absent('reference', 'read_heavy', 'write', 'write_heavy', 'lifecycle', 'token'),
  ],
  [
    'limitsValues',
    'limits',
    observed({
      tiers: [tier('moon', {}), tier('token', {}), { ...tier('write', {}), scope: 'user' }, 'more'],
    }),
    { kind: 'unexpected', place: ['tiers'], found: 'moon' },
    { kind: 'instead', place: ['token', 'scope'], found: 'organisation', wanted: 'client' },
    { kind: 'instead', place: ['token', 'burst'], found: { type: 'unlimited' }, wanted: 10 },
    { kind: 'instead', place: ['token', 'sustained'], found: { type: 'unlimited' }, wanted: 120 },
    { kind: 'instead', place: ['write', 'scope'], found: 'user', wanted: 'organisation' },
    { kind: 'instead', place: ['write', 'burst'], found: { type: 'unlimited' }, wanted: 120 },
    { kind: 'instead', place: ['write', 'sustained'], found: { type: 'unlimited' }, wanted: 4_000 },
    { kind: 'instead', place: ['write', 'daily'], found: { type: 'unlimited' }, wanted: 40_000 },
  ],
  [
    'tiers',
    'schema',
    observed({
      paths: { '/api/v1/roles/': { get: { description: 'Rate limit tier: `read_heavy`' } } },
    }),
    { kind: 'instead', place: ['roles.list'], found: 'read_heavy', wanted: 'reference' },
    ...absent(...operationNames.filter((name) => name !== 'roles.list')),
  ],
  [
    'envelopes',
    'users',
    observed({ count: 1, next: 2, previous: null, results: {} }, { path: '/api/v1/audits/A/users/' }),
    {
      kind: 'instead',
      place: ['audits/…/users/', 'results'],
      found: { type: 'object' },
      wanted: { type: 'list' },
    },
    {
      kind: 'instead',
      place: ['audits/…/users/', 'next'],
      found: { type: 'number' },
      wanted: { type: 'textOrNull' },
    },
  ],
  [
    'roleFields',
    'roles',
    observed(['audit_auditor']),
    { kind: 'instead', place: [], found: { type: 'text' }, wanted: { type: 'object' } },
  ],
];

const cases = rows.map(([name, question, answer, ...expected]) => ({ name, question, answer, expected }));

test.each(cases)('$name, by $question: what differs, each once', ({ name, question, answer, expected }) => {
  expect(evidenceOf(name, { [question]: answer })).toEqual(expected);
});

test('the link back from the second page has no page, and is absolute', () => {
  const audits = observed({ next: 'https://firm.example/api/v1/audits/?page=2&page_size=2' });
  const links = (previous: unknown) => evidenceOf('links', { audits, auditsNext: observed({ previous }) });
  const place = ['page=2', 'previous'];
  expect(links('https://firm.example/api/v1/audits/?page_size=2')).toEqual([]);
  expect(links('https://firm.example/api/v1/audits/?page=1')).toEqual([
    { kind: 'instead', place: [...place, 'page'], found: 1, wanted: { type: 'nothing' } },
  ]);
  expect(links('?page_size=2')).toEqual([{ kind: 'notAbsolute', place }]);
  expect(links(null)).toEqual([
    { kind: 'instead', place, found: { type: 'null' }, wanted: { type: 'text' } },
  ]);
});

const role = (model: string) => ({ name: 'x', associated_model: model, description: '' });
const [ofAudit, ofFirm] = [role('Audit'), role('Firm')];
const more = { next: 'https://firm.example/api/v1/roles/?page=2' };
const filtered = 'roles/?associated_model=Audit';

type Filtering = readonly [string, Observed, Observed, 'as-decided' | 'differs' | 'unknown', ...Evidence[]];
const filterings: readonly Filtering[] = [
  ['all that were asked for', envelope([ofAudit, ofFirm]), envelope([ofAudit]), 'as-decided'],
  [
    'all that there are',
    envelope([ofAudit, ofFirm]),
    envelope([ofAudit, ofFirm]),
    'differs',
    { kind: 'instead', place: [filtered], found: 2, wanted: 1 },
  ],
  ['all of a service that has no others', envelope([ofAudit]), envelope([ofAudit]), 'unknown'],
  ['none of a service that names none', envelope([]), envelope([]), 'unknown'],
  [
    'more than the first page shows',
    envelope([ofAudit, ofFirm], more),
    envelope([ofAudit, ofAudit]),
    'as-decided',
  ],
  ['only such, and the first page too', envelope([ofAudit], more), envelope([ofAudit, ofAudit]), 'unknown'],
  [
    'others, on a first page',
    envelope([ofAudit, ofFirm], more),
    envelope([ofAudit, ofFirm], more),
    'differs',
    { kind: 'unexpected', place: [filtered, 'associated_model'], found: { type: 'untold' } },
  ],
];

const filterCases = filterings.map(([come, roles, auditRoles, state, ...evidence]) => ({
  come,
  roles,
  auditRoles,
  state,
  evidence,
}));

test.each(filterCases)('of roles for audits come $come', ({ roles, auditRoles, state, evidence }) => {
  expect(findingIn({ roles, auditRoles }, 'rolesFilter')).toEqual({ name: 'rolesFilter', state, evidence });
});

// Answers that have the right shape and hold nothing of what the finding is about.
const packages = (fields: object) => ({ packages: envelope([fields]) });
const sameMoment = [{ created_at: '2026-01-01T00:00:00Z' }, { created_at: '2026-01-01T00:00:00Z' }];
const unseen: readonly (readonly [FindingName, string, Survey])[] = [
  ['scopingLabels', 'no label', packages({ scoping_packages: [] })],
  ['settings', 'no setting', packages({ settings: [] })],
  ['prices', 'no price', packages({ prices: [] })],
  ['limitsShape', 'no tier', { limits: observed({ tiers: [] }) }],
  ['limitsValues', 'no tier', { limits: observed({ tiers: [] }) }],
  ['limitsShape', 'no window', { limits: limits({}) }],
  ['limitsValues', 'limits in words', { limits: limits({ burst: '180/min' }) }],
  ['tiers', 'a document without tiers', { schema: observed({ paths: { '/api/v1/roles/': { get: {} } } }) }],
  ['counts', 'plain lists', { roles: observed([role('Audit')]) }],
  ['counts', 'a first page', { roles: envelope([ofAudit], { ...more, count: 2 }) }],
  ['pageSize', 'a few audits', { audits: envelope([{}, {}], more), auditsWhole: envelope([{}, {}, {}]) }],
  ['order', 'audits of one moment', { auditsWhole: envelope(sameMoment) }],
  ['componentsOfSingle', 'an object', { componentsOfSingle: observed({ components: [] }) }],
  ['auditFields', 'a list in another envelope', { auditsWhole: observed({ data: [{}] }) }],
];

test.each(unseen)('%s, of %s: unknown', (name, _, survey) => {
  expect(findingIn(survey, name)).toEqual({ name, state: 'unknown', evidence: [] });
});

const about: Readonly<Partial<Record<FindingName, Question>>> = {
  notFound: 'noAudit',
  beyondTheEnd: 'auditsBeyond',
  withoutSlash: 'auditsWithoutSlash',
  componentAsAudit: 'componentAsAudit',
  componentsOfSingle: 'componentsOfSingle',
  limitsShape: 'limits',
  envelopes: 'roles',
};
const noAnswers = [
  ['401', observed({ detail: 'No.' }, { status: 401 })],
  ['403', observed({ detail: 'No.' }, { status: 403 })],
  ['a proxy’s 407', observed(undefined, { status: 407 })],
  ['500', observed({ detail: 'No.' }, { status: 500 })],
  ['a gateway’s 502', observed(undefined, { status: 502 })],
  ['a page', observed(undefined, { headers: new Headers({ 'content-type': 'text/html' }) })],
] as const;

test.each(noAnswers)('%s says nothing of what was asked: unknown', (_, answer) => {
  for (const [name, question] of Object.entries(about))
    expect(findingIn({ [question]: answer }, name as FindingName)).toMatchObject({ state: 'unknown' });
});

test('a field or a word that is a credential, and a number that is one', () => {
  const token = 'bqxc0tmwwzr1kgmdyflhvsnuaejpioxqtbe';
  const named = { name: '', associated_model: '', description: '', [token]: '' };
  const survey = { roles: envelope([named]), token: observed({ expires_in: 87654321, scope: token }) };
  const secrets = [token, '87654321'];
  expect(evidenceOf('roleFields', survey, secrets)).toEqual([
    { kind: 'unspecified', place: [{ type: 'key' }] },
  ]);
  expect(evidenceOf('tokenScope', survey, secrets)).toMatchObject([{ found: { type: 'untold' } }]);
  expect(evidenceOf('tokenValidity', survey, secrets)).toMatchObject([{ found: { type: 'number' } }]);
});

// A service may put a name wherever a word or a key of its own is expected: only what is written as its terms are is told.
const names = [
  'Anna de Vries',
  'anna@firm.example',
  'North-Wind',
  'https://firm.example/?page=Anna',
  'élan',
  'a'.repeat(61),
  '',
];

test.each(names)('%j in place of a term or a key: nothing of it is told', (name) => {
  const named = { name: '', associated_model: 'Audit', description: '', [name]: '' };
  const survey: Survey = {
    greeting: observed({ [name]: '' }, { status: 401, headers: new Headers({ 'www-authenticate': 'Ännä' }) }),
    token: observed({ token_type: name, scope: `read ${name}` }),
    roles: envelope([named]),
    auditRoles: envelope([{ ...named, associated_model: name }], more),
    audits: observed({ next: `https://firm.example/api/v1/audits/?page=${encodeURIComponent(name)}` }),
    auditsWhole: envelope([{ status: name, language: name, audit_type: name, [name]: name }]),
    components: envelope([{ status: name, auditor_relation: name }]),
    limits: observed({ tiers: [{ tier: name, scope: name, windows: { [name]: {} } }, { tier: name }] }),
    packages: envelope([
      { settings: [{ type: name, [name]: '' }], prices: [{ audit_type: name, conditions: { [name]: 1 } }] },
    ]),
  };
  const findings = findingsOf(survey, baseUrl, (text) => text);
  const evidence = findings.flatMap((finding) => finding.evidence);
  expect(evidence).toContainEqual({ kind: 'unspecified', place: [{ type: 'key' }] });
  expect(evidence).toContainEqual({ kind: 'unexpected', place: ['status'], found: { type: 'untold' } });
  const told = evidence.flatMap(({ place, found }) => [...place, found]);
  expect(told.filter((one) => typeof one === 'string' && name !== '' && one.includes(name))).toEqual([]);
  expect(told).not.toContain(name);
});

test('each piece of evidence is there once, and twenty at most', () => {
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field_${String(at)}`, 1]));
  const user = { id: '', role: '', name: '' };
  const users = (...all: object[]) => evidenceOf('userFields', { users: envelope(all) });
  expect(users({ ...user, 'A 1': 1, 'A 2': 1 }, { ...user, 'A 1': 1 })).toEqual([
    { kind: 'unspecified', place: [{ type: 'key' }] },
  ]);
  expect(users({ ...user, ...fields })).toHaveLength(20);
});
