import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentCreation } from '../../../shared/model/component-audit.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import type { Plan } from '../../../shared/plan.ts';
import { namedBefore } from '../../../shared/rules/plans/expected-group.ts';
import type { SeasonPart } from '../../../shared/rules/plans/season-groups.ts';
import {
  nothingOwn,
  nothingShared,
  type OwnDecisions,
  rollForwardAll,
  type SharedDecisions,
} from '../../../shared/rules/roll-forward/many.ts';
import type {
  RolledEntry,
  RollForwardKnown,
  RollForwardProposal,
} from '../../../shared/rules/roll-forward/model.ts';
import {
  type ChosenNetwork,
  missingOf,
  networkAround,
  networksOfAudits,
  sizeOfNetwork,
} from '../../../shared/rules/roll-forward/network.ts';
import { rollForwardSteps } from '../../../shared/rules/roll-forward/plan.ts';
import { successorIn, takenIds } from '../../../shared/rules/roll-forward/roll-forward.ts';
import { asAudit, type Succession, successorOf } from '../../../shared/rules/roll-forward/successor.ts';
import { mayWorkInAudit } from '../../../shared/rules/service/component.ts';
import type { AppliedTemplate } from '../../../shared/rules/service/template.ts';
import { useAudits } from '../../data/audits.ts';
import { errorOf } from '../../data/call.ts';
import { legalEntitiesOptions, useClients } from '../../data/clients.ts';
import { useCollections } from '../../data/collections.ts';
import { useSentComponents } from '../../data/components.ts';
import { type GroupReading, useGroupReading } from '../../data/group-reading.ts';
import { readPlans, usePlansReading, useUnendedPlans } from '../../data/plans.ts';
import { useAuditRoles } from '../../data/roles.ts';
import { seasonQuery, useSeasonParts } from '../../data/season.ts';
import { useUsersOfAudits } from '../../data/users.ts';
import { useWorkPackages } from '../../data/work-packages.ts';
import type { RollDecisions } from './roll-draft.ts';

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

function clientsOf(audits: readonly Audit[], ids: readonly string[]): readonly string[] {
  const wanted = new Set(ids);
  return [...new Set(audits.flatMap((one) => (wanted.has(one.id) ? [one.client_organisation_id] : [])))];
}

/** The components of last year that another office or firm audited. */
function foreignIn(networks: readonly ChosenNetwork[]): readonly string[] {
  return networks.flatMap(({ before: { componentsOf } }) =>
    [...componentsOf.values()]
      .flat()
      .flatMap(({ id, auditor_relation: relation }) => (mayWorkInAudit(relation) ? [id] : [])),
  );
}

function worksIn({ component_settings: settings }: ComponentCreation): boolean {
  return settings?.component_auditor_works_in_audit === true;
}

