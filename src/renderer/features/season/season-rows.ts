import type { Audit } from '../../../shared/model/audit.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import type { ExpectedGroup } from '../../../shared/operations/season.ts';
import type { PlanProgress, PlanTurn } from '../../../shared/plan.ts';
import { daysBetween, isCalendarDate, laterBy } from '../../../shared/rules/calendar.ts';
import { costOf, type PricedAudit, type PriceLists, pricedCreation } from '../../../shared/rules/credits.ts';
import { isNamedGroup, namedAudit, namedBefore } from '../../../shared/rules/expected-group.ts';
import { fold, wordSearch } from '../../../shared/rules/fold.ts';
import { isGroup, type KnownAudits } from '../../../shared/rules/known-network.ts';
import { nextName } from '../../../shared/rules/roll-forward-names.ts';
import { networkAround } from '../../../shared/rules/roll-forward-network.ts';
import { yearAfter } from '../../../shared/rules/roll-forward-period.ts';
import { asAudit, successorOf } from '../../../shared/rules/successor.ts';
import { mostExpected, sizeOf } from '../../../shared/rules/turns.ts';
import type { Forecast, SeasonPart } from '../../data/season.ts';
import { forecastId, ordered } from './season-order.ts';

/**
 * `trouble`: its plan rests for another reason than a person's, or a step has failed. `partly`: it is there, and a plan of it was stopped before all
 * was done. `planned`: a plan creates it. `expected`: a file said so. `notRolled`: there was one last year, and none follows it yet.
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
  /** The plan that creates it, as long as that is not done. */
  readonly plan: PlanProgress | null;
  /** Whether that plan creates other groups, too: they stand in one place, and are ready together at the latest. */
  readonly isShared: boolean;
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
  /** Whether its plan is small and has no turn: no place among the others is before it. */
  readonly goesFirst: boolean;
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

const noTurn: PlanTurn = { deadline: null, priority: 0 };

/** The groups of the season: what plans create besides those that are expected, the oldest first, then each that is expected. */
export function groupsOf(facts: SeasonFacts): readonly Group[] {
  const { parts } = facts;
  const byId = new Map(facts.audits.map((audit) => [audit.id, audit]));
  const wanted = parts.filter(({ plan: { about } }) => about.kind !== 'users' && about.kind !== 'deletions');
  const found = foundFor(facts, byId, wanted);
  const used = new Set(found.flatMap(({ own }) => own));
  const others = wanted.filter((part) => !used.has(part) && isOfSeason(part));
  const byPlan = [...Map.groupBy(others, ({ plan }) => plan.id).values()];
  return [
    ...byPlan.toReversed().map((own) => unexpected(own, byId, facts)),
    ...found.map((one) => expectedGroup(one, byId, facts)),
  ];
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
    turn: turnFor(entry, main),
    stepsLeft: isUnbegun ? 1 + entry.components + entry.coupled : leftOf(standing, state),
    credits: isUnbegun ? creditsExpected(entry, byId, facts) : creditsLeft(standing, byId, facts),
  };
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
    turn: plan.turn ?? noTurn,
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
  return parts.filter(({ audit: made, creation }) => {
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

/** A plan of this group alone has its turn; of several groups each keeps its own deadline. */
function turnFor({ deadline, priority }: SeasonEntry, part: SeasonPart | null): PlanTurn {
  const own = { deadline: deadline?.day ?? null, priority };
  if (part?.plan.turn === undefined) return own;
  return part.isShared ? { ...own, priority: part.plan.turn.priority } : part.plan.turn;
}

/** A plan that creates something and is not done; one that ended in trouble stays as long as somebody has scheduled it. */
function isOfSeason(part: SeasonPart): boolean {
  return part.plan.state !== 'ended' || (part.plan.turn !== undefined && isTroubled(part));
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
  const expected = groups.flatMap(({ id, entry, plan, audit, turn }) =>
    entry === null || plan !== null || audit !== null
      ? []
      : [{ id, turn, components: entry.components, coupled: entry.coupled }],
  );
  return expected.length > mostExpected.groups || sizeOf(expected) > mostExpected.works ? null : expected;
}

/** Whether a group does not hold its deadline, as far as anybody can tell. */
export function isLate({ holding }: Pick<SeasonRow, 'holding'>): boolean {
  return holding === 'late' || holding === 'past';
}

/** The groups with the day on which each is ready, in the order in which they get the quota; what needs none comes last. */
export function forecastRows(
  groups: readonly Group[],
  { today, entries }: Pick<Forecast, 'today' | 'entries'>,
): readonly SeasonRow[] {
  const rows = groups.map((group): SeasonRow => {
    const told = entries.get(forecastId(group));
    const goesFirst = told?.goesFirst ?? false;
    if (group.state === 'created')
      return { ...group, readyOn: null, holding: 'done', slack: null, goesFirst };
    const { deadline } = group.turn;
    const known = isCertain(group.state) ? told : undefined;
    const readyOn = known?.readyOn ?? null;
    const holdsAlone = known?.holds ?? null;
    const holds = !group.isShared ? holdsAlone : readyOn === null ? null : readyOn <= (deadline ?? readyOn);
    return {
      ...group,
      readyOn,
      holding: holdingOf(deadline, holds, today),
      slack: deadline === null || readyOn === null ? null : daysBetween(readyOn, deadline),
      goesFirst,
    };
  });
  return ordered(rows, [...entries.keys()]);
}

/** What has failed or was stopped is ready on no day before somebody has seen to it. */
export function isCertain(state: GroupState): boolean {
  return state !== 'trouble' && state !== 'partly';
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
    names,
    entries = [],
  }: {
    readonly known: Omit<KnownAudits, 'isWhole'>;
    readonly successor: string | null;
    readonly rule: DeadlineRule;
    /** Of its client and legal entities, whose digits are no years. */
    readonly names: readonly string[];
    /** Those that are kept: it takes the place of one that a file has named. */
    readonly entries?: readonly SeasonEntry[] | undefined;
  },
): SeasonEntry | null {
  const before = { start: audit.period_start, end: audit.period_end };
  const period = yearAfter(before);
  if (period === null) return null;
  const { audits, componentsOf } = networkAround(known, audit);
  const components = [...componentsOf.values()].reduce((sum, { length }) => sum + length, 0);
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
