import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Reply } from '../../shared/error.ts';
import type {
  ClientCreation,
  ClientOrganisation,
  LegalEntity,
} from '../../shared/model/client-organisation.ts';
import { type Collection, collectionOptions, useWholeList, type WholeList } from './collection.ts';
import { carryOut } from './plans.ts';

function clientsOptions(connection: string) {
  return collectionOptions<ClientOrganisation>(
    [connection, 'clients', 'list'],
    { connection, operation: 'clients.list' },
    300_000,
  );
}

/** All clients of the firm. */
export function useClients(connection: string, isWanted = true): WholeList<ClientOrganisation> {
  return useWholeList(clientsOptions(connection), isWanted);
}

export function legalEntitiesOptions(connection: string, clientId: string) {
  return collectionOptions<LegalEntity>(
    [connection, 'clients', 'legal-entities', clientId],
    { connection, operation: 'legalEntities.list', path: { id: clientId } },
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
      client.getQueriesData<Collection<LegalEntity>>({ queryKey }).map(([key, list]) => {
        const entries = list?.entries ?? [];
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
