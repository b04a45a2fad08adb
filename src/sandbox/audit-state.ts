import type { AuditStatus } from '../shared/model/audit.ts';
import { readNames } from './auth.ts';
import type { AnsweredAudit, AuditRow } from './store/schema.ts';
import type { Store } from './store.ts';

type Timed = Pick<AuditRow, 'status' | 'changes_at'>;

/** The status of an audit at a time: one that is `initializing` opens by itself (decisions.md §7.4). */
export function statusOf({ status, changes_at: changesAt }: Timed, now: number): AuditStatus {
  return changesAt !== null && changesAt <= now && status === 'initializing' ? 'open' : status;
}

/** The status of a component audit: its own, unless its group is `deleting` (decisions.md §8.6). */
export function componentStatus(component: Timed, group: Timed, now: number): AuditStatus {
  return group.status === 'deleting' ? 'deleting' : statusOf(component, now);
}

type NewAudit = Omit<AuditRow, 'seq' | 'lasting'>;

/** Adds an audit, or a component audit of a group; answers its row. */
export function insertAudit({ audits }: Store, row: NewAudit, groupId: string | null): AuditRow {
  const complete = { ...row, lasting: JSON.stringify(lastingAnswer(row, groupId)).slice(0, -1) };
  return { ...complete, seq: audits.insert(complete) };
}

function lastingAnswer(row: NewAudit, groupId: string | null) {
  return {
    id: row.id,
    name: row.name,
    work_package_id: row.work_package,
    scoping_package_id: row.scoping_package,
    client_organisation_id: row.client,
    legal_entity_ids: readNames(row.legal_entities),
    period_start: row.period_start,
    period_end: row.period_end,
    language: row.language,
    unit_of_measurement: row.unit,
    settings: JSON.parse(row.settings) as unknown,
    audit_type: row.audit_type,
    created_at: new Date(row.created_at).toISOString(),
    group_audit_id: groupId,
  };
}

/** An audit as the service answers it, in JSON. A component audit has the values of its group (decisions.md §8.6). */
export function auditJson(row: AnsweredAudit, group: Timed | undefined, now: number): string {
  const status = group === undefined ? statusOf(row, now) : componentStatus(row, group, now);
  return `${row.lasting},"status":"${status}","coupled_component_audit_ids":${row.coupled_components}}`;
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
