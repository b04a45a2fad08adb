import { expect, it } from 'vitest';
import type { StepProgress } from '../../plan.ts';
import type { ImportKnown, ImportObject } from './known.ts';
import type { CheckedRow, RowIssue } from './model.ts';
import {
  importCauses,
  importCost,
  importOutcomes,
  sentCell,
  sentColumnKind,
  sentRows,
  withCell,
} from './summary.ts';

const issue = (code: RowIssue['code'], column: RowIssue['column'], isWarning = false): RowIssue => ({
  code,
  column,
  isWarning,
});
const user: ImportObject = { kind: 'user', audit: 'A1', assignment: { id: 'a@b', role: 'r' } };

function row(number: number, fields: Partial<CheckedRow> = {}): CheckedRow {
  return {
    row: { number, cells: ['a', 'b'], kinds: null },
    state: 'new',
    object: user,
    issues: [],
    differences: [],
    existing: null,
    underway: null,
    filled: new Map(),
    ...fields,
  };
}

it('issues are gathered by their cause, the most frequent error first', () => {
  const rows = [
    row(2, { issues: [issue('formula', 'audit_id', true), issue('required', 'role')] }),
    row(3, {
      issues: [issue('duplicate', 'legal_entity_ids'), issue('duplicate', 'legal_entity_ids')],
    }),
    row(4, { issues: [issue('formula', 'audit_id', true), issue('required', 'user_id')] }),
    row(5, { issues: [issue('required', 'user_id'), issue('formula', 'audit_id', true)] }),
  ];
  expect(importCauses(rows)).toEqual([
    { code: 'required', column: 'user_id', isWarning: false, rows: [4, 5] },
    { code: 'required', column: 'role', isWarning: false, rows: [2] },
    { code: 'duplicate', column: 'legal_entity_ids', isWarning: false, rows: [3] },
    { code: 'formula', column: 'audit_id', isWarning: true, rows: [2, 4, 5] },
  ]);
});

it('what a person types is a text, also where there was no cell', () => {
  const given = { number: 2, cells: ['7'], kinds: 'n' };
  expect(withCell(given, 0, '007')).toEqual({ number: 2, cells: ['007'], kinds: 't' });
  expect(withCell(given, 2, 'x')).toEqual({ number: 2, cells: ['7', '', 'x'], kinds: 'n-t' });
  expect(withCell(given, 0, '')).toEqual({ number: 2, cells: [''], kinds: '-' });
  expect(withCell({ ...given, kinds: null }, 0, 'x')).toEqual({ number: 2, cells: ['x'], kinds: null });
});

it('credits are those of the audits that are created, but for test clients', () => {
  const client = { name: '', country: null, domains: [], allow_password_login: null };
  const price = { audit_type: 'single', applies: 'always', asItCame: '' } as const;
  const workPackage = {
    name: '',
    version: '',
    languages: [],
    audit_types: [],
    scoping_packages: [],
    settings: [],
  };
  const known: ImportKnown = {
    clients: [
      { id: 'C', is_test_organisation: false, ...client },
      { id: 'T', is_test_organisation: true, ...client },
    ],
    entitiesOf: new Map(),
    audits: [],
    componentsOf: new Map(),
    usersOf: new Map(),
    workPackages: [{ id: 'wp', prices: [{ ...price, credits: 3 }], ...workPackage }],
    roles: [],
    underway: [],
    groups: [],
  };
  const audit = (id: string, type?: string, state: CheckedRow['state'] = 'new') =>
    row(2, {
      state,
      object: {
        kind: 'audit',
        creation: {
          id: 'A',
          name: '',
          work_package_id: 'wp',
          scoping_package_id: '',
          client_organisation_id: id,
          legal_entity_id: '',
          period_start: '',
          period_end: '',
          language: '',
          ...(type === undefined ? {} : { audit_type: type }),
        },
      },
    });
  const rows = [
    audit('C'),
    audit('C', 'single'),
    audit('T'),
    audit('C', 'consolidated'),
    audit('C', 'single', 'wrong'),
    row(9),
  ];
  expect(importCost(rows, known)).toEqual({ credits: 6, unpriced: 1 });
});

