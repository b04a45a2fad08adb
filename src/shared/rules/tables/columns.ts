import { countryCodes, isCountryCode } from '../../model/country.ts';
import type { FileCell, FileKey } from '../../model/file-table.ts';
import { auditLanguages, auditorRelations, auditTypes } from '../../model/terms.ts';
import type { AppliedTemplate } from '../service/template.ts';
import { packageName, workPackageLines } from '../service/work-package.ts';
import { fold } from '../texts/fold.ts';
import { type CellWords, choiceFinder, type Finder, settingsText } from './cells.ts';
import type { ImportKnown, ImportObject, SeasonGroup } from './known.ts';
import { sayingFinder, titleKey } from './titles.ts';

/** What a table is of. In one of audits, rows with a group are its components. */
export const importKinds = ['clients', 'audits', 'components', 'users', 'deadlines'] as const;
export type ImportKind = (typeof importKinds)[number];

/** How a cell of a column is read. `list` has entries between commas, semicolons, upright strokes or line ends. */
export type CellReading = 'id' | 'text' | 'day' | 'choice' | 'boolean' | 'list' | 'count';

type Words = Readonly<Record<string, readonly string[]>>;

/**
 * All that the app knows of a column of an import. Its key is that of saved tables (docs/data.md), and so are its titles, which stand among the
 * words of the interface.
 */
interface ColumnFacts {
  readonly reading: CellReading;
  /** Whether the entries of a list are ids. */
  readonly hasIds?: true;
  /** The tables that may have it, and whether they can do without; an audit needs its columns unless its row is a component. */
  readonly kinds: Readonly<Partial<Record<ImportKind, 'needed' | 'optional'>>>;
  /** The tables whose rows it names, in front of the others; those in which it stands beside that name. */
  readonly names?: readonly ImportKind[];
  readonly leads?: readonly ImportKind[];
  /** What the service calls it, of each object that has it. */
  readonly fields?: Readonly<Partial<Record<ImportObject['kind'], string>>>;
  /** Finds the value that a text stands for, among those of the specification or of the service's lists, by the words that people use for them. */
  readonly values?: (known: ImportKnown, words: Words) => Finder;
  /** What is said of a value that no list of the service has; of other columns the specification, or this app, has all values. */
  readonly unlisted?: 'unknown-work-package' | 'unknown-role';
  /** What a template has for an empty cell; an empty text where it leaves that open, or what it names is gone. */
  readonly template?: (template: AppliedTemplate) => string;
  /** What a group of the season has there, as its table is saved. */
  readonly ofGroup?: (group: SeasonGroup, clientName: (id: string) => string) => FileCell;
}

const among =
  (values: readonly string[]): NonNullable<ColumnFacts['values']> =>
  (_, words) =>
    choiceFinder(values, words);

function countryFinder(_: ImportKnown, words: Words): Finder {
  const find = choiceFinder(countryCodes, words);
  return (text) => find(text) ?? (isCountryCode(text.trim()) ? text.trim() : null);
}

/** By their names or codes; `nl-NL` is the only one that begins so. */
function languageFinder(_: ImportKnown, words: Words): Finder {
  const find = choiceFinder(auditLanguages, words);
  return (text) => {
    const [, code] = /^([a-z]{2})(?:[-_][a-z]{2})?$/.exec(text.trim().toLowerCase()) ?? [];
    const [only = null, ...others] = auditLanguages.filter((one) => one.split('-')[0] === code);
    return find(text) ?? (others.length === 0 ? only : null);
  };
}

/** By their ids, or by names and versions; a name alone is that of its newest package, which is the one to select. */
function packageFinder({ workPackages }: ImportKnown): Finder {
  const words = workPackageLines(workPackages).flatMap(({ newest, older }) => {
    const named = new Map([newest, ...older].toReversed().map((each) => [each.name, each]));
    return [newest, ...older].map((each): [string, string[]] => [
      each.id,
      named.get(each.name) === each ? [packageName(each), each.name] : [packageName(each)],
    ]);
  });
  return choiceFinder(
    workPackages.map(({ id }) => id),
    Object.fromEntries(words),
  );
}

