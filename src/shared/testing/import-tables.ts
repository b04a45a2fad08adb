import type { Audit } from '../model/audit.ts';
import type { ComponentAudit } from '../model/component-audit.ts';
import type { WorkPackage } from '../model/work-package.ts';
import { type ImportCheck, importCheck } from '../rules/tables/check.ts';
import { columnsOf, type ImportColumn, type ImportKind } from '../rules/tables/columns.ts';
import type { ImportKnown } from '../rules/tables/known.ts';
import type { ImportRow, ImportSetup } from '../rules/tables/model.ts';

export const workPackage: WorkPackage = {
  id: 'wp-2025',
  name: 'Audit',
  version: '2025',
  languages: ['nl', 'en-us'],
  audit_types: ['single', 'consolidated'],
  scoping_packages: [{ label: 'Large', languages: null }],
  settings: [],
  prices: [],
};

export function audit(id: string, fields: Partial<Audit> = {}): Audit {
  return {
    id,
    name: `Audit ${id}`,
    work_package_id: 'wp-2025',
    scoping_package_id: 'Large',
    client_organisation_id: 'C1',
    legal_entity_ids: ['C1'],
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    language: 'nl',
    unit_of_measurement: 'EUR',
    settings: {},
    status: 'open',
    audit_type: 'single',
    created_at: null,
    group_audit_id: null,
    coupled_component_audit_ids: [],
    ...fields,
  };
}

export function component(
  id: string,
  entities: readonly string[],
  fields: Partial<ComponentAudit> = {},
): ComponentAudit {
  return {
    id,
    name: id,
    legal_entity_ids: entities,
    in_scope: true,
    out_of_scope_explanation: '',
    auditor_relation: 'self',
    status: 'open',
    coupled_entity_audit_id: null,
    ...fields,
  };
}

const entity = (id: string, parent: string | null = null) => ({
  id,
  name: id,
  country: 'NL',
  parent_id: parent,
});

export const known: ImportKnown = {
  clients: [
    {
      id: 'C1',
      name: 'Valkenhorst',
      country: 'NL',
      domains: ['valk.example'],
      allow_password_login: true,
      is_test_organisation: false,
    },
  ],
  entitiesOf: new Map([['C1', [entity('C1'), entity('E1', 'C1'), entity('E2', 'C1')]]]),
  audits: [
    audit('A1'),
    audit('A2', { client_organisation_id: 'C2', coupled_component_audit_ids: ['C-1'] }),
    audit('HELD', { client_organisation_id: 'C2', audit_type: 'consolidated' }),
    audit('G1', { audit_type: 'consolidated' }),
    audit('GOES', { audit_type: 'consolidated', status: 'deleting' }),
    audit('OLD', {
      audit_type: 'consolidated',
      status: 'archived',
      work_package_id: 'gone',
      scoping_package_id: 'Small',
    }),
  ],
  componentsOf: new Map([
    [
      'G1',
      [
        component('G1-1', ['E1']),
        component('G1-2', ['E2', 'C1'], { in_scope: false, out_of_scope_explanation: 'Old.' }),
        component('G1-3', ['E1', 'E2'], { in_scope: null }),
      ],
    ],
    ['HELD', [component('C-1', ['E1'], { coupled_entity_audit_id: 'A2' })]],
    ['GOES', [component('GOES-1', ['E1'])]],
  ]),
  usersOf: new Map([['A1', [{ id: 'Ilse@firm.example', role: 'audit_auditor', name: 'Ilse' }]]]),
  workPackages: [workPackage],
  roles: ['audit_auditor', 'audit_engagement_leader'],
  underway: [],
  groups: [],
};

/** Rows by the names of their columns, all columns of the kind in their order. */
export function table(
  kind: ImportKind,
  rows: readonly Readonly<Partial<Record<ImportColumn, string>>>[],
  setup: Partial<ImportSetup> = {},
  others: Partial<ImportKnown> = {},
): { readonly check: ImportCheck; readonly rows: readonly ImportRow[] } {
  const columns = columnsOf(kind);
  const used = columns.filter((column) => rows.some((row) => row[column] !== undefined));
  return {
    check: importCheck(
      {
        kind,
        mapping: Object.fromEntries(used.map((column, place) => [column, place])),
        orders: { period_start: 'dmy', period_end: 'dmy' },
        words: {
          columns: {},
          values: {
            audit_type: { single: ['Enkelvoudig'], consolidated: ['Geconsolideerd'] },
            scope: { in_scope: ['Binnen scope'], out_of_scope: ['Buiten scope'] },
          },
          yes: ['ja'],
          no: ['nee'],
          months: [['januari']],
        },
        template: null,
        today: '2026-01-01',
        ...setup,
      },
      { ...known, ...others },
    ),
    rows: rows.map(
      (row, place): ImportRow => ({
        number: place + 2,
        cells: used.map((column) => row[column] ?? ''),
        kinds: null,
      }),
    ),
  };
}

export function checked(...given: Parameters<typeof table>) {
  const { check, rows } = table(...given);
  const result = check(rows);
  return {
    ...result,
    states: result.rows.map(({ state }) => state),
    said: result.rows.map(({ issues }) => issues.map(({ code, column }) => `${code} ${column}`)),
  };
}

export const right = {
  audit_id: 'N1',
  audit_name: 'New',
  client_id: 'C1',
  legal_entity_ids: 'E1',
  period_start: '01/03/2025',
  period_end: '28/02/2026',
  work_package_id: 'Audit 2025',
  scoping_label: 'large',
  language: 'NL',
} as const;
