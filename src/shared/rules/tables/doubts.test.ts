import { expect, it } from 'vitest';
import { checked, known, right, workPackage } from '../../testing/import-tables.ts';
import type { ImportColumn, ImportKind } from './columns.ts';
import { importSteps } from './plan.ts';
import { doubtedRows } from './summary.ts';

type Fields = Readonly<Partial<Record<ImportColumn, string>>>;
const component = { group_audit_id: 'G1', legal_entity_ids: 'C1', auditor_relation: 'self' };
const user = { audit_id: 'A1', user_id: 'jan@firm.example', role: 'audit_auditor' };
const client = { client_id: 'C9', client_name: 'New', country: 'NL' };

// What the specification says is blocked; what a list lacks, or what only decisions.md says, is sent with a person's word.
it.each<[ImportKind, Fields, 'doubted' | 'wrong', readonly string[]]>([
  ['clients', { ...client, country: 'XK' }, 'doubted', ['unknown-country country']],
  ['clients', { ...client, country: 'Kosovo' }, 'wrong', ['unknown-value country']],
  ['clients', { ...client, client_id: 'x'.repeat(256) }, 'doubted', ['too-long client_id']],
  ['audits', { ...right, client_id: 'C9' }, 'doubted', ['unknown-client client_id']],
  ['audits', { ...right, audit_id: 'G1-1' }, 'doubted', ['id-taken audit_id']],
  ['audits', { ...right, work_package_id: 'X' }, 'doubted', ['unknown-work-package work_package_id']],
  ['audits', { ...right, language: 'fr' }, 'wrong', ['unknown-value language']],
  ['audits', { ...right, audit_type: 'component' }, 'wrong', ['unknown-value audit_type']],
  ['audits', { ...right, scoping_label: 'Huge' }, 'wrong', ['not-offered scoping_label']],
  ['components', { ...component, country: 'xk' }, 'doubted', ['unknown-country country']],
  ['components', { ...component, group_audit_id: 'G9' }, 'doubted', ['unknown-group group_audit_id']],
  ['components', { ...component, auditor_relation: 'friend' }, 'wrong', ['unknown-value auditor_relation']],
  ['users', { ...user, audit_id: 'A9' }, 'doubted', ['unknown-audit audit_id']],
  ['users', { ...user, role: 'boss' }, 'doubted', ['unknown-role role']],
  ['users', { ...user, audit_id: 'OLD' }, 'wrong', ['audit-closed audit_id']],
  ['users', { ...user, audit_id: 'GOES' }, 'wrong', ['being-deleted audit_id']],
])('%s: %j is %s', (kind, fields, expected, said) => {
  const result = checked(kind, [fields]);
  expect(result.said).toEqual([said]);
  expect(result.counts.wrong).toBe(expected === 'wrong' ? 1 : 0);
  expect(doubtedRows(result.rows)).toHaveLength(expected === 'doubted' ? 1 : 0);
  expect(importSteps(result.rows, known)).toHaveLength(expected === 'doubted' ? 1 : 0);
});

it('the role of a user who is there is in doubt where the audit is archived', () => {
  const usersOf = new Map([['OLD', [{ id: user.user_id, role: 'other', name: 'Jan' }]]]);
  const { rows } = checked('users', [{ ...user, audit_id: 'OLD' }], {}, { usersOf });
  expect(doubtedRows(rows)).toHaveLength(1);
});

it('a second component for the same legal entities is in doubt; one that is there is not changed twice', () => {
  expect(
    doubtedRows(checked('components', [component, component]).rows).map(({ row }) => row.number),
  ).toEqual([3]);
  const there = { group_audit_id: 'G1', component_id: 'G1-1' };
  expect(checked('components', [there, there]).states).toEqual(['unchanged', 'wrong']);
});

it('a component of an audit that the file makes as a single one is wrong', () => {
  const inside = { ...component, group_audit_id: 'N1' };
  expect(checked('audits', [right, inside]).states).toEqual(['new', 'wrong']);
});

it('a work package of last year is told with the newest one, and is not in doubt', () => {
  const last = { ...workPackage, id: 'st-24', name: 'Statutory 2024', version: '9' };
  const workPackages = [last, { ...last, id: 'st-25', name: 'Statutory 2025', version: '1' }];
  const of = (work_package_id: string) =>
    checked('audits', [{ ...right, work_package_id }], {}, { workPackages }).rows;
  for (const named of ['Statutory 2024', 'st-24']) {
    expect(of(named)[0]).toMatchObject({
      state: 'new',
      issues: [
        {
          code: 'package-older',
          column: 'work_package_id',
          facts: { newest: 'Statutory 2025 1', id: 'st-25' },
        },
      ],
    });
    expect(doubtedRows(of(named))).toEqual([]);
  }
  expect(of('Statutory 2025')[0]?.issues).toEqual([]);
});
