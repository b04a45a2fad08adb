import { expect, test } from 'vitest';
import { type MemberVerdict, teamInAudit } from './team.ts';

const members = [
  { id: 'new@firm.example', role: 'audit_auditor' },
  { id: 'ILSE@firm.example', role: 'audit_auditor' },
  { id: 'Marco@firm.example', role: 'audit_auditor' },
];
const users = [
  { id: 'Ilse@firm.example', role: 'audit_auditor', name: 'Ilse' },
  { id: 'marco@firm.example', role: 'audit_reader', name: 'Marco' },
];

test.each<[status: string, changesRoles: boolean, verdicts: readonly MemberVerdict[]]>([
  ['open', false, ['assign', 'same-role', 'other-role']],
  ['open', true, ['assign', 'same-role', 'change']],
  ['initializing', true, ['assign', 'same-role', 'change']],
  ['of-another-version', false, ['assign', 'same-role', 'other-role']],
  ['archived', true, ['archived', 'same-role', 'archived']],
  ['deleting', false, ['deleting', 'same-role', 'deleting']],
])('a team in an audit that is %s, roles changed: %s', (status, changesRoles, verdicts) => {
  const outcomes = teamInAudit(members, { status, users }, changesRoles);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(verdicts);
});

test('who is there already is spelled as the service does, with the role that they have', () => {
  expect(teamInAudit(members, { status: 'open', users }, true).slice(1)).toEqual([
    {
      address: 'Ilse@firm.example',
      role: 'audit_auditor',
      roleNow: 'audit_auditor',
      verdict: 'same-role',
    },
    { address: 'marco@firm.example', role: 'audit_auditor', roleNow: 'audit_reader', verdict: 'change' },
  ]);
});
