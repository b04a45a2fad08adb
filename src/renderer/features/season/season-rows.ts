import type { Audit, AuditCreation } from '../../../shared/model/audit.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import type { ExpectedGroup } from '../../../shared/operations/season.ts';
import type { PlanAbout, PlanProgress, PlanTurn } from '../../../shared/plan.ts';
import { daysBetween, isCalendarDate, laterBy } from '../../../shared/rules/calendar.ts';
import { costOf, type PricedAudit, type PriceLists } from '../../../shared/rules/credits.ts';
import { fold, wordSearch } from '../../../shared/rules/fold.ts';
import { isGroup, type KnownAudits } from '../../../shared/rules/known-network.ts';
import { nextName } from '../../../shared/rules/roll-forward-names.ts';
import { networkAround } from '../../../shared/rules/roll-forward-network.ts';
import { yearAfter } from '../../../shared/rules/roll-forward-period.ts';
import { successorOf } from '../../../shared/rules/successor.ts';
import { inTurn, priorityChanges, type Turn } from '../../../shared/rules/turns.ts';
import type { Forecast, PlanCreations } from '../../data/season.ts';

/**
 * `trouble`: its plan rests for another reason than a person's, or a step has failed. `planned`: a plan creates it. `expected`: a file said so.
 * `notRolled`: there was one last year, and none follows it yet.
 */
export const groupStates = [
  'trouble',
  'notRolled',
  'expected',
  'planned',
  'initialising',
  'created',
] as const;
export type GroupState = (typeof groupStates)[number];

/** `past`: its deadline has passed. `none`: it has no deadline. `done`: all is created. `unknown`: nobody can tell when it is ready. */
export const holdings = ['past', 'late', 'holds', 'unknown', 'none', 'done'] as const;
export type Holding = (typeof holdings)[number];

/** A group of the season, before its day is reckoned. */
export interface Group {
  readonly id: string;
  readonly name: string;
  /** Empty where it is not known. */
  readonly client: string;
  readonly state: GroupState;
  readonly entry: SeasonEntry | null;
  /** The plan that creates it, as long as it has something left to do. */
  readonly plan: PlanProgress | null;
  /** The audit of this season, once it is there. */
  readonly audit: Audit | null;
  /** The id of that audit, as it is or will be; null where nobody has said it. */
  readonly ownId: string | null;
  readonly turn: PlanTurn;
  readonly stepsLeft: number;
  /** What its audits that are not there yet cost by the price list; null where nobody can tell, or it is created. */
  readonly credits: number | null;
}

export interface SeasonRow extends Group {
  /** Null where nobody can tell, or it is there already. */
  readonly readyOn: string | null;
  readonly holding: Holding;
  /** Days between the day on which it is ready and the deadline; null where one of them is missing. */
  readonly slack: number | null;
}

export interface SeasonFacts {
  readonly entries: readonly SeasonEntry[];
  readonly audits: readonly Audit[];
  /** Plans of the connection, ended ones as well, the newest first. */
  readonly plans: readonly PlanProgress[];
  /** Of plans whose steps were read. */
  readonly creations: ReadonlyMap<string, PlanCreations>;
  readonly prices: Prices | null;
}

/** What packages cost, and what those will that are used a year on; null in the facts before they were read. */
export interface Prices {
  readonly now: PriceLists;
  readonly next: PriceLists;
}

const noTurn: PlanTurn = { deadline: null, priority: 0 };

/** The groups of the season: each that is expected, then what plans create besides, all in the order in which they get the quota. */
export function groupsOf(facts: SeasonFacts): readonly Group[] {
  const { entries, audits, plans, creations } = facts;
  const byClient = Map.groupBy(audits, (audit) => audit.client_organisation_id);
  const byId = new Map(audits.map((audit) => [audit.id, audit]));
  const used = new Set<string>();
  const wanted = plans.filter(isOfSeason);
  const expected = entries.map((entry): Group => {
    const audit = followingAudit(entry, byId, byClient.get(entry.client) ?? []);
    const before = byId.get(entry.predecessor ?? '');
    const plan = wanted.find(({ id, about }) => {
      const creation = creations.get(id)?.first ?? undefined;
      const made = madeBy(about, creation);
      if (made !== undefined && (made === audit?.id || made === entry.successor)) return true;
      return (
        creation !== undefined &&
        before !== undefined &&
        successorOf(before, [auditOf(creation)], null) !== null
      );
    });
    if (plan !== undefined) used.add(plan.id);
    const state = stateOf(audit, plan ?? null, entry.predecessor !== null);
    return {
      id: entry.id,
      name: audit?.name ?? entry.name,
      client: entry.client,
      state,
      entry,
      plan: plan ?? null,
      audit,
      ownId: audit?.id ?? entry.successor ?? creations.get(plan?.id ?? '')?.first?.id ?? null,
      turn: plan?.turn ?? { deadline: entry.deadline?.day ?? null, priority: entry.priority },
      stepsLeft:
        plan === undefined ? (audit === null ? 1 + entry.components + entry.coupled : 0) : leftOf(plan),
      credits:
        plan === undefined
          ? audit === null
            ? creditsExpected(entry, byId, facts)
            : null
          : creditsLeft(plan, byId, facts),
    };
  });
  const others = wanted
    .filter(({ id }) => !used.has(id))
    .toReversed()
    .map((plan): Group => {
      const creation = creations.get(plan.id)?.first ?? undefined;
      const ownId = madeBy(plan.about, creation) ?? null;
      const audit = byId.get(ownId ?? '') ?? null;
      return {
        id: plan.id,
        name: audit?.name ?? creation?.name ?? plan.title,
        client: audit?.client_organisation_id ?? creation?.client_organisation_id ?? '',
        state: stateOf(audit, plan, false),
        entry: null,
        plan,
        audit,
        ownId,
        turn: plan.turn ?? noTurn,
        stepsLeft: leftOf(plan),
        credits: creditsLeft(plan, byId, facts),
      };
    });
  const all = [...others, ...expected];
  return [...inTurn(all.filter(canMove), turnOf), ...all.filter((group) => !canMove(group))];
}

