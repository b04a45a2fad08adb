import { describe, expect, it } from 'vitest';
import type { AuditTemplate } from '../../model/template.ts';
import { WorkPackage } from '../../model/work-package.ts';
import { appliedTemplate } from '../service/template.ts';
import { importCheck } from './check.ts';
import type { ImportColumn } from './columns.ts';
import type { ImportKnown } from './known.ts';
import { importSteps } from './plan.ts';
import { sentRows } from './summary.ts';
import { filledPlaces } from './template.ts';

const packageOf = (id: string, name: string) =>
  WorkPackage.parse({
    id,
    name,
    version: '2025',
    languages: ['nl'],
    audit_types: ['single', 'consolidated'],
    scoping_packages: ['Large', 'Small'],
    settings: [{ id: 'risk', name: 'Risk', type: 'choice', default: 'low', options: ['low', 'high'] }],
  });
const packages = [packageOf('stat', 'Statutory'), packageOf('rev', 'Review')];
const known: ImportKnown = {
  clients: [],
  entitiesOf: new Map(),
  audits: [],
  componentsOf: new Map(),
  usersOf: new Map(),
  workPackages: packages,
  roles: [],
  underway: [],
  groups: [],
};
const whole: AuditTemplate = {
  id: '1',
  connection: 'c',
  name: 'Groups',
  audit_type: 'consolidated',
  work_package: 'Statutory',
  scoping_label: 'Large',
  language: 'nl',
  unit_of_measurement: 'EUR',
  settings: { risk: 'high' },
  team: null,
  components: null,
  name_pattern: '{client}',
  id_pattern: '{client-id}',
};
const columns = {
  audit_id: 'A1',
  audit_name: 'One',
  period_start: '2025-01-01',
  period_end: '2025-12-31',
} as const;
type Cells = Readonly<Partial<Record<ImportColumn, string>>>;

function checked(cells: Cells, change: Partial<AuditTemplate> | null, service = known) {
  const all: Cells = { ...columns, ...cells };
  const mapping = Object.fromEntries(Object.keys(all).map((column, place) => [column, place]));
  const template =
    change === null ? null : appliedTemplate({ ...whole, ...change }, { packages, teams: [], roles: [] });
  const words = { columns: {}, values: {}, yes: [], no: [], months: [] };
  const orders = { period_start: 'ymd', period_end: 'ymd' } as const;
  const rows = [{ number: 2, cells: Object.values(all), kinds: null }];
  const { rows: result } = importCheck(
    { kind: 'audits', mapping, orders, words, template, today: '2026-01-01' },
    service,
  )(rows);
  const [row] = result;
  if (row === undefined) throw new Error('no row');
  const creation = row.object.kind === 'audit' ? row.object.creation : {};
  return { row, creation, rows, mapping };
}

describe('the empty cells of an audit', () => {
  const given = { work_package_id: 'stat', scoping_package_id: 'Large', language: 'nl' };
  it.each<[string, Cells, Partial<AuditTemplate> | null, object]>([
    [
      'are the template’s, without a column too',
      { language: ' ' },
      {},
      { ...given, unit_of_measurement: 'EUR', audit_type: 'consolidated', settings: { risk: 'high' } },
    ],
    ['stay empty without one', {}, null, { work_package_id: '', scoping_package_id: '', language: '' }],
    [
      'leave full cells as they are',
      { scoping_label: 'small' },
      {},
      { ...given, scoping_package_id: 'Small' },
    ],
    ['stay empty where the template is', {}, { language: '' }, { ...given, language: '' }],
    [
      'stay empty where what it names is gone',
      {},
      { scoping_label: 'Tiny' },
      { ...given, scoping_package_id: '' },
    ],
    ['leave a name and an id empty', { audit_id: '', audit_name: '' }, {}, { id: '', name: '' }],
  ])('%s', (_, cells, change, expected) => {
    expect(checked(cells, change).creation).toMatchObject(expected);
  });

  it.each<[string, Cells, Partial<AuditTemplate>, object | undefined]>([
    ['its own package', { work_package_id: 'stat' }, {}, { risk: 'high' }],
    ['another package', { work_package_id: 'rev' }, {}, undefined],
    ['a template without a package', { work_package_id: 'stat' }, { work_package: '' }, undefined],
    ['a setting that does not fit', {}, { settings: { risk: 'huge' } }, undefined],
  ])('of %s have the settings %#', (_, cells, change, settings) => {
    const { row, creation } = checked(cells, change);
    expect(creation).toHaveProperty('work_package_id');
    expect('settings' in creation ? creation.settings : undefined).toEqual(settings);
    expect(row.filled.get('settings')).toEqual(settings === undefined ? undefined : JSON.stringify(settings));
  });

  it('are checked by the same rules', () => {
    const codes = ({ row }: ReturnType<typeof checked>) =>
      row.issues.filter(({ column }) => column === 'scoping_label' || column === 'language');
    expect(codes(checked({}, {}))).toEqual([]);
    expect(codes(checked({ work_package_id: 'rev' }, { work_package: '', language: 'it' }))).toEqual([
      { code: 'not-offered', column: 'language', isWarning: false },
    ]);
  });
});

