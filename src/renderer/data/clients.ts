import { useQueryClient } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type {
  ClientCreation,
  ClientOrganisation,
  LegalEntity,
} from '../../shared/model/client-organisation.ts';
import type { Collection } from '../../shared/rules/service/list-rows.ts';
import { collectionOptions, useWholeList, type WholeList } from './collection.ts';
import { lastOf } from './last-of.ts';
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
  const queryKey = legalEntitiesOptions(connection, '').queryKey.slice(0, -1);
  const found = client.getQueriesData<Collection<LegalEntity>>({ queryKey });
  const ids = found.map(([key]) => String(key.at(-1))).join('\n');
  return namesOf(ids, ...found.map(([, list]) => list?.entries ?? noEntities));
}

const noEntities: readonly LegalEntity[] = [];

/** The names of the legal entities of clients, whose ids are one text. */
const namesOf = lastOf(
  (ids: string, ...lists: readonly (readonly LegalEntity[])[]) =>
    new Map(
      ids.split('\n').map((id, place) => [id, new Map(lists[place]?.map((one) => [one.id, one.name]))]),
    ),
);

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
