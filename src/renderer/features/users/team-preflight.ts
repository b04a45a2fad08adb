import type { AuditUser, UserAssignment } from '../../../shared/model/audit-user.ts';
import { usersChangeable } from '../../../shared/rules/audit-user.ts';
import { type MemberOutcome, teamInAudit } from '../../../shared/rules/team.ts';
import type { AuditChange, UserChange } from '../../data/users.ts';
import type { AuditChoice } from './audit-choice.ts';

export interface PreflightRow extends MemberOutcome {
  readonly audit: AuditChoice['audit'];
  /** Whether it waits until the audit is open. */
  readonly waits: boolean;
}

/** What giving a team to audits comes to, before anything is sent (ux B2, B3). */
export interface Preflight {
  readonly rows: readonly PreflightRow[];
  readonly assigned: number;
  readonly changed: number;
  readonly skipped: number;
  /** What is to be done, audit by audit. */
  readonly changes: readonly AuditChange[];
}

/** Judges every member in every audit by the users that it has; an audit whose users are not known is left out. */
export function preflightOf(
  members: readonly UserAssignment[],
  audits: readonly AuditChoice['audit'][],
  users: ReadonlyMap<string, readonly AuditUser[]>,
  changesRoles: boolean,
): Preflight {
  const rows = audits.flatMap((audit) => {
    const known = users.get(audit.id);
    if (known === undefined) return [];
    const waits = usersChangeable(audit.status) === 'later';
    const outcomes = teamInAudit(members, { status: audit.status, users: known }, changesRoles);
    return outcomes.map((outcome) => ({ ...outcome, audit, waits }));
  });
  const assigned = rows.filter(({ verdict }) => verdict === 'assign').length;
  const changed = rows.filter(({ verdict }) => verdict === 'change').length;
  const byAudit = Map.groupBy(rows, ({ audit }) => audit);
  return {
    rows,
    assigned,
    changed,
    skipped: rows.length - assigned - changed,
    changes: [...byAudit].flatMap(([audit, outcomes]) => {
      const changes = outcomes.flatMap(changeOf);
      const waits = outcomes.some((outcome) => outcome.waits);
      return changes.length === 0 ? [] : [{ audit: { id: audit.id, name: audit.name }, waits, changes }];
    }),
  };
}

function changeOf({ verdict, address: user, role }: MemberOutcome): readonly UserChange[] {
  if (verdict === 'assign') return [{ kind: 'assignUser', user, role }];
  return verdict === 'change' ? [{ kind: 'changeUser', user, role }] : [];
}