it('every row has an outcome: that of its steps, or why it has none', () => {
  const step = (
    key: string,
    state: StepProgress['state'],
    result: string | null = null,
    after: readonly string[] = [],
    differences: StepProgress['differences'] = [],
  ): StepProgress => ({
    key,
    after,
    subject: '',
    task: { kind: 'awaitOpen', audit: 'A' },
    state,
    attempts: 1,
    result,
    error: state === 'failed' ? { code: 'validation' } : null,
    candidates: [],
    differences,
    changedAt: '',
  });
  const differs = { column: 'role', canChange: false } as const;
  const shorter = { field: 'name', sent: 'Noord & Zuid', there: 'Noord' };
  const spare = { field: 'settings.note', sent: 'a', there: 'b' };
  const checked = [
    row(2),
    row(3),
    row(4),
    row(5, { state: 'unchanged', existing: 'X' }),
    row(6, { state: 'different', existing: 'Y', differences: [differs] }),
    row(7, { state: 'wrong' }),
    row(8),
    row(10),
    row(11, { state: 'underway' }),
    row(12),
    row(13),
  ];
  const rows = sentRows([...checked.map((one) => one.row), row(9).row], checked, new Map());
  const steps = [
    step('row-2', 'done', 'new'),
    step('row-3', 'failed'),
    step('row-4', 'done', 'made'),
    step('row-4-scope', 'failed'),
    step('open-10', 'blocked', null, ['row-3']),
    step('row-10', 'blocked', null, ['open-10']),
    step('row-12', 'done', 'short', [], [shorter]),
    step('open-12', 'done', 'short', [], [spare]),
    step('row-13', 'done', 'lone', [], [shorter]),
    step('open-13', 'failed', null, ['row-13']),
  ];
  expect(
    importOutcomes(rows, steps).map(
      ({ row: { number, keeps }, outcome, id, error, blockedBy, differences }) => [
        number,
        outcome,
        id,
        error?.code ?? blockedBy?.key ?? keeps?.join() ?? differences.map(({ field }) => field).join(),
      ],
    ),
  ).toEqual([
    [2, 'done', 'new', ''],
    [3, 'failed', null, 'validation'],
    [4, 'failed', 'made', 'validation'],
    [5, 'unchanged', 'X', ''],
    [6, 'kept', 'Y', 'role'],
    [7, 'wrong', null, ''],
    [8, 'cancelled', null, ''],
    [10, 'blocked', null, 'row-3'],
    [11, 'underway', null, ''],
    [12, 'done', 'short', 'name,settings.note'],
    [13, 'failed', 'lone', 'validation'],
    [9, 'left', null, ''],
  ]);
});

it('a cell is in the result what it was in the file', () => {
  const [sent] = sentRows(
    [
      {
        number: 2,
        cells: ['a', '12.5', 'TRUE', '2026-12-31', 'x\ny', '', '123456789012345678', '007', 'N/A'],
        kinds: 'tnbdv-lp',
      },
    ],
    [],
    new Map(),
  );
  if (sent === undefined) throw new Error('no row');
  const places = sent.cells.map((_, place) => place);
  expect(places.map((place) => sentCell(sent, place))).toEqual([
    'a',
    12.5,
    true,
    '2026-12-31',
    ['x', 'y'],
    null,
    '123456789012345678',
    '007',
    'N/A',
  ]);
  expect(places.map((place) => sentColumnKind([sent], place))).toEqual([
    'text',
    'number',
    'boolean',
    'day',
    ...Array.from({ length: 5 }, () => 'text'),
  ]);
  expect(sentCell({ ...sent, kinds: null }, 1)).toBe('12.5');
});
