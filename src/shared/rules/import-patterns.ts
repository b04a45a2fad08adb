import type { Audit, AuditCreation } from '../model/audit.ts';
import type { AuditTemplate } from '../model/template.ts';
import type { ColumnMapping, ImportColumn } from './import-columns.ts';
import { existingComponent } from './import-components.ts';
import { type ImportKnown, type ImportRow, type ImportSetup, rowReader } from './import-rows.ts';
import { withCell } from './import-summary.ts';
import { inParts } from './parts.ts';
import {
  idMaker,
  isFillable,
  isIdByPattern,
  nameByPattern,
  type PatternValues,
  patternValues,
} from './patterns.ts';
import { componentName } from './template.ts';

type Patterns = Pick<AuditTemplate, 'name_pattern' | 'id_pattern'>;

/** The columns that the patterns of a template can fill. */
export function columnsNamedBy(template: Patterns | null): readonly ImportColumn[] {
  return [
    ...(template === null || template.id_pattern === '' ? [] : (['audit_id'] as const)),
    ...(template === null || template.name_pattern === '' ? [] : (['audit_name'] as const)),
  ];
}

/** What a row lacks that the patterns can make: it is of an audit, and the service and the file say what the patterns name. */
interface Unnamed {
  readonly row: ImportRow;
  readonly creation: AuditCreation;
  readonly values: PatternValues;
  readonly columns: readonly ImportColumn[];
}

/** How many rows have empty cells in the columns of the patterns, and which columns these are. */
export function unnamedIn(
  rows: readonly ImportRow[],
  setup: ImportSetup,
): { readonly count: number; readonly columns: readonly ImportColumn[] } {
  const { mapping, template } = setup;
  const ofAudits = columnsNamedBy(template?.template ?? null);
  const found = rows.map((row) => {
    if (isOfComponent(row, setup)) return isUnnamedComponent(row, setup) ? ['component_name' as const] : [];
    return setup.kind === 'audits' ? ofAudits.filter((column) => isEmpty(row, mapping, column)) : [];
  });
  return {
    count: found.filter((columns) => columns.length > 0).length,
    columns: [...new Set(found.flat())],
  };
}

function isOfComponent(row: ImportRow, { kind, mapping }: ImportSetup): boolean {
  return kind === 'components' || (kind === 'audits' && !isEmpty(row, mapping, 'group_audit_id'));
}

/** Whether a row is of a component without a name, which the template's pattern for components can name. */
function isUnnamedComponent(row: ImportRow, setup: ImportSetup): boolean {
  const { mapping, template } = setup;
  const pattern = template?.template.components?.name_pattern ?? '';
  if (pattern === '' || !isOfComponent(row, setup)) return false;
  const needed = ['group_audit_id', 'legal_entity_ids'] as const;
  return isEmpty(row, mapping, 'component_name') && needed.every((column) => !isEmpty(row, mapping, column));
}

function isEmpty({ cells }: ImportRow, mapping: ColumnMapping, column: ImportColumn): boolean {
  return (cells[mapping[column] ?? -1] ?? '').trim() === '';
}

/**
 * The rows with the ids and names that the patterns make, in the order of the file. An id is free in the file and at the service, unless an audit
 * there, or one that a plan is making, has the same client, legal entity, period and type and an id that the pattern makes of them: then the row is of that audit, so the same
 * file makes nothing twice. A row of what is there has its name. Yields after so many rows, so that whoever asks can rest.
 */
export function* namedRows(
  rows: readonly ImportRow[],
  setup: ImportSetup,
  known: ImportKnown,
  size: number,
): Generator<undefined, readonly ImportRow[]> {
  if (setup.template === null) return rows;
  return yield* namedComponents(yield* namedAudits(rows, setup, known, size), setup, known, size);
}

function* namedAudits(
  rows: readonly ImportRow[],
  setup: ImportSetup,
  known: ImportKnown,
  size: number,
): Generator<undefined, readonly ImportRow[]> {
  const { mapping, template } = setup;
  const { name_pattern: namePattern = '', id_pattern: idPattern = '' } = template?.template ?? {};
  const wanted = yield* unnamed(rows, setup, known, size);
  const inFile = rows.map(({ cells }) => cells[mapping.audit_id ?? -1] ?? '');
  const there = auditsThere(known);
  const taken = new Set([
    ...inFile,
    ...there.map(({ id }) => id),
    ...[...known.componentsOf.values()].flat().map(({ id }) => id),
  ]);
  const makeId = idMaker(taken);
  const alike = Map.groupBy(there, ({ content }) => contentKey(content));
  const byId = new Map(there.map((audit) => [audit.id, audit]));
  const used = new Set(inFile);
  return yield* inParts(rows, size, (row) => {
    const one = wanted.get(row.number);
    if (one === undefined) return row;
    const { creation, values } = one;
    const texts = new Map<ImportColumn, string>();
    let own = byId.get(creation.id);
    if (one.columns.includes('audit_id')) {
      const same = alike
        .get(contentKey(creation))
        ?.find(({ id }) => !used.has(id) && isIdByPattern(id, idPattern, values));
      const id = same?.id ?? makeId(idPattern, values);
      own = same;
      used.add(id);
      texts.set('audit_id', id);
    }
    if (one.columns.includes('audit_name'))
      texts.set('audit_name', own?.name ?? nameByPattern(namePattern, values));
    return [...texts].reduce((named, [column, text]) => withCell(named, mapping[column] ?? 0, text), row);
  });
}

