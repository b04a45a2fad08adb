import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import { fold } from '../../ui/fold.ts';

/** An audit as it is found and chosen: an id stands for a client whose name is not known. */
export interface AuditChoice {
  readonly audit: Audit;
  readonly client: string;
  /** What a search looks through, folded. */
  readonly searched: string;
}

/** Which audits a person wants to see; the empty status lets all through. */
export interface AuditFilter {
  readonly search: string;
  readonly status: string;
}

/** Audits with the names of their clients, by name of the audit. */
export function choicesOf(
  audits: readonly Audit[],
  clients: readonly ClientOrganisation[],
  compare: (left: string, right: string) => number,
): readonly AuditChoice[] {
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  return audits
    .map((audit) => {
      const client = names.get(audit.client_organisation_id) ?? audit.client_organisation_id;
      const searched = fold(`${audit.name}\n${audit.id}\n${client}\n${audit.client_organisation_id}`);
      return { audit, client, searched };
    })
    .toSorted((a, b) => compare(a.audit.name, b.audit.name));
}

/** The choices with this status that hold every word of the search. */
export function matchingChoices(
  choices: readonly AuditChoice[],
  { search, status }: AuditFilter,
): readonly AuditChoice[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return choices.filter(
    ({ audit, searched }) =>
      (status === '' || audit.status === status) && words.every((word) => searched.includes(word)),
  );
}