/** The columns that an import understands, in the order in which they are offered. */
const columns = {
  client_id: {
    reading: 'id',
    kinds: { clients: 'needed', audits: 'needed', deadlines: 'optional' },
    leads: ['clients'],
    fields: { client: 'id', audit: 'client_organisation_id' },
    ofGroup: ({ client }) => client || null,
  },
  client_name: {
    reading: 'text',
    kinds: { clients: 'needed', deadlines: 'optional' },
    names: ['clients'],
    fields: { client: 'name' },
    ofGroup: ({ client }, clientName) => (client === '' ? null : clientName(client)),
  },
  country: {
    reading: 'choice',
    kinds: { clients: 'needed', audits: 'optional', components: 'optional' },
    fields: { client: 'country', component: 'country' },
    values: countryFinder,
  },
  domains: { reading: 'list', kinds: { clients: 'optional' }, fields: { client: 'domains' } },
  allow_password_login: {
    reading: 'boolean',
    kinds: { clients: 'optional' },
    fields: { client: 'allow_password_login' },
  },
  /** Before the name, since a title “Group” is this where a table may have both. */
  group_audit_id: {
    reading: 'id',
    kinds: { audits: 'optional', components: 'needed' },
    leads: ['components'],
  },
  audit_id: {
    reading: 'id',
    kinds: { audits: 'needed', users: 'needed', deadlines: 'optional' },
    leads: ['audits', 'users'],
    fields: { audit: 'id' },
    ofGroup: ({ audit }) => audit,
  },
  audit_name: {
    reading: 'text',
    kinds: { audits: 'needed', deadlines: 'optional' },
    names: ['audits', 'deadlines'],
    fields: { audit: 'name' },
    ofGroup: ({ names }) => names[0] ?? null,
  },
  audit_type: {
    reading: 'choice',
    kinds: { audits: 'optional' },
    fields: { audit: 'audit_type' },
    values: among(auditTypes),
    template: ({ template }) => template.audit_type,
  },
  legal_entity_ids: {
    reading: 'list',
    hasIds: true,
    kinds: { audits: 'needed', components: 'needed' },
    fields: { audit: 'legal_entity_id', component: 'legal_entity_ids' },
  },
  period_start: { reading: 'day', kinds: { audits: 'needed' }, fields: { audit: 'period_start' } },
  period_end: { reading: 'day', kinds: { audits: 'needed' }, fields: { audit: 'period_end' } },
  work_package_id: {
    reading: 'choice',
    kinds: { audits: 'needed' },
    fields: { audit: 'work_package_id' },
    values: packageFinder,
    unlisted: 'unknown-work-package',
    template: ({ workPackage }) => workPackage?.id ?? '',
  },
  /** Its values are those of the row's package. */
  scoping_label: {
    reading: 'choice',
    kinds: { audits: 'needed' },
    fields: { audit: 'scoping_package_id' },
    template: ({ label }) => label,
  },
  language: {
    reading: 'choice',
    kinds: { audits: 'needed' },
    fields: { audit: 'language' },
    values: languageFinder,
    template: ({ language }) => language,
  },
  unit_of_measurement: {
    reading: 'text',
    kinds: { audits: 'optional' },
    fields: { audit: 'unit_of_measurement' },
    template: ({ template }) => template.unit_of_measurement,
  },
  /** By the ids of the settings, as JSON. */
  settings: {
    reading: 'text',
    kinds: { audits: 'optional' },
    template: ({ settings }) => settingsText(settings),
  },
  coupled_component_ids: {
    reading: 'list',
    hasIds: true,
    kinds: { audits: 'optional' },
    fields: { audit: 'coupled_component_audit_ids' },
  },
  component_id: { reading: 'id', kinds: { audits: 'optional', components: 'optional' } },
  component_name: {
    reading: 'text',
    kinds: { audits: 'optional', components: 'optional' },
    names: ['audits', 'components'],
    fields: { component: 'name' },
  },
  auditor_relation: {
    reading: 'choice',
    kinds: { audits: 'optional', components: 'needed' },
    fields: { component: 'auditor_relation' },
    values: among(auditorRelations),
    template: ({ template }) => template.components?.auditor_relation ?? '',
  },
  works_in_audit: {
    reading: 'boolean',
    kinds: { audits: 'optional', components: 'optional' },
    fields: { component: 'component_settings.component_auditor_works_in_audit' },
  },
  scope: {
    reading: 'choice',
    kinds: { audits: 'optional', components: 'optional' },
    values: among(['in_scope', 'out_of_scope']),
  },
  out_of_scope_explanation: {
    reading: 'text',
    kinds: { audits: 'optional', components: 'optional' },
  },
  user_id: { reading: 'id', kinds: { users: 'needed' }, names: ['users'] },
  role: {
    reading: 'choice',
    kinds: { users: 'needed' },
    values: ({ roles }, words) => choiceFinder(roles, words),
    unlisted: 'unknown-role',
  },
  successor_id: {
    reading: 'id',
    kinds: { deadlines: 'optional' },
    ofGroup: ({ successor }) => successor,
  },
  predecessor_id: {
    reading: 'id',
    kinds: { deadlines: 'optional' },
    ofGroup: ({ predecessor }) => predecessor,
  },
  deadline: {
    reading: 'day',
    kinds: { deadlines: 'needed' },
    leads: ['deadlines'],
    ofGroup: ({ deadline }) => deadline?.day ?? null,
  },
  components: {
    reading: 'count',
    kinds: { deadlines: 'optional' },
    ofGroup: ({ components }) => components,
  },
  coupled_audits: {
    reading: 'count',
    kinds: { deadlines: 'optional' },
    ofGroup: ({ coupled }) => coupled,
  },
  partner: {
    reading: 'text',
    kinds: { deadlines: 'optional' },
    ofGroup: ({ people }) => people?.partner || null,
  },
  manager: {
    reading: 'text',
    kinds: { deadlines: 'optional' },
    ofGroup: ({ people }) => people?.manager || null,
  },
} as const satisfies Readonly<Partial<Record<FileKey, ColumnFacts>>>;
export type ImportColumn = keyof typeof columns;
export const importColumns: Readonly<Record<ImportColumn, ColumnFacts>> = columns;
export const allColumns = Object.keys(columns) as readonly ImportColumn[]; // keys of a literal: exactly these

