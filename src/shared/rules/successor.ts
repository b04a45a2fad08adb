import type { Audit, AuditCreation } from '../model/audit.ts';
import { daysBetween, isCalendarDate } from './calendar.ts';
import { fold } from './fold.ts';
import { withoutYears } from './roll-forward-names.ts';

/** How sure it is that an audit follows another: remembered on this computer, or recognised. */
export type Succession = 'remembered' | 'recognised';

type Successive = Pick<
  Audit,
  | 'id'
  | 'name'
  | 'client_organisation_id'
  | 'legal_entity_ids'
  | 'audit_type'
  | 'period_start'
  | 'period_end'
  | 'status'
  | 'group_audit_id'
>;

const longestGap = 366; // days between the two periods

/**
 * The audit that follows another. What is remembered holds as long as it is there. Otherwise an audit is recognised as the successor if it
 *
 * - is no component, is not being deleted, and is of the same client, legal entity and type,
 * - has a period that begins after the other's has ended, within a year, and
 * - has the same id or name but for years and numbers behind the last of them; or is the only one for which the first two hold.
 *
 * Of several the one that begins first; null where none is, or where two begin on one day.
 */
export function successorOf<One extends Successive>(
  audit: Successive,
  others: readonly One[],
  remembered: string | null,
): { readonly audit: One; readonly by: Succession } | null {
  const known = others.find(({ id, status }) => id === remembered && status !== 'deleting');
  if (known !== undefined) return { audit: known, by: 'remembered' };
  const following = others.filter((other) => other.id !== audit.id && follows(other, audit));
  const alike = following.filter((other) => isAlike('id', other, audit) || isAlike('name', other, audit));
  const [first, second] = (alike.length > 0 ? alike : following.length === 1 ? following : []).toSorted(
    (a, b) => (a.period_start < b.period_start ? -1 : 1),
  );
  if (first === undefined || second?.period_start === first.period_start) return null;
  return { audit: first, by: 'recognised' };
}

function follows(next: Successive, before: Successive): boolean {
  if (next.group_audit_id !== null || next.status === 'deleting') return false;
  if (next.client_organisation_id !== before.client_organisation_id || next.audit_type !== before.audit_type)
    return false;
  if (next.legal_entity_ids[0] !== before.legal_entity_ids[0]) return false;
  if (!isCalendarDate(next.period_start) || !isCalendarDate(before.period_end)) return false;
  const gap = daysBetween(before.period_end, next.period_start);
  return gap > 0 && gap <= longestGap;
}

/** What is going to be created, as an audit that may follow another. */
export function asAudit(creation: AuditCreation): Successive {
  return {
    ...creation,
    legal_entity_ids: [creation.legal_entity_id],
    audit_type: creation.audit_type ?? 'single',
    status: 'initializing',
    group_audit_id: null,
  };
}

/** Whether ids or names of two audits are the same but for the years of their periods, and for a number that made an id free. */
function isAlike(field: 'id' | 'name', one: Successive, other: Successive): boolean {
  const [a, b] = [one, other].map((audit) => {
    const period = { start: audit.period_start, end: audit.period_end };
    const kept = fold(withoutYears(audit[field], period));
    const known = field === 'id' ? kept.replace(/#-\d+$/, '#') : kept;
    return known.replaceAll(/#[\s/–-]*#/g, '#').replace(/[\s-]*#$/, '');
  });
  return a !== undefined && a !== '' && a === b;
}
