import type { WorkPackage } from '../../model/work-package.ts';
import type { AppliedTemplate } from '../service/template.ts';
import { allColumns, columnsOf, type ImportColumn, importColumns } from './columns.ts';
import type { Filled, ImportSetup } from './model.ts';

export const nothingFilled: Filled = new Map();

/** What a template has for an empty cell; an empty text for nothing. */
export function templateText(template: AppliedTemplate | null, column: ImportColumn): string {
  return (template && importColumns[column].template?.(template)) ?? '';
}

/** The columns of a table for which its template has something. */
export function columnsFilledBy({
  kind,
  mapping,
  template,
}: Pick<ImportSetup, 'kind' | 'mapping' | 'template'>): readonly ImportColumn[] {
  const hasComponents = kind === 'components' || mapping.group_audit_id !== undefined;
  return columnsOf(kind).filter(
    (column) => templateText(template, column) !== '' && (column !== 'auditor_relation' || hasComponents),
  );
}

/** The settings that an audit of a package gets: those of the template, which are checked by its own package only. */
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
  for (const column of allColumns) {
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
