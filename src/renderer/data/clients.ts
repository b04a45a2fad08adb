import type { QueryClient } from '@tanstack/react-query';
import type { Reply } from '../../shared/error.ts';
import type {
  ClientCreation,
  ClientOrganisation,
  LegalEntity,
} from '../../shared/model/client-organisation.ts';
import { call, unwrap } from './call.ts';
import { type ListData, useWholeList, type WholeList, wholeListOptions, withEntry } from './whole-list.ts';

function clientsOptions(connection: string) {
  return wholeListOptions<ClientOrganisation>(
    [connection, 'clients', 'list'],
    (cursor) => unwrap(call('clients.list', { connection, cursor })),
    300_000,
  );
}

/** All client organisations of the firm. */
export function useClients(connection: string): WholeList<ClientOrganisation> {
  return useWholeList(clientsOptions(connection));
}

function legalEntitiesOptions(connection: string, clientId: string) {
  return wholeListOptions<LegalEntity>(
    [connection, 'clients', 'legal-entities', clientId],
    (cursor) => unwrap(call('legalEntities.list', { connection, path: { id: clientId }, cursor })),
    60_000,
  );
}

/** All legal entities of a client; nothing is read while there is no client. */
export function useLegalEntities(connection: string, clientId: string): WholeList<LegalEntity> {
  return useWholeList(legalEntitiesOptions(connection, clientId), clientId !== '');
}

/** Creates a client organisation, exactly once however often it is called for the same creation. */
export function createClient(
  connection: string,
  creation: ClientCreation,
): Promise<Reply<ClientOrganisation>> {
  return call('submissions.createClient', { connection, creation });
}

/** Takes a new client into the list of all, where it stands last, without reading it again. */
export function rememberClient(client: QueryClient, connection: string, created: ClientOrganisation): void {
  client.setQueryData<ListData<ClientOrganisation>>(clientsOptions(connection).queryKey, (list) =>
    list === undefined ? undefined : { ...list, pages: withEntry(list.pages, created) },
  );
}
