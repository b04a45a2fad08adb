import { isAddress } from '../service/audit-user.ts';
import { type DayOrder, type DaysOfColumn, dayOrders, noDays } from './cells.ts';
import {
  allColumns,
  type ColumnMapping,
  type ImportColumn,
  type ImportKind,
  importColumns,
} from './columns.ts';
import type { ImportSetup } from './model.ts';

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

type Orders = ImportSetup['orders'];

/** The orders that are possible in each column of days. */
export function ordersIn(
  mapping: ColumnMapping,
  columns: readonly DaysOfColumn[],
): ReadonlyMap<ImportColumn, readonly DayOrder[]> {
  return new Map(
    allColumns
      .filter((column) => mapping[column] !== undefined && importColumns[column].reading === 'day')
      .map((column) => {
        const { orders } = columns[mapping[column] ?? -1] ?? noDays;
        return [column, orders.length === 0 ? dayOrders : orders] as const; // written in several: a person says which counts
      }),
  );
}

/** The order of the days in each column of days: the one that a person chose where it is possible, else the one that the table tells. */
export function ordersOf(
  mapping: ColumnMapping,
  columns: readonly DaysOfColumn[],
  chosen: Orders = {},
): Orders {
  const orders: Partial<Record<ImportColumn, DayOrder>> = {};
  for (const [column, possible] of ordersIn(mapping, columns)) {
    const { order } = columns[mapping[column] ?? -1] ?? noDays;
    const before = chosen[column];
    const counts = before !== undefined && possible.includes(before) ? before : order;
    if (counts !== null) orders[column] = counts;
  }
  return orders;
}

/** The same by what was chosen of another table with these titles: where this one tells otherwise, a person says which counts. */
export function agreedOrders(
  mapping: ColumnMapping,
  columns: readonly DaysOfColumn[],
  remembered: Orders,
): Orders {
  const told: Readonly<Record<string, DayOrder>> = ordersOf(mapping, columns);
  const agreed = Object.entries(ordersOf(mapping, columns, remembered)).filter(
    ([column, order]) => told[column] === undefined || told[column] === order,
  );
  return Object.fromEntries(agreed) as Orders; // its keys are columns
}

/** What an order of days is by that counts in a column: another column of the file, at a place, or what counted the last time; null for a choice of a person, or none. */
export function orderReason(
  column: ImportColumn,
  { mapping, orders }: Pick<ImportSetup, 'mapping' | 'orders'>,
  columns: readonly DaysOfColumn[],
  remembered: Readonly<Partial<Record<string, string>>>,
): { readonly as: number } | 'remembered' | null {
  const counts = orders[column];
  const { order, as } = columns[mapping[column] ?? -1] ?? noDays;
  if (counts === undefined) return null;
  if (as !== undefined && counts === order) return { as };
  return counts === remembered[column] ? 'remembered' : null;
}
