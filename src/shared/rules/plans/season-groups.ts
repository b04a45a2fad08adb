import type { Audit, AuditCreation } from '../../model/audit.ts';
import type { SeasonChange, SeasonEntry } from '../../model/season.ts';
import type { ExpectedGroup } from '../../operations/season.ts';
import type { PlanAbout, PlanProgress, Scheduling, Step, StepState } from '../../plan.ts';
import { missingOf, type NetworkSize } from '../roll-forward/network.ts';
import { asAudit, successorOf } from '../roll-forward/successor.ts';
import { costOf, type PricedAudit, type PriceLists, pricedCreation } from '../service/credits.ts';
import { mostExpected, sizeOf, unscheduled } from './deadline-order.ts';
import { isNamedGroup, namedAudit } from './expected-group.ts';
import { type PlanPart, partsOf } from './plan-parts.ts';

// The groups of a season: which audits, plans and expectations are one group, how far it is, and by which deadline and priority its plan is scheduled.

/** An audit that a plan creates. `isCoupled`: to components of the same plan. */
export interface CreatedAudit {
  readonly creation: AuditCreation;
  readonly isCoupled: boolean;
}

/** What a plan does for one group, and how far it is with that. */
export interface SeasonPart extends Pick<PlanPart, 'audit' | 'creation'> {
  readonly plan: PlanProgress;
  /** Whether the plan is about other groups, too. */
  readonly isShared: boolean;
  /** Null before its steps were read. */
  readonly audits: readonly CreatedAudit[] | null;
  readonly counts: PlanProgress['counts'];
}

/** What a plan does for one group, and the audits that it creates for it. */
export interface MadePart extends PlanPart {
  readonly audits: readonly CreatedAudit[];
}

/** A plan by the groups that it is about, from its steps. */
export function madeParts(steps: readonly Pick<Step, 'key' | 'task'>[]): readonly MadePart[] {
  return partsOf(steps).map((part) => ({
    ...part,
    audits: part.places.flatMap((place) => {
      const task = steps[place]?.task;
      return task?.kind === 'createAudit'
        ? [{ creation: task.creation, isCoupled: (task.couple ?? []).length > 0 }]
        : [];
    }),
  }));
}

/** The parts of a plan with how far each is: as a whole, where its parts, or the states of a plan of several, were not read. */
export function partsWith(
  plan: PlanProgress,
  read: readonly MadePart[] | undefined,
  states: readonly StepState[] | undefined,
): readonly SeasonPart[] {
  const { about, counts } = plan;
  const isShared = (read?.length ?? 0) > 1;
  if (read === undefined || (isShared && states === undefined))
    return [{ plan, isShared: false, audit: auditOf(about, null), creation: null, audits: null, counts }];
  return read.map(({ audit, places, ...part }) => ({
    ...part,
    plan,
    isShared,
    audit: isShared ? audit : auditOf(about, audit),
    counts: states === undefined ? counts : countsAt(places, states),
  }));
}

/** The audit that a plan makes, or works on; a roll-forward is about the audit before. */
function auditOf(about: PlanAbout, made: string | null): string | null {
  return about.kind === 'roll-forward' ? made : (about.audit ?? made);
}

function countsAt(places: readonly number[], states: readonly StepState[]): PlanProgress['counts'] {
  const counts = { ...noSteps };
  for (const place of places) {
    const state = states[place];
    if (state !== undefined) counts[state] += 1;
  }
  return counts;
}

const noSteps = {
  waiting: 0,
  sending: 0,
  resolving: 0,
  done: 0,
  failed: 0,
  unclear: 0,
  blocked: 0,
  cancelled: 0,
};

/**
 * `trouble`: its plan rests for another reason than a person's, or a step has failed. `partly`: it is there, and less of its
 * network than was expected, as where a plan was stopped. `planned`: a plan creates it. `expected`: a file said so. `notRolled`: there was one last year, and none follows it yet.
 */
export const groupStates = [
  'trouble',
  'partly',
  'notRolled',
  'expected',
  'planned',
  'initialising',
  'created',
] as const;
export type GroupState = (typeof groupStates)[number];

