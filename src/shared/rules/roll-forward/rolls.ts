import type { Audit } from '../../model/audit.ts';
import type { LegalEntity } from '../../model/client-organisation.ts';
import type { ComponentCreation } from '../../model/component-audit.ts';
import type { SeasonEntry } from '../../model/season.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import type { Plan, PlanProgress } from '../../plan.ts';
import { byDeadline, unscheduled } from '../plans/deadline-order.ts';
import { namedBefore } from '../plans/expected-group.ts';
import type { SeasonPart } from '../plans/season-groups.ts';
import { mayWorkInAudit } from '../service/component.ts';
import { type Cost, costOf, type PriceLists, pricedCreation } from '../service/credits.ts';
import { isMade } from './completion.ts';
import type { RollDecisions, TeamChoice } from './draft.ts';
import { nothingOwn, type OwnDecisions, rollForwardAll } from './many.ts';
import type { RolledEntry, RollForwardKnown, RollForwardProposal } from './model.ts';
import { type ChosenNetwork, missingOf, networkAround, sizeOfNetwork } from './network.ts';
import { rollForwardSteps } from './plan.ts';
import { successorIn } from './roll-forward.ts';
import { asAudit, type Succession, successorOf } from './successor.ts';

// Which networks are rolled forward already, and what becomes of those that are not: for the window, and for the command.

/** A network that is about to be rolled forward: what it was, what it becomes, and what a person has decided of it. */
export interface NetworkRoll {
  /** Of the audit that it was chosen by. */
  readonly id: string;
  readonly known: RollForwardKnown;
  readonly before: ChosenNetwork['before'];
  readonly own: OwnDecisions;
  readonly proposal: RollForwardProposal;
  /** Null while anything stands open that is not only doubted. */
  readonly plan: Plan | null;
}

/** A network that has been rolled forward already, and in what that differs. */
export interface RolledNetwork {
  readonly audit: Audit;
  readonly successor: Audit;
  readonly by: Succession;
  readonly before: ChosenNetwork['before'];
  readonly after: ChosenNetwork['before'];
}

/** The clients of these audits, as far as they are there. */
export function clientsOf(audits: readonly Audit[], ids: readonly string[]): readonly string[] {
  const wanted = new Set(ids);
  return [...new Set(audits.flatMap((one) => (wanted.has(one.id) ? [one.client_organisation_id] : [])))];
}

/** The components of last year that another office or firm audited. */
export function foreignIn(networks: readonly ChosenNetwork[]): readonly string[] {
  return networks.flatMap(({ before: { componentsOf } }) =>
    [...componentsOf.values()]
      .flat()
      .flatMap(({ id, auditor_relation: relation }) => (mayWorkInAudit(relation) ? [id] : [])),
  );
}

export function worksIn({ component_settings: settings }: ComponentCreation): boolean {
  return settings?.component_auditor_works_in_audit === true;
}

/** What was read of today, and what this computer has. */
export interface RollFacts
  extends Pick<
    RollForwardKnown,
    'packages' | 'roles' | 'sentWorks' | 'componentsOf' | 'usersOf' | 'usersThere'
  > {
  /** The names of clients. */
  readonly names: ReadonlyMap<string, string>;
  readonly entitiesOf: ReadonlyMap<string, readonly LegalEntity[]>;
  /** Ids that there are already. */
  readonly taken: Iterable<string>;
  readonly season: readonly SeasonEntry[];
}

/** Whose users new audits get by what is decided, and of which audits the users have to be known for that. */
export function teamOf(
  { users, template }: Pick<RollDecisions, 'users' | 'template'>,
  waiting: readonly WaitingNetwork[],
) {
  // Another template may have no team.
  const chosen: TeamChoice = users === 'template' && (template?.team ?? null) === null ? 'none' : users;
  const before = waiting.flatMap((network) => network.before.audits.map(({ id }) => id));
  const there = waiting.flatMap(({ after }) => (after?.audits ?? []).map(({ id }) => id));
  const ofTemplate = new Map(before.map((id) => [id, template?.users ?? []]));
  return {
    chosen,
    asked: { none: [], before: [...before, ...there], template: there }[chosen],
    /** By the users that are known now; null where the service does not tell them. */
    usersOf: (known: RollForwardKnown['usersOf']): RollForwardKnown['usersOf'] =>
      ({ none: new Map<string, null>(), before: known, template: ofTemplate })[chosen],
  };
}

