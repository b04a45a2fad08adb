import { describe, expect, it } from 'vitest';
import { openDesk } from '../../testing/desk.ts';
import type { TwoFirms } from '../../testing/two-firms.ts';
import type { Fields } from './dialect.ts';
import { dialects } from './dialects.ts';

/** How an object is shown without a dialect, and the fields that each dialect shows in place of some; undefined: absent. */
interface Examples {
  readonly path: string;
  readonly before: Fields;
  readonly after: Readonly<Record<string, Fields>>;
}

const leader = { id: 'Anna.Smit@firm.example', role: 'audit_engagement_leader', name: 'Anna Smit' };
const gone = { id: undefined, name: undefined };
const person = 92_995;
const role = 6_147;

const users: Examples = {
  path: '/audits/audit/users/',
  before: leader,
  after: {
    'users-role-object': { role: { name: leader.role }, name: undefined },
    'users-role-numbered': {
      role: { id: role, name: leader.role, label: 'Engagement leader' },
      name: undefined,
    },
    'users-roles': { role: undefined, roles: [leader.role], name: undefined },
    'users-role-label': { role: 'Engagement leader' },
    'users-address-lower': { id: 'anna.smit@firm.example' },
    'users-address-upper': { id: 'ANNA.SMIT@FIRM.EXAMPLE' },
    'users-email': { ...gone, email: leader.id },
    'users-numbered': { name: undefined, id: person, email: leader.id },
    'users-user-id': { ...gone, user_id: leader.id },
    'users-user-number': { ...gone, user_id: person },
    'users-nested': { ...gone, user: { id: person, email: leader.id, name: 'Anna Smit' } },
  },
};

const long = `Smit  &\u00a0"Zoë" ${'n'.repeat(100)}`;

const components: Examples = {
  path: '/audits/consolidated/component-audits/?page=2&page_size=2',
  before: {
    name: long,
    legal_entity_ids: ['sub', 'leaf'],
    in_scope: false,
    out_of_scope_explanation: ` ${'why '.repeat(12)}`,
    auditor_relation: 'inter_firm',
    status: 'open',
    coupled_entity_audit_id: null,
  },
  after: {
    'components-name-default': { name: 'Dochter B.V. & Foglia S.r.l.' },
    'components-name-joined-en': {},
    'components-name-joined-comma': {},
    'components-name-escaped': { name: `Smit  &amp;\u00a0&quot;Zoë&quot; ${'n'.repeat(100)}` },
    'components-name-cut-50': { name: `Smit  &\u00a0"Zoë" ${'n'.repeat(36)}` },
    'components-name-cut-64': { name: `Smit  &\u00a0"Zoë" ${'n'.repeat(50)}` },
    'components-name-cut-100': { name: `Smit  &\u00a0"Zoë" ${'n'.repeat(86)}` },
    'components-name-folded': { name: `Smit & "Zoë" ${'n'.repeat(100)}` },
    'components-name-other-form': { name: `Smit  &\u00a0"Zoe\u0308" ${'n'.repeat(100)}` },
    'components-name-prefixed': { name: `CE - ${long}` },
    'components-country-lower': { country: 'nl' },
    'components-country-name': { country: 'Netherlands' },
    'components-country-three': { country: 'NLD' },
    'components-entities-as-objects': {
      legal_entity_ids: undefined,
      legal_entities: [{ id: 'sub' }, { id: 'leaf' }],
    },
    'components-entities-renamed': { legal_entity_ids: undefined, legal_entities: ['sub', 'leaf'] },
    'components-entity-single': { legal_entity_ids: undefined, legal_entity_id: 'sub' },
    'components-relation-absent': { auditor_relation: undefined },
    'components-relation-upper': { auditor_relation: 'INTER_FIRM' },
    'components-relation-object': { auditor_relation: { id: 'inter_firm', name: 'Inter firm' } },
    'components-relation-label': { auditor_relation: 'Inter firm' },
    'components-scope-text': { in_scope: 'false' },
    'components-scope-absent': { in_scope: undefined },
    'components-scope-renamed': { in_scope: undefined, scope: 'out' },
    'components-explanation-absent': { out_of_scope_explanation: undefined },
    'components-explanation-trimmed': { out_of_scope_explanation: 'why '.repeat(12).trim() },
    'components-explanation-cut': { out_of_scope_explanation: ` ${'why '.repeat(9)}why` },
    'components-status-upper': { status: 'OPEN' },
    'components-status-object': { status: { value: 'open', label: 'Open' } },
    'components-status-absent': { status: undefined },
  },
};

