import { describe, expect, it } from 'vitest';
import type { StepProgress, Task } from '../../plan.ts';
import { importCheck } from './check.ts';
import type { ImportColumn, ImportKind } from './columns.ts';
import type { ImportKnown } from './known.ts';
import { importSteps } from './plan.ts';
import { underwayIn } from './underway.ts';

const plan = { id: 'p', title: 'Import: season' };
const step = (key: string, task: Task, more: Partial<StepProgress> = {}): StepProgress => ({
  key,
  after: [],
  subject: key,
  task,
  state: 'waiting',
  attempts: 0,
  result: null,
  error: null,
  candidates: [],
  differences: [],
  changedAt: '',
  ...more,
});
const client = { id: 'K', name: 'Klant', country: 'NL', domains: [], allow_password_login: true };
const creation = {
  id: 'G',
  name: 'Group',
  work_package_id: 'wp',
  scoping_package_id: 'Large',
  client_organisation_id: 'K',
  legal_entity_id: 'E1',
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'nl',
  audit_type: 'consolidated',
} as const;
const component = { legal_entity_ids: ['E2', 'E1'], auditor_relation: 'self' };
const assignment = { id: 'anna@firm.example', role: 'audit_auditor' };
const group = { fromStep: 'group' };
const steps = [
  step('client', { kind: 'createClient', creation: client }),
  step('group', { kind: 'createAudit', creation }),
  step('open', { kind: 'awaitOpen', audit: 'G' }),
  step('component', { kind: 'createComponent', group, creation: component }, { state: 'sending' }),
  step('user', { kind: 'assignUser', audit: group, assignment }),
];

const known: ImportKnown = {
  clients: [{ ...client, id: 'THERE', is_test_organisation: false }],
  entitiesOf: new Map([
    ['K', ['E1', 'E2', 'E3'].map((id) => ({ id, name: id, country: 'NL', parent_id: null }))],
  ]),
  audits: [],
  componentsOf: new Map(),
  usersOf: new Map(),
  workPackages: [],
  roles: ['audit_auditor'],
  underway: underwayIn(plan, steps),
  groups: [],
};

type Row = Readonly<Partial<Record<ImportColumn, string>>>;

function checked(kind: ImportKind, rows: readonly Row[], more: Partial<ImportKnown> = {}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as ImportColumn[]; // keys of rows
  const mapping = Object.fromEntries(columns.map((column, place) => [column, place]));
  const words = { columns: {}, values: {}, yes: [], no: [], months: [] };
  const all = { ...known, ...more };
  const check = importCheck({ kind, mapping, orders: {}, words, template: null, today: '2026-01-01' }, all);
  const result = check(
    rows.map((row, place) => ({
      number: place + 2,
      cells: columns.map((column) => row[column] ?? ''),
      kinds: null,
    })),
  );
  return {
    states: result.rows.map(({ state }) => state),
    said: result.rows.map(({ issues }) => issues.map(({ code, facts }) => `${code} ${facts?.['plan']}`)),
    plans: result.rows.map(({ underway }) => underway),
    steps: importSteps(result.rows, all).map(({ key }) => key),
  };
}

const workPackage = {
  id: 'wp',
  name: 'Audit',
  version: '1',
  languages: [],
  audit_types: [],
  scoping_packages: [],
  settings: [],
  prices: [],
};
const inG = { group_audit_id: 'G', auditor_relation: 'self' };

describe('what a plan that has not ended makes', () => {
  it.each<[ImportKind, Row]>([
    ['clients', { client_id: 'K', client_name: 'Klant', country: 'NL' }],
    ['audits', { audit_id: 'G', audit_name: 'Group', client_id: 'K', work_package_id: 'wp' }],
    ['components', { ...inG, legal_entity_ids: 'E1;E2' }],
    ['users', { audit_id: 'G', user_id: 'Anna@firm.example', role: 'audit_auditor' }],
  ])('is not made once more by a table of %s', (kind, row) => {
    expect(checked(kind, [row], { workPackages: [workPackage] })).toEqual({
      states: ['underway'],
      said: [[`underway ${plan.title}`]],
      plans: [plan],
      steps: [],
    });
  });

  it('is there once the service lists it', () => {
    const { states, plans } = checked('clients', [{ client_id: 'THERE', client_name: 'Klant' }], {
      underway: underwayIn(plan, [step('c', { kind: 'createClient', creation: { ...client, id: 'THERE' } })]),
    });
    expect([states, plans]).toEqual([['unchanged'], [null]]);
  });

  it('takes nothing in before it is there, also where the table names it', () => {
    const other = { ...inG, legal_entity_ids: 'E3' };
    const own = { audit_id: 'G', audit_name: 'Group', client_id: 'K' };
    expect(checked('components', [other])).toMatchObject({
      states: ['wrong'],
      said: [[`in-underway ${plan.title}`]],
    });
    expect(checked('audits', [own, other])).toMatchObject({
      states: ['underway', 'wrong'],
      said: [[`underway ${plan.title}`], [`in-underway ${plan.title}`]],
    });
    expect(
      checked('users', [{ audit_id: 'G', user_id: 'bert@firm.example', role: 'audit_auditor' }]).said,
    ).toEqual([[`in-underway ${plan.title}`]]);
  });

  const deletion = step('row-2-delete', { kind: 'deleteAudit', audit: 'G' });
  const again = step('row-2', { kind: 'createAudit', creation }, { after: ['row-2-delete'] });
  const there: Partial<ImportKnown> = {
    audits: [
      {
        ...creation,
        legal_entity_ids: ['E1'],
        unit_of_measurement: null,
        settings: {},
        status: 'open',
        created_at: null,
        group_audit_id: null,
        coupled_component_audit_ids: [],
      },
    ],
    componentsOf: new Map([['G', []]]),
    workPackages: [workPackage],
  };
  const changed = { audit_id: 'G', audit_name: 'Group', client_id: 'K', legal_entity_ids: 'E2' };

  it('is not what it deletes first, as long as that is there', () => {
    const waiting = checked('audits', [changed], { ...there, underway: underwayIn(plan, [deletion, again]) });
    expect(waiting).toEqual({
      states: ['underway'],
      said: [[`underway ${plan.title}`]],
      plans: [plan],
      steps: [],
    });
    const done = underwayIn(plan, [{ ...deletion, state: 'done' }, again]);
    expect(checked('audits', [changed], { ...there, underway: done }).states).toEqual(['different']);
    expect(checked('audits', [changed], there).states).toEqual(['different']);
  });

  it('is no component that it deletes first', () => {
    const own = { ...component, legal_entity_ids: ['E2'] };
    const replacing = [
      step('row-2-delete', { kind: 'deleteComponent', group: 'G', component: 'G-1' }),
      step('row-2', { kind: 'createComponent', group: 'G', creation: own }, { after: ['row-2-delete'] }),
    ];
    expect(underwayIn(plan, replacing)).toMatchObject([{ object: { kind: 'component' }, replaces: 'G-1' }]);
  });

  it.each(['failed', 'blocked', 'cancelled'] as const)('is not what it has given up: %s', (state) => {
    expect(underwayIn(plan, [step('c', { kind: 'createClient', creation: client }, { state })])).toEqual([]);
  });

  it('is no component of a group that nobody knows', () => {
    const unknown = step('x', { kind: 'createComponent', group: { fromStep: 'none' }, creation: component });
    const { states } = checked('components', [{ ...inG, group_audit_id: '', legal_entity_ids: 'E3' }], {
      underway: underwayIn(plan, [unknown]),
    });
    expect(states).toEqual(['wrong']);
  });
});
