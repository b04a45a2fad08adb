import type { Audit, AuditCreation } from '../../model/audit.ts';
import { isMade } from './completion.ts';
import type { RollForwardDecisions, RollForwardKnown, RollForwardProposal } from './model.ts';
import { successorIn } from './roll-forward.ts';

/** The audits, of those that are there now, that a network would make a second time: each follows an audit of it, or has the id that one would get. */
export function madeMeanwhile(
  { entries }: Pick<RollForwardProposal, 'entries'>,
  known: Pick<RollForwardKnown, 'audits' | 'remembered'>,
  decisions: Pick<RollForwardDecisions, 'apart'>,
): readonly Audit[] {
  const byId = new Map(known.audits.map((audit) => [audit.id, audit]));
  return entries.flatMap((entry) => {
    if (entry.kind !== 'audit' || !isMade(entry)) return [];
    const before = { ...entry.before, legal_entity_ids: entry.entities };
    return successorIn(before, known, decisions)?.audit ?? byId.get(entry.creation.id) ?? [];
  });
}

/** Whether an audit stands where another is about to be made: of the same client, legal entity and type, in a period that overlaps. */
export function standsInPlaceOf(creation: AuditCreation, audit: Audit): boolean {
  return (
    audit.status !== 'deleting' &&
    audit.group_audit_id === null &&
    audit.client_organisation_id === creation.client_organisation_id &&
    audit.audit_type === (creation.audit_type ?? 'single') &&
    audit.legal_entity_ids.includes(creation.legal_entity_id) &&
    audit.period_start <= creation.period_end &&
    audit.period_end >= creation.period_start
  );
}
