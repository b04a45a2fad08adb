import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import type { RollDecisions } from '../../../shared/rules/roll-forward/draft.ts';
import {
  nothingOwn,
  nothingShared,
  type OwnDecisions,
  type SharedDecisions,
} from '../../../shared/rules/roll-forward/many.ts';
import type { RollForwardKnown } from '../../../shared/rules/roll-forward/model.ts';
import { networksOfAudits } from '../../../shared/rules/roll-forward/network.ts';
import { takenIds } from '../../../shared/rules/roll-forward/roll-forward.ts';
import {
  clientsOf,
  foreignIn,
  networksByState,
  rollsOf,
  type WaitingNetwork,
  worksIn,
} from '../../../shared/rules/roll-forward/rolls.ts';
import type { AppliedTemplate } from '../../../shared/rules/service/template.ts';
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
import { useUsersOfAudits } from '../../data/users.ts';
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
  const facts = { ...read, componentsOf: read.reading.componentsOf, season };
  const { rolled, partly, underway, waiting } = networksByState(
    read.networks,
    facts,
    read.parts,
    owns,
    completing,
  );
  const { usersOf, usersThere, choose, ...team } = useTeam(connection, waiting, templated);
  const [planIdOf] = useState(newPlanIds);
  const decided = { shared, owns };
  const rolls = rollsOf(connection, { ...facts, usersOf, usersThere }, waiting, decided, planIdOf);
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

/** The id of each network's plan, which stays the same: submitting a plan twice is the same as once. */
function newPlanIds(): (network: string) => string {
  const ids = new Map<string, string>();
  return (network) => {
    const id = ids.get(network) ?? crypto.randomUUID();
    ids.set(network, id);
    return id;
  };
}