/** The audit that a plan makes, or works on; a roll-forward is about the audit before. */
function madeBy(about: PlanAbout, creation: AuditCreation | undefined): string | undefined {
  return about.kind === 'roll-forward' ? creation?.id : (about.audit ?? creation?.id);
}

/** Whether its place among the others matters: it still needs quota. */
export function canMove({ plan, audit }: Pick<Group, 'plan' | 'audit'>): boolean {
  return plan === null ? audit === null : plan.state !== 'ended';
}

/** By what it stands among the others. */
function turnOf({ turn: { deadline, priority } }: Pick<Group, 'turn'>): Turn<string> {
  return { priority, due: deadline };
}

/** A plan that creates something and is not done; one that ended in trouble stays as long as somebody has scheduled it. */
export function isOfSeason(plan: PlanProgress): boolean {
  if (plan.about.kind === 'users' || plan.about.kind === 'deletions') return false;
  return plan.state !== 'ended' || (plan.turn !== undefined && isTroubled(plan));
}

function isTroubled({ state, pause, counts }: PlanProgress): boolean {
  const faults = counts.failed + counts.unclear + counts.blocked;
  return faults > 0 || (state === 'paused' && pause?.reason !== 'person');
}

function leftOf({ counts }: PlanProgress): number {
  const { done: _, cancelled: __, ...left } = counts;
  return Object.values(left).reduce((sum, count) => sum + count, 0);
}

/** Of the audits that a plan creates and that are not there yet. */
function creditsLeft(
  { id }: PlanProgress,
  byId: ReadonlyMap<string, Audit>,
  { creations, prices }: SeasonFacts,
): number | null {
  const audits = creations.get(id)?.audits.filter((audit) => !byId.has(audit.id));
  return audits === undefined || prices === null ? null : wholeCost(audits, prices.now);
}

/** Of a group that nobody has planned: as its network of last year would cost in the newest packages. */
function creditsExpected(
  { predecessor, network }: SeasonEntry,
  byId: ReadonlyMap<string, Audit>,
  { prices }: SeasonFacts,
): number | null {
  if (predecessor === null || network === undefined || prices === null) return null;
  const before = [predecessor, ...network].map((id) => byId.get(id));
  if (before.includes(undefined)) return null;
  const audits = before.flatMap((audit) => (audit === undefined ? [] : [pricedAudit(audit)]));
  return wholeCost(audits, prices.next);
}

function pricedAudit(audit: Audit): PricedAudit {
  return {
    workPackage: audit.work_package_id,
    client: audit.client_organisation_id,
    auditType: audit.audit_type,
    isCoupled: audit.coupled_component_audit_ids.length > 0,
  };
}

function wholeCost(audits: readonly PricedAudit[], lists: PriceLists): number | null {
  const { credits, unpriced } = costOf(audits, lists);
  return unpriced > 0 ? null : credits;
}

function stateOf(audit: Audit | null, plan: PlanProgress | null, hasPredecessor: boolean): GroupState {
  if (plan !== null && isTroubled(plan)) return 'trouble';
  if (audit?.status === 'initializing') return 'initialising';
  if (plan !== null && plan.state !== 'ended') return 'planned';
  if (audit !== null) return 'created';
  return hasPredecessor ? 'notRolled' : 'expected';
}

function followingAudit(
  { predecessor, successor }: SeasonEntry,
  byId: ReadonlyMap<string, Audit>,
  ofClient: readonly Audit[],
): Audit | null {
  const before = byId.get(predecessor ?? '');
  if (before !== undefined) return successorOf(before, ofClient, successor)?.audit ?? null;
  return byId.get(successor ?? '') ?? null;
}

/** What is going to be created, as the rule for successors asks for it. */
function auditOf(creation: AuditCreation) {
  return {
    ...creation,
    legal_entity_ids: [creation.legal_entity_id],
    audit_type: creation.audit_type ?? 'single',
    status: 'initializing',
    group_audit_id: null,
  };
}