/** What the networks become by all that is decided so far. */
export function rollsOf(
  connection: string,
  { names, entitiesOf, taken, season, ...read }: RollFacts,
  waiting: readonly WaitingNetwork[],
  { shared, owns }: Pick<RollDecisions, 'shared' | 'owns'>,
  planIdOf: (network: string) => string,
): readonly NetworkRoll[] {
  const remembered = rememberedOf(season);
  const networks = waiting.map(({ audit, audits, before }) => {
    const client = audit.client_organisation_id;
    const known: RollForwardKnown = {
      ...read,
      audit,
      audits,
      clientName: names.get(client) ?? client,
      entities: entitiesOf.get(client) ?? [],
      remembered,
    };
    return { id: audit.id, before, known, own: owns.get(audit.id) ?? nothingOwn };
  });
  const proposals = rollForwardAll(networks, shared, new Set([...taken, ...plannedIds(season, waiting)]));
  return networks.flatMap((one, place) => {
    const proposal = proposals[place];
    if (proposal === undefined) return [];
    const plan = planOf(planIdOf(one.id), connection, { ...one, proposal, season });
    return [{ ...one, proposal, plan }];
  });
}

/** The ids that other networks get when their plans come to it; one that a file has named may be of any. */
function plannedIds(season: readonly SeasonEntry[], networks: readonly ChosenNetwork[]): readonly string[] {
  const own = new Set(networks.flatMap(({ before }) => before.audits.map(({ id }) => id)));
  return season.flatMap(({ predecessor, successor }) =>
    successor === null || predecessor === null || own.has(predecessor) ? [] : [successor],
  );
}

function rememberedOf(season: readonly SeasonEntry[]): ReadonlyMap<string, string> {
  return new Map(
    season.flatMap(({ predecessor, successor }) =>
      predecessor === null || successor === null ? [] : [[predecessor, successor] as const],
    ),
  );
}

/** A network that is rolled forward, with what is there of its successor already. */
export interface WaitingNetwork extends ChosenNetwork {
  readonly after: ChosenNetwork['before'] | null;
}

/** Which networks have a successor, which are being rolled forward, and which wait for that. */
export function networksByState(
  networks: readonly ChosenNetwork[],
  { componentsOf, season }: Pick<RollFacts, 'componentsOf' | 'season'>,
  parts: readonly MadeByPlan[],
  owns: RollDecisions['owns'],
  /** Those of which a person looks what is missing, though all that was expected is there. */
  completing: ReadonlySet<string> = new Set(),
): {
  readonly rolled: readonly RolledNetwork[];
  /** Those of which the successor is there in part: they are completed. */
  readonly partly: readonly RolledNetwork[];
  readonly underway: readonly Audit[];
  readonly waiting: readonly WaitingNetwork[];
} {
  const remembered = rememberedOf(season);
  const planned = plannedBy(parts);
  const rolled: RolledNetwork[] = [];
  const partly: RolledNetwork[] = [];
  const underway: Audit[] = [];
  const waiting: WaitingNetwork[] = [];
  for (const network of networks) {
    const { audit, audits, before } = network;
    const own = owns.get(audit.id) ?? nothingOwn;
    const successor = successorIn(audit, { audits, remembered }, own);
    if (before.audits.some(planned)) underway.push(audit);
    else if (successor === null) waiting.push({ ...network, after: null });
    else {
      const after = networkAround({ audits, componentsOf }, successor.audit);
      const standing = { audit, successor: successor.audit, by: successor.by, before, after };
      const expected = season.find((entry) => entry.predecessor === audit.id) ?? sizeOfNetwork(before);
      const isPart = missingOf(expected, sizeOfNetwork(after)) > 0 || completing.has(audit.id);
      (isPart ? partly : rolled).push(standing);
      if (isPart) waiting.push({ ...network, after });
    }
  }
  return { rolled, partly, underway, waiting };
}

/** What a plan is about, and the audits that it creates. */
export interface MadeByPlan extends Pick<SeasonPart, 'audits'> {
  readonly plan: Pick<PlanProgress, 'about'>;
}