/** Whether a column is of ids, one or several in a cell. */
export function isOfIds(column: ImportColumn): boolean {
  const { reading, hasIds } = importColumns[column];
  return reading === 'id' || hasIds === true;
}

export function columnsOf(kind: ImportKind): readonly ImportColumn[] {
  return allColumns.filter((column) => importColumns[column].kinds[kind] !== undefined);
}

/** What a table of a kind cannot do without. */
export function neededColumns(kind: ImportKind): readonly ImportColumn[] {
  return allColumns.filter((column) => importColumns[column].kinds[kind] === 'needed');
}

const byField = new Map(
  allColumns.flatMap((column) =>
    Object.entries(importColumns[column].fields ?? {}).map(
      ([kind, field]) => [`${kind} ${field}`, column] as const,
    ),
  ),
);

/** The column of a field of an object, as the service calls it. */
export function columnOfField(kind: ImportObject['kind'], field: string): ImportColumn | undefined {
  return byField.get(`${kind} ${field}`);
}

/** How people write the columns and the values, in all languages of the app. The service's own spelling counts besides. */
export interface ImportWords extends CellWords {
  readonly columns: Readonly<Partial<Record<ImportColumn, readonly string[]>>>;
  /** What people call them besides, where no column is called as above. */
  readonly alsoCalled?: Readonly<Partial<Record<ImportColumn, readonly string[]>>>;
  /** The titles in our own files that no import reads. */
  readonly unread?: readonly string[];
  /** For each column with a choice, the words of a value as the service spells it. */
  readonly values: Readonly<Partial<Record<ImportColumn, Words>>>;
}

/** Where each column stands in the file, from 0 on. */
export type ColumnMapping = Readonly<Partial<Record<ImportColumn, number>>>;

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
interface Meaning {
  readonly column: ImportColumn;
  /** 0 for what the column is called; else how likely the title means it, the likeliest first. */
  readonly rank: number;
}

type TitleFinder = (title: string) => readonly Meaning[];

