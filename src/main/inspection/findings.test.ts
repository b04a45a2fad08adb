import { expect, test } from 'vitest';
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
const limits = (windows: object) => observed({ tiers: [{ tier: 'read', windows }] });

function evidenceOf(name: FindingName, survey: Survey, secrets: readonly string[] = []) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return findingsOf(survey, redactor.redactText).find((finding) => finding.name === name)?.evidence;
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
    { kind: 'instead', place: ['WWW-Authenticate'], found: 'Basic', wanted: 'Bearer' },
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
    observed({ detail: 'No audit.' }, { status: 404 }),
    { kind: 'otherWords', place: ['detail'] },
  ],
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
    { kind: 'instead', place: ['next', 'page'], found: '3', wanted: '2' },
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
      found: { type: 'list' },
      wanted: { type: 'texts' },
    },
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
    limits({ burst: '5/min', hourly: { limit: '5' } }),
    { kind: 'instead', place: ['read', 'burst'], found: { type: 'text' }, wanted: { type: 'object' } },
    {
      kind: 'instead',
      place: ['read', 'hourly', 'limit'],
      found: { type: 'text' },
      wanted: { type: 'number' },
    },
    { kind: 'missing', place: ['read', 'hourly', 'period_seconds'] },
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
  ],
  [
    'limitsValues',
    'limits',
    observed({ tiers: [{ tier: 'moon', windows: {} }] }),
    { kind: 'unexpected', place: ['tiers'], found: 'moon' },
  ],
  [
    'tiers',
    'schema',
    observed({
      paths: { '/api/v1/roles/': { get: { description: 'Rate limit tier: `read_heavy`' } } },
    }),
    { kind: 'instead', place: ['roles.list'], found: 'read_heavy', wanted: 'reference' },
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
    { kind: 'instead', place: [...place, 'page'], found: '1', wanted: { type: 'nothing' } },
  ]);
  expect(links('?page_size=2')).toEqual([{ kind: 'notAbsolute', place }]);
  expect(links(null)).toEqual([
    { kind: 'instead', place, found: { type: 'null' }, wanted: { type: 'text' } },
  ]);
});

test('roles that no query filters: how many came, and how many are for audits', () => {
  const role = (model: string) => ({ name: 'x', associated_model: model, description: '' });
  const roles = envelope([role('Audit'), role('Audit'), role('Firm')]);
  expect(evidenceOf('rolesFilter', { roles, auditRoles: roles })).toEqual([
    { kind: 'instead', place: ['roles/?associated_model=Audit'], found: 3, wanted: 2 },
  ]);
});

test('a field that is named after a credential, also in a longer name, and a number that is one', () => {
  const token = 'bqXc0TMwW4zR1kGm7dYfLhV5sNuA2eJp8iOo3xQtB6E';
  const role = {
    name: '',
    associated_model: '',
    description: '',
    [token]: '',
    [`${'x'.repeat(50)}${token}`]: '',
  };
  const survey = { roles: envelope([role]), token: observed({ expires_in: 87654321, scope: token }) };
  const secrets = [token, '87654321'];
  expect(evidenceOf('roleFields', survey, secrets)).toEqual([
    { kind: 'unspecified', place: ['[redacted]'] },
    { kind: 'unspecified', place: [`${'x'.repeat(50)}[redacted]`] },
  ]);
  expect(evidenceOf('tokenScope', survey, secrets)).toMatchObject([{ found: '[redacted]' }]);
  expect(evidenceOf('tokenValidity', survey, secrets)).toMatchObject([{ found: { type: 'number' } }]);
});

test('names and words of any length are cut, each piece of evidence is there once, and twenty at most', () => {
  const long = 'y'.repeat(60);
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field ${String(at)}`, 1]));
  const component = { status: `${long}a`, auditor_relation: long };
  expect(evidenceOf('terms', { components: envelope([component]) })).toEqual([
    { kind: 'unexpected', place: ['status'], found: `${long}…` },
    { kind: 'unexpected', place: ['auditor_relation'], found: long },
  ]);
  const user = { id: '', role: '', name: '' };
  const users = (...all: object[]) => evidenceOf('userFields', { users: envelope(all) });
  expect(users({ ...user, [`${long}a`]: 1, [`${long}b`]: 1 }, { ...user, [`${long}a`]: 1 })).toEqual([
    { kind: 'unspecified', place: [`${long}…`] },
  ]);
  expect(users({ ...user, ...fields })).toHaveLength(20);
});
