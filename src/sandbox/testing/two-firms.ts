/**
 * A small fixture for tests: two firms with the same ids, a legal entity tree of three levels, a setting of every type and a
 * price of every condition. Each call makes a new one, so that a test may change it.
 */
export function twoFirms() {
  return {
    work_packages: [
      workPackage,
      {
        ...workPackage,
        id: 'wp-nl',
        version: '2024.9',
        languages: ['nl'],
        audit_types: ['single'],
        settings: [],
        prices: [],
      },
    ],
    roles: [
      { name: 'audit_auditor', associated_model: 'Audit', description: 'Performs the work.' },
      { name: 'audit_engagement_leader', associated_model: 'Audit' },
      { name: 'api_account_manager', associated_model: 'ServiceAccount' },
    ],
    rate_limits: { lifecycle: {}, read: {}, read_heavy: {}, write: {}, reference: {}, token: {} } as Readonly<
      Record<string, { readonly burst?: number; readonly sustained?: number; readonly daily?: number }>
    >,
    variants: {} as Readonly<Record<string, unknown>>,
    firms: [firm('north', 'Noord Accountants'), firm('south', 'Zuid Accountants')],
  };
}
export type TwoFirms = ReturnType<typeof twoFirms>;

const workPackage = {
  id: 'wp',
  name: 'Statutory audit',
  version: '2024.10',
  languages: ['nl', 'en-us'],
  audit_types: ['single', 'consolidated'],
  scoping_packages: ['Large', 'Small'],
  settings: [
    { id: 'sampling', name: 'Use sampling', type: 'boolean', default: true, options: null },
    { id: 'note', name: 'Note', type: 'string', default: '', options: null },
    { id: 'sample', name: 'Sample', type: 'integer', default: 25, options: null },
    { id: 'threshold', name: 'Threshold', type: 'decimal', default: '5.00', options: null },
    { id: 'cut_off', name: 'Cut-off', type: 'date', default: null, options: null },
    {
      id: 'benchmark',
      name: 'Benchmark',
      type: 'choice',
      default: 'profit',
      options: [
        { value: 'profit', label: 'Profit' },
        { value: 'revenue', label: 'Revenue' },
      ],
    },
    {
      id: 'areas',
      name: 'Areas',
      type: 'multiple_choice',
      default: [],
      options: [
        { value: 'cash', label: 'Cash' },
        { value: 'stock', label: 'Stock' },
      ],
    },
  ],
  prices: [
    { audit_type: 'single', credits: 3, conditions: { coupled: true } },
    { audit_type: 'single', credits: 10, conditions: null },
    { audit_type: 'consolidated', credits: 40, conditions: { coupled: false } },
  ],
};

function firm(id: string, name: string) {
  return {
    id,
    name,
    credits: 100,
    users: [
      { email: 'Anna.Smit@firm.example', name: 'Anna Smit' },
      { email: "o'brien+audit@firm.example", name: "Pat O'Brien" },
    ],
    service_accounts: [
      { client_id: `${id}-manager`, client_secret: `${id} manager secret`, roles: ['api_account_manager'] },
      { client_id: `${id}-assistant`, client_secret: `${id} assistant secret`, roles: [] },
      {
        client_id: `${id}-single`,
        client_secret: `${id} single secret`,
        roles: ['api_account_manager'],
        denied_permissions: ['update:audit.linked_entity_audit'],
      },
    ],
    client_organisations: [
      {
        id: 'group',
        name: 'Groep N.V.',
        country: 'NL',
        domains: ['groep.example'],
        legal_entities: [
          { id: 'group', name: 'Groep N.V.', country: 'NL', parent_id: null },
          { id: 'sub', name: 'Dochter B.V.', country: 'NL', parent_id: 'group' },
          { id: 'leaf', name: 'Foglia S.r.l.', country: 'IT', parent_id: 'sub' },
        ],
      },
      {
        id: 'trial',
        name: 'Trial Ltd',
        country: 'GB',
        is_test_organisation: true,
        legal_entities: [{ id: 'trial', name: 'Trial Ltd', country: 'GB', parent_id: null }],
      },
    ],
    audits: [
      {
        ...engagement,
        id: 'audit',
        name: `Jaarrekening, ${name}`,
        audit_type: 'single',
        legal_entity_ids: ['sub'],
        users: [{ id: 'anna.smit@FIRM.example', role: 'audit_auditor' }],
      },
      {
        ...engagement,
        id: 'consolidated',
        name: 'Group audit',
        audit_type: 'consolidated',
        legal_entity_ids: ['group'],
        unit_of_measurement: 'EUR',
        components: [
          { id: 'component', legal_entity_ids: ['sub'], auditor_relation: 'inter_office' },
          { id: 'wide', legal_entity_ids: ['leaf', 'sub'], auditor_relation: 'self' },
        ],
      },
    ] as readonly Readonly<Record<string, unknown>>[],
  };
}

const engagement = {
  work_package_id: 'wp',
  scoping_package_id: 'Large',
  client_organisation_id: 'group',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'nl',
};

export const creation = {
  id: 'new',
  name: 'Jaarrekening 2026',
  work_package_id: 'wp',
  scoping_package_id: 'Small',
  client_organisation_id: 'group',
  legal_entity_id: 'leaf',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'en-us',
};