/** A group of the season, before its day is reckoned. */
export interface Group {
  readonly id: string;
  readonly name: string;
  /** Empty where it is not known. */
  readonly client: string;
  readonly state: GroupState;
  readonly entry: SeasonEntry | null;
  /** The plan that creates it, as long as that is not done. */
  readonly plan: PlanProgress | null;
  /** Whether that plan creates other groups, too: they stand in one place, and are ready together at the latest. */
  readonly isShared: boolean;
  /** The audit of this season, once it is there. */
  readonly audit: Audit | null;
  /** The id of that audit, as it is or will be; null where nobody has said it. */
  readonly ownId: string | null;
  readonly scheduling: Scheduling;
  readonly stepsLeft: number;
  /** Of one that is created: nobody has read whether all that was expected of its network is there. */
  readonly isUnread?: true;
  /** What its audits that are not there yet cost by the price list; null where nobody can tell, or it is created. */
  readonly credits: number | null;
}

/** Whether it still needs quota. */
export function canMove({ plan, audit, stepsLeft }: Pick<Group, 'plan' | 'audit' | 'stepsLeft'>): boolean {
  return plan === null ? audit === null : plan.state !== 'ended' && stepsLeft > 0;
}

export interface SeasonFacts {
  readonly entries: readonly SeasonEntry[];
  readonly audits: readonly Audit[];
  /** What plans do for each group, those of the newest plan first; of plans that are not done. */
  readonly parts: readonly SeasonPart[];
  readonly prices: Prices | null;
}

/** What packages cost, and what those will that are used a year on; null in the facts before they were read. */
export interface Prices {
  readonly now: PriceLists;
  readonly next: PriceLists;
}

/** The groups of the season: what plans create besides those that are expected, the oldest first, then each that is expected. */
export function groupsOf(facts: SeasonFacts): readonly Group[] {
  const { parts } = facts;
  const byId = new Map(facts.audits.map((audit) => [audit.id, audit]));
  const wanted = parts.filter(({ plan }) => isForGroups(plan));
  const found = foundFor(facts, byId, wanted);
  const used = new Set(found.flatMap(({ own }) => own));
  const others = wanted.filter((part) => !used.has(part) && isOfSeason(part));
  const byPlan = [...Map.groupBy(others, ({ plan }) => plan.id).values()];
  return [
    ...byPlan.toReversed().map((own) => unexpected(own, byId, facts)),
    ...found.map((one) => expectedGroup(one, byId, facts)),
  ];
}

/** Whether a plan may create a group. */
export function isForGroups({ about }: Pick<PlanProgress, 'about'>): boolean {
  return about.kind !== 'users' && about.kind !== 'deletions';
}

/** What is there of a group that is expected, and what plans do for it. */
interface Found {
  readonly entry: SeasonEntry;
  readonly audit: Audit | null;
  readonly own: readonly SeasonPart[];
}

/** One that a file has named is left out where what it would be is already another's. */
function foundFor(
  { entries, audits }: SeasonFacts,
  byId: ReadonlyMap<string, Audit>,
  parts: readonly SeasonPart[],
): readonly Found[] {
  const byClient = Map.groupBy(audits, (audit) => audit.client_organisation_id);
  const [named, following] = [
    entries.filter(({ predecessor }) => predecessor === null),
    entries.filter(({ predecessor }) => predecessor !== null),
  ];
  const taken = new Set<Audit | SeasonPart>();
  const found = new Map<SeasonEntry, Found>();
  for (const entry of [...following, ...named]) {
    const audit = followingAudit(entry, byId, byClient.get(entry.client) ?? []);
    const own = partsFor(entry, audit, byId.get(entry.predecessor ?? ''), parts);
    const all = [...(audit === null ? [] : [audit]), ...own];
    if (entry.predecessor === null && all.some((one) => taken.has(one))) continue;
    for (const one of all) taken.add(one);
    found.set(entry, { entry, audit, own });
  }
  return entries.flatMap((entry) => found.get(entry) ?? []);
}

function expectedGroup(
  { entry, audit, own }: Found,
  byId: ReadonlyMap<string, Audit>,
  facts: SeasonFacts,
): Group {
  // One that was stopped before anything was there has left nothing to say.
  const standing = own.filter((part) => audit !== null || part.plan.state !== 'ended' || isTroubled(part));
  const main = mainOf(standing);
  const state = stateOf(audit, standing, entry.predecessor !== null);
  const isUnbegun = main === null && audit === null;
  return {
    id: entry.id,
    name: audit?.name ?? entry.name,
    client: entry.client,
    state,
    entry,
    plan: main?.plan ?? null,
    isShared: main?.isShared ?? false,
    audit,
    ownId: audit?.id ?? entry.successor ?? main?.creation?.id ?? null,
    scheduling: schedulingFor(entry, main),
    stepsLeft: isUnbegun ? 1 + entry.components + entry.coupled : leftOf(standing, state),
    credits: isUnbegun ? creditsExpected(entry, byId, facts) : creditsLeft(standing, byId, facts),
  };
}