/** With the names of components, each by what its group is, which is at the service or in the file. */
function* namedComponents(
  rows: readonly ImportRow[],
  setup: ImportSetup,
  known: ImportKnown,
  size: number,
): Generator<undefined, readonly ImportRow[]> {
  const pattern = setup.template?.template.components ?? null;
  const unnamedRows = new Set(rows.filter((row) => isUnnamedComponent(row, setup)));
  if (pattern === null || unnamedRows.size === 0) return rows;
  const read = rowReader(setup, known);
  const { mapping } = setup;
  const cellOf = ({ cells }: ImportRow, column: ImportColumn): string => cells[mapping[column] ?? -1] ?? '';
  const wanted = new Set([...unnamedRows].map((row) => cellOf(row, 'group_audit_id')));
  const inFile = yield* inParts(rows, size, (row): readonly (readonly [string, Content])[] => {
    if (!wanted.has(cellOf(row, 'audit_id')) || isOfComponent(row, setup)) return [];
    const { object } = read(row);
    return object.kind === 'audit' ? [[object.creation.id, object.creation]] : [];
  });
  const groups = new Map<string, Content>(
    [...inFile.flat(), ...auditsThere(known).map(({ id, content }) => [id, content] as const)].filter(
      ([id, { audit_type: type }]) => wanted.has(id) && type === 'consolidated',
    ),
  );
  const valuesOfContent = valuesIn(known);
  const values = new Map([...groups].map(([id, group]) => [id, valuesOfContent(group)]));
  return yield* inParts(rows, size, (row) => {
    if (!unnamedRows.has(row)) return row;
    const { object } = read(row);
    if (object.kind !== 'component') return row;
    const { group: id, creation } = object;
    const group = groups.get(id);
    const filled = values.get(id);
    const entities = known.entitiesOf.get(group?.client_organisation_id ?? '');
    const entity = entities?.find((each) => each.id === creation.legal_entity_ids[0]);
    if (filled === undefined || entity === undefined) return row;
    const name = componentName(pattern, filled, entity);
    const there = existingComponent({ ...object, creation: { ...creation, name } }, known.componentsOf);
    return withCell(row, mapping.component_name ?? 0, there?.name ?? name);
  });
}

function* unnamed(
  rows: readonly ImportRow[],
  setup: ImportSetup,
  known: ImportKnown,
  size: number,
): Generator<undefined, ReadonlyMap<number, Unnamed>> {
  const { template } = setup;
  const columns = columnsNamedBy(template?.template ?? null);
  if (template === null || columns.length === 0) return new Map();
  const read = rowReader(setup, known);
  const valuesOf = valuesIn(known);
  const patterns = { audit_id: template.template.id_pattern, audit_name: template.template.name_pattern };
  const empty = rows.filter((row) => columns.some((column) => isEmpty(row, setup.mapping, column)));
  const found = yield* inParts(empty, size, (row): readonly Unnamed[] => {
    const { object, blank } = read(row);
    if (object.kind !== 'audit') return [];
    const { creation } = object;
    const values = valuesOf(creation);
    const own = (['audit_id', 'audit_name'] as const).filter(
      (column) => blank.has(column) && patterns[column] !== '' && isFillable(patterns[column], values),
    );
    return own.length === 0 ? [] : [{ row, creation, values, columns: own }];
  });
  return new Map(found.flat().map((one) => [one.row.number, one]));
}

/** What the patterns are filled with. */
function valuesIn({ clients, entitiesOf }: ImportKnown): (of: Content) => PatternValues {
  const names = new Map(clients.map((client) => [client.id, client.name]));
  const nobody = { id: '', name: '' }; // an id that the service does not know is to be corrected first
  return ({ client_organisation_id: client, legal_entity_id: entity, period_start, period_end }) => {
    const name = names.get(client);
    return patternValues({
      client: name === undefined ? nobody : { id: client, name },
      entity: entitiesOf.get(client)?.find(({ id }) => id === entity) ?? nobody,
      period: { start: dayOf(period_start), end: dayOf(period_end) },
      name: '',
    });
  };
}

type Content = Pick<
  AuditCreation,
  'client_organisation_id' | 'legal_entity_id' | 'period_start' | 'period_end' | 'audit_type'
>;

function ofAudit(audit: Audit): Content {
  const { client_organisation_id, period_start, period_end, audit_type } = audit;
  const [legal_entity_id = ''] = audit.legal_entity_ids;
  return { client_organisation_id, legal_entity_id, period_start, period_end, audit_type };
}

/** The audits that plans are making, and those that are there. */
function auditsThere({ audits, underway }: ImportKnown) {
  return [
    ...underway.flatMap(({ object }) =>
      object.kind === 'audit'
        ? [{ id: object.creation.id, name: object.creation.name, content: object.creation }]
        : [],
    ),
    ...audits.map((audit) => ({ id: audit.id, name: audit.name, content: ofAudit(audit) })), // as they are called now
  ];
}

function contentKey(of: Content): string {
  const { client_organisation_id: client, legal_entity_id: entity, audit_type: type = 'single' } = of;
  return JSON.stringify([client, entity, dayOf(of.period_start), dayOf(of.period_end), type]);
}

/** The day of a moment. */
function dayOf(moment: string): string {
  return moment.slice(0, 'YYYY-MM-DD'.length);
}
