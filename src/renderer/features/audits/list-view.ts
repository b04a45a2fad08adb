import type { Audit } from '../../../shared/model/audit.ts';
import type { ClientOrganisation } from '../../../shared/model/client-organisation.ts';
import type { WorkPackage } from '../../../shared/model/work-package.ts';
import { packageName } from '../../../shared/rules/service/work-package.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import { lastOf } from '../../data/last-of.ts';
import type { Filters } from '../../data/remembered-view.ts';
import { type ColumnFilter, filtersOf, passing, rowOrder, type TableColumn } from '../../ui/grid/columns.ts';

/** An audit in the words of the list; an id stands for a name that is not known. */
export interface AuditRow {
  readonly audit: Audit;
  readonly client: string;
  readonly workPackage: string;
  readonly version: string;
  readonly type: string;
  readonly status: string;
  readonly language: string;
  readonly label: string;
  /** The legal entities by their names; by id, and not named, where this window has not read them. */
  readonly entities: readonly string[];
  /** The same in one text. */
  readonly entity: string;
  readonly isEntityNamed: boolean;
  /** Every year of which the period has a part. */
  readonly years: readonly string[];
  readonly isTest: boolean;
  readonly isCoupled: boolean;
}

export interface Names {
  readonly clients: readonly ClientOrganisation[];
  readonly packages: readonly WorkPackage[];
  /** The names of legal entities by client and id, as far as they were read. */
  readonly entities: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly typeWord: (auditType: string) => string;
  readonly statusWord: (status: string) => string;
  readonly languageWord: (language: string) => string;
}

/**
 * Makes the rows of audits. The same audit gets the same row again, so that a list of thousands, which is read page by page,
 * renders each row once; the same audits give the same rows.
 */
export function auditRowMaker(names: Names): (audits: readonly Audit[]) => readonly AuditRow[] {
  const clients = new Map(names.clients.map((one) => [one.id, one]));
  const packages = new Map(names.packages.map((one) => [one.id, one]));
  const made = new WeakMap<Audit, AuditRow>();
  let before: readonly Audit[] = [];
  let rows: readonly AuditRow[] = [];
  return lastOf((audits) => {
    const known = startsWith(audits, before) ? rows : [];
    const come = audits.slice(known.length).map((audit) => made.get(audit) ?? makeRow(audit));
    [before, rows] = [audits, known.concat(come)];
    return rows;
  });

  function makeRow(audit: Audit): AuditRow {
    const known = clients.get(audit.client_organisation_id);
    const client = known?.name ?? audit.client_organisation_id;
    const workPackage = packages.get(audit.work_package_id);
    const read = names.entities.get(audit.client_organisation_id);
    const ids = audit.legal_entity_ids;
    const entities = ids.map((id) => read?.get(id) ?? id);
    const entity = entities.join(', ');
    const row = {
      audit,
      client,
      workPackage: workPackage === undefined ? audit.work_package_id : packageName(workPackage),
      version: workPackage?.version ?? '',
      type: names.typeWord(audit.audit_type),
      status: names.statusWord(audit.status),
      language: names.languageWord(audit.language),
      label: audit.scoping_package_id,
      entities,
      entity,
      isEntityNamed: ids.every((id) => read?.has(id) === true),
      years: periodYears(audit),
      isTest: known?.is_test_organisation === true,
      isCoupled: audit.coupled_component_audit_ids.length > 0,
    };
    made.set(audit, row);
    return row;
  }
}

function periodYears({ period_start: start, period_end: end }: Audit): readonly string[] {
  const years = [start, end].flatMap((day) => /^\d{4}/.exec(day) ?? []).map(Number);
  const [from = 0, to = from] = years;
  const count = Math.min(Math.max(0, to - from), 20) + 1; // a typing error can span millennia
  return years.length === 0 ? [] : Array.from({ length: count }, (_, index) => String(from + index));
}

export const sortable = [
  'name',
  'client',
  'entity',
  'type',
  'period',
  'workPackage',
  'label',
  'language',
  'status',
] as const;
export type Column = (typeof sortable)[number];

/** In the order of the toolbar; the last three show once they are asked for. */
export const filters = [
  'type',
  'status',
  'client',
  'year',
  'workPackage',
  'entity',
  'label',
  'language',
] as const;
export type Filter = (typeof filters)[number];

/** Search, filters and order of the list; the same when a person comes back from an audit. */
export interface ListView {
  readonly search: string;
  readonly filters: Filters<Filter>;
  /** Null leaves the rows in the order in which they come. */
  readonly sort: { readonly column: Column; readonly direction: 'ascending' | 'descending' } | null;
  readonly opened: string | null;
}

export const wholeList: ListView = {
  search: '',
  filters: {
    type: [],
    status: [],
    client: [],
    year: [],
    workPackage: [],
    entity: [],
    label: [],
    language: [],
  },
  sort: { column: 'period', direction: 'descending' },
  opened: null,
};

export function isNarrowed(view: Pick<ListView, 'search' | 'filters'>): boolean {
  return view.search.trim() !== '' || filters.some((filter) => view.filters[filter].length > 0);
}

type AuditColumns = readonly TableColumn<AuditRow>[];
type Compare = (left: string, right: string) => number;
const none: ColumnFilter<AuditRow> = { values: () => [] };