/** Whether a plan rolls an audit forward, or creates one that would follow it. */
function plannedBy(parts: readonly MadeByPlan[]): (audit: Audit) => boolean {
  const about = new Set(
    parts.flatMap(
      ({
        plan: {
          about: { kind, audit },
        },
      }) => ((kind === undefined || kind === 'roll-forward') && audit !== undefined ? [audit] : []),
    ),
  );
  const made = Map.groupBy(
    parts.flatMap(({ audits }) => (audits ?? []).map(({ creation }) => asAudit(creation))),
    (one) => one.client_organisation_id,
  );
  return (audit) =>
    about.has(audit.id) || successorOf(audit, made.get(audit.client_organisation_id) ?? [], null) !== null;
}

/** The plan of a proposal, scheduled by the deadline that the season knows; null while anything stands open. */
function planOf(
  id: string,
  connection: string,
  network: Pick<NetworkRoll, 'known' | 'proposal'> & { readonly season: readonly SeasonEntry[] },
): Plan | null {
  const { audit } = network.known;
  const steps = rollForwardSteps(network.proposal);
  if (steps.length === 0) return null;
  const entries = network.proposal.entries.flatMap((one) => {
    const entry = formerOf(one, network.season);
    return entry === undefined ? [] : [{ entry, of: one.before.id }];
  });
  const { entry } = entries.find(({ of }) => of === audit.id) ?? entries[0] ?? {};
  const deadline = entry?.deadline?.day ?? null;
  return {
    id,
    connection,
    title: audit.name.slice(0, 400),
    about: { kind: 'roll-forward', audit: audit.id },
    ...(entry === undefined || (deadline === null && entry.priority === 0)
      ? {}
      : { scheduling: { deadline, priority: entry.priority } }),
    steps,
  };
}

/** What is remembered of the audits at the top, so that none is rolled forward twice; their deadlines stay as they are. */
export function rememberedEntries(
  connection: string,
  { entries }: RollForwardProposal,
  former: readonly SeasonEntry[],
): readonly SeasonEntry[] {
  const components = entries.filter(({ kind, isRolled }) => kind === 'component' && isRolled).length;
  const network = entries.flatMap(({ kind, place, before }) =>
    kind === 'audit' && place.above.length > 0 ? [before.id] : [],
  );
  const coupled = entries.filter((entry) => entry.kind === 'audit' && entry.couple.length > 0).length;
  return entries.flatMap((entry): readonly SeasonEntry[] => {
    if (entry.kind !== 'audit' || entry.place.above.length > 0) return [];
    const { before, creation } = entry;
    const kept = formerOf(entry, former);
    return [
      {
        id: kept?.id ?? `${connection} ${before.id}`,
        connection,
        name: creation.name,
        client: creation.client_organisation_id,
        predecessor: before.id,
        successor: creation.id, // that of what is there where it is completed
        deadline: null, // what is kept of it stays
        priority: 0,
        components,
        coupled,
        network,
      },
    ];
  });
}

/** What the season has of an audit of last year, or of the one that follows it, as a file has named it. */
function formerOf(entry: RolledEntry, season: readonly SeasonEntry[]): SeasonEntry | undefined {
  const known = season.find(({ predecessor }) => predecessor === entry.before.id);
  return known ?? (entry.kind === 'audit' ? namedBefore(season, entry.creation) : undefined);
}

/** The plans in the order in which they get the quota, each with what is remembered once it is taken. */
export function plansInOrder(
  connection: string,
  rolls: readonly Pick<NetworkRoll, 'plan' | 'proposal'>[],
  season: readonly SeasonEntry[],
): readonly { readonly plan: Plan; readonly remembered: readonly SeasonEntry[] }[] {
  const made = rolls.flatMap(({ plan, proposal }) =>
    plan === null ? [] : [{ plan, remembered: rememberedEntries(connection, proposal, season) }],
  );
  return byDeadline(made, ({ plan: { scheduling } }) => scheduling ?? unscheduled);
}

/** What the new audits cost, as far as the price lists say. */
export function rollCosts(
  proposals: readonly RollForwardProposal[],
  { packages, tests }: { readonly packages: readonly WorkPackage[]; readonly tests: PriceLists['tests'] },
): Cost {
  const audits = proposals.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.kind === 'audit' && isMade(entry)
        ? [pricedCreation(entry.creation, entry.couple.length > 0)]
        : [],
    ),
  );
  return costOf(audits, { packages: new Map(packages.map((one) => [one.id, one])), tests });
}
