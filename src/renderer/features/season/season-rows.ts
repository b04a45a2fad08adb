import type { Audit } from '../../../shared/model/audit.ts';
import type { DeadlineRule, SeasonEntry } from '../../../shared/model/season.ts';
import {
  byDeadline,
  type Place,
  priorityChanges,
  unscheduled,
} from '../../../shared/rules/plans/deadline-order.ts';
import { namedBefore } from '../../../shared/rules/plans/expected-group.ts';
import { canMove, type Group, type GroupState } from '../../../shared/rules/plans/season-groups.ts';
import { nextName } from '../../../shared/rules/roll-forward/names.ts';
import { networkAround, sizeOfNetwork } from '../../../shared/rules/roll-forward/network.ts';
import { yearAfter } from '../../../shared/rules/roll-forward/period.ts';
import { successorOf } from '../../../shared/rules/roll-forward/successor.ts';
import { daysBetween, isCalendarDate, laterBy } from '../../../shared/rules/service/calendar.ts';
import { isGroup, type KnownAudits } from '../../../shared/rules/service/known-network.ts';
import { people } from '../../../shared/rules/tables/known.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import type { Forecast } from '../../data/season.ts';

/** `overdue`: its deadline has passed. `soon`: it meets it if it is begun within two weeks. `none`: it has no deadline. `done`: all is created. `unknown`: nobody can tell when it is ready, or has read whether it is. */
export const deadlineStatuses = ['overdue', 'late', 'soon', 'on-time', 'unknown', 'none', 'done'] as const;
export type DeadlineStatus = (typeof deadlineStatuses)[number];

export interface SeasonRow extends Group {
  /** Null where nobody can tell, or it is there already. Of a group that nobody has begun: if it were begun now. */
  readonly readyOn: string | null;
  /** The last day on which it may be begun to meet its deadline; null where that is begun, or nobody can tell. */
  readonly startBy: string | null;
  readonly deadlineStatus: DeadlineStatus;
  /** Days between the day on which it is ready and the deadline; null where one of them is missing. */
  readonly slack: number | null;
  /** Whether its plan is small and not scheduled: no place among the others is before it. */
  readonly goesFirst: boolean;
}

/** Whether a group misses its deadline, as far as anybody can tell. */
export function isLate({ deadlineStatus }: Pick<SeasonRow, 'deadlineStatus'>): boolean {
  return deadlineStatus === 'late' || deadlineStatus === 'overdue';
}

/** Whether a group meets its deadline, as far as anybody can tell. */
export function isOnTime({ deadlineStatus }: Pick<SeasonRow, 'deadlineStatus'>): boolean {
  return deadlineStatus === 'on-time' || deadlineStatus === 'soon';
}

/** The groups with the day on which each is ready: those to begin within two weeks first, unless a person has moved one; what needs no quota comes last. */
export function forecastRows(
  groups: readonly Group[],
  { today, entries }: Pick<Forecast, 'today' | 'entries'>,
): readonly SeasonRow[] {
  const rows = groups.map((group): SeasonRow => {
    const told = entries.get(forecastId(group));
    const goesFirst = told?.goesFirst ?? false;
    if (group.state === 'created') {
      const deadlineStatus = group.isUnread === true ? 'unknown' : 'done';
      return { ...group, readyOn: null, startBy: null, deadlineStatus, slack: null, goesFirst };
    }
    const { deadline } = group.scheduling;
    const readyOn = isCertain(group.state) ? (told?.readyOn ?? null) : null;
    const startBy = isUnbegun(group.state) ? (told?.startBy ?? null) : null;
    const status = deadlineStatusOf(deadline, readyOn, today);
    const isSoon = status === 'on-time' && startBy !== null && daysBetween(today, startBy) <= soon;
    return {
      ...group,
      readyOn,
      startBy,
      deadlineStatus: isSoon ? 'soon' : status,
      slack: deadline === null || readyOn === null ? null : daysBetween(readyOn, deadline),
      goesFirst,
    };
  });
  return beginFirst(ordered(rows, [...entries.keys()]));
}

const soon = 14; // days

/** Whether no plan creates it, and no audit is there: a person begins it. */
export function isUnbegun(state: GroupState): boolean {
  return state === 'notRolled' || state === 'expected';
}

/** What has failed or was stopped is ready on no day before somebody has seen to it. */
export function isCertain(state: GroupState): boolean {
  return state !== 'trouble' && state !== 'partly';
}

function deadlineStatusOf(
  deadline: string | null,
  readyOn: string | null,
  today: string,
): Exclude<DeadlineStatus, 'soon'> {
  if (deadline === null) return 'none';
  if (deadline < today) return 'overdue';
  if (readyOn === null) return 'unknown';
  return readyOn <= deadline ? 'on-time' : 'late';
}