const most = { groups: 1_000, each: 1_000, id: 300 } as const; // that one forecast takes

/** The groups that no plan creates yet, as a forecast asks for them; what is too large for one stays unknown. */
export function expectedOf(groups: readonly Group[]): readonly ExpectedGroup[] {
  return groups
    .flatMap(({ id, entry, plan, audit, turn }) =>
      entry === null ||
      plan !== null ||
      audit !== null ||
      id.length > most.id ||
      Math.max(entry.components, entry.coupled) > most.each
        ? []
        : [{ id, turn, components: entry.components, coupled: entry.coupled }],
    )
    .slice(0, most.groups);
}

/** By what a forecast calls a group. */
export function forecastId({ id, plan }: Pick<Group, 'id' | 'plan'>): string {
  return plan?.id ?? id;
}

/** Whether a group does not hold its deadline, as far as anybody can tell. */
export function isLate({ holding }: Pick<SeasonRow, 'holding'>): boolean {
  return holding === 'late' || holding === 'past';
}

/** The groups with the day on which each is ready. */
export function forecastRows(
  groups: readonly Group[],
  { today, entries }: Pick<Forecast, 'today' | 'entries'>,
): readonly SeasonRow[] {
  return groups.map((group): SeasonRow => {
    if (group.state === 'created') return { ...group, readyOn: null, holding: 'done', slack: null };
    const { deadline } = group.turn;
    const told = entries.get(forecastId(group));
    const readyOn = told?.readyOn ?? null;
    return {
      ...group,
      readyOn,
      holding: holdingOf(deadline, told?.holds ?? null, today),
      slack: deadline === null || readyOn === null ? null : daysBetween(readyOn, deadline),
    };
  });
}

function holdingOf(deadline: string | null, holds: boolean | null, today: string): Holding {
  if (deadline === null) return 'none';
  if (deadline < today) return 'past';
  if (holds === null) return 'unknown';
  return holds ? 'holds' : 'late';
}

export interface Chosen {
  readonly state: readonly string[];
  readonly client: readonly string[];
  readonly holding: readonly string[];
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
  return rows.filter(
    ({ name, client, state, holding }) =>
      passes(chosen.state, state) &&
      passes(chosen.client, client) &&
      passes(chosen.holding, holding) &&
      (!isOn || finds(fold([name, client, clientName(client)].join('\n')))),
  );
}

/** The priorities by which a group stands at another place among those in turn. */
export function movedTo(
  inOrder: readonly Pick<Group, 'id' | 'turn'>[],
  id: string,
  to: number,
): ReadonlyMap<string, number> {
  return priorityChanges(
    inOrder.map((group) => ({ id: group.id, ...turnOf(group) })),
    id,
    to,
  );
}

/** A firm's rule for deadlines. */
export interface DeadlineRule {
  readonly months: number;
  readonly days: number;
}

const lately = 18; // months after its end in which a period is last year's

/**
 * Groups whose period has ended within 18 months, and which no other audit follows that has ended as well. A group that is coupled to a
 * component of another is rolled forward with that one.
 */
export function lastYears(audits: readonly Audit[], today: string): readonly Audit[] {
  const ended = audits.filter(
    (audit) =>
      audit.audit_type === 'consolidated' &&
      audit.status !== 'deleting' &&
      audit.group_audit_id === null &&
      audit.coupled_component_audit_ids.length === 0 &&
      isCalendarDate(audit.period_start) &&
      isCalendarDate(audit.period_end) &&
      audit.period_end < today &&
      (laterBy(audit.period_end, { months: lately, days: 0 }) ?? audit.period_end) >= today,
  );
  const byClient = Map.groupBy(audits, (audit) => audit.client_organisation_id);
  return ended.filter((audit) => {
    const next = successorOf(audit, byClient.get(audit.client_organisation_id) ?? [], null);
    return next === null || next.audit.period_end >= today;
  });
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
  }: {
    readonly known: Omit<KnownAudits, 'isWhole'>;
    readonly successor: string | null;
    readonly rule: DeadlineRule;
  },
): SeasonEntry | null {
  const before = { start: audit.period_start, end: audit.period_end };
  const period = yearAfter(before);
  if (period === null) return null;
  const { audits, componentsOf } = networkAround(known, audit);
  const components = [...componentsOf.values()].reduce((sum, { length }) => sum + length, 0);
  const network = audits.map(({ id }) => id).filter((id) => id !== audit.id);
  const day = laterBy(period.end, { months: Math.trunc(rule.months), days: Math.trunc(rule.days) });
  return {
    id: `${connection} ${audit.id}`,
    connection,
    name: nextName(audit.name, before, period),
    client: audit.client_organisation_id,
    predecessor: audit.id,
    successor,
    deadline: day === null ? null : { day, from: 'rule' },
    priority: 0,
    components: Math.min(components, 10_000),
    coupled: Math.min(network.length, 10_000),
    ...(network.length > 10_000 ? {} : { network }),
  };
}