const settings = {
  sampling: true,
  note: 'Let op',
  sample: 4,
  threshold: '5.00',
  cut_off: '2026-12-31',
  benchmark: 'profit',
  areas: ['cash', 'stock'],
};

const many = Object.fromEntries(
  Array.from({ length: 320 }, (_, at) => [`later_setting_${String(at + 1)}`, 'As agreed. '.repeat(14)]),
);

/** Of an audit that is being initialised. */
const audits: Examples = {
  path: '/audits/later/',
  before: {
    id: 'later',
    name: long.slice(0, 20),
    legal_entity_ids: ['sub'],
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    language: 'nl',
    unit_of_measurement: 'EUR',
    settings,
    audit_type: 'single',
    created_at: '2027-01-15T09:00:00.000Z',
    status: 'initializing',
    coupled_component_audit_ids: ['component'],
  },
  after: {
    'audits-coupled-later': { coupled_component_audit_ids: [] },
    'audits-coupled-absent-until-open': { coupled_component_audit_ids: undefined },
    'audits-coupled-as-objects': { coupled_component_audit_ids: [{ id: 'component' }] },
    'audits-entities-one-more': { legal_entity_ids: ['sub', 'group'] },
    'audits-entities-later': { legal_entity_ids: [] },
    'audits-entities-as-objects': { legal_entity_ids: undefined, legal_entities: [{ id: 'sub' }] },
    'audits-settings-later': { settings: {} },
    'audits-settings-list': { settings: Object.entries(settings).map(([id, value]) => ({ id, value })) },
    'audits-settings-texts': { settings: { ...settings, sampling: 'true', sample: '4' } },
    'audits-settings-changed-only': {
      settings: { note: 'Let op', sample: 4, cut_off: '2026-12-31', areas: ['cash', 'stock'] },
    },
    'audits-settings-reordered': { settings: { ...settings, areas: ['stock', 'cash'] } },
    'audits-settings-decimals': { settings: { ...settings, sample: '4.00' } },
    'audits-settings-many': { settings: { ...settings, ...many } },
    'audits-unit-lower': { unit_of_measurement: 'eur' },
    'audits-unit-object': { unit_of_measurement: { code: 'EUR' } },
    'audits-language-country': { language: 'nl-nl' },
    'audits-language-locale': { language: 'nl_NL' },
    'audits-language-upper': { language: 'NL' },
    'audits-language-name': { language: 'Dutch' },
    'audits-name-suffixed': { name: `${long.slice(0, 20)} (FY)` },
    'audits-name-escaped': { name: 'Smit  &amp;\u00a0&quot;Zoë&quot; nnnnnn' },
    'audits-name-folded': { name: 'Smit & "Zoë" nnnnnn' },
    'audits-dates-with-times': { period_start: '2026-01-01T00:00:00Z', period_end: '2026-12-31T00:00:00Z' },
    'audits-dates-day-first': { period_start: '01-01-2026', period_end: '31-12-2026' },
    'audits-type-upper': { audit_type: 'SINGLE' },
    'audits-type-object': { audit_type: { id: 'single', name: 'Single' } },
    'audits-created-absent': { created_at: undefined },
    'audits-created-without-zone': { created_at: '2027-01-15T09:00:00.000' },
    'audits-status-creating': { status: 'creating' },
    'audits-status-draft': { status: 'draft' },
    'audits-status-live': {},
    'audits-status-closed': {},
    'audits-status-upper': { status: 'INITIALIZING' },
    'audits-status-object': { status: { value: 'initializing', label: 'Initializing' } },
  },
};

