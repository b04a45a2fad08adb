import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Reply } from '../../shared/error.ts';
import type {
  ClientCreation,
  ClientOrganisation,
  LegalEntity,
} from '../../shared/model/client-organisation.ts';
import { unwrap } from './call.ts';
import { carryOut } from './plans.ts';
import {
  type ListData,
  useReadingOn,
  useWholeList,
  type WholeList,
  wholeListOptions,
  withEntry,
} from './whole-list.ts';

function clientsOptions(connection: string) {
  return wholeListOptions<ClientOrganisation>(
    [connection, 'clients', 'list'],
    (cursor, ask) => unwrap(ask('clients.list', { connection, cursor })),
    300_000,
  );
}

/** All clients of the firm. What is not read when the screen is left, is read on in the background. */
export function useClients(connection: string, isWanted = true): WholeList<ClientOrganisation> {
  const options = useMemo(() => clientsOptions(connection), [connection]);
  useReadingOn(options, 'read', isWanted);
  return useWholeList(options, isWanted);
}

export function legalEntitiesOptions(connection: string, clientId: string) {
  return wholeListOptions<LegalEntity>(
    [connection, 'clients', 'legal-entities', clientId],
    (cursor, ask) => unwrap(ask('legalEntities.list', { connection, path: { id: clientId }, cursor })),
    60_000,
  );
}

/** Reads nothing while the client is null. */
export function useLegalEntities(connection: string, clientId: string): WholeList<LegalEntity> {
  return useWholeList(legalEntitiesOptions(connection, clientId), clientId !== '');
}

/** The names of legal entities by client and id, as far as they were read when the screen opened; it sends no request. */
export function useKnownEntities(connection: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const client = useQueryClient();
  return useMemo(() => {
    const queryKey = legalEntitiesOptions(connection, '').queryKey.slice(0, -1);
    return new Map(
      client.getQueriesData<ListData<LegalEntity>>({ queryKey }).map(([key, list]) => {
        const entries = list?.pages.flatMap(({ results }) => results) ?? [];
        return [String(key.at(-1)), new Map(entries.map(({ id, name }) => [id, name]))];
      }),
    );
  }, [client, connection]);
}

/** Creates a client organisation, once however often it is asked for by the same origin, and answers its id. */
export function createClient(
  connection: string,
  origin: string,
  creation: ClientCreation,
): Promise<Reply<string>> {
  const step = {
    key: 'client',
    after: [],
    subject: creation.name,
    task: { kind: 'createClient', creation },
  } as const;
  const about = { draft: origin };
  return carryOut({ id: origin, connection, title: creation.name, about, steps: [step] }, step.key);
}

/** Takes a new client into the list of all, where it stands last, without reading it again. */
export function rememberClient(client: QueryClient, connection: string, creation: ClientCreation): void {
  const { id, name, country, domains = [], allow_password_login = null } = creation;
  const created = { id, name, country, domains, allow_password_login, is_test_organisation: false };
  client.setQueryData<ListData<ClientOrganisation>>(clientsOptions(connection).queryKey, (list) =>
    list === undefined ? undefined : { ...list, pages: withEntry(list.pages, created) },
  );
}
