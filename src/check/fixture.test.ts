import { expect, test } from 'vitest';
import type { Observed, Survey } from '../main/inspection/survey.ts';
import { readFixture } from '../sandbox/fixture/fixture.ts';
import type { VariantName, VariantState } from '../shared/inspection.ts';
import { fixtureOf } from './fixture.ts';

const observed = (json: unknown): Observed => ({ path: '', status: 200, headers: new Headers(), json });
const envelope = (results: readonly unknown[], next: string | null = null) =>
  observed({ count: results.length, next, previous: null, results });

const prices = [{ audit_type: 'single', credits: 5, conditions: { coupled: true } }];
const workPackage = {
  id: 'ANNA-P',
  name: 'Anna’s package',
  version: '1',
  languages: ['nl'],
  audit_types: ['single', 'consolidated'],
  scoping_packages: ['Anna'],
  settings: [{ id: 's', name: 'Anna', type: 'string', default: 'Anna', options: null }],
  prices,
};
const role = { name: 'anna_auditor', associated_model: 'Audit', description: 'Anna' };
const entity = { id: 'E', name: 'Anna Holding', country: 'IT', parent_id: null };
const audit = {
  id: 'A',
  name: 'Anna 2026',
  work_package_id: 'ANNA-P',
  scoping_package_id: 'Anna',
  client_organisation_id: 'C',
  legal_entity_ids: ['E'],
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'nl',
  audit_type: 'single',
  status: 'open',
};
const group = { ...audit, id: 'G', audit_type: 'consolidated' };
const component = {
  id: 'K',
  legal_entity_ids: ['E'],
  auditor_relation: 'self',
  in_scope: true,
  status: 'open',
};
const burst = (limit: number) => ({ tier: 'read', windows: { burst: { limit, period_seconds: 60 } } });
const whole: Survey = {
  packages: envelope([workPackage]),
  roles: envelope([role]),
  limits: observed({ tiers: [burst(7)] }),
  clients: envelope([{ id: 'C' }]),
  entities: envelope([entity]),
  auditsWhole: envelope([audit, group]),
  components: envelope([component]),
};
const plain: Readonly<Record<VariantName, VariantState>> = {
  rejected_requests_count: 'default',
  windows: 'default',
  duplicate_id_status: 'default',
  state_conflict_status: 'default',
  bare_lists: 'default',
  extra_fields: 'default',
};
const always =
  'names, e-mail addresses, users, explanations, units, settings and couplings, whatever was read';

function made(survey: Survey, variants = plain) {
  const { fixture, omitted } = fixtureOf({ ...whole, ...survey }, variants);
  const read = readFixture(fixture);
  if (!read.ok) throw new Error(read.faults.join('\n'));
  const [firm] = read.value.firms;
  return {
    ...read.value,
    audits: firm?.audits ?? [],
    entities: firm?.client_organisations[0]?.legal_entities ?? [],
    omitted: omitted.filter((line) => line !== always),
    text: JSON.stringify(fixture),
  };
}

test('all of it is there, and nothing that may be a name', () => {
  const { audits, entities, work_packages, roles, rate_limits, omitted, text } = made({});
  expect(omitted).toEqual([]);
  expect(fixtureOf(whole, plain).omitted).toEqual([always]);
  expect(audits.map(({ components }) => components.length)).toEqual([0, 1]);
  expect(entities).toMatchObject([{ country: 'IT' }]);
  expect(work_packages).toMatchObject([
    { id: 'package-1', name: 'Package 1', scoping_packages: ['label-1'], prices, settings: [] },
  ]);
  expect(audits).toMatchObject([
    { work_package_id: 'package-1', scoping_package_id: 'label-1' },
    { work_package_id: 'package-1', scoping_package_id: 'label-1' },
  ]);
  expect(roles).toMatchObject([{ name: 'role-1', associated_model: 'Audit' }]);
  expect(rate_limits).toEqual({ read: { burst: 7 } });
  expect(text).not.toContain('Anna');
});

