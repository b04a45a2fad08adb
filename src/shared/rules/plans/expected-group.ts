import type { Audit } from '../../model/audit.ts';
import type { SeasonEntry } from '../../model/season.ts';
import { fold } from '../texts/fold.ts';

/** An audit that is there, or that a plan creates. */
type Made = Pick<Audit, 'id' | 'name' | 'client_organisation_id'>;

/** What two groups of a client have in common that are one: the name, whatever its case and accents. */
export function groupKey({ client, name }: Pick<SeasonEntry, 'client' | 'name'>): string {
  return JSON.stringify([client, fold(name)]);
}

/** Whether an audit is the group that a file has named: it has the id that the file gives it, or its client and name. */
export function isNamedGroup(entry: SeasonEntry, made: Made): boolean {
  if (entry.predecessor !== null) return false;
  return (
    entry.successor === made.id ||
    groupKey(entry) === groupKey({ client: made.client_organisation_id, name: made.name })
  );
}

/** The audit that a file has named; of several the one whose period ends last. */
export function namedAudit(entry: SeasonEntry, ofClient: readonly Audit[]): Audit | null {
  const [last] = ofClient
    .filter((audit) => audit.group_audit_id === null && audit.status !== 'deleting')
    .filter((audit) => isNamedGroup(entry, audit))
    .toSorted((a, b) => (a.period_end < b.period_end ? 1 : -1));
  return last ?? null;
}

const longestName = 255; // of a group that is kept

/** A group as it can be kept: the service may have a longer name, or none. */
export function withFittingName(entry: SeasonEntry): SeasonEntry {
  return { ...entry, name: entry.name.slice(0, longestName) || entry.client };
}

/** The group as a file has named it before; what follows last year's takes its place. */
export function namedBefore(entries: readonly SeasonEntry[], made: Made): SeasonEntry | undefined {
  return entries.find((entry) => isNamedGroup(entry, made));
}
