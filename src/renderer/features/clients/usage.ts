import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';

/** An audit of a client, or a component of one of its group audits. */
export interface Usage {
  /** Of the audit, or of the component audit, which is read as one. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** The group audit of a component; null for an audit. */
  readonly group: Audit | null;
  /** Its legal entities, the primary one first. */
  readonly legalEntities: readonly string[];
  readonly isOutOfScope: boolean;
}

/** An audit as a use of its legal entities. */
export function auditUsage(audit: Audit): Usage {
  return {
    id: audit.id,
    name: audit.name,
    type: audit.audit_type,
    status: audit.status,
    periodStart: audit.period_start,
    periodEnd: audit.period_end,
    group: null,
    legalEntities: audit.legal_entity_ids,
    isOutOfScope: false,
  };
}

function componentUsage(group: Audit, component: ComponentAudit): Usage {
  return {
    id: component.id,
    name: component.name,
    type: 'component',
    status: component.status,
    // A component has the period of its group (decisions.md §8.6).
    periodStart: group.period_start,
    periodEnd: group.period_end,
    group,
    legalEntities: component.legal_entity_ids,
    isOutOfScope: component.in_scope === false,
  };
}

/** By legal entity every audit and component that contains it, the latest period first, an audit before the components under it. */
export function usageByEntity(
  audits: readonly Audit[],
  components: ReadonlyMap<string, readonly ComponentAudit[]>,
): ReadonlyMap<string, readonly Usage[]> {
  const uses = latestFirst(audits).flatMap((audit) => [
    auditUsage(audit),
    ...(components.get(audit.id) ?? []).map((component) => componentUsage(audit, component)),
  ]);
  const byEntity = new Map<string, Usage[]>();
  for (const use of uses)
    for (const id of new Set(use.legalEntities)) byEntity.set(id, [...(byEntity.get(id) ?? []), use]);
  return byEntity;
}

/** Audits by the end of their period, the latest first; equal ones stay in the order of the service. */
export function latestFirst(audits: readonly Audit[]): readonly Audit[] {
  return audits.toSorted((a, b) => (a.period_end < b.period_end ? 1 : a.period_end > b.period_end ? -1 : 0));
}
