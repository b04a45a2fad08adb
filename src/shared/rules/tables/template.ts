import type { WorkPackage } from '../../model/work-package.ts';
import type { AppliedTemplate } from '../service/template.ts';
import type { ImportColumn } from './columns.ts';
import type { Filled, ImportSetup } from './model.ts';

/** The columns that a template fills where their cells are empty: those of audits, and the auditor of components. */
const templateColumns = [
  'audit_type',
  'work_package_id',
  'scoping_label',
  'language',
  'unit_of_measurement',
  'settings',
  'auditor_relation',
] as const satisfies readonly ImportColumn[];
type TemplateColumn = (typeof templateColumns)[number];

export const nothingFilled: Filled = new Map();

/** What a template has for an empty cell; an empty text where it leaves that open, or what it names is gone. */
export function templateText(template: AppliedTemplate | null, column: TemplateColumn): string {
  if (template === null) return '';
  switch (column) {
    case 'audit_type':
      return template.template.audit_type;
    case 'work_package_id':
      return template.workPackage?.id ?? '';
    case 'scoping_label':
      return template.label;
    case 'language':
      return template.language;
    case 'unit_of_measurement':
      return template.template.unit_of_measurement;
    case 'settings':
      return settingsText(template.settings);
    case 'auditor_relation':
      return template.template.components?.auditor_relation ?? '';
  }
}

/** Settings as the text of a cell; an empty one for none. */
export function settingsText(settings: AppliedTemplate['settings'] | undefined): string {
  return settings === undefined || Object.keys(settings).length === 0 ? '' : JSON.stringify(settings);
}

/** What the text of a cell says of settings; null where it is not an object in JSON. */
export function readSettings(text: string): AppliedTemplate['settings'] | null {
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    return isObject ? Object.fromEntries(Object.entries(read)) : null;
  } catch {
    return null;
  }
}

/** The columns of a table for which its template has something. */
export function columnsFilledBy({
  kind,
  mapping,
  template,
}: Pick<ImportSetup, 'kind' | 'mapping' | 'template'>): readonly ImportColumn[] {
  const hasComponents = kind === 'components' || mapping.group_audit_id !== undefined;
  return templateColumns.filter(
    (column) =>
      (column === 'auditor_relation' ? hasComponents : kind === 'audits') &&
      templateText(template, column) !== '',
  );
}

/** The settings that an audit of a package gets: those of the template, which are judged by its own package only. */
export function templateSettings(
  template: AppliedTemplate | null,
  workPackage: WorkPackage['id'],
): AppliedTemplate['settings'] | undefined {
  if (template === null || template.workPackage?.id !== workPackage) return undefined;
  return Object.keys(template.settings).length === 0 ? undefined : template.settings;
}

/** Where values of a template stand in a table that is sent: in their columns, those that the file does not have behind its last one. */
export function filledPlaces(
  rows: readonly { readonly filled: Filled }[],
  mapping: Readonly<Partial<Record<ImportColumn, number>>>,
  width: number,
): ReadonlyMap<ImportColumn, number> {
  const filled = new Set(rows.flatMap((row) => [...row.filled.keys()]));
  const places = new Map<ImportColumn, number>();
  let next = width;
  for (const column of templateColumns) {
    if (!filled.has(column)) continue;
    const place = mapping[column];
    places.set(column, place ?? next);
    if (place === undefined) next += 1;
  }
  return places;
}

/** The cells of a row with what it has of its template. */
export function withFilled(
  cells: readonly string[],
  filled: Filled,
  places: ReturnType<typeof filledPlaces>,
): readonly string[] {
  if (filled.size === 0) return cells;
  const put = new Map([...filled].map(([column, text]) => [places.get(column), text]));
  const width = Math.max(cells.length, ...[...places.values()].map((place) => place + 1));
  return Array.from({ length: width }, (_, place) => put.get(place) ?? cells[place] ?? '');
}
