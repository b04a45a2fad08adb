import { useCallback } from 'react';
import { useTranslation } from './language.ts';
import type { Translate } from './translate.ts';

/** The roles that have a readable name. */
export const auditRoles = [
  'audit_auditor',
  'audit_engagement_leader',
  'audit_manager',
  'audit_quality_reviewer',
  'audit_reader',
  'audit_specialist',
] as const;

/** A role by a readable name with the service's own beside it; one that nobody knows stays as the service spells it. */
export function useRoleWords(): (role: string) => string {
  const { t } = useTranslation('users');
  return useCallback((role) => roleWord(t, role), [t]);
}

export function roleWord(t: Translate<'users'>, role: string): string {
  const found = auditRoles.find((one) => one === role);
  return found === undefined ? role : `${t(`roleName.${found}`)} (${role})`;
}
