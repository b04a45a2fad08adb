import type { Audit, AuditCreation } from '../model/audit.ts';
import type { AuditTemplate } from '../model/template.ts';
import type { ColumnMapping, ImportColumn } from './import-columns.ts';
import { type ImportKnown, type ImportRow, type ImportSetup, rowReader } from './import-rows.ts';
import { withCell } from './import-summary.ts';
import {
  idMaker,
  isFillable,
  isIdByPattern,
  nameByPattern,
  type PatternValues,
  patternValues,
} from './patterns.ts';

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

/** How many rows of audits have empty cells in the columns of the patterns. */
export function countUnnamed(rows: readonly ImportRow[], { mapping, template }: ImportSetup): number {
  const columns = columnsNamedBy(template?.template ?? null);
  return rows.filter(
    (row) =>
      isEmpty(row, mapping, 'group_audit_id') && columns.some((column) => isEmpty(row, mapping, column)),
  ).length;
}

function isEmpty({ cells }: ImportRow, mapping: ColumnMapping, column: ImportColumn): boolean {
  return (cells[mapping[column] ?? -1] ?? '').trim() === '';
}

/**
 * The rows with the ids and names that the patterns make, in the order of the file. An id is free in the file and at the service, unless an audit
 * there has the same client, legal entity, period and type and an id that the pattern makes of them: then the row is of that audit, so the same
 * file makes nothing twice. Columns that the file does not have are at the places that are given.
 */
export function namedRows(
  rows: readonly ImportRow[],
  setup: ImportSetup,
  known: ImportKnown,
  places: ColumnMapping,
): readonly ImportRow[] {
  const { template } = setup;
  if (template === null) return rows;
  const { name_pattern: namePattern, id_pattern: idPattern } = template.template;
  const wanted = unnamed(rows, setup, known);
  const inFile = rows.map(({ cells }) => cells[setup.mapping.audit_id ?? -1] ?? '');
  const taken = new Set([
    ...inFile,
    ...known.audits.map(({ id }) => id),
    ...[...known.componentsOf.values()].flat().map(({ id }) => id),
  ]);
  const makeId = idMaker(taken);
  const alike = Map.groupBy(known.audits, (audit) => contentKey(ofAudit(audit)));
  const used = new Set(inFile);
  return rows.map((row) => {
    const one = wanted.get(row.number);
    if (one === undefined) return row;
    const { creation, values } = one;
    const texts = new Map<ImportColumn, string>();
    if (one.columns.includes('audit_name')) texts.set('audit_name', nameByPattern(namePattern, values));
    if (one.columns.includes('audit_id')) {
      const same = alike
        .get(contentKey(creation))
        ?.find(({ id }) => !used.has(id) && isIdByPattern(id, idPattern, values));
      const id = same?.id ?? makeId(idPattern, values);
      used.add(id);
      texts.set('audit_id', id);
    }
    return [...texts].reduce((named, [column, text]) => withCell(named, places[column] ?? 0, text), row);
  });
}

function unnamed(
  rows: readonly ImportRow[],
  setup: ImportSetup,
  known: ImportKnown,
): ReadonlyMap<number, Unnamed> {
  const { template } = setup;
  const columns = columnsNamedBy(template?.template ?? null);
  if (template === null || columns.length === 0) return new Map();
  const read = rowReader(setup, known);
  const clients = new Map(known.clients.map((client) => [client.id, client.name]));
  const patterns = { audit_id: template.template.id_pattern, audit_name: template.template.name_pattern };
  const found = rows
    .filter((row) => columns.some((column) => isEmpty(row, setup.mapping, column)))
    .flatMap((row): readonly Unnamed[] => {
      const { object, blank } = read(row);
      if (object.kind !== 'audit') return [];
      const { creation } = object;
      const values = valuesOf({ creation }, clients, known);
      const own = (['audit_id', 'audit_name'] as const).filter(
        (column) => blank.has(column) && patterns[column] !== '' && isFillable(patterns[column], values),
      );
      return own.length === 0 ? [] : [{ row, creation, values, columns: own }];
    });
  return new Map(found.map((one) => [one.row.number, one]));
}

function valuesOf(
  { creation }: Pick<Unnamed, 'creation'>,
  clients: ReadonlyMap<string, string>,
  { entitiesOf }: ImportKnown,
): PatternValues {
  const { client_organisation_id: client, legal_entity_id: entity } = creation;
  const nobody = { id: '', name: '' }; // an id that the service does not know is to be corrected first
  const name = clients.get(client);
  return patternValues({
    client: name === undefined ? nobody : { id: client, name },
    entity: entitiesOf.get(client)?.find(({ id }) => id === entity) ?? nobody,
    period: { start: creation.period_start, end: creation.period_end },
    name: '',
  });
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

function contentKey(of: Content): string {
  const { client_organisation_id: client, legal_entity_id: entity, audit_type: type = 'single' } = of;
  const days = [of.period_start, of.period_end].map((day) => day.slice(0, 'YYYY-MM-DD'.length));
  return JSON.stringify([client, entity, ...days, type]);
}
