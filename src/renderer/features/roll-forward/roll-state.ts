import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Audit } from '../../../shared/model/audit.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import type { Plan } from '../../../shared/plan.ts';
import {
  networkAround,
  proposedNetwork,
  type RollForwardDecisions,
  type RollForwardKnown,
  type RollForwardProposal,
  rollForward,
} from '../../../shared/rules/roll-forward.ts';
import { structureDifferences } from '../../../shared/rules/roll-forward-difference.ts';
import { yearAfter } from '../../../shared/rules/roll-forward-period.ts';
import { rollForwardSteps } from '../../../shared/rules/roll-forward-plan.ts';
import { successorOf } from '../../../shared/rules/successor.ts';
import { call, unwrap } from '../../data/call.ts';
import { useClients, useLegalEntities } from '../../data/clients.ts';
import { useGroupReading } from '../../data/group-reading.ts';
import { useUnendedPlans } from '../../data/plans.ts';
import { useAuditRoles } from '../../data/roles.ts';
import { useUsersOfAudits } from '../../data/users-of-audits.ts';
import { useWorkPackages } from '../../data/work-packages.ts';

function seasonQuery(connection: string) {
  return queryOptions({
    queryKey: [connection, 'season'],
    queryFn: () => unwrap(call('season.list', { connection })),
    staleTime: 0,
  });
}

function firstDecisions(audit: Audit): RollForwardDecisions {
  return {
    period: yearAfter({ start: audit.period_start, end: audit.period_end }) ?? { start: '', end: '' },
    workPackage: null,
    label: null,
    language: null,
    namePattern: '',
    idPattern: '',
    names: new Map(),
    ids: new Map(),
    scopes: new Map(),
    replacements: new Map(),
  };
}

/** Last year's network and what is there today, as far as they were read. */
function useKnown(connection: string, audit: Audit) {
  const client = audit.client_organisation_id;
  const reading = useGroupReading(connection, { isWanted: true, client });
  const { entries: clients } = useClients(connection);
  const entities = useLegalEntities(connection, client);
  const packages = useWorkPackages(connection);
  const roles = useAuditRoles(connection);
  const season = useQuery(seasonQuery(connection));
  const { audits, componentsOf } = reading;
  const before = useMemo(
    () => networkAround({ audits: audits.entries, componentsOf }, audit),
    [audits.entries, componentsOf, audit],
  );
  const remembered = useMemo(
    () =>
      new Map(
        (season.data ?? []).flatMap(({ predecessor, successor }) =>
          predecessor === null || successor === null ? [] : [[predecessor, successor] as const],
        ),
      ),
    [season.data],
  );
  const known: Omit<RollForwardKnown, 'usersOf'> = {
    audit,
    audits: audits.entries,
    componentsOf,
    clientName: clients.find(({ id }) => id === client)?.name ?? client,
    entities: entities.entries,
    packages: packages.entries,
    roles: roles.entries.map(({ name }) => name),
    remembered,
  };
  const isRead = reading.isWhole && entities.isWhole && packages.isWhole && season.isSuccess;
  return { reading, entities, packages, roles, before, known, isRead, season: season.data ?? [] };
}

export type RollState = ReturnType<typeof useRollState>;

/** What the page shows: last year's network as it was read, the proposal, and what a person has decided. */
export function useRollState(connection: string, audit: Audit) {
  const { known, roles, season, isRead, ...read } = useKnown(connection, audit);
  const { before } = read;
  const [decisions, setDecisions] = useState(() => firstDecisions(audit));
  const [isTouched, setTouched] = useState(false);
  const [withTeam, setWithTeam] = useState(false);
  const [planId] = useState(() => crypto.randomUUID());
  const ids = useMemo(() => before.audits.map(({ id }) => id), [before]);
  const { users, ...usersReading } = useUsersOfAudits(connection, ids);
  const inNetwork = new Set(ids);
  const isUnderway = useUnendedPlans(connection).some(
    ({ about }) => about.kind === undefined && about.audit !== undefined && inNetwork.has(about.audit),
  );
  const proposal = rollForward({ ...known, usersOf: withTeam ? users : new Map() }, decisions);
  const after = proposedNetwork(proposal);
  const successor = successorOf(audit, known.audits, known.remembered.get(audit.id) ?? null)?.audit ?? null;
  const change = (changed: Partial<RollForwardDecisions>) => {
    setTouched(true);
    setDecisions((former) => ({ ...former, ...changed }));
  };
  return {
    ...read,
    proposal,
    decisions,
    change,
    successor,
    /** A plan that was made here is still being carried out: its audits may not be there yet. */
    isUnderway,
    isTouched,
    differences: structureDifferences(before, after),
    /** Against what is there: only where the network has a successor. */
    differencesNow: successor === null ? null : structureDifferences(before, networkAround(known, successor)),
    team: {
      isWanted: withTeam,
      isRead: !withTeam || ids.every((id) => users.has(id) || usersReading.gone.has(id)),
      error: usersReading.error,
      want: (isWanted: boolean) => {
        setTouched(true);
        setWithTeam(isWanted);
        if (isWanted) void usersReading.read();
      },
    },
    isRead: isRead && (!withTeam || roles.isWhole),
    plan: planOf(planId, connection, audit, proposal),
    seasonEntries: season,
  };
}

/** The plan of a proposal; null while anything stands open. */
function planOf(id: string, connection: string, audit: Audit, proposal: RollForwardProposal): Plan | null {
  const steps = rollForwardSteps(proposal);
  if (steps.length === 0) return null;
  return { id, connection, title: audit.name.slice(0, 400), about: { audit: audit.id }, steps };
}

/** What is remembered of the audits at the top, so that none is rolled forward twice; their deadlines stay as they are. */
export function rememberedEntries(
  connection: string,
  { entries }: RollForwardProposal,
  former: readonly SeasonEntry[],
): readonly SeasonEntry[] {
  const components = entries.filter(({ kind, isRolled }) => kind === 'component' && isRolled).length;
  const coupled = entries.filter((entry) => entry.kind === 'audit' && entry.couple.length > 0).length;
  return entries.flatMap((entry): readonly SeasonEntry[] => {
    if (entry.kind !== 'audit' || entry.place.above.length > 0) return [];
    const { before, creation } = entry;
    const kept = former.find(({ predecessor }) => predecessor === before.id);
    return [
      {
        id: kept?.id ?? `${connection} ${before.id}`,
        connection,
        name: creation.name,
        client: creation.client_organisation_id,
        predecessor: before.id,
        successor: creation.id,
        deadline: kept?.deadline ?? null,
        priority: kept?.priority ?? 0,
        components,
        coupled,
      },
    ];
  });
}
