import { fold } from '../texts/fold.ts';

/** What a table is of. In one of audits, rows with a group are its components. */
export const importKinds = ['clients', 'audits', 'components', 'users'] as const;
export type ImportKind = (typeof importKinds)[number];

/** How a cell of a column is read. `list` has entries between commas, semicolons, upright strokes or line ends. */
export type CellReading = 'id' | 'text' | 'day' | 'choice' | 'boolean' | 'list';

interface ColumnFacts {
  readonly reading: CellReading;
  /** Whether the entries of a list are ids. */
  readonly hasIds?: true;
  readonly kinds: readonly ImportKind[];
}

/** The columns that an import understands, by the keys that saved tables have, too (docs/data.md). */
export const importColumns = {
  client_id: { reading: 'id', kinds: ['clients', 'audits'] },
  client_name: { reading: 'text', kinds: ['clients'] },
  country: { reading: 'choice', kinds: ['clients', 'audits', 'components'] },
  domains: { reading: 'list', kinds: ['clients'] },
  allow_password_login: { reading: 'boolean', kinds: ['clients'] },
  audit_id: { reading: 'id', kinds: ['audits', 'users'] },
  audit_name: { reading: 'text', kinds: ['audits'] },
  audit_type: { reading: 'choice', kinds: ['audits'] },
  legal_entity_ids: { reading: 'list', hasIds: true, kinds: ['audits', 'components'] },
  period_start: { reading: 'day', kinds: ['audits'] },
  period_end: { reading: 'day', kinds: ['audits'] },
  work_package_id: { reading: 'choice', kinds: ['audits'] },
  scoping_label: { reading: 'choice', kinds: ['audits'] },
  language: { reading: 'choice', kinds: ['audits'] },
  unit_of_measurement: { reading: 'text', kinds: ['audits'] },
  /** By the ids of the settings, as JSON. */
  settings: { reading: 'text', kinds: ['audits'] },
  coupled_component_ids: { reading: 'list', hasIds: true, kinds: ['audits'] },
  group_audit_id: { reading: 'id', kinds: ['audits', 'components'] },
  component_id: { reading: 'id', kinds: ['audits', 'components'] },
  component_name: { reading: 'text', kinds: ['audits', 'components'] },
  auditor_relation: { reading: 'choice', kinds: ['audits', 'components'] },
  works_in_audit: { reading: 'boolean', kinds: ['audits', 'components'] },
  scope: { reading: 'choice', kinds: ['audits', 'components'] },
  out_of_scope_explanation: { reading: 'text', kinds: ['audits', 'components'] },
  user_id: { reading: 'id', kinds: ['users'] },
  role: { reading: 'choice', kinds: ['users'] },
} as const satisfies Readonly<Record<string, ColumnFacts>>;
export type ImportColumn = keyof typeof importColumns;

/** Whether a column is of ids, one or several in a cell. */
export function isOfIds(column: ImportColumn): boolean {
  const facts: ColumnFacts = importColumns[column];
  return facts.reading === 'id' || facts.hasIds === true;
}

/** What a table of a kind cannot do without; an audit needs them unless its row is a component. */
export const neededColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  clients: ['client_id', 'client_name', 'country'],
  audits: [
    'audit_id',
    'audit_name',
    'client_id',
    'legal_entity_ids',
    'period_start',
    'period_end',
    'work_package_id',
    'scoping_label',
    'language',
  ],
  components: ['group_audit_id', 'legal_entity_ids', 'auditor_relation'],
  users: ['audit_id', 'user_id', 'role'],
};

export function columnsOf(kind: ImportKind): readonly ImportColumn[] {
  const all = Object.keys(importColumns) as ImportColumn[]; // keys of a literal: exactly these
  return all.filter((column) => (importColumns[column].kinds as readonly ImportKind[]).includes(kind));
}

/** How people write the titles of columns, in all languages of the app. */
export interface TitleWords<Column extends string> {
  readonly columns: Readonly<Partial<Record<Column, readonly string[]>>>;
  /** What people call them besides, where no column is called as above. */
  readonly alsoCalled?: Readonly<Partial<Record<Column, readonly string[]>>>;
}

