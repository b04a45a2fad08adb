import { expect, it } from 'vitest';
import { table } from '../../testing/import-tables.ts';
import type { ImportColumn, ImportKind } from './columns.ts';
import { importRows, rowReader } from './rows.ts';

const known = {
  clients: [],
  entitiesOf: new Map(),
  audits: [],
  componentsOf: new Map(),
  usersOf: new Map(),
  workPackages: [],
  roles: ['audit_auditor'],
  underway: [],
  groups: [],
};

it.each<[ImportKind, Readonly<Partial<Record<ImportColumn, string>>>, boolean]>([
  ['users', { audit_id: 'A1', user_id: '', role: '' }, true],
  ['users', { audit_id: 'A1', user_id: '', role: 'audit_auditor' }, false],
  ['components', { group_audit_id: 'G1', country: 'NL', legal_entity_ids: '', auditor_relation: '' }, true],
  ['components', { group_audit_id: 'G1', component_name: 'One', legal_entity_ids: '' }, false],
  ['components', { group_audit_id: 'G1', component_id: 'C1' }, false],
  ['audits', { audit_id: '', audit_name: '' }, false],
])('of %s: whether %o asks for nothing is %s', (kind, cells, expected) => {
  const columns = Object.keys(cells) as ImportColumn[]; // as they are given
  const mapping = Object.fromEntries(columns.map((column, place) => [column, place]));
  const read = rowReader(
    {
      kind,
      mapping,
      orders: {},
      words: { columns: {}, values: {}, yes: [], no: [], months: [] },
      template: null,
      today: '2026-01-01',
    },
    known,
  );
  expect(read({ number: 2, cells: Object.values(cells), kinds: null }).asksNothing).toBe(expected);
});

it.each([
  [['A1', '', ''], 'tU-', [{ code: 'uncalculated', column: 'user_id', isWarning: false }]],
  [['A\u200B1', 'u', 'audit_auditor'], null, [{ code: 'unseen', column: 'audit_id', isWarning: true }]],
])('cells %j of the kinds %s are checked as %o', (cells, kinds, issues) => {
  const read = rowReader(
    {
      kind: 'users',
      mapping: { audit_id: 0, user_id: 1, role: 2 },
      orders: {},
      words: { columns: {}, values: {}, yes: [], no: [], months: [] },
      template: null,
      today: '2026-01-01',
    },
    known,
  );
  expect(read({ number: 2, cells, kinds })).toMatchObject({ issues, asksNothing: false });
});

it.each([
  ['one row', [['a', 'b'], ['a', 'b', 'c'], ['a']], [true, undefined]],
  ['blanks behind its columns', [['a', 'b'], ['a', 'b', '', ' '], ['a']], [undefined, undefined]],
  [
    'most rows: a column without a title',
    [['a'], ['a', 'b'], ['a', 'b'], ['a']],
    [undefined, undefined, undefined],
  ],
])(
  'of a text file, %s with more cells than titles may be one that a separator has divided',
  (_, rows, wider) => {
    const saved = { rows, numbers: [...rows.keys()], kinds: null, hidden: { rows: [], columns: [] } };
    expect(importRows({ ...saved, format: 'csv' }, 0, true).map(({ isWider }) => isWider)).toEqual(wider);
    expect(importRows({ ...saved, format: 'xlsx' }, 0, true).some(({ isWider }) => isWider)).toBe(false);
    expect(importRows({ ...saved, format: 'csv' }, null, true).some(({ isWider }) => isWider)).toBe(false);
  },
);

it('a row that repeats the titles is marked, and is to be left out', () => {
  const titles = ['Client ID', 'Name', ''];
  const rows = [['Report'], titles, ['C9', 'Nine'], ['Client ID ', 'Name'], ['Client ID', 'Nine'], [' ']];
  const saved = { rows, numbers: [...rows.keys()], kinds: null, hidden: { rows: [], columns: [] } };
  const read = importRows({ ...saved, format: 'csv' }, 1, true);
  expect(read.map(({ isTitles }) => isTitles)).toEqual([undefined, true, undefined, undefined]);
  const { check } = table('clients', [{ client_id: '', client_name: '' }]);
  expect(check(read).rows.map(({ issues }) => issues.map(({ code }) => code))).toEqual([
    ['required'],
    ['totals-row'],
    ['required'],
    ['required', 'required', 'required'],
  ]);
});

it('a row with more cells than titles is in doubt, if it is sent', () => {
  const there = { client_id: 'C1', client_name: 'Valkenhorst', country: 'NL' };
  const { check, rows } = table('clients', [there, { ...there, client_id: 'C9', client_name: 'Nine' }]);
  const result = check(rows.map((row) => ({ ...row, isWider: true as const })));
  expect(result.rows.map(({ issues }) => issues)).toEqual([
    [],
    [{ code: 'wider-row', column: null, isWarning: true }],
  ]);
});