/** A value that can be filtered by, in words. */
export interface FilterChoice {
  readonly value: string;
  readonly words: string;
  /** Whether no audit of the list has it: it was chosen before. */
  readonly isUnused?: true;
}

/** The values that occur, by what they filter, sorted by their words; years from the latest. Of a list that grows only what came is looked at. */
export function choiceFinder(
  columns: AuditColumns,
  compare: Compare,
): (rows: readonly AuditRow[]) => ReadonlyMap<Filter, readonly FilterChoice[]> {
  let before: readonly AuditRow[] = [];
  const of = filtersOf(columns);
  const words = new Map<Filter, Map<string, string>>();
  const sorted = new Map<Filter, readonly FilterChoice[]>();
  return lastOf((rows) => {
    const isLonger = startsWith(rows, before);
    const come = isLonger ? rows.slice(before.length) : rows;
    before = rows;
    for (const filter of filters) {
      const { values, words: wordsOf } = of.get(filter) ?? none;
      const known = words.get(filter);
      const found = isLonger && known !== undefined ? known : new Map<string, string>();
      const count = found.size;
      for (const row of come)
        for (const [place, value] of values(row).entries())
          if (value !== '' && !found.has(value)) found.set(value, wordsOf?.(row, place) ?? value);
      words.set(filter, found);
      if (found === known && found.size === count) continue;
      const choices = [...found].map(([value, word]) => ({ value, words: word }));
      const sign = filter === 'year' ? -1 : 1;
      sorted.set(
        filter,
        choices.toSorted((one, other) => sign * compare(one.words, other.words)),
      );
    }
    return new Map(sorted);
  });
}

/** The chosen values that no row has, by name where the name is known: without them nobody sees why a list is empty. */
export function unusedChoices(
  choices: readonly FilterChoice[],
  chosen: readonly string[],
  wordOf: (value: string) => string,
): readonly FilterChoice[] {
  return chosen
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, words: wordOf(value), isUnused: true }));
}

const searched = new WeakMap<AuditRow, string>(); // made when somebody searches: it takes longer than all the rest of a row

function searchedOf(row: AuditRow): string {
  const { audit, client, entity } = row;
  const { name, id, client_organisation_id: clientId, legal_entity_ids: ids } = audit;
  const text = searched.get(row) ?? fold([name, id, client, clientId, entity, ...ids].join('\n'));
  searched.set(row, text);
  return text;
}

export function matchingRows(
  columns: AuditColumns,
  rows: readonly AuditRow[],
  { search, filters: wanted }: Pick<ListView, 'search' | 'filters'>,
): readonly AuditRow[] {
  const { isOn, finds } = wordSearch(search);
  const passes = passing(columns, wanted);
  if (!isOn && passes === null) return rows;
  return rows.filter((row) => passes?.(row) !== false && finds(searchedOf(row)));
}

/** The rows of these audits alone, in their order. */
export function rowsOf(rows: readonly AuditRow[], ids: readonly string[]): readonly AuditRow[] {
  const byId = new Map(rows.map((row) => [row.audit.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Sorts the rows of a list that grows while it is read: what came since the last time is put among what was in order, which is much faster than
 * to sort all anew.
 */
export function rowSorter(
  columns: AuditColumns,
  sort: ListView['sort'],
  compare: Compare,
): (rows: readonly AuditRow[]) => readonly AuditRow[] {
  if (sort === null) return (rows) => rows;
  const inOrderOf = rowOrder(columns, sort, compare);
  let before: readonly AuditRow[] = [];
  let inOrder = before;
  return lastOf((rows) => {
    const more = startsWith(rows, before) ? rows.slice(before.length) : rows;
    inOrder =
      more.length > mostMerged || more === rows
        ? rows.toSorted(inOrderOf)
        : merged(inOrder, more.toSorted(inOrderOf), inOrderOf);
    before = rows;
    return inOrder;
  });
}

const mostMerged = 5_000; // rows: more of them are faster sorted anew
const noRows: readonly AuditRow[] = [];

type RowOrder = (one: AuditRow, other: AuditRow) => number;

/** Puts rows among others, both in order; of equal ones, those that were there come first. */
function merged(
  rows: readonly AuditRow[],
  more: readonly AuditRow[],
  inOrderOf: RowOrder,
): readonly AuditRow[] {
  let between: AuditRow[] = [];
  const pieces: (readonly AuditRow[])[] = [between];
  let from = 0;
  for (const one of more) {
    const to = placeBehind(rows, one, from, inOrderOf);
    if (to > from) {
      between = [];
      pieces.push(rows.slice(from, to), between);
    }
    between.push(one);
    from = to;
  }
  return noRows.concat(...pieces, rows.slice(from));
}

/** Where a row belongs among others from a place on: behind all that are equal. */
function placeBehind(rows: readonly AuditRow[], one: AuditRow, start: number, inOrderOf: RowOrder): number {
  let [from, to] = [start, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const other = rows[middle];
    if (other !== undefined && inOrderOf(other, one) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether entries are those of before, and maybe more. */
function startsWith<Entry>(entries: readonly Entry[], before: readonly Entry[]): boolean {
  return before.length <= entries.length && before.every((one, place) => one === entries[place]);
}