/** A group that is there beside how large its network is, as far as that was read: it may be there in part, as where somebody has made it by hand. */
export function besideNetwork(group: Group, there: NetworkSize | undefined): Group {
  const { state, entry } = group;
  if (state !== 'created' || entry === null) return group;
  const missing = missingOf(entry, there ?? { components: 0, coupled: 0 });
  if (missing === 0) return group;
  return there === undefined
    ? { ...group, isUnread: true }
    : { ...group, state: 'partly', stepsLeft: missing };
}

/** What a plan creates of which nothing is expected. */
function unexpected(own: readonly SeasonPart[], byId: ReadonlyMap<string, Audit>, facts: SeasonFacts): Group {
  const [first] = own;
  if (first === undefined) throw new Error('A plan without a part.');
  const { plan, isShared, creation } = first;
  const only = own.length === 1 ? first : null;
  const audit = byId.get(only?.audit ?? '') ?? null;
  const state = stateOf(audit, own, false);
  return {
    id: plan.id,
    name: audit?.name ?? (only === null ? plan.title : (creation?.name ?? plan.title)),
    client: audit?.client_organisation_id ?? creation?.client_organisation_id ?? '',
    state,
    entry: null,
    plan,
    isShared,
    audit,
    ownId: only?.audit ?? null,
    scheduling: plan.scheduling ?? unscheduled,
    stepsLeft: leftOf(own, state),
    credits: creditsLeft(own, byId, facts),
  };
}

/** What plans do for a group that is expected: known by the audit that follows, or by one that would. */
function partsFor(
  entry: SeasonEntry,
  audit: Audit | null,
  before: Audit | undefined,
  parts: readonly SeasonPart[],
): readonly SeasonPart[] {
  return parts.filter(({ audit: made, creation, isShared, plan: { about } }) => {
    // One that completes a group may make only what hangs from it.
    if (about.kind === 'roll-forward' && !isShared && about.audit === entry.predecessor) return true;
    if (made !== null && (made === audit?.id || made === entry.successor)) return true;
    if (creation === null) return false;
    if (before === undefined) return isNamedGroup(entry, creation);
    return successorOf(before, [asAudit(creation)], null) !== null;
  });
}

/** The part by whose plan a group is known: one that goes on, else one that has failed, else the newest. */
function mainOf(parts: readonly SeasonPart[]): SeasonPart | null {
  return parts.find(({ plan }) => plan.state !== 'ended') ?? parts.find(isTroubled) ?? parts[0] ?? null;
}

/** A plan of this group alone is scheduled as the group; of several groups each keeps its own deadline. */
function schedulingFor({ deadline, priority }: SeasonEntry, part: SeasonPart | null): Scheduling {
  const own = { deadline: deadline?.day ?? null, priority };
  if (part?.plan.scheduling === undefined) return own;
  return part.isShared ? { ...own, priority: part.plan.scheduling.priority } : part.plan.scheduling;
}

/** A plan that creates something and is not done; one that ended in trouble stays as long as somebody has scheduled it. */
function isOfSeason(part: SeasonPart): boolean {
  return part.plan.state !== 'ended' || (part.plan.scheduling !== undefined && isTroubled(part));
}

function isTroubled({ plan: { state, pause }, counts }: SeasonPart): boolean {
  return hasFaults(counts) || (state === 'paused' && pause?.reason !== 'person');
}

function hasFaults({ failed, unclear, blocked }: PlanProgress['counts']): boolean {
  return failed + unclear + blocked > 0;
}

function leftOf(parts: readonly SeasonPart[], state: GroupState): number {
  return parts.reduce((sum, { counts }) => {
    const { done: _, cancelled, ...left } = counts;
    const all = Object.values(left).reduce((part, count) => part + count, 0);
    return sum + all + (state === 'partly' ? cancelled : 0);
  }, 0);
}

