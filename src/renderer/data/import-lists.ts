import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { AppError } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import { canBeId } from '../../shared/rules/deep-link.ts';
import type { ImportKind } from '../../shared/rules/import-columns.ts';
import type { ImportKnown } from '../../shared/rules/import-rows.ts';
import { type Underway, underwayIn } from '../../shared/rules/import-underway.ts';
import { isGroup } from '../../shared/rules/known-network.ts';
import { auditSource, useAudits } from './audits.ts';
import { call, errorOf, unwrap } from './call.ts';
import { legalEntitiesOptions, useClients } from './clients.ts';
import type { WholeList } from './collection.ts';
import { useCollections, useReader } from './collections.ts';
import { componentsOptions } from './components.ts';
import { everyEntry } from './every-entry.ts';
import { allSteps } from './plan-steps.ts';
import { useUnendedPlans } from './plans.ts';
import { useAuditRoles } from './roles.ts';
import { auditUsersOptions } from './users.ts';
import { useWorkPackages } from './work-packages.ts';

/** The ids in a table whose own lists it is judged against; the same arrays as long as they are the same. */
export interface ImportAbout {
  readonly kind: ImportKind;
  readonly clients: readonly string[];
  readonly audits: readonly string[];
  readonly groups: readonly string[];
  /** Whether it couples audits, so that the components of all groups matter. */
  readonly couples: boolean;
}

export interface ImportLists {
  readonly known: ImportKnown;
  readonly isWhole: boolean;
  readonly isReading: boolean;
  /** What ended the reading; what was read stays. */
  readonly error: AppError | null;
  /** Reads on after an error. */
  readonly readOn: () => void;
}

/**
 * What a table is judged against, as it is now: the service's lists, only those that its kind needs, and of single clients and audits only those in
 * it; and what plans that have not ended make. All is read anew when a screen asks, and when a plan begins or ends.
 */
export function useImportLists(connection: string, about: ImportAbout): ImportLists {
  const { kind } = about;
  const clients = useClients(connection);
  const audits = useAudits(connection, kind !== 'clients');
  const packages = useWorkPackages(connection, kind === 'audits');
  const roles = useAuditRoles(connection);
  const underway = useUnderway(connection);
  const named = useNamedAudits(connection, kind === 'users' ? about.audits : nobody, audits);
  const wanted = useMemo(
    () => wantedOf(about, { audits: named.audits, clients: clients.entries }),
    [about, named.audits, clients.entries],
  );
  const entities = useCollections(connection, legalEntitiesOptions, wanted.entities, anew);
  const users = useCollections(connection, auditUsersOptions, wanted.users, anew);
  const components = useCollections(connection, componentsOptions, wanted.components, anew);

  const lists = [
    clients,
    ...(kind === 'clients' ? [] : [audits]),
    ...(kind === 'audits' ? [packages] : []),
    ...(kind === 'users' ? [roles] : []),
  ];
  const readers = [entities, users, components, named.reader];
  const states = [...readers, underway];
  const [allClients, allAudits, workPackages] = [clients.entries, named.audits, packages.entries];
  const [entitiesOf, usersOf, componentsOf] = [entities.lists, users.lists, components.lists];
  const roleEntries = roles.entries;
  const known = useMemo(
    (): ImportKnown => ({
      clients: allClients,
      audits: allAudits,
      workPackages,
      roles: roleEntries.map(({ name }) => name),
      entitiesOf,
      usersOf,
      componentsOf,
      underway: underway.entries,
    }),
    [allClients, allAudits, workPackages, roleEntries, entitiesOf, usersOf, componentsOf, underway.entries],
  );
  useReadAnew(underway.plans, {
    begin: () => {
      for (const list of lists) if (list.isWhole && !list.isReading) list.readAgain();
    },
    beginAnew: () => {
      for (const one of [...lists, ...readers]) one.readAgain();
    },
  });
  return {
    known,
    isWhole:
      readers.every(({ isWhole }) => isWhole) &&
      lists.every(({ isWhole, isReading }) => isWhole && !isReading) &&
      states.every(({ isReading, error }) => !isReading && error === null),
    isReading: [...lists, ...states].some(({ isReading }) => isReading),
    error: [...lists, ...states].find(({ error }) => error !== null)?.error ?? null,
    readOn: () => {
      for (const list of lists) if (list.error !== null) list.readAgain();
      for (const reader of readers) reader.resume();
      if (underway.error !== null) underway.readAgain();
    },
  };
}

const anew = { age: 'anew' } as const; // however lately it was read
const nobody: readonly string[] = [];

/** All audits, and those that a table names and that are in no list of audits: component audits. They are asked for once all audits are read. */
function useNamedAudits(connection: string, ids: readonly string[], all: WholeList<Audit>) {
  const client = useQueryClient();
  const { entries, isWhole } = all;
  const others = useMemo(() => {
    const listed = new Set(entries.map(({ id }) => id));
    return isWhole ? ids.filter((id) => canBeId(id) && !listed.has(id)) : nobody;
  }, [entries, isWhole, ids]);
  const reader = useReader(() => auditSource(client, connection), others, anew);
  const { lists } = reader;
  const audits = useMemo(() => {
    const found = others.flatMap((id) => lists.get(id) ?? []);
    return found.length === 0 ? entries : [...entries, ...found];
  }, [entries, others, lists]);
  return { reader, audits };
}

/** The clients whose legal entities, the audits whose users and the groups whose components a table is judged against, of those that are there. */
function wantedOf(about: ImportAbout, { audits, clients }: Pick<ImportKnown, 'audits' | 'clients'>) {
  const audited = new Map(audits.map((audit) => [audit.id, audit]));
  const groups = about.groups.filter((id) => audited.has(id));
  const named = new Set(clients.map(({ id }) => id));
  const owners = groups.map((id) => audited.get(id)?.client_organisation_id ?? '');
  const isOfAudits = about.kind === 'audits' || about.kind === 'components';
  return {
    entities: isOfAudits ? [...new Set([...about.clients, ...owners])].filter((id) => named.has(id)) : [],
    users: about.audits.filter((id) => audited.has(id)),
    components: about.couples ? audits.filter(isGroup).map(({ id }) => id) : groups,
  };
}

/** Begins the reading, and begins it anew whenever the plans are others: one may have made something where the reading has been already. */
function useReadAnew(
  plans: string,
  reading: { readonly begin: () => void; readonly beginAnew: () => void },
): void {
  const begin = useEffectEvent(reading.begin);
  const beginAnew = useEffectEvent(reading.beginAnew);
  const before = useRef<string>(null);
  useEffect(() => {
    if (before.current === null) begin();
    else if (before.current !== plans) beginAnew();
    before.current = plans;
  }, [plans]);
}

const nothing: readonly Underway[] = [];

/** What the plans of a connection that have not ended make. Its plans are another text as soon as one begins or ends. */
function useUnderway(connection: string) {
  const plans = useUnendedPlans(connection)
    .map(({ id }) => id)
    .toSorted()
    .join('\n');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [connection, 'plans', 'underway', plans],
    queryFn: () => readUnderway(connection),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  return {
    plans,
    entries: data ?? nothing,
    isReading: isFetching,
    error: error === null ? null : errorOf(error),
    readAgain: () => void refetch(),
  };
}

async function readUnderway(connection: string): Promise<readonly Underway[]> {
  const plans = await everyEntry((cursor) =>
    unwrap(call('plans.list', { connection, only: 'unended', pageSize: 100, cursor })),
  );
  const found = await Promise.all(
    plans.map(async ({ id, title }) => underwayIn({ id, title }, await allSteps(id))),
  );
  return found.flat();
}
