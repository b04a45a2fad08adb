import { cellKinds, type TableContent } from '../../model/table.ts';
import type { WorkPackage } from '../../model/work-package.ts';
import { addressIn } from '../service/audit-user.ts';
import { isDoubt } from '../service/doubt.ts';
import type { AppliedTemplate } from '../service/template.ts';
import { scopingLabels } from '../service/work-package.ts';
import { fold } from '../texts/fold.ts';
import { hasLookalikes, hasUnseen } from '../texts/unseen.ts';
import {
  type CellWords,
  choiceFinder,
  type Finder,
  isShortDay,
  readBoolean,
  readDay,
  readList,
  readSettings,
  settingsText,
} from './cells.ts';
import {
  allColumns,
  type ColumnMapping,
  type ImportColumn,
  type ImportKind,
  importColumns,
  isOfIds,
} from './columns.ts';
import { plainCell, unescapeFormulas } from './formula.ts';
import { type ImportKnown, type ImportObject, people } from './known.ts';
import { meaningKey } from './meanings.ts';
import type { CellFault, CellIssue, CellWarning, ImportRow, ImportSetup, RowReading } from './model.ts';
import { type Meant, nameFinder } from './names.ts';
import { hasOuterBlanks } from './plausible.ts';
import { nothingFilled, templateSettings, templateText } from './template.ts';

/**
 * The rows of a table below its header, those that its file hides only where a person takes them. In a text file the apostrophes that our own exports put before signs are taken off again
 * ([data.md](../../../../docs/data.md)).
 */
export function importRows(
  {
    format,
    rows,
    numbers,
    kinds,
    hidden,
  }: Pick<TableContent, 'format' | 'rows' | 'numbers' | 'kinds' | 'hidden'>,
  headerRow: number | null,
  takesHidden: boolean,
): readonly ImportRow[] {
  const left = new Set(takesHidden ? [] : hidden.rows);
  const all = rows.map((cells, place) => ({
    number: numbers[place] ?? 0,
    cells: format === 'csv' ? cells.map(plainCell) : cells,
    kinds: kinds?.[place] ?? null,
  }));
  const taken = all.slice((headerRow ?? -1) + 1).filter(({ number }) => !left.has(number));
  const titles = rows[headerRow ?? -1];
  if (titles === undefined) return taken;
  const isWider = ({ cells }: ImportRow) =>
    format === 'csv' && cells.findLastIndex((cell) => cell.trim() !== '') >= titles.length;
  const isOne = taken.filter(isWider).length * 2 <= taken.length;
  return taken.map((row) => {
    const isSame = row.cells.every((cell, place) => cell.trim() === titles[place]?.trim());
    if (isSame && row.cells.join('').trim() !== '') return { ...row, isTitles: true };
    return isOne && isWider(row) ? { ...row, isWider: true } : row;
  });
}

/** How many cells of a text file are read without an apostrophe that stands before a sign in it. */
export function unescapedCells({ format, rows }: Pick<TableContent, 'format' | 'rows'>): number {
  if (format !== 'csv') return 0;
  return rows.reduce((sum, cells) => sum + cells.filter((cell) => unescapeFormulas(cell) !== cell).length, 0);
}