/** By what the rows of a season are filtered. */
export const filterNames = ['state', 'client', 'deadlineStatus', 'month', 'changed', ...people] as const;
export type Chosen = Readonly<Record<(typeof filterNames)[number], readonly string[]>>;

/** By what the rows of a season can be grouped. */
export const groupings = [...people, 'month'] as const;
export type Grouping = (typeof groupings)[number];

/** What a row has of a filter; of a group without a deadline or a person the empty text. */
export function valueIn(row: SeasonRow, filter: (typeof filterNames)[number]): string {
  if (filter === 'month') return row.scheduling.deadline?.slice(0, 7) ?? '';
  if (filter === 'changed') return row.entry?.changed?.on ?? '';
  if (filter === 'partner' || filter === 'manager') return row.entry?.[filter] ?? '';
  return row[filter];
}

/** The rows that a search and the filters let pass. */
export function matchingRows(
  rows: readonly SeasonRow[],
  search: string,
  chosen: Chosen,
  clientName: (id: string) => string,
): readonly SeasonRow[] {
  const { isOn, finds } = wordSearch(search);
  const passes = (values: readonly string[], value: string): boolean =>
    values.length === 0 || values.includes(value);
  return rows.filter((row) => {
    const { name, client, entry } = row;
    const texts = [name, client, clientName(client), entry?.partner ?? '', entry?.manager ?? ''];
    return (
      filterNames.every((filter) =>
        filter === 'changed'
          ? valueIn(row, filter) >= (chosen.changed.toSorted()[0] ?? '') // since the first of these days
          : passes(chosen[filter], valueIn(row, filter)),
      ) &&
      (!isOn || finds(fold(texts.join('\n'))))
    );
  });
}

/** How long after the end of a period a deadline is. */
export type Term = Pick<DeadlineRule, 'months' | 'days'>;

/** The rule for a client: its own, else that of its country, else the firm's. */
export function termOf(
  rules: readonly DeadlineRule[],
  firms: Term,
  client: string,
  country: string | null,
): Term {
  const rule = (of: DeadlineRule['of'], key: string | null) =>
    rules.findLast((one) => one.of === of && one.key === key);
  return rule('client', client) ?? rule('country', country) ?? firms;
}

const lately = 18; // months after its end in which a period is last year's

/**
 * Groups whose period has ended, and which no other audit follows that has ended as well: `lastYears` within 18 months, and `longAgo` those
 * that ended before and that nothing follows. A group that is coupled to a component of another is rolled forward with that one.
 */
export function endedGroups(
  audits: readonly Audit[],
  today: string,
): { readonly lastYears: readonly Audit[]; readonly longAgo: readonly Audit[] } {
  const ended = audits.filter(
    (audit) =>
      audit.audit_type === 'consolidated' &&
      audit.status !== 'deleting' &&
      audit.group_audit_id === null &&
      audit.coupled_component_audit_ids.length === 0 &&
      isCalendarDate(audit.period_start) &&
      isCalendarDate(audit.period_end) &&
      audit.period_end < today,
  );
  const byClient = Map.groupBy(audits, (audit) => audit.client_organisation_id);
  const isLately = ({ period_end: end }: Audit) =>
    (laterBy(end, { months: lately, days: 0 }) ?? end) >= today;
  const following = (audit: Audit) =>
    successorOf(audit, byClient.get(audit.client_organisation_id) ?? [], null)?.audit ?? null;
  return {
    lastYears: ended.filter((audit) => isLately(audit) && (following(audit)?.period_end ?? today) >= today),
    longAgo: ended.filter((audit) => !isLately(audit) && following(audit) === null),
  };
}

/** Group audits that are coupled to components of these groups, so far as they were read; not these themselves. */
export function groupsBelow(
  groups: readonly string[],
  audits: readonly Audit[],
  componentsOf: KnownAudits['componentsOf'],
): readonly string[] {
  const read = new Set(groups);
  const coupled = new Set(
    groups.flatMap((id) =>
      (componentsOf.get(id) ?? []).map((component) => component.coupled_entity_audit_id),
    ),
  );
  return audits
    .filter((audit) => coupled.has(audit.id) && isGroup(audit) && !read.has(audit.id))
    .map(({ id }) => id);
}

