import { describe, expect, it } from 'vitest';
import type { Audit } from '../../model/audit.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import type { AuditTemplate } from '../../model/template.ts';
import { templateWith } from '../../testing/templates.ts';
import { appliedTemplate } from '../service/template.ts';
import { importCheck, isDoubted } from './check.ts';
import type { ImportKnown } from './known.ts';
import type { ImportSetup } from './model.ts';
import { importSteps } from './plan.ts';
import { columnsFilledBy } from './template.ts';

const template = templateWith('c', {
  id: '1',
  name: 'Groups',
  audit_type: 'consolidated',
  components: {
    reach: 'all',
    auditor_relation: 'inter_firm',
    name_pattern: '{entity} ({client-id}, {period})',
  },
  id_pattern: '{entity-id}-{yy}',
});
const group = {
  id: 'G',
  name: 'Group',
  client_organisation_id: 'K',
  legal_entity_ids: ['E1'],
  period_start: '2024-07-01T00:00:00Z',
  period_end: '2025-06-30T00:00:00Z',
  audit_type: 'consolidated',
  status: 'open',
  coupled_component_audit_ids: [],
} as unknown as Audit; // nothing else of it matters here
const single = { ...group, id: 'S', audit_type: 'single' };
const component = (id: string, name: string, ...legal_entity_ids: string[]): ComponentAudit => ({
  id,
  name,
  legal_entity_ids,
  in_scope: true,
  out_of_scope_explanation: '',
  auditor_relation: 'self',
  status: 'open',
  coupled_entity_audit_id: null,
});
const known = (components: readonly ComponentAudit[] = []): ImportKnown =>
  ({
    clients: [{ id: 'K', name: 'Klant' }],
    entitiesOf: new Map([['K', ['E1', 'E2', 'E3'].map((id) => ({ id, name: `Company ${id}` }))]]),
    audits: [group, single],
    componentsOf: new Map([['G', components]]),
    usersOf: new Map(),
    workPackages: [],
    roles: [],
    underway: [],
    groups: [],
  }) as unknown as ImportKnown; // nothing else of the service matters here

const columns = [
  'audit_id',
  'client_id',
  'legal_entity_ids',
  'period_start',
  'period_end',
  'group_audit_id',
  'component_name',
  'auditor_relation',
  'component_id',
] as const;
const mapping = Object.fromEntries(columns.map((column, place) => [column, place]));
type Cells = Partial<Record<(typeof columns)[number], string>>;
const rowsOf = (rows: readonly Cells[]) =>
  rows.map((cells, place) => ({
    number: place + 2,
    cells: columns.map((column) => cells[column] ?? ''),
    kinds: null,
  }));
const setup = (
  change: Partial<AuditTemplate> | null = {},
  kind: ImportSetup['kind'] = 'audits',
): ImportSetup => ({
  kind,
  mapping,
  orders: { period_start: 'ymd', period_end: 'ymd' },
  words: { columns: {}, values: {}, yes: [], no: [], months: [] },
  today: '2026-01-01',
  template:
    change === null
      ? null
      : appliedTemplate({ ...template, ...change }, { packages: [], teams: [], roles: [] }),
});
const nameless: Cells = { group_audit_id: 'G', legal_entity_ids: 'E2' };
const without = { components: null };

describe('the auditor of a component', () => {
  const checked = (cells: Cells, by = setup(), components: readonly ComponentAudit[] = []) => {
    const [row] = importCheck(by, known(components))(rowsOf([cells])).rows;
    if (row?.object.kind !== 'component') throw new Error('no component');
    return { ...row, relation: row.object.creation.auditor_relation };
  };

  it.each<[string, Cells, ImportSetup, string, string | undefined]>([
    ['is the template’s where it is empty', nameless, setup(), 'inter_firm', 'inter_firm'],
    ['stays as it is written', { ...nameless, auditor_relation: 'self' }, setup(), 'self', undefined],
    ['stays empty without a pattern', nameless, setup(without), '', undefined],
  ])('%s', (_, cells, by, relation, filled) => {
    const row = checked(cells, by);
    expect(row.relation).toBe(relation);
    expect(row.filled.get('auditor_relation')).toBe(filled);
    expect(row.state).toBe(relation === '' ? 'wrong' : 'new');
  });

  it('is not compared where the component is there, and not filled for a legal entity without one', () => {
    const row = checked(nameless, setup(), [component('c1', 'One', 'E2')]);
    expect([row.state, [...row.filled]]).toEqual(['unchanged', []]);
    const none = checked({ group_audit_id: 'G' });
    expect([none.state, [...none.filled]]).toEqual(['unchanged', []]);
  });

  it('fills a column only of a table with components', () => {
    expect(columnsFilledBy(setup())).toContain('auditor_relation');
    expect(columnsFilledBy(setup({}, 'components'))).toEqual(['auditor_relation']);
    expect(columnsFilledBy({ ...setup(), mapping: {} })).not.toContain('auditor_relation');
  });
});

describe('a row of a component without an id', () => {
  const other = component('c2', 'Other', 'E2');
  it.each<[string, readonly ComponentAudit[], readonly Cells[], readonly (readonly [string, string])[]]>([
    [
      'is of the one there whatever its name',
      [component('c1', 'By hand', 'E2')],
      [nameless],
      [['unchanged', 'c1']],
    ],
    [
      'is of the one with its name, of several',
      [component('c1', 'By hand', 'E2'), other],
      [
        { ...nameless, component_name: 'Other' },
        { ...nameless, component_name: 'By hand' },
      ],
      [
        ['unchanged', 'c2'],
        ['unchanged', 'c1'],
      ],
    ],
    [
      'is new where the legal entities are others',
      [component('c1', 'By hand', 'E2', 'E3')],
      [nameless],
      [['new', '']],
    ],
    [
      'is of the one with its id',
      [component('c1', 'By hand', 'E3'), other],
      [{ ...nameless, component_id: 'c1' }],
      [['different', 'c1']],
    ],
  ])('%s', (_, components, cells, expected) => {
    const service = known(components);
    const { rows: checked } = importCheck(setup(), service)(rowsOf(cells));
    expect(checked.map(({ state, existing }) => [state, existing ?? ''])).toEqual(expected);
  });
});

it('a component audit has users by its own id; where its group is archived, that is in doubt', () => {
  const inGroup = (id: string, of: string) => ({ ...group, id, audit_type: 'component', group_audit_id: of });
  const archived = { ...group, id: 'OLD', status: 'archived' };
  const all = { ...known(), audits: [group, archived, inGroup('G-1', 'G'), inGroup('OLD-1', 'OLD')] };
  const ofUsers = { audit_id: 0, user_id: 1, role: 2 };
  const words = { columns: {}, values: {}, yes: [], no: [], months: [] };
  const ofTable: ImportSetup = {
    kind: 'users',
    mapping: ofUsers,
    orders: {},
    words,
    today: '2026-01-01',
    template: null,
  };
  const rows = ['G-1', 'OLD-1'].map((id, place) => ({
    number: place + 2,
    cells: [id, 'anna@firm.example', 'audit_auditor'],
    kinds: null,
  }));
  const result = importCheck(ofTable, { ...all, roles: ['audit_auditor'] })(rows);
  expect(result.rows.map(({ issues }) => issues.map(isDoubted))).toEqual([[], [true]]);
  expect(importSteps(result.rows, all).map(({ task }) => task)).toMatchObject([
    { kind: 'assignUser', audit: 'G-1' },
    { kind: 'assignUser', audit: 'OLD-1' },
  ]);
});