type Row = readonly [string, Survey, ...string[]];
const flawed: readonly Row[] = [
  [
    'a country that is none',
    { entities: envelope([{ ...entity, country: 'XX' }]) },
    '1 legal entities’ countries: no ISO code, now NL',
  ],
  [
    'a parent that was not read',
    { entities: envelope([{ ...entity, parent_id: 'Z' }]) },
    '1 legal entities’ parents: not among those that were read',
  ],
  [
    'a day that is none, and an end before the start',
    {
      auditsWhole: envelope([
        audit,
        { ...group, period_end: '2026-02-30' },
        { ...audit, id: 'B', period_end: '2025-01-01' },
      ]),
    },
    '2 audits: the sandbox takes no such period_end',
  ],
  [
    'a status of the service’s own',
    { auditsWhole: envelope([audit, { ...group, status: 'Anna' }]) },
    '1 audits: the sandbox takes no such status',
  ],
  [
    'an audit twice',
    { auditsWhole: envelope([audit, audit, group]) },
    '1 audits: the sandbox takes no such id',
  ],
  [
    'an entity that was not read',
    { auditsWhole: envelope([audit, { ...group, legal_entity_ids: ['Z'] }]) },
    '1 audits: the sandbox takes no such legal_entity_ids',
  ],
  [
    'audits of another client',
    { auditsWhole: envelope([audit, { ...audit, id: 'B', client_organisation_id: 'D' }]) },
    '1 audits of other clients',
  ],
  [
    'a condition that is not known',
    {
      packages: envelope([
        { ...workPackage, prices: [...prices, { ...prices[0], conditions: { coupled: true, anna: 1 } }] },
      ]),
    },
    '1 prices of a work package: the sandbox takes no such conditions',
  ],
  [
    'a type of audit that is not known',
    { packages: envelope([{ ...workPackage, audit_types: ['single', 'review'] }]) },
    '1 entries of a work package: the sandbox takes no such',
  ],
  [
    'a package without a version, and the audits with it',
    { packages: envelope([{ ...workPackage, version: undefined }]) },
    '1 work packages: the sandbox takes no such version',
    '2 audits: the sandbox takes no such work_package_id',
  ],
  [
    'a relation that is not known',
    { components: envelope([{ ...component, auditor_relation: 'Anna' }]) },
    '1 component audits: the sandbox takes no such auditor_relation',
  ],
  [
    'a second group',
    { auditsWhole: envelope([group, { ...group, id: 'H' }]) },
    '1 groups’ components: those of one group were read',
  ],
  [
    'a role without a model',
    { roles: envelope([{ name: 'x' }]) },
    '1 roles: the sandbox takes no such associated_model',
  ],
  ['roles in words', { roles: observed(['x']) }, 'roles: 1 are no objects'],
  [
    'a second page',
    { auditsWhole: envelope([audit], 'https://x.example/?page=2') },
    'audits after the first 1: they were not read',
  ],
  ['no entities', { entities: envelope([]) }, '2 audits: the legal entities of their client were not read'],
  [
    'limits in another form',
    { limits: observed({ tiers: [] }) },
    'limits: none was understood, so those of the specification hold',
  ],
];
const cases = flawed.map(([what, survey, ...lines]) => ({ what, survey, lines }));

test.each(cases)(
  '$what: the sandbox takes the fixture, and what it leaves out is said',
  ({ survey, lines }) => {
    const { omitted, text } = made(survey);
    expect(omitted).toEqual(lines);
    expect(`${omitted.join()}${text}`).not.toMatch(/anna/i);
  },
);

test('variants that only some answers show, and those that none shows, are named', () => {
  const { variants, omitted } = made({}, { ...plain, bare_lists: 'mixed', windows: 'unknown' });
  expect(variants).toMatchObject({ bare_lists: false, windows: 'sliding' });
  expect(omitted).toEqual([
    'the variant windows: nothing that was read shows it',
    'the variant bare_lists: only some answers show it',
  ]);
});

test('where all objects have fields besides, a condition has them too', () => {
  const extended = { ...workPackage, prices: [{ ...prices[0], conditions: { coupled: true, more: '' } }] };
  const { work_packages, omitted } = made(
    { packages: envelope([extended]) },
    { ...plain, extra_fields: 'other' },
  );
  expect(omitted).toEqual([]);
  expect(work_packages).toMatchObject([{ prices }]);
});