const definition = {
  id: 'benchmark',
  name: 'Benchmark',
  type: 'choice',
  default: 'profit',
  options: [
    { value: 'profit', label: 'Profit' },
    { value: 4, label: 'Four' },
  ],
};
const price = { audit_type: 'single', credits: 3, conditions: { coupled: true } };
const inOptions = (options: unknown) => ({ settings: [{ ...definition, options }] });

const packages: Examples = {
  path: '/work-packages/odd/',
  before: {
    id: 'odd',
    name: 'Statutory audit',
    version: '2024.10',
    languages: ['nl', 'en-us'],
    audit_types: ['single', 'consolidated'],
    scoping_packages: ['Large', 'Small'],
    settings: [definition],
    prices: [price, { audit_type: 'single', credits: 10, conditions: null }],
  },
  after: {
    'work-packages-types-other': { audit_types: ['financial_statements', 'review'] },
    'work-packages-types-objects': {
      audit_types: [
        {
          id: 'single',
          name: 'Single',
          prices: [price, { audit_type: 'single', credits: 10, conditions: null }],
        },
        { id: 'consolidated', name: 'Consolidated', prices: [] },
      ],
    },
    'work-packages-labels-objects': {
      scoping_packages: [
        { id: 'scope-1', name: 'Large' },
        { id: 'scope-2', name: 'Small' },
      ],
    },
    'work-packages-labels-of-languages': {
      scoping_packages: [
        { language: 'nl', labels: ['Large', 'Small'] },
        { language: 'en-us', labels: ['Large', 'Small'] },
      ],
    },
    'work-packages-labels-map': {
      scoping_packages: { nl: ['Large', 'Small'], 'en-us': ['Large', 'Small'] },
    },
    'work-packages-options-values': inOptions(['profit', 4]),
    'work-packages-options-pairs': inOptions([
      ['profit', 'Profit'],
      [4, 'Four'],
    ]),
    'work-packages-options-named': inOptions([
      { id: 'profit', name: 'Profit' },
      { id: 4, name: 'Four' },
    ]),
    'work-packages-options-map': inOptions({ profit: 'Profit', 4: 'Four' }),
    'work-packages-options-absent': inOptions(undefined),
    'work-packages-settings-keyed': {
      settings: [
        {
          key: 'benchmark',
          label: 'Benchmark',
          type: 'select',
          default: 'profit',
          options: definition.options,
        },
      ],
    },
    'work-packages-settings-map': {
      settings: {
        benchmark: { name: 'Benchmark', type: 'choice', default: 'profit', options: definition.options },
      },
    },
    'work-packages-prices-number': { prices: 3 },
    'work-packages-prices-map': { prices: { single: 3 } },
    'work-packages-prices-amounts': {
      prices: [
        { amount: 3, currency: 'EUR' },
        { amount: 10, currency: 'EUR' },
      ],
    },
    'work-packages-version-absent': { version: undefined },
    'work-packages-version-number': { version: 2024.1 },
    'work-packages-version-date': { version: '2024-10-01' },
    'work-packages-version-in-name': { version: undefined, name: 'Statutory audit 2024' },
  },
};

const clients: Examples = {
  path: '/client-organisations/',
  before: { id: 'trial', name: 'Trial Ltd', country: 'GB', is_test_organisation: true },
  after: {
    'clients-country-unknown': { country: 'XK' },
    'clients-country-lower': { country: 'gb' },
    'clients-country-name': { country: 'United Kingdom' },
    'clients-country-three': { country: 'GBR' },
    'clients-test-absent': { is_test_organisation: undefined },
    'clients-test-text': { is_test_organisation: 'true' },
  },
};

const root = { id: 'group', name: 'Groep N.V.', country: 'NL' };
const leaf = { id: 'leaf', name: 'Foglia S.r.l.', country: 'IT' };
const noParent = { parent_id: undefined };

