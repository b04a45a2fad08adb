import type { AuditStatus } from '../shared/model/audit.ts';
import { readNames } from './auth.ts';
import type { AuditRow } from './store/schema.ts';

type Timed = Pick<AuditRow, 'status' | 'changes_at'>;

/** The status of an audit at a time: one that is `initializing` opens by itself (decisions.md §7.4). */
export function statusOf({ status, changes_at: changesAt }: Timed, now: number): AuditStatus {
  return status === 'initializing' && changesAt !== null && changesAt <= now ? 'open' : status;
}

/** The status of a component audit: its own, unless its group is `deleting` (decisions.md §8.6). */
export function componentStatus(component: Timed, group: Timed, now: number): AuditStatus {
  return group.status === 'deleting' ? 'deleting' : statusOf(component, now);
}

/** An audit as the service answers it; a component audit with the values of its group (decisions.md §8.6). */
export function auditOf(row: AuditRow, group: AuditRow | undefined, now: number) {
  const engagement = group ?? row;
  return {
    id: row.id,
    name: row.name,
    work_package_id: engagement.work_package,
    scoping_package_id: engagement.scoping_package,
    client_organisation_id: engagement.client,
    legal_entity_ids: readNames(row.legal_entities),
    period_start: engagement.period_start,
    period_end: engagement.period_end,
    language: engagement.language,
    unit_of_measurement: engagement.unit,
    settings: JSON.parse(engagement.settings) as unknown,
    status: group === undefined ? statusOf(row, now) : componentStatus(row, group, now),
    audit_type: row.audit_type,
    created_at: new Date(row.created_at).toISOString(),
    group_audit_id: group?.id ?? null,
    coupled_component_audit_ids: readNames(row.coupled_components),
  };
}

/** A component audit as the service answers it under its group (decisions.md §8.5). */
export function componentOf(row: AuditRow, group: AuditRow, now: number) {
  return {
    id: row.id,
    name: row.name,
    legal_entity_ids: readNames(row.legal_entities),
    in_scope: row.in_scope === 1,
    out_of_scope_explanation: row.explanation ?? '',
    auditor_relation: row.auditor_relation,
    status: componentStatus(row, group, now),
    coupled_entity_audit_id: row.coupled_audit,
  };
}
