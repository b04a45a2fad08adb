import { isAddress } from '../service/audit-user.ts';
import type { ColumnMapping, ImportColumn, ImportKind } from './columns.ts';

/** What all values of a column are, as far as the lists of the service tell. */
export const contents = ['clients', 'audits', 'addresses'] as const;
export type Content = (typeof contents)[number];

/** The ids that are known. */
export interface KnownIds {
  readonly clients: ReadonlySet<string>;
  readonly audits: ReadonlySet<string>;
}

/** What a column holds by its values; null where they are of several kinds, or tell nothing. */
export function contentOf(values: readonly string[], { clients, audits }: KnownIds): Content | null {
  const areAll = (is: (value: string) => boolean): boolean =>
    values.every((value) => value.trim() === '' || is(value.trim()));
  if (areAll((value) => value.length < 3)) return null; // none, or a count that is an id by chance
  if (areAll((value) => clients.has(value))) return 'clients';
  if (areAll((value) => audits.has(value))) return 'audits';
  return areAll(isAddress) ? 'addresses' : null;
}

const columnFor: Readonly<Record<ImportKind, Readonly<Partial<Record<Content, ImportColumn>>>>> = {
  clients: { clients: 'client_id' },
  audits: { clients: 'client_id' },
  components: { audits: 'group_audit_id' },
  users: { audits: 'audit_id', addresses: 'user_id' },
  deadlines: { clients: 'client_id' },
};

/** The mapping with the columns that no title names, and that only one other column of the file can be by its values. */
export function withContent(
  kind: ImportKind,
  mapping: ColumnMapping,
  held: readonly (Content | null)[],
): ColumnMapping {
  const used = new Set(Object.values(mapping));
  const found = contents.flatMap((content) => {
    const column = columnFor[kind][content];
    const places = [...held.keys()].filter((place) => held[place] === content && !used.has(place));
    const [place] = places;
    const isClear = column !== undefined && mapping[column] === undefined && places.length === 1;
    return isClear && place !== undefined ? [[column, place] as const] : [];
  });
  return found.length === 0 ? mapping : { ...mapping, ...Object.fromEntries(found) };
}