const entities: Examples = {
  path: '/client-organisations/group/legal-entities/',
  before: { ...leaf, parent_id: 'sub' },
  after: {
    'legal-entities-country-unknown': { country: 'XK' },
    'legal-entities-country-lower': { country: 'it' },
    'legal-entities-country-name': { country: 'Italy' },
    'legal-entities-country-three': { country: 'ITA' },
    'legal-entities-tree-children': {
      ...root,
      ...noParent,
      children: [{ id: 'sub', name: 'Dochter B.V.', country: 'NL', children: [{ ...leaf, children: [] }] }],
    },
    'legal-entities-tree-parent': { ...noParent, parent: 'sub' },
    'legal-entities-tree-parent-object': { ...noParent, parent: { id: 'sub' } },
    'legal-entities-tree-parent-legal-entity': { ...noParent, parent_legal_entity: 'sub' },
    'legal-entities-tree-path': { ...noParent, path: 'group/sub/leaf' },
    'legal-entities-tree-flat': noParent,
  },
};

const noRole = { name: undefined, associated_model: undefined, description: undefined };

const roles: Examples = {
  path: '/roles/?associated_model=Audit&page_size=1',
  before: { name: 'audit_auditor', associated_model: 'Audit', description: 'Performs the work.' },
  after: {
    'roles-model-lower': { associated_model: 'audit' },
    'roles-model-dotted': { associated_model: 'audits.Audit' },
    'roles-model-list': { associated_model: ['Audit'] },
    'roles-model-absent': { associated_model: undefined },
    'roles-labelled': { ...noRole, id: 'audit_auditor', label: 'Auditor' },
    'roles-coded': { ...noRole, code: 'audit_auditor', description: 'Performs the work.' },
  },
};

const examples = [users, components, audits, packages, clients, entities, roles];

/** The two firms with what the examples need. */
function withExamples(firms: TwoFirms): unknown {
  const [north, south] = firms.firms;
  const [audit = {}, group = {}] = north?.audits ?? [];
  const component = { ...components.before, id: 'odd', coupled_entity_audit_id: undefined };
  const later = { ...audit, ...audits.before, id: 'later', users: [], created_at: undefined };
  return plain({
    ...firms,
    work_packages: [...firms.work_packages, { ...packages.before, id: 'odd' }],
    firms: [
      {
        ...north,
        audits: [
          { ...audit, users: [{ id: leader.id, role: leader.role }] },
          { ...group, components: [...(group.components as readonly unknown[]), component] },
          later,
        ],
      },
      south,
    ],
  });
}

it('each dialect that shows objects has an example', () => {
  const shown = dialects.filter(({ show, entries }) => show !== undefined || entries !== undefined);
  expect(
    examples
      .flatMap(({ after }) => Object.keys(after))
      .concat('roles-texts')
      .toSorted(),
  ).toEqual(shown.map(({ name }) => name).toSorted());
});

it('a role can be a plain text', async () => {
  const { body } = await openDesk(withExamples, { variants: ['roles-texts'] }).get(roles.path);
  expect(body).toMatchObject({ results: ['audit_auditor'] });
});

/** Says nothing of the order of fields, and of those that are absent. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('an object', () => {
  describe.each(examples)('of $path', ({ path, before, after }) => {
    let asked: Promise<Fields> | undefined;
    const plainly = () =>
      (asked ??= openDesk(withExamples)
        .get(path)
        .then(({ body }) => lastOf(body)));
    it('without a dialect', async () => {
      expect(await plainly()).toMatchObject(before);
    });
    it.each(Object.entries(after))('in %s', async (name, fields) => {
      const { body } = await openDesk(withExamples, { variants: [name] }).get(path);
      const expected = { ...(await plainly()), ...fields };
      expect(plain(lastOf(body))).toEqual(plain(expected));
    });
  });
});

function lastOf(body: unknown): Fields {
  const { results = [body] } = body as { readonly results?: readonly unknown[] };
  return results.at(-1) as Fields; // an object, or the test fails
}
