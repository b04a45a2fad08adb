import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import {
  nothingDecided,
  type RollDecisions,
  type TeamChoice,
} from '../../../shared/rules/roll-forward/draft.ts';
import {
  nothingOwn,
  type OwnDecisions,
  type SharedDecisions,
} from '../../../shared/rules/roll-forward/many.ts';
import { networksOfAudits } from '../../../shared/rules/roll-forward/network.ts';
import { takenIds } from '../../../shared/rules/roll-forward/roll-forward.ts';
import {
  clientsOf,
  foreignIn,
  networksByState,
  rollsOf,
  teamOf,
  type WaitingNetwork,
  worksIn,
} from '../../../shared/rules/roll-forward/rolls.ts';
import { useAudits } from '../../data/audits.ts';
import { errorOf } from '../../data/call.ts';
import { legalEntitiesOptions, useClients } from '../../data/clients.ts';
import { useCollections } from '../../data/collections.ts';
import { useSentComponents } from '../../data/components.ts';
import { type GroupReading, useGroupReading } from '../../data/group-reading.ts';
import { itemsQuery } from '../../data/items.ts';
import { readPlans, usePlansReading, useUnendedPlans } from '../../data/plans.ts';
import { useAuditRoles } from '../../data/roles.ts';
import { useSeasonParts } from '../../data/season.ts';
import { auditUsersOptions } from '../../data/users.ts';
import { useWorkPackages } from '../../data/work-packages.ts';

/** Last year's networks and what is there today, as far as they were read. */
function useRead(connection: string, ids: readonly string[]) {
  const audits = useAudits(connection);
  const clients = clientsOf(audits.entries, ids);
  const groups = useGroupReading(connection, { isWanted: true, clients });
  const entities = useCollections(connection, legalEntitiesOptions, clients, { age: 'anew' });
  const clientList = useClients(connection);
  const packages = useWorkPackages(connection);
  const roles = useAuditRoles(connection);
  const season = useQuery(itemsQuery('season', connection));
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

const noEntries: readonly SeasonEntry[] = [];

export type RollState = ReturnType<typeof useRollState>;

/** What the page shows: last year's networks as they were read, what they become, and what a person has decided. */
export function useRollState(connection: string, ids: readonly string[], kept: RollDecisions | null) {
  const read = useRead(connection, ids);
  const { season = noEntries } = read;
  const [begun] = useState(kept ?? nothingDecided);
  const [decided, setDecided] = useState(begun);
  const change = (changed: Partial<RollDecisions>) => setDecided((former) => ({ ...former, ...changed }));
  const [completing, setCompleting] = useState<ReadonlySet<string>>(new Set());
  const facts = { ...read, componentsOf: read.reading.componentsOf, season };
  const { rolled, partly, underway, waiting } = networksByState(
    read.networks,
    facts,
    read.parts,
    decided.owns,
    completing,
  );
  const { usersOf, usersThere, readAgain, ...team } = useTeam(connection, waiting, decided);
  const [planIdOf] = useState(newPlanIds);
  const rolls = rollsOf(connection, { ...facts, usersOf, usersThere }, waiting, decided, planIdOf);
  return {
    ...read,
    season,
    rolled,
    partly,
    underway,
    rolls,
    decided,
    isTouched: decided !== begun,
    /** The template stays unless another, or none, is named. */
    share: (changed: Partial<SharedDecisions>, template?: RollDecisions['template']) =>
      setDecided((former) => ({
        ...former,
        shared: { ...former.shared, ...changed },
        template: template === undefined ? former.template : template,
      })),
    /** Decides something of networks, each by its id. */
    decide: (changes: ReadonlyMap<string, Partial<OwnDecisions>>) =>
      setDecided(({ owns, ...former }) => {
        const changed = [...changes].map(
          ([id, own]) => [id, { ...(owns.get(id) ?? nothingOwn), ...own }] as const,
        );
        return { ...former, owns: new Map([...owns, ...changed]) };
      }),
    /** These doubts, and no others, are sent as they are. */
    accept: (doubts: readonly string[]) => change({ accepted: new Set(doubts) }),
    /** A person looks what of a network is missing, though all of it that was expected is there. */
    complete: (network: string) => setCompleting((former) => new Set([...former, network])),
    /** A person says that an audit of a network is not followed by another that was recognised. */
    separate: (network: string, audit: string, successor: string) =>
      setDecided(({ owns, ...former }) => {
        const own = owns.get(network) ?? nothingOwn;
        const others = own.apart.get(audit) ?? [];
        const apart = new Map([...own.apart, [audit, [...others, successor]] as const]);
        return { ...former, owns: new Map([...owns, [network, { ...own, apart }] as const]) };
      }),
    team: {
      ...team,
      choose: (users: TeamChoice) => {
        change({ users });
        readAgain(users);
      },
    },
  };
}

/** Who is assigned to the new audits, and who is to those that are there already. */
function useTeam(connection: string, waiting: readonly WaitingNetwork[], decided: RollDecisions) {
  const { chosen, asked, usersOf } = teamOf(decided, waiting);
  const ids = waiting.flatMap(({ before, after }) =>
    [...before.audits, ...(after?.audits ?? [])].map(({ id }) => id),
  );
  const { lists, gone, error, refresh } = useCollections(connection, auditUsersOptions, ids, {
    wanted: asked,
    age: 'any',
  });
  const known = new Map([...lists].map(([id, users]) => [id, gone.has(id) ? null : users] as const));
  return {
    chosen,
    usersOf: usersOf(known),
    usersThere: known,
    isRead: asked.every((id) => known.has(id)),
    error: asked.length === 0 ? null : error,
    readAgain: (users: TeamChoice) => refresh(teamOf({ ...decided, users }, waiting).asked),
  };
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
