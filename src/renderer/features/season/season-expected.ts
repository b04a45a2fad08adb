import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { SeasonEntry } from '../../../shared/model/season.ts';
import { groupKey } from '../../../shared/rules/plans/expected-group.ts';
import { longestAuditName, longestId } from '../../../shared/rules/service/audit.ts';
import { fold } from '../../../shared/rules/texts/fold.ts';
import { freeId } from '../../../shared/rules/texts/free-id.ts';
import type { SeasonRow } from './season-rows.ts';

/** A group that a file names and the season does not have. */
export interface NewGroup {
  readonly kind: 'new';
  readonly name: string;
  readonly client: string;
  readonly clientName: string;
  /** The id that its audit will have; null where the file does not say. */
  readonly successor: string | null;
  readonly components: number;
  readonly coupled: number;
}

/** Why a group that the season does not have is not added. */
export const newGroupFaults = ['unread', 'no-client', 'taken', 'too-long', 'no-size'] as const;
export type NewGroupFault = (typeof newGroupFaults)[number];

/** What a file says of a group, beside its deadline. */
export type GroupColumn =
  | 'audit_id'
  | 'successor_id'
  | 'predecessor_id'
  | 'audit_name'
  | 'client_id'
  | 'client_name'
  | 'components'
  | 'coupled_audits';

/** What is there, by which a new group is judged. */
export interface KnownToExpect {
  readonly groups: readonly SeasonRow[];
  /** All audits and clients; null while they are not read. */
  readonly audits: readonly Audit[] | null;
  readonly clients: readonly Pick<ClientOrganisation, 'id' | 'name'>[] | null;
}

const most = 10_000; // components, or coupled audits, of a group

/**
 * What a row without a group of the season would add. It needs a name, a client and a number of components; a row that names last year's audit, or
 * a file without these columns, adds none.
 */
export function newGroupReader(
  { groups, audits, clients }: KnownToExpect,
  isPlaced: (column: GroupColumn) => boolean,
) {
  const isOffered =
    isPlaced('audit_name') && isPlaced('components') && (isPlaced('client_id') || isPlaced('client_name'));
  const standing = (audits ?? []).filter(({ status }) => status !== 'deleting');
  const ids = new Set([...standing.map(({ id }) => id), ...groups.flatMap(({ ownId }) => ownId ?? [])]);
  const named = new Set([
    ...standing.map(({ client_organisation_id: client, name }) => groupKey({ client, name })),
    ...groups.map(groupKey),
    ...groups.flatMap(({ entry }) => (entry === null ? [] : groupKey(entry))),
  ]);
  const clientOf = clientFinder(clients ?? []);
  return (textOf: (column: GroupColumn) => string): NewGroup | NewGroupFault | null => {
    const name = textOf('audit_name');
    if (!isOffered || name === '' || textOf('predecessor_id') !== '') return null;
    if (audits === null || clients === null) return 'unread';
    const client = clientOf(textOf('client_id'), textOf('client_name'));
    if (client === null) return 'no-client';
    const successor = textOf('successor_id') || textOf('audit_id') || null;
    if (named.has(groupKey({ client: client.id, name })) || ids.has(successor ?? '')) return 'taken';
    if (Array.from(name).length > longestAuditName || (successor ?? '').length > longestId) return 'too-long';
    const [components, coupled] = [countOf(textOf('components')), countOf(textOf('coupled_audits') || '0')];
    if (components === null || coupled === null) return 'no-size';
    return { kind: 'new', name, client: client.id, clientName: client.name, successor, components, coupled };
  };
}

/** By its id, or, without one, by its name where it is the only one. */
function clientFinder(clients: NonNullable<KnownToExpect['clients']>) {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const byName = Map.groupBy(clients, ({ name }) => fold(name));
  return (id: string, name: string) => {
    if (id !== '') return byId.get(id) ?? null;
    const [one, ...others] = byName.get(fold(name)) ?? [];
    return others.length > 0 ? null : (one ?? null);
  };
}

function countOf(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= most ? Number(text) : null;
}

/** What two lines have in common that are about the same new group. */
export function marksOf(group: NewGroup): readonly string[] {
  return [groupKey(group), ...(group.successor === null ? [] : [group.successor])];
}

export interface AddedGroup {
  readonly group: NewGroup;
  readonly day: string | null;
}

/** The entries of groups that a file has named, under ids that none of those that are kept has. */
export function entriesOfFile(
  connection: string,
  added: readonly AddedGroup[],
  kept: readonly SeasonEntry[],
): readonly SeasonEntry[] {
  const taken = new Set(kept.map(({ id }) => id));
  return added.map(({ group, day }): SeasonEntry => {
    const { name, client, successor, components, coupled } = group;
    const id = freeId(`${connection} ${groupKey(group)}`, taken);
    taken.add(id);
    return {
      id,
      connection,
      name,
      client,
      predecessor: null,
      successor,
      deadline: day === null ? null : { day, from: 'imported' },
      priority: 0,
      components,
      coupled,
    };
  });
}
