import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { isGroup } from '../../../shared/rules/known-network.ts';

/** A client that has networks. */
export interface ClientWithGroups {
  readonly id: string;
  readonly name: string;
  readonly isTest: boolean;
  readonly groups: number;
  /** Audits of the client that are coupled to components, groups among them. */
  readonly coupled: number;
}

/** The clients of the audits that were read which have a group audit, by name; the id stands where no name is known. */
export function clientsWithGroups(
  audits: readonly Audit[],
  clients: readonly ClientOrganisation[],
  compare: (left: string, right: string) => number,
): readonly ClientWithGroups[] {
  const known = new Map(clients.map((client) => [client.id, client]));
  return [...Map.groupBy(audits, (audit) => audit.client_organisation_id)]
    .map(([id, own]) => ({
      id,
      name: known.get(id)?.name ?? id,
      isTest: known.get(id)?.is_test_organisation === true,
      groups: own.filter(isGroup).length,
      coupled: own.filter((audit) => audit.coupled_component_audit_ids.length > 0).length,
    }))
    .filter(({ groups }) => groups > 0)
    .toSorted((one, other) => compare(one.name, other.name));
}
