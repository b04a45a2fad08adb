import type { Audit, AuditCreation } from '../../model/audit.ts';
import { daysBetween, isCalendarDate } from '../service/calendar.ts';
import { fold } from '../texts/fold.ts';
import { withoutYears } from './names.ts';
import type { Period } from './period.ts';

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

const longestGap = 365; // days from the last of one period to the first of the next: with a year left out between them it is no successor

/**
 * The audit that follows another. What is remembered holds as long as it is there. Otherwise an audit is recognised as the successor if it
 *
 * - is no component, is not being deleted, and is of the same client, legal entity and type,
 * - has a period that begins after the other's has ended, within a year, and
 * - has the same id or name but for years, or the same id but for a number behind them, unless another audit before it is nearer; or is the only
 *   one for which the first two hold, and follows no other audit.
 *
 * Of several the one that is nearest, and then the one that begins first.
 */
export function successorOf<One extends Successive>(
  audit: Successive,
  others: readonly One[],
  remembered: string | null,
): { readonly audit: One; readonly by: Succession } | null {
  const known = others.find(({ id, status }) => id === remembered && status !== 'deleting');
  if (known !== undefined) return { audit: known, by: 'remembered' };
  const following = others
    .filter((other) => other.id !== audit.id && follows(other, audit))
    .map((other) => ({ audit: other, distance: distanceOf(other, audit) }))
    .toSorted((a, b) => a.distance - b.distance || (a.audit.period_start < b.audit.period_start ? -1 : 1));
  const own = following.find(
    ({ audit: next, distance }) =>
      distance === 0 ||
      ((distance === 1 || following.length === 1) && !hasNearer(next, { audit, distance }, others)),
  );
  return own === undefined ? null : { audit: own.audit, by: 'recognised' };
}

/** Whether another audit, not longer ago, is followed by this one as it is nearer to it; or as it is no farther, where ids and names tell nothing. */
function hasNearer(
  next: Successive,
  { audit, distance }: { readonly audit: Successive; readonly distance: number },
  others: readonly Successive[],
): boolean {
  return others.some(
    (other) =>
      other.id !== audit.id &&
      other.id !== next.id &&
      other.period_end >= audit.period_end &&
      follows(next, other) &&
      distanceOf(next, other) < (distance === 1 ? 1 : 3),
  );
}

/** 0 where id or name is the same but for years, 1 where the id is but for a number behind these, else 2. */
function distanceOf(next: Successive, before: Successive): 0 | 1 | 2 {
  if (isAlike(next.id, before.id) || isAlike(next.name, before.name)) return 0;
  return isAlike(withoutNumber(next.id), withoutNumber(before.id)) ? 1 : 2;

  function isAlike(one: string, other: string): boolean {
    return areAlike({ text: one, period: periodOf(next) }, { text: other, period: periodOf(before) });
  }
}

/** A number behind a year may have made an id free. */
function withoutNumber(id: string): string {
  return id.replace(/(\d{2})-\d+$/, '$1');
}

function periodOf({ period_start: start, period_end: end }: Successive): Period {
  return { start, end };
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

/**
 * The audit that one which is being entered most likely follows (ux W12): the latest of the client, if possible of the same legal entity and type.
 * Wider than `successorOf` on purpose: it only offers values, which a person sees, where that says of an audit that it needs no other.
 */
export function predecessorOf(
  next: Pick<AuditCreation, 'client_organisation_id' | 'legal_entity_id' | 'audit_type'>,
  audits: readonly Audit[],
): Audit | null {
  const { client_organisation_id: clientId, legal_entity_id: entityId, audit_type: type } = next;
  const nearness = (audit: Audit): number =>
    (audit.legal_entity_ids[0] === entityId ? 2 : 0) + (audit.audit_type === type ? 1 : 0);
  const [best] = audits
    .filter((audit) => clientId !== '' && audit.client_organisation_id === clientId)
    .filter((audit) => isCalendarDate(audit.period_end) && audit.status !== 'deleting')
    .toSorted((a, b) => nearness(b) - nearness(a) || (a.period_end < b.period_end ? 1 : -1));
  return best ?? null;
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

interface Dated {
  readonly text: string;
  readonly period: Period;
}

const cutFrom = 80; // characters: a name that was cut for its year is longer

/** Whether two texts are the same but for the years of their periods. */
function areAlike(one: Dated, other: Dated): boolean {
  if (haveYearsAtSamePlaces(one, other)) return true;
  const [short = '', long = ''] = [one, other]
    .map(({ text, period }) =>
      fold(withoutYears(text, period))
        .replaceAll(/#[\s/–-]*#/g, '#')
        .replace(/[\s-]*#$/, ''),
    )
    .toSorted((a, b) => a.length - b.length);
  return short !== '' && (short === long || (short.length >= cutFrom && long.startsWith(short)));
}

/** Whether each number is the same in both, or a year of its own period: also where a name has other digits that look like a year. */
function haveYearsAtSamePlaces(one: Dated, other: Dated): boolean {
  const left = fold(one.text).split(/(\d+)/);
  const right = fold(other.text).split(/(\d+)/);
  return (
    left.length === right.length &&
    left.every(
      (part, place) =>
        part === right[place] || (isYearOf(part, one.period) && isYearOf(right[place] ?? '', other.period)),
    )
  );
}

function isYearOf(digits: string, { start, end }: Period): boolean {
  return [start, end].some((day) => digits === day.slice(0, 4) || digits === day.slice(2, 4));
}