/** Of the audits that plans create and that are not there yet; null where they are all there and nothing is planned. */
function creditsLeft(
  parts: readonly SeasonPart[],
  byId: ReadonlyMap<string, Audit>,
  { prices }: SeasonFacts,
): number | null {
  if (parts.length === 0 || prices === null || parts.some((part) => part.audits === null)) return null;
  const missing = new Map(
    parts
      .flatMap((part) => part.audits ?? [])
      .filter(({ creation }) => !byId.has(creation.id))
      .map(({ creation, isCoupled }) => [creation.id, pricedCreation(creation, isCoupled)]),
  );
  return wholeCost([...missing.values()], prices.now);
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

function stateOf(audit: Audit | null, parts: readonly SeasonPart[], hasPredecessor: boolean): GroupState {
  if (parts.some(isTroubled)) return 'trouble';
  if (audit?.status === 'initializing') return 'initialising';
  if (parts.some(({ plan, counts }) => plan.state !== 'ended' && hasLeft(counts))) return 'planned';
  if (parts.some(({ counts }) => counts.cancelled > 0)) return 'partly';
  if (audit !== null || parts.length > 0) return 'created';
  return hasPredecessor ? 'notRolled' : 'expected';
}

function hasLeft({ waiting, sending, resolving }: PlanProgress['counts']): boolean {
  return waiting + sending + resolving > 0;
}

function followingAudit(
  entry: SeasonEntry,
  byId: ReadonlyMap<string, Audit>,
  ofClient: readonly Audit[],
): Audit | null {
  const { predecessor, successor } = entry;
  const before = byId.get(predecessor ?? '');
  if (before !== undefined) return successorOf(before, ofClient, successor)?.audit ?? null;
  return byId.get(successor ?? '') ?? namedAudit(entry, ofClient);
}

/** The groups that no plan creates yet, as a forecast asks for them; null where they are more than one takes. */
export function expectedOf(groups: readonly Group[]): readonly ExpectedGroup[] | null {
  const expected = groups.flatMap(({ id, entry, plan, audit, scheduling }) =>
    entry === null || plan !== null || audit !== null
      ? []
      : [{ id, scheduling, components: entry.components, coupled: entry.coupled }],
  );
  return expected.length > mostExpected.groups || sizeOf(expected) > mostExpected.works ? null : expected;
}

/** The scheduling that plans without one get from their groups; none for what has neither a deadline nor a priority. */
export function schedulingOfPlans(groups: readonly Group[]): ReadonlyMap<string, Scheduling> {
  const without = groups.filter(({ plan }) => plan?.state === 'running' && plan.scheduling === undefined);
  return new Map(
    [...Map.groupBy(without, ({ plan }) => plan?.id ?? '')].flatMap(([plan, own]) => {
      const deadline = earliest(own.map(({ scheduling }) => scheduling.deadline));
      const priority = own.find(({ scheduling }) => scheduling.priority !== 0)?.scheduling.priority ?? 0;
      return deadline === null && priority === 0 ? [] : [[plan, { deadline, priority }] as const];
    }),
  );
}

/** What plans become by changes of their groups: one of several groups is due with the first of them. */
export function changedScheduling(
  groups: readonly Group[],
  changes: readonly SeasonChange[],
): ReadonlyMap<string, Partial<Scheduling>> {
  const changed = new Map(
    changes.flatMap((change) =>
      change.deadline === undefined && change.priority === undefined ? [] : [[change.id, change] as const],
    ),
  );
  const byPlan = Map.groupBy(groups, ({ plan }) => plan?.id ?? null);
  const all = new Map<string, Partial<Scheduling>>();
  for (const [plan, own] of byPlan) {
    const ofPlan = own.flatMap(({ id }) => changed.get(id) ?? []);
    if (plan === null || ofPlan.length === 0) continue;
    const priority = ofPlan.find((change) => change.priority !== undefined)?.priority;
    const days = own.map((group) => {
      const deadline = changed.get(group.id)?.deadline;
      if (deadline !== undefined) return deadline?.day ?? null;
      return own.length > 1 && group.entry === null ? null : group.scheduling.deadline; // it has the plan's, which changes
    });
    all.set(plan, {
      ...(ofPlan.some(({ deadline }) => deadline !== undefined) ? { deadline: earliest(days) } : {}),
      ...(priority === undefined ? {} : { priority }),
    });
  }
  return all;
}

/** The first of these days; null where there is none. */
function earliest(days: readonly (string | null)[]): string | null {
  return days.flatMap((day) => day ?? []).toSorted()[0] ?? null;
}