/** The entry for a group of last year, by its whole network; null where its period has no year behind it. */
export function entryAfter(
  connection: string,
  audit: Audit,
  {
    known,
    successor,
    rule,
    names,
    entries = [],
  }: {
    readonly known: Omit<KnownAudits, 'isWhole'>;
    readonly successor: string | null;
    readonly rule: Term;
    /** Of its client and legal entities, whose digits are no years. */
    readonly names: readonly string[];
    /** Those that are kept: it takes the place of one that a file has named. */
    readonly entries?: readonly SeasonEntry[] | undefined;
  },
): SeasonEntry | null {
  const before = { start: audit.period_start, end: audit.period_end };
  const period = yearAfter(before);
  if (period === null) return null;
  const around = networkAround(known, audit);
  const { audits } = around;
  const { components } = sizeOfNetwork(around);
  const network = audits.map(({ id }) => id).filter((id) => id !== audit.id);
  const day = laterBy(period.end, { months: Math.trunc(rule.months), days: Math.trunc(rule.days) });
  const [name, client] = [nextName(audit.name, before, period, names), audit.client_organisation_id];
  const made = { id: successor ?? '', name, client_organisation_id: client };
  return {
    id: namedBefore(entries, made)?.id ?? `${connection} ${audit.id}`,
    connection,
    name,
    client,
    predecessor: audit.id,
    successor,
    deadline: day === null ? null : { day, from: 'rule' },
    priority: 0,
    components: Math.min(components, 10_000),
    coupled: Math.min(network.length, 10_000),
    ...(network.length > 10_000 ? {} : { network }),
  };
}

/** By what a forecast calls a group. */
export function forecastId({ id, plan }: Pick<Group, 'id' | 'plan'>): string {
  return plan?.id ?? id;
}

/** Whether a person can give it another place among those that need quota. */
export function hasPlace(row: SeasonRow): boolean {
  return canMove(row) && !row.goesFirst;
}

/**
 * The order in which groups get the quota, which main has: by what stands now, and, of those that are alike in that, as a forecast names them. What
 * needs no quota comes last.
 */
export function ordered(rows: readonly SeasonRow[], forecast: readonly string[]): readonly SeasonRow[] {
  const places = new Map(forecast.map((id, place) => [id, place]));
  const placeOf = (row: SeasonRow): number => places.get(forecastId(row)) ?? places.size;
  const moving = rows.filter(canMove).toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...byDeadline(moving, schedulingOf), ...rows.filter((row) => !canMove(row))];
}

/** Whether a person has moved one of those that need quota. */
export function isByHand(rows: readonly SeasonRow[]): boolean {
  return rows.some((row) => canMove(row) && row.scheduling.priority !== 0);
}

/** Whether nobody has begun it, and the last day to do so is within two weeks or has passed. */
function isToBegin({ state, deadlineStatus }: Pick<SeasonRow, 'state' | 'deadlineStatus'>): boolean {
  return isUnbegun(state) && (deadlineStatus === 'soon' || isLate({ deadlineStatus }));
}

/** Those to begin first, by the last day for that; one that no beginning is early enough for before these. An order by hand stays. */
function beginFirst(rows: readonly SeasonRow[]): readonly SeasonRow[] {
  if (isByHand(rows)) return rows;
  const first = rows.filter(isToBegin).toSorted((a, b) => (a.startBy ?? '').localeCompare(b.startBy ?? ''));
  return [...first, ...rows.filter((row) => !isToBegin(row))];
}

/** By what it stands among the others: groups of one plan by the scheduling of that. */
function schedulingOf({ goesFirst, isShared, plan, scheduling }: SeasonRow): Place {
  const { deadline, priority } = isShared ? (plan?.scheduling ?? unscheduled) : scheduling;
  return { priority: goesFirst ? Infinity : priority, deadline };
}

/** What has a place of its own among those that need quota, in their order: groups of one plan have theirs together, by the first of them. */
export function placesOf(rows: readonly SeasonRow[]): readonly SeasonRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const id = forecastId(row);
    if (!canMove(row) || seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Where a group stands among these, from 0 on; -1 where it does not. */
export function placeIn(places: readonly SeasonRow[], row: SeasonRow): number {
  return places.findIndex((one) => forecastId(one) === forecastId(row));
}

/** The priorities by which a group stands at another place among these, by what a forecast calls each. Nothing comes before what goes first. */
export function movedTo(
  places: readonly SeasonRow[],
  row: SeasonRow,
  to: number,
): ReadonlyMap<string, number> {
  const isDefault = !isByHand(places);
  return priorityChanges(
    places.flatMap((one) =>
      one.goesFirst
        ? []
        : [{ id: forecastId(one), ...schedulingOf(one), isElsewhere: isDefault && isToBegin(one) }],
    ),
    forecastId(row),
    places.slice(0, to).filter(({ goesFirst }) => !goesFirst).length,
  );
}

/** What was not there stands behind the others. */
export function inOrder(rows: readonly SeasonRow[], ids: readonly string[]): readonly SeasonRow[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: SeasonRow): number => places.get(id) ?? places.size;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
