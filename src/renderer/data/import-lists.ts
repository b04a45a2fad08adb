import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../shared/error.ts';
import type { AuditUser } from '../../shared/model/audit-user.ts';
import type { LegalEntity } from '../../shared/model/client-organisation.ts';
import type { ImportKind } from '../../shared/rules/import-columns.ts';
import type { ImportKnown } from '../../shared/rules/import-rows.ts';
import { isGroup } from '../../shared/rules/known-network.ts';
import { useAudits } from './audits.ts';
import { legalEntitiesOptions, useClients } from './clients.ts';
import { soon, useComponentsReader } from './group-reading.ts';
import { createKeyedReader } from './keyed-lists.ts';
import { useAuditRoles } from './roles.ts';
import { auditUsersOptions } from './users.ts';
import { readWholeList, type wholeListOptions } from './whole-list.ts';
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
  /** Reads all lists anew, since what is compared must be as it is now. */
  readonly readAgain: () => void;
}

/** The service's lists that a table is judged against: only those that its kind needs, and of single clients and audits only those in it. */
export function useImportLists(connection: string, about: ImportAbout): ImportLists {
  const { kind } = about;
  const isOfAudits = kind === 'audits' || kind === 'components';
  const clients = useClients(connection);
  const audits = useAudits(connection, kind !== 'clients');
  const packages = useWorkPackages(connection, kind === 'audits');
  const roles = useAuditRoles(connection);
  const entities = useListsReader<LegalEntity>(connection, legalEntitiesOptions);
  const users = useListsReader<AuditUser>(connection, auditUsersOptions);
  const components = useComponentsReader(connection);
  const read = {
    entities: useStore(entities.state),
    users: useStore(users.state),
    components: useStore(components.state),
  };
  const wanted = useMemo(() => {
    const audited = new Map(audits.entries.map((audit) => [audit.id, audit]));
    const groups = about.groups.filter((id) => audited.has(id));
    const named = new Set(clients.entries.map(({ id }) => id));
    const owners = groups.map((id) => audited.get(id)?.client_organisation_id ?? '');
    return {
      entities: isOfAudits ? [...new Set([...about.clients, ...owners])].filter((id) => named.has(id)) : [],
      users: about.audits.filter((id) => audited.has(id)),
      components: about.couples ? audits.entries.filter(isGroup).map(({ id }) => id) : groups,
    };
  }, [about, audits.entries, clients.entries, isOfAudits]);
  useEffect(() => {
    entities.want(wanted.entities);
    users.want(wanted.users);
    components.want(wanted.components);
  }, [entities, users, components, wanted]);

  const lists = [
    clients,
    ...(kind === 'clients' ? [] : [audits]),
    ...(kind === 'audits' ? [packages] : []),
    ...(kind === 'users' ? [roles] : []),
  ];
  const readers = [entities, users, components];
  const states = Object.values(read);
  const hasAll =
    wanted.entities.every((id) => read.entities.lists.has(id)) &&
    wanted.users.every((id) => read.users.lists.has(id)) &&
    wanted.components.every((id) => read.components.lists.has(id));
  const [allClients, allAudits, workPackages] = [clients.entries, audits.entries, packages.entries];
  const [entitiesOf, usersOf, componentsOf] = [read.entities.lists, read.users.lists, read.components.lists];
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
    }),
    [allClients, allAudits, workPackages, roleEntries, entitiesOf, usersOf, componentsOf],
  );
  return {
    known,
    isWhole: hasAll && lists.every(({ isWhole, isReading }) => isWhole && !isReading),
    isReading: [...lists, ...states].some(({ isReading }) => isReading),
    error: [...lists, ...states].find(({ error }) => error !== null)?.error ?? null,
    readOn: () => {
      for (const list of lists) if (list.error !== null) list.readAgain();
      for (const reader of readers) reader.resume();
    },
    readAgain: () => {
      for (const list of lists) if (list.isWhole && !list.isReading) list.readAgain();
      for (const reader of readers) reader.readAgain();
    },
  };
}

/** Reads one kind of list of several objects, by their ids. */
export function useListsReader<Entry extends { readonly id: string }>(
  connection: string,
  optionsOf: (connection: string, id: string) => ReturnType<typeof wholeListOptions<Entry>>,
) {
  const client = useQueryClient();
  const [reader] = useState(() =>
    createKeyedReader<Entry>((id) => readWholeList(client, optionsOf(connection, id)), soon),
  );
  return reader;
}