const mostNamed = 5; // ids, which show what is to be chosen between
const mostCounted = 10_000; // components, or coupled audits, of a group
const scientific = /^\s*\d([.,]\d+)?E\+\d+\s*$/i;
const decimal = /^\s*\d+[.,]0+\s*$/; // as programs write a whole number that they take for another
/** As spreadsheets write them into texts, in their languages; a number that is wider than its column. */
const errorText = /^(?:#(?:N\/\p{Lu}|NV|[¡¿]?\p{Lu}+(?:\/0)?\s?[!?]|GETTING_DATA|#{2,})|Err:\d{3})$/u;
/** As programs write it where there is no value; in capitals the code of a country, too. */
const noValue =
  /^(?:NULL|null|nil|None|NaN|nan|NaT|undefined|<NA>|NA|[nN][./][aAdD]\.?|[nN]\.?[vV]\.[tT]\.?|n\.?v\.?t|[-–—?]+|[([](?:blank|empty|leeg|leer|vide|vuoto)[)\]])$/;

interface WrittenCell {
  readonly column: ImportColumn;
  readonly cell: string;
  /** Of the value, as the file has it. */
  readonly kind: string;
  readonly isFormula: boolean;
  readonly tableKind: ImportKind;
  readonly months: CellWords['months'];
}

/** What is wrong or in doubt with a cell that has a text, whatever it should be. */
function checkText(
  { column, cell, kind, isFormula, tableKind, months }: WrittenCell,
  fault: (code: CellFault, column: ImportColumn) => void,
  warn: (code: CellWarning, column: ImportColumn) => void,
): void {
  const { reading } = importColumns[column];
  if (kind === cellKinds.error || (kind === cellKinds.text && errorText.test(cell.trim())))
    fault('error-value', column);
  const isFree = isOfIds(column) || (reading === 'text' && column !== 'settings');
  if ((isFree || column === 'country') && noValue.test(cell.trim())) fault('no-value', column);
  if (isFormula) warn('formula', column);
  if ((isOfIds(column) || reading === 'text') && (kind === cellKinds.day || kind === cellKinds.moment))
    warn('day-for-text', column);
  if (reading === 'text' && (kind === cellKinds.number || kind === cellKinds.long))
    warn('number-for-id', column);
  if (isOfIds(column)) {
    if (kind === cellKinds.long) fault('long-number', column);
    if (kind === cellKinds.padded) warn('padded-number', column);
    if (kind === cellKinds.number || (kind === cellKinds.text && decimal.test(cell)))
      warn('number-for-id', column);
    if (kind === cellKinds.text && scientific.test(cell)) warn('scientific-number', column);
    if (kind === cellKinds.text && isShortDay(cell, months)) warn('day-for-text', column);
  }
  const isTrimmed = tableKind === 'deadlines' || column === 'user_id';
  if (!isTrimmed && hasOuterBlanks(column, cell)) warn('outer-spaces', column);
  const isId = reading === 'id';
  if ((isId && hasLookalikes(cell.trim())) || ((isId || reading === 'list') && hasUnseen(cell.trim())))
    warn('unseen', column);
}

/** The id that a text means: itself where no other is meant. */
function idMeant(text: string, found: Meant, tell: (issue: Omit<CellIssue, 'column'>) => void): string {
  if (found?.by === 'several') {
    const facts = { list: found.ids.slice(0, mostNamed).join(', ') };
    tell({ code: 'several-named', isWarning: false, facts });
  }
  if (found?.by === 'name') tell({ code: 'found-by-name', isWarning: true, facts: { id: found.id } });
  return found === null || found.by === 'several' ? text : found.id;
}

/** Reads what a person has said that the value of a cell means; null where that is nothing. */
function meaningReader(meanings: ImportSetup['meanings'], blank: Set<ImportColumn>) {
  return <Value>(
    column: ImportColumn,
    written: string,
    read: (text: string) => Value | null,
  ): Value | null => {
    const meaning = new Map(Object.entries(meanings?.[column] ?? {})).get(meaningKey(written));
    const found = meaning === undefined ? null : read(meaning);
    if (found !== null) blank.delete(column);
    return found;
  };
}

/** The id that a text means, and what is told of it. */
function idReader(issues: CellIssue[]) {
  return (text: string, column: ImportColumn, find: (text: string) => Meant): string =>
    idMeant(text, text === '' ? null : find(text), (issue) => void issues.push({ ...issue, column }));
}

/** The cells of one row by their columns, and what of them cannot be read. */
function cellReader(
  row: ImportRow,
  { kind: tableKind, mapping, orders, words, meanings }: ImportSetup,
  finders: Finders,
  isKnownId: (id: string) => boolean,
) {
  const issues: CellIssue[] = [];
  const blank = new Set<ImportColumn>();
  const fault = (code: CellFault, column: ImportColumn): void => {
    if (issues.some((issue) => issue.code === 'error-value' && issue.column === column)) return; // which says all
    issues.push({ code, column, isWarning: isDoubt({ code, field: column }) });
  };
  const warn = (code: CellWarning, column: ImportColumn): void =>
    void issues.push({ code, column, isWarning: true });
  const kindOf = (column: ImportColumn): string =>
    row.kinds?.[mapping[column] ?? -1]?.toLowerCase() ?? cellKinds.text;

  const isFormula = (column: ImportColumn): boolean =>
    row.kinds !== null && row.kinds[mapping[column] ?? -1] !== kindOf(column);

  const text = (column: ImportColumn): string => {
    const cell = row.cells[mapping[column] ?? -1] ?? '';
    if (cell.trim() === '') {
      if (kindOf(column) === cellKinds.uncalculated) fault('uncalculated', column);
      blank.add(column);
      return '';
    }
    const written = { column, cell, kind: kindOf(column), isFormula: isFormula(column), tableKind };
    checkText({ ...written, months: words.months }, fault, warn);
    return cell;
  };

  const said = meaningReader(meanings, blank);

  return {
    issues,
    blank,
    fault,
    warn,
    meant: idReader(issues),
    text,
    said,
    optional: (column: ImportColumn): string | undefined => text(column) || undefined,
    list: (column: ImportColumn): readonly string[] => readList(text(column), isKnownId),
    /** What is not among the values stays as it is written: the service may have it so. */
    choice: (column: ImportColumn): string => {
      const written = text(column);
      const find = finders.get(column) ?? (() => null);
      const found = (written === '' ? null : find(written)) ?? said(column, written, find);
      if (written === '') return found ?? '';
      if (found === null) fault(importColumns[column].unlisted ?? 'unknown-value', column);
      return found ?? written;
    },
    day: (column: ImportColumn): string => {
      const written = text(column);
      const kind = kindOf(column);
      const read = readDay(written, orders[column] ?? 'ymd', words.months);
      if (written === '') return '';
      if (kind === cellKinds.moment) fault('has-time', column);
      else if (read !== null) return read;
      else fault(kind === cellKinds.number ? 'number-for-day' : 'not-a-day', column);
      return '';
    },
    /** Null for none. */
    count: (column: ImportColumn): number | null => {
      const written = text(column).trim();
      if (written === '') return null;
      if (/^\d{1,5}$/.test(written) && Number(written) <= mostCounted) return Number(written);
      fault('not-a-count', column);
      return null;
    },
    boolean: (column: ImportColumn): boolean | undefined => {
      const written = text(column);
      const own = written === '' ? null : readBoolean(written, words);
      const read = own ?? said(column, written, (meaning) => readBoolean(meaning, words));
      if (read === null && written !== '') fault('not-a-boolean', column);
      return read ?? undefined;
    },
  };
}
type Cells = ReturnType<typeof cellReader>;

/** Reads rows by one setup; the words and lists are prepared once. */
export function rowReader(setup: ImportSetup, known: ImportKnown): (row: ImportRow) => RowReading {
  const finders = findersOf(setup, known);
  const entities = [...known.entitiesOf.values()].flat();
  const ids = new Set([
    ...[...entities, ...[...known.componentsOf.values()].flat()].map(({ id }) => id),
    ...known.audits.flatMap((audit) => [...audit.legal_entity_ids, ...audit.coupled_component_audit_ids]),
  ]);
  const names = new Set(entities.map(({ name }) => fold(name)));
  const isKnownId = (text: string): boolean => ids.has(text) || names.has(fold(text));
  const find = findersOfNames(known);
  const packages = new Map(known.workPackages.map((workPackage) => [workPackage.id, workPackage]));
  return (row) => {
    const cells = cellReader(row, setup, finders, isKnownId);
    const { issues, blank } = cells;
    const isOfGroup = (row.cells[setup.mapping.group_audit_id ?? -1] ?? '').trim() !== '';
    const kind = setup.kind === 'audits' && isOfGroup ? 'components' : setup.kind;
    const { object, filled } = objectOf(kind, cells, setup, packages, find);
    const isNothing = asksNothing(object, blank) && issues.every(({ code }) => code !== 'uncalculated');
    return { object, issues, blank, filled: isNothing ? nothingFilled : filled, asksNothing: isNothing };
  };
}

function objectOf(
  kind: ImportKind,
  cells: Cells,
  { mapping, template }: ImportSetup,
  packages: ReadonlyMap<string, WorkPackage>,
  find: NameFinders,
): Pick<RowReading, 'object' | 'filled'> {
  switch (kind) {
    case 'clients':
      return { object: clientOf(cells, mapping), filled: nothingFilled };
    case 'audits':
      return auditOf(cells, template, packages, find);
    case 'components':
      return componentOf(cells, template, find);
    case 'users': {
      const assignment = { id: addressIn(cells.text('user_id')), role: cells.choice('role') };
      const audit = cells.meant(cells.text('audit_id'), 'audit_id', find.audit);
      return { object: { kind: 'user', audit, assignment }, filled: nothingFilled };
    }
    case 'deadlines':
      return { object: deadlineOf(cells), filled: nothingFilled };
  }
}

/** What a component says of itself; saved tables have a country for a legal entity without a component, too. */
const ofComponents = [
  'component_id',
  'audit_id',
  'component_name',
  'legal_entity_ids',
  'auditor_relation',
  'works_in_audit',
  'scope',
  'out_of_scope_explanation',
] as const satisfies readonly ImportColumn[];

function asksNothing({ kind }: ImportObject, blank: ReadonlySet<ImportColumn>): boolean {
  if (kind === 'user') return blank.has('user_id') && blank.has('role');
  if (kind === 'deadline')
    return (['deadline', 'components', ...people] as const).every((column) => blank.has(column));
  return kind === 'component' && ofComponents.every((column) => blank.has(column));
}

function deadlineOf(cells: Cells): ImportObject {
  const trimmed = (column: ImportColumn): string => cells.text(column).trim();
  return {
    kind: 'deadline',
    audit: trimmed('audit_id'),
    successor: trimmed('successor_id'),
    predecessor: trimmed('predecessor_id'),
    name: trimmed('audit_name'),
    client: trimmed('client_id'),
    clientName: trimmed('client_name'),
    day: cells.day('deadline') || null,
    components: cells.count('components'),
    coupled: cells.count('coupled_audits') ?? 0,
    partner: trimmed('partner'),
    manager: trimmed('manager'),
  };
}

function clientOf(cells: Cells, mapping: ColumnMapping): ImportObject {
  const creation = withoutUndefined({
    id: cells.text('client_id'),
    name: cells.text('client_name'),
    country: cells.choice('country'),
    domains: mapping.domains === undefined ? undefined : cells.list('domains'),
    allow_password_login: cells.boolean('allow_password_login'),
  });
  return { kind: 'client', creation };
}

function auditOf(
  cells: Cells,
  template: AppliedTemplate | null,
  packages: ReadonlyMap<string, WorkPackage>,
  find: NameFinders,
): Pick<RowReading, 'object' | 'filled'> {
  const { filled, orTemplate } = templateFiller(cells, template);
  const [id, name] = [cells.text('audit_id'), cells.text('audit_name')];
  const client = cells.meant(cells.text('client_id'), 'client_id', find.client);
  const entities = entitiesOf(cells, find.entity(client));
  if (entities.length > 1) cells.fault('several-entities', 'legal_entity_ids');
  const coupled = cells.list('coupled_component_ids');
  const packageId = orTemplate(cells.choice('work_package_id'), 'work_package_id');
  const language = orTemplate(cells.choice('language'), 'language');
  const label = orTemplate(cells.text('scoping_label'), 'scoping_label');
  const written = cells.text('settings');
  const read = written === '' ? null : readSettings(written);
  if (written !== '' && read === null) cells.fault('not-settings', 'settings');
  const settings = written === '' ? templateSettings(template, packageId) : (read ?? undefined);
  const creation = withoutUndefined({
    id,
    name,
    work_package_id: packageId,
    scoping_package_id: labelOf(packages.get(packageId), language, label, cells),
    client_organisation_id: client,
    legal_entity_id: entities[0] ?? '',
    period_start: cells.day('period_start'),
    period_end: cells.day('period_end'),
    language,
    unit_of_measurement: orTemplate(cells.text('unit_of_measurement'), 'unit_of_measurement') || undefined,
    audit_type: orTemplate(cells.choice('audit_type'), 'audit_type') || undefined,
    coupled_component_audit_ids: coupled.length === 0 ? undefined : coupled,
    settings,
  });
  if (written === '' && settings !== undefined) filled.set('settings', settingsText(settings));
  return { object: { kind: 'audit', creation }, filled };
}

/** Fills blank cells with what the template has for them, and remembers which. */
function templateFiller({ blank }: Cells, template: AppliedTemplate | null) {
  const filled = new Map<ImportColumn, string>();
  const orTemplate = (written: string, column: ImportColumn): string => {
    const text = blank.has(column) ? templateText(template, column) : '';
    if (text !== '') filled.set(column, text);
    return text === '' ? written : text;
  };
  return { filled, orTemplate };
}

/** The legal entities of a cell, by their ids or names. */
function entitiesOf(cells: Cells, find: (text: string) => Meant): readonly string[] {
  return cells.list('legal_entity_ids').map((entry) => cells.meant(entry, 'legal_entity_ids', find));
}

function componentOf(
  cells: Cells,
  template: AppliedTemplate | null,
  find: NameFinders,
): Pick<RowReading, 'object' | 'filled'> {
  const group = cells.meant(cells.text('group_audit_id'), 'group_audit_id', find.group);
  const { filled, orTemplate } = templateFiller(cells, template);
  const worksInAudit = cells.boolean('works_in_audit');
  const isOut = cells.choice('scope') === 'out_of_scope';
  const explanation = cells.text('out_of_scope_explanation');
  if (!isOut && explanation !== '') cells.warn('explanation-unused', 'out_of_scope_explanation');
  const creation = withoutUndefined({
    legal_entity_ids: entitiesOf(cells, find.entity(find.clientOf(group))),
    name: cells.optional('component_name'),
    country: cells.choice('country') || undefined,
    auditor_relation: orTemplate(cells.choice('auditor_relation'), 'auditor_relation'),
    component_settings:
      worksInAudit === undefined ? undefined : { component_auditor_works_in_audit: worksInAudit },
  });
  const object: ImportObject = {
    kind: 'component',
    group,
    id: cells.optional('component_id') ?? cells.optional('audit_id') ?? null, // a list of audits has components by that
    creation,
    outOfScope: isOut ? explanation : null,
  };
  return { object, filled };
}

/** The same without the blanks around its name and unit, which nobody means. */
export function withoutOuterBlanks(reading: RowReading): RowReading {
  const { object } = reading;
  if (!('creation' in object)) return reading;
  const trimmed = Object.entries(object.creation).flatMap(([field, value]) =>
    (field === 'name' || field === 'unit_of_measurement') &&
    typeof value === 'string' &&
    value !== value.trim()
      ? [[field, value.trim()] as const]
      : [],
  );
  if (trimmed.length === 0) return reading;
  const creation = { ...object.creation, ...Object.fromEntries(trimmed) };
  return { ...reading, object: { ...object, creation } as ImportObject }; // the same fields
}

/** What is there of an object: absent fields are not sent (decisions.md §1.5). */
function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const there: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) there[name] = value;
  return there as Defined<Fields>; // the same fields, but for those that are undefined
}
type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

