import type { Audit } from '../../model/audit.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';

/** An audit that a person wants deleted, with the component audits of it where they were read to the end. */
export interface ChosenAudit {
  readonly audit: Audit;
  /** Null where nobody has read them; what can have none needs none. */
  readonly components: readonly ComponentAudit[] | null;
}

export type DeletionObstacle =
  /** A component audit is deleted under its group (decisions.md §7.5). */
  | 'component'
  | 'deleting'
  /** Its component audits were not read: whether one is coupled cannot be said. With a person's word it is sent: the specification names no condition. */
  | 'unread'
  /** An audit is coupled to one of its components, and stays (decisions.md §7.5). With a person's word it is sent, too. */
  | 'coupled';

export interface AuditDeletion extends ChosenAudit {
  readonly obstacle: DeletionObstacle | null;
  readonly coupled: readonly ComponentAudit[];
  /** Chosen audits that must be deleted before it, because they are coupled to its components: that frees them at once. */
  readonly after: readonly string[];
}

/** Whether an obstacle rests on decisions.md alone, so that the service decides once a person says so. */
export function isObstacleDoubt(obstacle: DeletionObstacle | null): boolean {
  return obstacle === 'unread' || obstacle === 'coupled';
}

/** Whether the service may list component audits under an audit; a type that nobody knows is asked for. */
export function mayHaveComponents({ audit_type: type }: Pick<Audit, 'audit_type'>): boolean {
  return type !== 'single' && type !== 'component';
}

/** What stands in the way of deleting some audits together, and in which order they can be; every status can (decisions.md §7.5). */
export function auditDeletions(chosen: readonly ChosenAudit[]): readonly AuditDeletion[] {
  const judged = chosen.map((one) => ({ ...one, coupled: coupledOf(one), obstacle: ownObstacle(one) }));
  const possible = new Set<string>();
  const isFree = ({ coupled, obstacle }: (typeof judged)[number]): boolean =>
    obstacle === null && couplers(coupled).every((id) => possible.has(id));
  // Each round can free the groups of those that it finds; audits that are coupled in a circle are never free.
  for (let found = -1; found !== possible.size; ) {
    found = possible.size;
    for (const one of judged) if (isFree(one)) possible.add(one.audit.id);
  }
  return judged.map((one) => ({
    ...one,
    obstacle: one.obstacle ?? (possible.has(one.audit.id) ? null : 'coupled'),
    after: couplers(one.coupled).filter((id) => possible.has(id)),
  }));
}

function ownObstacle({ audit, components }: ChosenAudit): DeletionObstacle | null {
  if (audit.audit_type === 'component') return 'component';
  if (audit.status === 'deleting') return 'deleting';
  return components === null && mayHaveComponents(audit) ? 'unread' : null;
}

function coupledOf({ components }: ChosenAudit): readonly ComponentAudit[] {
  return (components ?? []).filter(({ coupled_entity_audit_id: coupled }) => coupled !== null);
}

function couplers(coupled: readonly ComponentAudit[]): readonly string[] {
  return [...new Set(coupled.flatMap(({ coupled_entity_audit_id: id }) => id ?? []))];
}
