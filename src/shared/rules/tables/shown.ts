import { packageName } from '../service/work-package.ts';
import { settingsText } from './cells.ts';
import { allColumns, type ImportColumn, importColumns } from './columns.ts';
import type { ImportKnown, ImportObject } from './known.ts';

/** A value as it is sent, with the name that the service's lists have for it. */
export interface ShownValue {
  readonly value: string;
  readonly name?: string;
}

/** What a row asks for, by its columns; a column of which nothing is sent is absent. */
export type ShownValues = readonly (readonly [ImportColumn, readonly ShownValue[]])[];

/** Shows what rows ask for, in the names of the service's lists. */
export function valueShower(known: ImportKnown): (object: ImportObject) => ShownValues {
  const nameIn = (list: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(list.map(({ id, name }) => [id, name]));
  const [clients, audits] = [nameIn(known.clients), nameIn(known.audits)];
  const owners = new Map(known.audits.map((audit) => [audit.id, audit.client_organisation_id]));
  const packages = new Map(known.workPackages.map((each) => [each.id, packageName(each)]));
  const entities = new Map([...known.entitiesOf].map(([client, list]) => [client, nameIn(list)]));
  const namesFor = (object: ImportObject, column: ImportColumn): ReadonlyMap<string, string> | undefined => {
    if (column === 'client_id') return object.kind === 'audit' ? clients : undefined;
    if (column === 'group_audit_id') return audits;
    if (column === 'audit_id') return object.kind === 'user' ? audits : undefined;
    if (column === 'work_package_id') return packages;
    return column === 'legal_entity_ids' ? entities.get(clientOf(object, owners)) : undefined;
  };
  return (object) =>
    allColumns.flatMap((column) => {
      const values = valuesOf(object, column).filter((value) => value !== '');
      const names = namesFor(object, column);
      const shown = values.map((value): ShownValue => {
        const name = names?.get(value);
        return name === undefined ? { value } : { value, name };
      });
      return shown.length === 0 ? [] : [[column, shown] as const];
    });
}

function clientOf(object: ImportObject, owners: ReadonlyMap<string, string>): string {
  if (object.kind === 'audit') return object.creation.client_organisation_id;
  return object.kind === 'component' ? (owners.get(object.group) ?? '') : '';
}

/** What an object has in a column, in texts. */
export function valuesOf(object: ImportObject, column: ImportColumn): readonly string[] {
  switch (object.kind) {
    case 'user':
      return texts(
        column === 'audit_id'
          ? object.audit
          : column === 'user_id'
            ? object.assignment.id
            : column === 'role'
              ? object.assignment.role
              : null,
      );
    case 'deadline':
      if (column === 'partner' || column === 'manager') return texts(object[column]);
      return texts(column === 'deadline' ? object.day : null);
    case 'component':
      if (column === 'group_audit_id') return texts(object.group);
      if (column === 'scope') return [object.outOfScope === null ? 'in_scope' : 'out_of_scope'];
      if (column === 'out_of_scope_explanation') return texts(object.outOfScope);
      break;
    case 'audit':
      if (column === 'settings') return texts(settingsText(object.creation.settings));
      break;
    case 'client':
  }
  const field = importColumns[column].fields?.[object.kind];
  return field === undefined ? [] : texts(field.split('.').reduce(fieldOf, object.creation as unknown));
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map(Object.entries(value)).get(field) // no field of every object
    : undefined;
}

function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'string') return [value];
  return typeof value === 'boolean' ? [String(value)] : [];
}
