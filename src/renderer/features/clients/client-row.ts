import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { Sort } from '../../ui/data-table.tsx';
import { fold } from '../../ui/fold.ts';

export const columns = ['name', 'id', 'country', 'domains'] as const;
export type Column = (typeof columns)[number];

/** A client organisation with what the list says about it in words. */
export interface ClientRow {
  readonly client: ClientOrganisation;
  readonly country: string;
  readonly domains: string;
  /** What a search looks through, folded. */
  readonly searched: string;
}

interface Words {
  readonly country: (code: string) => string;
  readonly test: string;
}

/** A row for each client. A search finds it by name, id, country, domain and, where it is one, as a test organisation. */
export function clientRows(clients: readonly ClientOrganisation[], words: Words): readonly ClientRow[] {
  return clients.map((client) => {
    const country = client.country === null ? '' : words.country(client.country);
    const domains = client.domains.join(', ');
    const test = client.is_test_organisation ? words.test : '';
    return {
      client,
      country,
      domains,
      searched: fold([client.name, client.id, country, client.country, domains, test].join('\n')),
    };
  });
}

/** The rows that hold every word of a search. */
export function matchingClients(rows: readonly ClientRow[], search: string): readonly ClientRow[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return words.length === 0
    ? rows
    : rows.filter(({ searched }) => words.every((word) => searched.includes(word)));
}

/** The rows in order; equal ones stay in the order of the service. */
export function sortedClients(
  rows: readonly ClientRow[],
  { column, direction }: Sort<Column>,
  compare: (left: string, right: string) => number,
): readonly ClientRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(textOf(a, column), textOf(b, column)));
}

function textOf({ client, country, domains }: ClientRow, column: Column): string {
  switch (column) {
    case 'name':
    case 'id':
      return client[column];
    case 'country':
      return country;
    case 'domains':
      return domains;
  }
}