/** How people write the columns and the values, in all languages of the app. The service's own spelling counts besides. */
export interface ImportWords extends TitleWords<ImportColumn> {
  /** For each column with a choice, the words of a value as the service spells it. */
  readonly values: Readonly<Partial<Record<ImportColumn, Readonly<Record<string, readonly string[]>>>>>;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** Where each column stands in the file, from 0 on. */
export type ColumnMapping = Readonly<Partial<Record<ImportColumn, number>>>;

/** A title as titles are compared: without case, accents, marks of a needed column, and what joins its words. */
export function titleKey(title: string): string {
  return fold(title.replace(/\([^)]*\)/g, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * What each title of a header is known again by: its key, or, of those that titles share, what it says with its parentheses and how many such stand
 * before it.
 */
export function titleNames(header: readonly string[]): readonly string[] {
  const keys = header.map(titleKey);
  const counts = new Map<string, number>();
  return header.map((title, place) => {
    const key = keys[place] ?? '';
    if (key === '' || keys.indexOf(key) === keys.lastIndexOf(key)) return key;
    const whole = fold(title);
    const count = (counts.get(whole) ?? 0) + 1;
    counts.set(whole, count);
    return `${whole} #${count}`;
  });
}

/** What a header is known again by, in whatever order its columns stand. */
export function headerFingerprint(header: readonly string[]): string {
  return header
    .map(titleKey)
    .filter((key) => key !== '')
    .toSorted()
    .join('|');
}

/** What a title may mean: a column that is called so, or that people call so besides. */
interface Meaning<Column extends string> {
  readonly column: Column;
  readonly isOwn: boolean;
}

type Finder<Column extends string> = (title: string) => readonly Meaning<Column>[];

function titleFinder<Column extends string>(
  columns: readonly Column[],
  words: TitleWords<Column>,
): Finder<Column> {
  const known = new Map<string, Meaning<Column>[]>();
  const learn = (word: string, meaning: Meaning<Column>): void => {
    const meanings = known.get(titleKey(word));
    if (meanings === undefined) known.set(titleKey(word), [meaning]);
    else if (meanings.every(({ column }) => column !== meaning.column)) meanings.push(meaning);
  };
  for (const column of columns) {
    for (const word of [column, ...(words.columns[column] ?? [])]) learn(word, { column, isOwn: true });
    for (const word of words.alsoCalled?.[column] ?? []) learn(word, { column, isOwn: false });
  }
  return (title) => known.get(titleKey(title)) ?? [];
}

/** A table's kind, header and columns, as far as its titles tell. */
export interface MappingProposal {
  readonly kind: ImportKind;
  /** The place of the header among the rows; null where no row has titles that are known. */
  readonly headerRow: number | null;
  readonly mapping: ColumnMapping;
}

function columnFinder(words: ImportWords): Finder<ImportColumn> {
  return titleFinder(Object.keys(importColumns) as ImportColumn[], words); // keys of a literal: exactly these
}

/** Rows: titles and remarks may stand above it. */
export const furthestHeader = 20;

/**
 * Proposes what a table is of, and where its columns are: the row with the most titles that are known is the header, and the kind is
 * the one that has the most columns for them; among equals, the one that needs the fewest more. Columns that the file hides are left out.
 */
export function proposeMapping(
  rows: readonly (readonly string[])[],
  words: ImportWords,
  hidden: readonly number[] = [],
): MappingProposal {
  const find = columnFinder(words);
  const headerRow = headerIn(rows, find);
  const header = shownTitles(rows, headerRow, hidden);
  const kinds = importKinds.map((kind) => {
    const mapping = placesOf(columnsOf(kind), header, find);
    const needed = neededColumns[kind];
    const share = needed.filter((column) => mapping[column] !== undefined).length / needed.length;
    return { kind, mapping, share, count: Object.keys(mapping).length };
  });
  const [chosen] = kinds.toSorted((left, right) => right.count - left.count || right.share - left.share);
  return {
    kind: chosen?.kind ?? 'audits',
    headerRow,
    mapping: chosen?.mapping ?? {},
  };
}

/** The columns of a kind that the titles of a header name. */
export function mapHeader(kind: ImportKind, header: readonly string[], words: ImportWords): ColumnMapping {
  return placesOf(columnsOf(kind), header, columnFinder(words));
}

/** Where the header of a table of any columns is, and where each of these; the first of those that are called alike. */
export function proposePlaces<Column extends string>(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  words: TitleWords<Column>,
  hidden: readonly number[] = [],
): { readonly headerRow: number | null; readonly mapping: Readonly<Partial<Record<Column, number>>> } {
  const find = titleFinder(columns, words);
  const headerRow = headerIn(rows, find);
  return { headerRow, mapping: placesOf(columns, shownTitles(rows, headerRow, hidden), find) };
}

/** The row with the most titles that are known; null where none has any. */
function headerIn<Column extends string>(
  rows: readonly (readonly string[])[],
  find: Finder<Column>,
): number | null {
  const scored = rows
    .slice(0, furthestHeader)
    .map((row, place) => ({ place, known: row.filter((title) => find(title).length > 0).length }));
  const best = scored.reduce((left, right) => (right.known > left.known ? right : left), {
    place: -1,
    known: 0,
  });
  return best.place < 0 ? null : best.place;
}

function shownTitles(
  rows: readonly (readonly string[])[],
  headerRow: number | null,
  hidden: readonly number[],
): readonly string[] {
  return (rows[headerRow ?? -1] ?? []).map((title, place) => (hidden.includes(place) ? '' : title));
}

function placesOf<Column extends string>(
  offered: readonly Column[],
  header: readonly string[],
  find: Finder<Column>,
): Readonly<Partial<Record<Column, number>>> {
  const places = new Map<Column, number>();
  const keys = header.map(titleKey);
  const meanings = header.flatMap((title, place) =>
    keys.indexOf(titleKey(title)) < place
      ? [] // of a title that stands twice the first is taken
      : find(title).map((meaning) => ({ ...meaning, place })),
  );
  const taken = new Set<number>();
  for (const { column, place } of meanings.toSorted(
    (left, right) => Number(right.isOwn) - Number(left.isOwn),
  )) {
    if (!offered.includes(column) || places.has(column) || taken.has(place)) continue;
    places.set(column, place);
    taken.add(place);
  }
  const placed = Object.fromEntries([...places].toSorted(([, left], [, right]) => left - right));
  return placed as Partial<Record<Column, number>>; // its keys are of these columns
}

/** Titles that are the same, apart from what is in parentheses: of these the first is taken. */
export function titlesTwice(header: readonly string[]): readonly string[] {
  const keys = header.map(titleKey);
  const isTwice = (key: string): boolean => key !== '' && keys.indexOf(key) !== keys.lastIndexOf(key);
  return [...new Set(header.filter((_, place) => isTwice(keys[place] ?? '')))];
}

/** A title for a column beside those of a header: with a number where one of them is the same. */
export function titleBeside(header: readonly string[], title: string): string {
  const taken = new Set(header.map(titleKey));
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? title : `${title} ${number}`;
    if (!taken.has(titleKey(numbered))) return numbered;
  }
}
