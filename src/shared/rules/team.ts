import type { AuditUser, UserAssignment } from '../model/audit-user.ts';
import { addressKey, usersChangeable } from './audit-user.ts';

/**
 * What giving a team to an audit comes to for one member: `assign`; `change` of the role that they have; nothing, because
 * they have the role (`same-role`), have another that is to stay (`other-role`), or the audit takes no changes.
 */
export type MemberVerdict = 'assign' | 'change' | 'same-role' | 'other-role' | 'archived' | 'deleting';

export interface MemberOutcome {
  /** As the service spells it where the audit has them already. */
  readonly address: string;
  /** The role that the team gives. */
  readonly role: string;
  /** The role that they have in the audit; null where they have none. */
  readonly roleNow: string | null;
  readonly verdict: MemberVerdict;
}

/** What becomes of each member of a team in one audit, by its status and the users that it has. */
export function teamInAudit(
  members: readonly UserAssignment[],
  audit: { readonly status: string; readonly users: readonly AuditUser[] },
  changesRoles: boolean,
): readonly MemberOutcome[] {
  const changeable = usersChangeable(audit.status);
  const users = new Map(audit.users.map((user) => [addressKey(user.id), user]));
  return members.map(({ id, role }) => {
    const user = users.get(addressKey(id));
    const found = { address: user?.id ?? id, role, roleNow: user?.role ?? null };
    if (user !== undefined && user.role === role) return { ...found, verdict: 'same-role' };
    if (changeable === 'archived' || changeable === 'deleting') return { ...found, verdict: changeable };
    if (user === undefined) return { ...found, verdict: 'assign' };
    return { ...found, verdict: changesRoles ? 'change' : 'other-role' };
  });
}
