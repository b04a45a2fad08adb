import { expect, test } from 'vitest';
import { Role } from './role.ts';

test.each([
  [{ name: 'audit_auditor', associated_model: 'Audit', description: 'D' }, 'Audit', 'D'],
  [{ name: 'audit_auditor', associated_model: 'audits.Audit' }, 'audits.Audit', ''],
  [{ name: 'audit_auditor', associated_model: ['Audit'] }, 'Audit', ''],
  [{ name: 'audit_auditor', associatedModel: { name: 'audit' } }, 'audit', ''],
  [{ id: 'audit_auditor', label: 'Auditor' }, '', 'Auditor'],
  [{ id: 3, name: 'audit_auditor', label: 'Auditor' }, '', 'Auditor'],
  [{ id: 'audit_auditor', name: 'Auditor' }, '', ''],
  [{ code: 'audit_auditor', description: 'Auditor' }, '', 'Auditor'],
  [{ role: { name: 'audit_auditor' } }, '', ''],
  ['audit_auditor', '', ''],
])('%j is a role', (said, associated_model, description) => {
  expect(Role.parse(said)).toEqual({ name: 'audit_auditor', associated_model, description });
});

test.each([[null], [{}], [''], [{ description: 'x y' }], [[]]])('%j is none', (said) => {
  expect(Role.safeParse(said).success).toBe(false);
});
