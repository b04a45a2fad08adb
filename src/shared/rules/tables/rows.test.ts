import { expect, it } from 'vitest';
import type { ImportColumn, ImportKind } from './columns.ts';
import { rowReader } from './rows.ts';

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
