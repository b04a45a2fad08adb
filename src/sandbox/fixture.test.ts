import { describe, expect, it } from 'vitest';
import { readFixture } from './fixture.ts';
import { twoFirms } from './testing/two-firms.ts';

/** A fixture in which the value at a path is another, or is not there at all. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const fixture = structuredClone(twoFirms()) as unknown as Record<string, unknown>; // a place to write to
  const place = path.slice(0, -1).reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>, // the tests below name paths that exist
    fixture,
  );
  const last = path.at(-1) ?? '';
  if (value === undefined) delete place[last];
  else place[last] = value;
  return fixture;
}

function faultsOf(fixture: unknown): readonly string[] {
  const read = readFixture(fixture);
  return read.ok ? [] : read.faults;
}

const at = (text: string) => text.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));

describe('sandbox.md, fixture', () => {
  it('what is optional has its default', () => {
    const read = readFixture({
      work_packages: [],
      roles: [],
      firms: [
        {
          id: 'f',
          name: 'F',
          credits: 0,
          users: [],
          service_accounts: [{ client_id: 'c', client_secret: 's', roles: ['any role name'] }],
          client_organisations: [],
        },
      ],
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        variants: {
          rejected_requests_count: false,
          windows: 'sliding',
          duplicate_id_status: 409,
          state_conflict_status: 409,
          bare_lists: false,
          extra_fields: false,
        },
        rate_limits: {},
        firms: [{ audits: [], service_accounts: [{ denied_permissions: [] }] }],
      },
    });
  });

  it.each([
    ['cycles among legal entities', 'firms.0.client_organisations.0.legal_entities.0.parent_id', 'leaf'],
    ['orphans', 'firms.0.client_organisations.0.legal_entities.0.parent_id', 'nowhere'],
    ['a limit of 0', 'rate_limits.read', { burst: 0 }],
    ['any role name of an account', 'firms.0.service_accounts.0.roles', ['whatever']],
    ['a client without legal entities', 'firms.0.client_organisations.1.legal_entities', []],
    ['a package without labels', 'work_packages.1.scoping_packages', []],
    ['a setting of an unknown type', 'work_packages.0.settings.0.type', 'colour'],
    ['a client without a name', 'firms.0.client_organisations.0.name', ''],
    ['several legal entities of a group', 'firms.0.audits.1.legal_entity_ids', ['group', 'sub']],
    ['a coupling, taken as given', 'firms.0.audits.0.coupled_component_audit_ids', ['component']],
  ])('no fault: %s', (_, path, value) => {
    expect(faultsOf(changed(at(path), value))).toEqual([]);
  });

  it.each([
    ['colour', 'red', '$.colour: unknown key'],
    ['firms.0.audits.1.colour', 'red', '$.firms[0].audits[1].colour: unknown key'],
    ['firms', [], '$.firms: must hold a firm'],
    [
      'firms.0.service_accounts',
      [],
      '$.firms[0].service_accounts: the first firm must have a service account',
    ],
    ['roles', undefined, '$.roles: required'],
    ['firms.0.id', undefined, '$.firms[0].id: required'],
    ['firms.0.audits.0.audit_type', undefined, '$.firms[0].audits[0].audit_type: required'],
    ['work_packages.0.settings.0.default', undefined, '$.work_packages[0].settings[0].default: required'],
    ['work_packages.0.settings.0.options', undefined, '$.work_packages[0].settings[0].options: required'],
    ['work_packages.0.prices.0.conditions', undefined, '$.work_packages[0].prices[0].conditions: required'],
    [
      'firms.0.client_organisations.0.legal_entities.0.parent_id',
      undefined,
      '$.firms[0].client_organisations[0].legal_entities[0].parent_id: required',
    ],
    ['firms.0.audits.0.id', 'consolidated', '$.firms[0].audits[1].id: stands twice'],
    ['firms.0.audits.0.id', 'component', '$.firms[0].audits[1].components[0].id: stands twice'],
    ['firms.1.id', 'north', '$.firms[1].id: stands twice'],
    [
      'firms.1.service_accounts.0.client_id',
      'north-manager',
      '$.firms[1].service_accounts[0].client_id: stands twice',
    ],
    ['firms.0.users.1.email', 'ANNA.SMIT@firm.example', '$.firms[0].users[1].email: stands twice'],
    ['work_packages.1.id', 'wp', '$.work_packages[1].id: stands twice'],
    [
      'firms.0.audits.0.work_package_id',
      'none',
      '$.firms[0].audits[0].work_package_id: no such work package',
    ],
    [
      'firms.0.audits.0.scoping_package_id',
      'Medium',
      '$.firms[0].audits[0].scoping_package_id: not a label of the work package',
    ],
    [
      'firms.0.audits.0.client_organisation_id',
      'none',
      '$.firms[0].audits[0].client_organisation_id: no such client organisation in this firm',
    ],
    [
      'firms.0.audits.1.components.1.legal_entity_ids',
      ['leaf', 'trial'],
      '$.firms[0].audits[1].components[1].legal_entity_ids[1]: no such legal entity of the client organisation',
    ],
    [
      'firms.0.audits.0.users.0.id',
      'x@y.example',
      '$.firms[0].audits[0].users[0].id: no such user in this firm',
    ],
    [
      'firms.0.audits.0.users.0.role',
      'api_account_manager',
      '$.firms[0].audits[0].users[0].role: no such audit role',
    ],
    [
      'firms.0.audits.0.coupled_component_audit_ids',
      ['audit'],
      '$.firms[0].audits[0].coupled_component_audit_ids[0]: no such component audit in this firm',
    ],
    [
      'firms.0.audits.0.coupled_component_audit_ids',
      ['wide', 'wide'],
      '$.firms[0].audits[0].coupled_component_audit_ids[1]: stands twice',
    ],
    [
      'firms.0.audits.0.settings',
      { nothing: 1 },
      '$.firms[0].audits[0].settings.nothing: not a setting of the work package, or a wrong value',
    ],
    [
      'work_packages.0.settings.0.default',
      'yes',
      '$.work_packages[0].settings[0].default: does not fit the type',
    ],
    [
      'firms.0.audits.0.period_start',
      '2026-02-30',
      '$.firms[0].audits[0].period_start: must be a real date, written YYYY-MM-DD',
    ],
    [
      'firms.0.audits.0.period_end',
      '2025-12-31',
      '$.firms[0].audits[0].period_end: lies before period_start',
    ],
    [
      'firms.0.client_organisations.0.country',
      'XX',
      '$.firms[0].client_organisations[0].country: must be an ISO 3166-1 alpha-2 code, upper case',
    ],
  ])('%s', (path, value, fault) => {
    expect(faultsOf(changed(at(path), value))).toEqual([fault]);
  });

  it.each([
    ['firms.0.credits', '100'],
    ['firms.0.credits', -1],
    ['variants.windows', 'rolling'],
    ['variants.duplicate_id_status', 422],
    ['rate_limits.reading', {}],
    ['rate_limits.read', { burst: 1.5 }],
    ['firms.0.audits.0.status', 'closed'],
    ['firms.0.audits.0.language', 'de'],
    ['firms.0.audits.0.components', [{ id: 'c', legal_entity_ids: ['sub'], auditor_relation: 'self' }]],
  ])('%s %j is told at its path', (path, value) => {
    const faults = faultsOf(changed(at(path), value));
    expect(faults).toHaveLength(1);
    const printed = path.replaceAll(/\.(\d+)/g, '[$1]');
    expect(faults[0]?.startsWith(`$.${printed}`)).toBe(true);
  });

  it('two audits coupled to one component', () => {
    const fixture = twoFirms();
    const firms = fixture.firms.map((firm) => ({
      ...firm,
      audits: firm.audits.flatMap((audit) =>
        audit.id === 'audit'
          ? [
              { ...audit, coupled_component_audit_ids: ['component'] },
              { ...audit, id: 'second', coupled_component_audit_ids: ['component'] },
            ]
          : [audit],
      ),
    }));
    expect(faultsOf({ ...fixture, firms: firms.slice(0, 1) })).toEqual([
      '$.firms[0].audits[1].coupled_component_audit_ids[0]: stands twice',
    ]);
  });

  it('all faults at once, of the shape and of references', () => {
    const fixture = changed(['firms', 0, 'audits', 0, 'work_package_id'], 'none') as Record<string, unknown>;
    expect(faultsOf({ ...fixture, roles: 5, colour: 'red' })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\$\.roles: /),
        '$.colour: unknown key',
        '$.firms[0].audits[0].work_package_id: no such work package',
      ]),
    );
  });
  it.each([
    ['work_packages', undefined],
    ['work_packages', {}],
    ['work_packages.0.id', undefined],
    ['work_packages.0.scoping_packages', undefined],
    ['work_packages.0.settings', undefined],
    ['work_packages.0.settings.0.type', 5],
    ['work_packages.1.id', 'wp'],
    ['roles.0.name', undefined],
    ['roles.0.associated_model', undefined],
    ['firms.0.users', undefined],
    ['firms.0.users.0.email', 5],
    ['firms.0.client_organisations', undefined],
    ['firms.0.client_organisations.0.id', undefined],
    ['firms.0.client_organisations.0.legal_entities', undefined],
    ['firms.0.client_organisations.0.legal_entities.0.id', undefined],
    ['firms.0.client_organisations.1.id', 'group'],
    ['firms.0.audits.1.components', {}],
  ])('one fault is told once: what refers to what cannot be read is not accused (%s)', (path, value) => {
    const printed = path.replaceAll(/\.(\d+)/g, '[$1]');
    expect(faultsOf(changed(at(path), value))).toEqual([
      expect.stringMatching(new RegExp(`^\\$\\.${printed.replaceAll(/[[\]]/g, '\\$&')}: `)),
    ]);
  });
  it.each([null, 5, 'x', [], {}])('%j is no fixture', (value) => {
    expect(faultsOf(value).length).toBeGreaterThan(0);
  });
});