/** Last year's networks and what is there today, as far as they were read. */
function useRead(connection: string, ids: readonly string[]) {
  const audits = useAudits(connection);
  const clients = clientsOf(audits.entries, ids);
  const groups = useGroupReading(connection, { isWanted: true, clients });
  const entities = useCollections(connection, legalEntitiesOptions, clients, { age: 'anew' });
  const clientList = useClients(connection);
  const packages = useWorkPackages(connection);
  const roles = useAuditRoles(connection);
  const season = useQuery(seasonQuery(connection));
  const plans = usePlansReading();
  const made = useSeasonParts(useUnendedPlans(connection));
  const { parts } = made;
  const { componentsOf } = groups;
  const lists = [clientList, packages, roles];
  const reading: GroupReading = {
    ...groups,
    error:
      groups.error ??
      entities.error ??
      lists.find(({ error }) => error !== null)?.error ??
      plans.error ??
      made.error ??
      (season.error === null ? null : errorOf(season.error)),
    resume: () => {
      groups.resume();
      entities.resume();
      for (const list of lists) if (list.error !== null) list.readAgain();
      if (plans.error !== null) void readPlans();
      made.readOn();
      if (season.error !== null) void season.refetch();
    },
    readAgain: () => {
      groups.readAgain();
      entities.readAgain();
    },
  };
  const networks = networksOfAudits(ids, { audits: audits.entries, componentsOf });
  const sent = useSentComponents(connection, foreignIn(networks));
  const names = new Map(clientList.entries.map(({ id, name }) => [id, name]));
  const here = new Set(audits.entries.map(({ id }) => id));
  return {
    reading,
    networks,
    names,
    packages: packages.entries,
    /** Clients whose audits cost nothing. */
    tests: new Set(clientList.entries.flatMap((one) => (one.is_test_organisation ? [one.id] : []))),
    roles: roles.entries.map(({ name }) => name),
    entitiesOf: entities.lists,
    sentWorks: new Map([...(sent ?? [])].map(([component, creation]) => [component, worksIn(creation)])),
    season: season.data,
    parts,
    /** Ids of audits that are not there. */
    missing: ids.filter((id) => !here.has(id)),
    taken: takenIds({ audits: audits.entries, componentsOf }),
    isRead:
      [groups, entities, packages, roles].every(({ complete }) => complete !== null) &&
      season.isSuccess &&
      sent !== undefined &&
      plans.isRead &&
      made.isRead &&
      made.error === null,
  };
}

const noUsers: RollForwardKnown['usersOf'] = new Map();

/** Whose users are assigned: nobody's, last year's, or the team of the template. */
export const teamChoices = ['none', 'before', 'template'] as const;
type TeamChoice = (typeof teamChoices)[number];
const noEntries: readonly SeasonEntry[] = [];

export type RollState = ReturnType<typeof useRollState>;

/** What the page shows: last year's networks as they were read, what they become, and what a person has decided. */
export function useRollState(connection: string, ids: readonly string[], kept: RollDecisions | null) {
  const read = useRead(connection, ids);
  const { season = noEntries } = read;
  const [shared, setShared] = useState(kept?.shared ?? nothingShared);
  const [templated, setTemplated] = useState<AppliedTemplate | null>(null);
  const [owns, setOwns] = useState<ReadonlyMap<string, OwnDecisions>>(kept?.owns ?? new Map());
  const [isTouched, setTouched] = useState(false);
  const [completing, setCompleting] = useState<ReadonlySet<string>>(new Set());
  const { rolled, partly, underway, waiting } = useStanding(read, { season, owns, completing });
  const { usersOf, usersThere, choose, ...team } = useTeam(connection, waiting, templated);
  const rolls = useRolls(connection, {
    ...read,
    season,
    waiting,
    shared,
    owns,
    usersOf,
    usersThere,
  });
  return {
    ...read,
    season,
    rolled,
    partly,
    underway,
    rolls,
    shared,
    owns,
    isTouched,
    /** The template that was chosen last; null for none. */
    templated,
    share: (changed: Partial<SharedDecisions>, template: AppliedTemplate | null = templated) => {
      setTouched(true);
      setShared((former) => ({ ...former, ...changed }));
      setTemplated(template);
    },
    /** Decides something of networks, each by its id. */
    decide: (changes: ReadonlyMap<string, Partial<OwnDecisions>>) => {
      setTouched(true);
      setOwns(
        (former) =>
          new Map([
            ...former,
            ...[...changes].map(
              ([id, change]) => [id, { ...(former.get(id) ?? nothingOwn), ...change }] as const,
            ),
          ]),
      );
    },
    /** A person looks what of a network is missing, though all of it that was expected is there. */
    complete: (network: string) => setCompleting((former) => new Set([...former, network])),
    /** A person says that an audit of a network is not followed by another that was recognised. */
    separate: (network: string, audit: string, successor: string) => {
      setTouched(true);
      setOwns((former) => {
        const own = former.get(network) ?? nothingOwn;
        const others = own.apart.get(audit) ?? [];
        const apart = new Map([...own.apart, [audit, [...others, successor]] as const]);
        return new Map([...former, [network, { ...own, apart }] as const]);
      });
    },
    team: {
      ...team,
      choose: (choice: TeamChoice) => {
        setTouched(true);
        choose(choice);
      },
    },
  };
}

