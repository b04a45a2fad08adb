import { fold } from '../../ui/fold.ts';
import type { AuditRow } from './audit-row.ts';

export const columns = ['name', 'client', 'type', 'period', 'workPackage', 'status'] as const;
export type Column = (typeof columns)[number];

export const filters = ['type', 'status', 'client', 'year', 'workPackage'] as const;
export type Filter = (typeof filters)[number];

/** What a person has made of the list: kept while they look at one audit and come back. */
export interface ListView {
  readonly search: string;
  /** By filter the value that rows must have; the empty text lets all through. */
  readonly filters: Readonly<Record<Filter, string>>;
  readonly sort: { readonly column: Column; readonly direction: 'ascending' | 'descending' };
  /** The audit that was opened last. */
  readonly opened: string | null;
}

/** All audits, the latest period first. */
export const wholeList: ListView = {
  search: '',
  filters: { type: '', status: '', client: '', year: '', workPackage: '' },
  sort: { column: 'period', direction: 'descending' },
  opened: null,
};

export function isNarrowed(view: ListView): boolean {
  return view.search.trim() !== '' || filters.some((filter) => view.filters[filter] !== '');
}

/** What a row is filtered by: the service's own spelling, whatever the words for it are. */
function filterValues({ audit, years }: AuditRow, filter: Filter): readonly string[] {
  switch (filter) {
    case 'type':
      return [audit.audit_type];
    case 'status':
      return [audit.status];
    case 'client':
      return [audit.client_organisation_id];
    case 'year':
      return years;
    case 'workPackage':
      return [audit.work_package_id];
  }
}

/** The values that occur, each once, with its words, in the order of these; years from the latest. */
export function filterChoices(
  rows: readonly AuditRow[],
  filter: Filter,
  compare: (left: string, right: string) => number,
): readonly { readonly value: string; readonly words: string }[] {
  const words = new Map(
    rows.flatMap((row) =>
      filterValues(row, filter).map((value) => [value, filter === 'year' ? value : row[filter]]),
    ),
  );
  return [...words]
    .filter(([value]) => value !== '')
    .map(([value, word]) => ({ value, words: word }))
    .toSorted((a, b) => compare(a.words, b.words) * (filter === 'year' ? -1 : 1));
}

/** The rows that pass all filters and hold every word of the search. */
export function matchingRows(
  rows: readonly AuditRow[],
  { search, filters: wanted }: Pick<ListView, 'search' | 'filters'>,
): readonly AuditRow[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const inForce = filters.filter((filter) => wanted[filter] !== '');
  if (words.length === 0 && inForce.length === 0) return rows;
  return rows.filter(
    (row) =>
      inForce.every((filter) => filterValues(row, filter).includes(wanted[filter])) &&
      words.every((word) => row.searched.includes(word)),
  );
}

/** The rows in order; equal ones stay in the order of the service, which is that of their creation. */
export function sortedRows(
  rows: readonly AuditRow[],
  { column, direction }: ListView['sort'],
  compare: (left: string, right: string) => number,
): readonly AuditRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  if (column === 'period')
    return rows.toSorted(({ audit: a }, { audit: b }) => {
      return sign * (order(a.period_start, b.period_start) || order(a.period_end, b.period_end));
    });
  const text = textOf(column);
  return rows.toSorted((a, b) => sign * compare(text(a), text(b)));
}

function textOf(column: Exclude<Column, 'period'>): (row: AuditRow) => string {
  return column === 'name' ? ({ audit }) => audit.name : (row) => row[column];
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
