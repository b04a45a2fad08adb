import { expect, test } from 'vitest';
import { AuditUser } from './audit-user.ts';

const anna = 'Anna.Smit@firm.example';

// What the service says → address, role, name.
test.each([
  [{ id: anna, role: 'audit_auditor', name: 'Anna' }, 'audit_auditor', 'Anna'],
  [{ email: anna, role: 'audit_auditor' }, 'audit_auditor', anna],
  [{ id: 17, email: anna, role: 'audit_auditor', name: 'Anna' }, 'audit_auditor', 'Anna'],
  [{ id: 'u17', emailAddress: anna, role: 'audit_auditor' }, 'audit_auditor', anna],
  [{ user_id: anna, role: 'audit_auditor' }, 'audit_auditor', anna],
  [{ user: { id: 5, email: anna, name: 'Anna' }, role: 'audit_auditor' }, 'audit_auditor', 'Anna'],
  [{ id: 17, user: { id: anna, full_name: 'Anna' }, role: 'audit_auditor' }, 'audit_auditor', 'Anna'],
  [{ id: 17, user: anna, role: 'audit_auditor' }, 'audit_auditor', anna],
  [{ assignment: { id: anna, role: 'audit_auditor' } }, 'audit_auditor', anna],
  [{ id: anna, role: { name: 'audit_auditor' } }, 'audit_auditor', anna],
  [{ id: anna, role: { id: 3, name: 'audit_auditor', label: 'Auditor' } }, 'audit_auditor', anna],
  [{ id: anna, role: { id: 'audit_auditor', name: 'Auditor' } }, 'audit_auditor', anna],
  [{ id: anna, roles: ['audit_auditor'] }, 'audit_auditor', anna],
  [{ id: anna, roles: [{ code: 'audit_auditor' }] }, 'audit_auditor', anna],
  [{ id: anna, roleName: 'audit_auditor' }, 'audit_auditor', anna],
  [{ id: anna, role: 'Engagement leader' }, 'Engagement leader', anna],
  [{ id: anna, role: 'AUDIT_AUDITOR' }, 'AUDIT_AUDITOR', anna],
  [{ id: `${anna}:audit_auditor`, role: 'audit_auditor' }, 'audit_auditor', anna],
  [{ id: `A-1/${anna}`, role: 'audit_auditor' }, 'audit_auditor', anna],
  [{ id: 17, user_email: anna, user_role: 'audit_auditor' }, 'audit_auditor', anna],
  [
    {
      id: '1',
      attributes: { email: anna },
      relationships: { role: { data: { type: 'roles', id: 'audit_auditor' } } },
    },
    'audit_auditor',
    anna,
  ],
  [{ id: `mailto:${anna}`, role: 'audit_auditor' }, 'audit_auditor', anna],
  [{ id: `Anna Smit <${anna}>`, role: 'audit_auditor' }, 'audit_auditor', anna],
  [
    { user: `https://a/api/v1/users/${encodeURIComponent(anna)}/`, role: '/api/v1/roles/audit_auditor/' },
    'audit_auditor',
    anna,
  ],
  [{ emails: [{ value: anna, primary: true }], roles: [{ value: 'audit_auditor' }] }, 'audit_auditor', anna],
  [
    { status: 'ok', data: { membership: { role: 'audit_auditor', member: { email: anna } } } },
    'audit_auditor',
    anna,
  ],
  [
    { user: { id: 5, email: anna, name: 'Anna', role: 'staff' }, role: 'audit_auditor' },
    'audit_auditor',
    'Anna',
  ],
  [{ id: 17, person: { id: 5, email: anna }, role: 'audit_auditor' }, 'audit_auditor', anna],
  [
    { principal: { type: 'user', email: anna }, role: 'audit_auditor', granted_by: 'boss@firm.example' },
    'audit_auditor',
    anna,
  ],
])('%j is read', (said, role, name) => {
  expect(AuditUser.parse(said)).toEqual({ id: anna, role, name });
});

test.each([
  [
    { id: 17, role: 'audit_auditor' },
    { id: '17', role: 'audit_auditor', unseen: ['id'] },
  ],
  [
    { id: 'a***@firm.example', role: 'audit_auditor' },
    { id: 'a***@firm.example', role: 'audit_auditor', unseen: ['id'] },
  ],
  [{ id: anna }, { id: anna, role: '', unseen: ['role'] }],
  [
    { id: anna, role: null },
    { id: anna, role: '', unseen: ['role'] },
  ],
  [
    { id: anna, roles: ['a', 'b'] },
    { id: anna, role: 'a, b', unseen: ['role'] },
  ],
])('of %j it is told what was not seen', (said, read) => {
  expect(AuditUser.parse(said)).toMatchObject(read);
});

test.each([[null], [anna], [{ role: 'audit_auditor' }], [{ name: 'Anna' }], [[]]])(
  '%j is no user',
  (said) => {
    expect(AuditUser.safeParse(said).success).toBe(false);
  },
);