type NameFinders = ReturnType<typeof findersOfNames>;

/** Finds what rows name: a client and an audit of the firm, a group among those that have components, a legal entity of a client. */
function findersOfNames({ clients, audits, entitiesOf: lists }: ImportKnown) {
  const owners = new Map(audits.map((audit) => [audit.id, audit.client_organisation_id]));
  const entities = new Map([...lists].map(([client, list]) => [client, nameFinder(list)]));
  return {
    client: nameFinder(clients),
    audit: nameFinder(audits),
    group: nameFinder(audits.filter((audit) => audit.audit_type === 'consolidated')),
    clientOf: (group: string): string => owners.get(group) ?? '',
    entity: (client: string): ((text: string) => Meant) => entities.get(client) ?? (() => null),
  };
}

type Finders = ReadonlyMap<ImportColumn, Finder>;

function findersOf({ words }: ImportSetup, known: ImportKnown): Finders {
  return new Map(
    allColumns.flatMap((column) => {
      const finder = importColumns[column].values?.(known, words.values[column] ?? {});
      return finder === undefined ? [] : [[column, finder] as const];
    }),
  );
}

/**
 * A label as its package spells it, whatever its case, or as a person has said that it means; as it is written where the package has none such,
 * which a rule then says.
 */
function labelOf(
  workPackage: WorkPackage | undefined,
  language: string,
  written: string,
  { said }: Pick<Cells, 'said'>,
): string {
  if (workPackage === undefined || written === '') return written;
  const labels = scopingLabels(workPackage, language);
  if (labels.includes(written)) return written;
  const find = choiceFinder(labels, {});
  return find(written) ?? said('scoping_label', written, find) ?? written;
}