function titleFinder(words: ImportWords): TitleFinder {
  const known = new Map<string, Meaning[]>();
  const titles: (readonly [string, Meaning])[] = [];
  const learn = (word: string, meaning: Meaning): void => {
    titles.push([word, { ...meaning, rank: Math.max(1, meaning.rank) }]);
    const meanings = known.get(titleKey(word));
    if (meanings === undefined) known.set(titleKey(word), [meaning]);
    else if (meanings.every(({ column }) => column !== meaning.column)) meanings.push(meaning);
  };
  for (const column of allColumns) {
    for (const word of [column, ...(words.columns[column] ?? [])]) learn(word, { column, rank: 0 });
    for (const [place, word] of (words.alsoCalled?.[column] ?? []).entries())
      learn(word, { column, rank: place + 1 });
  }
  const saying = sayingFinder(titles);
  return (title) => {
    const exact = /#/.test(title) ? undefined : known.get(titleKey(title));
    return exact ?? [...new Map(saying(title).map((meaning) => [meaning.column, meaning])).values()];
  };
}

/** A table's kind, header and columns, as far as its titles tell. */
export interface MappingProposal {
  readonly kind: ImportKind;
  /** The place of the header among the rows; null where no row has titles that are known. */
  readonly headerRow: number | null;
  readonly mapping: ColumnMapping;
}

/** Rows: titles and remarks may stand above it. */
export const furthestHeader = 20;

/**
 * Proposes what a table is of, and where its columns are: the row with the most titles that are known is the header, and the kind is,
 * of those that have a column which they need, the one that has the most columns for them; among equals, the one that needs the fewest more. Columns that the file hides are left out.
 */
export function proposeMapping(
  rows: readonly (readonly string[])[],
  words: ImportWords,
  hidden: readonly number[] = [],
): MappingProposal {
  const find = titleFinder(words);
  const headerRow = headerIn(rows, find);
  const header = shownTitles(rows, headerRow, hidden);
  const kinds = importKinds.map((kind) => {
    const mapping = placesOf(columnsOf(kind), header, find);
    const needed = neededColumns(kind);
    const share = needed.filter((column) => mapping[column] !== undefined).length / needed.length;
    return { kind, mapping, share, count: Object.keys(mapping).length };
  });
  const [chosen] = kinds.toSorted(
    (left, right) =>
      Number(right.share > 0) - Number(left.share > 0) ||
      right.count - left.count ||
      right.share - left.share,
  );
  return {
    kind: chosen?.kind ?? 'audits',
    headerRow,
    mapping: chosen?.mapping ?? {},
  };
}

/** The columns of a kind that the titles of a header name. */
export function mapHeader(kind: ImportKind, header: readonly string[], words: ImportWords): ColumnMapping {
  return placesOf(columnsOf(kind), header, titleFinder(words));
}

/** The row with the most titles that are known; null where none has any. */
function headerIn(rows: readonly (readonly string[])[], find: TitleFinder): number | null {
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

/** A column of names where a table has no other place for them: the things are found by name. */
const namedBy: Readonly<Partial<Record<ImportColumn, ImportColumn>>> = {
  client_name: 'client_id',
  audit_name: 'audit_id',
};

function placesOf(
  offered: readonly ImportColumn[],
  header: readonly string[],
  find: TitleFinder,
): ColumnMapping {
  const places = new Map<ImportColumn, number>();
  const keys = header.map(titleKey);
  const meanings = header.flatMap(
    (title, place) =>
      keys.indexOf(titleKey(title)) < place
        ? [] // of a title that stands twice the first is taken
        : find(title)
            .filter(({ column }) => offered.includes(column))
            .map((meaning, _, all) => ({ ...meaning, place, of: all.length })), // what can mean less, means it first
  );
  const isLikelier = (one: (typeof meanings)[number], than: (typeof meanings)[number]): boolean =>
    one.column === than.column && one.of === 1 && than.of === 1 && one.rank < than.rank;
  const taken = new Set<number>();
  const named = header.flatMap((title, place) => {
    const [meaning, ...others] = find(title); // “Naam” is no name of one thing
    const column = meaning === undefined || others.length > 0 ? undefined : namedBy[meaning.column];
    return column !== undefined && offered.includes(column) ? [{ column, place }] : [];
  });
  for (const { column, place } of [
    ...meanings
      .filter((one) => !meanings.some((other) => isLikelier(other, one)))
      .toSorted((left, right) => Number(left.rank > 0) - Number(right.rank > 0) || left.of - right.of),
    ...named,
  ]) {
    if (places.has(column) || taken.has(place)) continue;
    places.set(column, place);
    taken.add(place);
  }
  return Object.fromEntries([...places].toSorted(([, left], [, right]) => left - right));
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