/** Who is assigned to the new audits, and who is to those that are there already. */
function useTeam(connection: string, waiting: readonly WaitingNetwork[], templated: AppliedTemplate | null) {
  const [wanted, setWanted] = useState<TeamChoice>('none');
  // Another template may have no team.
  const chosen = wanted === 'template' && (templated?.template.team ?? null) === null ? 'none' : wanted;
  const ids = waiting.flatMap(({ before }) => before.audits.map(({ id }) => id));
  const there = waiting.flatMap(({ after }) => (after?.audits ?? []).map(({ id }) => id));
  const { users, gone, error, resume } = useUsersOfAudits(connection, [...ids, ...there]);
  const known = new Map([...[...gone].map((id) => [id, null] as const), ...users]);
  const ofTemplate = new Map(ids.map((id) => [id, templated?.users ?? []]));
  const asked = { none: [], before: [...ids, ...there], template: there }[chosen];
  return {
    chosen,
    usersOf: { none: noUsers, before: known, template: ofTemplate }[chosen],
    usersThere: known,
    isRead: asked.every((id) => known.has(id)),
    error: asked.length === 0 ? null : error,
    choose: (choice: TeamChoice) => {
      setWanted(choice);
      if (choice === 'before' || (choice === 'template' && there.length > 0)) resume();
    },
  };
}

interface Given
  extends Pick<
      ReturnType<typeof useRead>,
      'names' | 'packages' | 'roles' | 'entitiesOf' | 'sentWorks' | 'taken' | 'reading'
    >,
    Pick<RollForwardKnown, 'usersOf' | 'usersThere'> {
  readonly season: readonly SeasonEntry[];
  readonly waiting: readonly WaitingNetwork[];
  readonly shared: SharedDecisions;
  readonly owns: ReadonlyMap<string, OwnDecisions>;
}

/** What the networks become by all that is decided so far. */
function useRolls(connection: string, given: Given): readonly NetworkRoll[] {
  const { names, entitiesOf, reading, taken, season, waiting, shared, owns } = given;
  const { packages, roles, sentWorks, usersOf, usersThere } = given;
  const [planIdOf] = useState(newPlanIds);
  const remembered = rememberedOf(season);
  const networks = waiting.map(({ audit, audits, before }) => {
    const client = audit.client_organisation_id;
    const known: RollForwardKnown = {
      audit,
      audits,
      componentsOf: reading.componentsOf,
      clientName: names.get(client) ?? client,
      entities: entitiesOf.get(client) ?? [],
      packages,
      roles,
      usersOf,
      usersThere,
      sentWorks,
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

/** The id of each network's plan, which stays the same: submitting a plan twice is the same as once. */
function newPlanIds(): (network: string) => string {
  const ids = new Map<string, string>();
  return (network) => {
    const id = ids.get(network) ?? crypto.randomUUID();
    ids.set(network, id);
    return id;
  };
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
interface WaitingNetwork extends ChosenNetwork {
  readonly after: ChosenNetwork['before'] | null;
}

/** Which networks have a successor, which are being rolled forward, and which wait for that. */
function useStanding(
  {
    networks,
    parts,
    reading: { componentsOf },
  }: Pick<ReturnType<typeof useRead>, 'networks' | 'parts' | 'reading'>,
  { season, owns, completing }: Pick<Given, 'season' | 'owns'> & { readonly completing: ReadonlySet<string> },
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

/** Whether a plan rolls an audit forward, or creates one that would follow it. */
function plannedBy(parts: readonly SeasonPart[]): (audit: Audit) => boolean {
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