const auditThere = {
  id: 'A1',
  name: 'One',
  work_package_id: 'rev',
  scoping_package_id: 'Small',
  client_organisation_id: '',
  legal_entity_ids: [],
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'it',
  unit_of_measurement: null,
  settings: {},
  status: 'open',
  audit_type: 'single',
  created_at: null,
  group_audit_id: null,
  coupled_component_audit_ids: [],
};

it('what an audit that is there has otherwise than the template is no difference, and nothing is sent', () => {
  const service = { ...known, audits: [auditThere] };
  const { row } = checked({}, {}, service);
  expect(row).toMatchObject({ state: 'unchanged', differences: [], filled: new Map() });
  expect(importSteps([row], service)).toEqual([]);
});

it('a table that is sent has the values of the template in their columns, those without one at its end', () => {
  const { row, rows, mapping } = checked({ language: '', unit_of_measurement: 'USD' }, {});
  const places = filledPlaces([row], mapping, 6);
  expect([...places]).toEqual([
    ['audit_type', 6],
    ['work_package_id', 7],
    ['scoping_label', 8],
    ['language', 4],
    ['settings', 9],
  ]);
  expect(sentRows(rows, [row], places)[0]?.cells).toEqual([
    ...Object.values(columns),
    'nl',
    'USD',
    'consolidated',
    'stat',
    'Large',
    '{"risk":"high"}',
  ]);
  expect(sentRows(rows, [], places)[0]?.cells).toEqual(rows[0]?.cells);
});

it('settings of the file itself are read back, checked by the package, and compared with an audit that is there', () => {
  const own = { work_package_id: 'stat', scoping_label: 'Large', language: 'nl' };
  const issues = (settings: string, service = known) => {
    const { row } = checked({ ...own, settings }, {}, service);
    return row.issues.filter(({ column }) => column === 'settings');
  };
  const read = checked({ ...own, settings: '{"risk":"low"}' }, {});
  expect(read.creation).toMatchObject({ settings: { risk: 'low' } });
  expect(read.row.filled.has('settings')).toBe(false);
  expect(issues('{"risk":"low"}')).toEqual([]);
  for (const text of ['risk: low', '["low"]', 'null'])
    expect(issues(text)).toMatchObject([{ code: 'not-settings', isWarning: false }]);
  for (const [text, setting] of [
    ['{"risk":"huge"}', 'risk'],
    ['{"old":1}', 'old'],
  ] as const)
    expect(issues(text)).toMatchObject([{ code: 'setting-unfit', facts: { setting } }]);

  const there = (settings: Readonly<Record<string, unknown>>) => ({
    ...known,
    audits: [
      { ...auditThere, work_package_id: 'stat', scoping_package_id: 'Large', language: 'nl', settings },
    ],
  });
  const state = (text: string, settings: Readonly<Record<string, unknown>>) =>
    checked({ ...own, unit_of_measurement: '', settings: text }, null, there(settings)).row;
  expect(state('{"risk":"low"}', { risk: 'low', other: true })).toMatchObject({ state: 'unchanged' });
  expect(state('', { risk: 'low' })).toMatchObject({ state: 'unchanged' });
  expect(state('{"risk":"low","b":2}', { risk: 'high' })).toMatchObject({
    state: 'different',
    differences: [{ column: 'settings', canChange: false }],
  });
});

it('an audit that is coupled is waited for, so that its coupling is compared once it is open', () => {
  const { row } = checked({}, {});
  if (row.object.kind !== 'audit') throw new Error('no audit');
  const creation = { ...row.object.creation, coupled_component_audit_ids: ['G1-1'] };
  const coupled = { ...row, state: 'new', object: { ...row.object, creation } } as const;
  expect(importSteps([coupled], known).map(({ key, task }) => [key, task.kind])).toEqual([
    ['row-2', 'createAudit'],
    ['open-2', 'awaitOpen'],
  ]);
});

it('the team goes to each audit that is made, once it is open, and to none that is there', () => {
  const team = [
    { id: 'a@b.example', role: 'r' },
    { id: 'c@b.example', role: 'r' },
  ];
  const { row } = checked({}, {});
  expect(importSteps([{ ...row, state: 'new' }], known, team)).toMatchObject([
    { key: 'row-2', task: { kind: 'createAudit' } },
    { key: 'open-2', task: { kind: 'awaitOpen', audit: 'A1' } },
    { key: 'row-2-user-1', after: ['open-2'], task: { kind: 'assignUser', assignment: team[0] } },
    { key: 'row-2-user-2', after: ['open-2'], task: { kind: 'assignUser', assignment: team[1] } },
  ]);
  expect(importSteps([{ ...row, state: 'unchanged', existing: 'A1' }], known, team)).toEqual([]);
});
