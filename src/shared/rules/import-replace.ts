import { componentRefusal } from './component.ts';
import { existingComponent } from './import-components.ts';
import type { Service } from './import-existing.ts';
import type { ImportKnown, ImportObject } from './import-rows.ts';

/** The ids of audits and components that a person has decided to delete, so that their rows create them again. */
export type Replaced = ReadonlySet<string>;

/** What the service has once these are deleted: a group goes with its components, and what an audit was coupled to is free. */
export function withoutReplaced(known: ImportKnown, replaced: Replaced): ImportKnown {
  if (replaced.size === 0) return known;
  const groups = [...known.componentsOf].filter(([group]) => !replaced.has(group));
  return {
    ...known,
    audits: known.audits.filter(({ id }) => !replaced.has(id)),
    componentsOf: new Map(
      groups.map(([group, components]) => [
        group,
        components
          .filter(({ id }) => !replaced.has(id))
          .map((component) =>
            replaced.has(component.coupled_entity_audit_id ?? '')
              ? { ...component, coupled_entity_audit_id: null }
              : component,
          ),
      ]),
    ),
  };
}

/** The id of what a row deletes before it creates; null where it deletes nothing. */
export function replacedBy(object: ImportObject, known: ImportKnown, replaced: Replaced): string | null {
  if (replaced.size === 0) return null;
  if (object.kind === 'audit') return replaced.has(object.creation.id) ? object.creation.id : null;
  if (object.kind !== 'component' || replaced.has(object.group)) return null;
  const id = existingComponent(object, known.componentsOf)?.id ?? '';
  return replaced.has(id) ? id : null;
}

/**
 * Whether what a row is about can be deleted so that the row creates it again: a component where the service allows its deletion, an audit unless one
 * of its components is coupled. A group's components must have been read, since they go with it; clients cannot be deleted.
 */
export function canReplace(object: ImportObject, { audits, componentsOf }: Service): boolean {
  if (object.kind === 'component') {
    const group = audits.get(object.group);
    const component = existingComponent(object, componentsOf);
    return group !== undefined && component !== null && componentRefusal('delete', group, component) === null;
  }
  if (object.kind !== 'audit') return false;
  const { id } = object.creation;
  if (audits.get(id)?.audit_type === 'single') return true;
  const components = componentsOf.get(id);
  return components?.every(({ coupled_entity_audit_id: coupled }) => coupled === null) === true;
}
