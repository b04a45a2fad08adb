import type { ComponentAudit } from '../model/component-audit.ts';
import type { ImportKnown, ImportObject } from './import-rows.ts';

type ComponentObject = Extract<ImportObject, { kind: 'component' }>;

/** What a component is about, in whatever order its legal entities stand. */
export function componentEntities({ creation }: ComponentObject): readonly string[] {
  return creation.legal_entity_ids.toSorted();
}

/**
 * The component of a group that a row is about: by the id that the service gave it, else by its legal entities, since the service chooses the ids of
 * components. Of several with the same legal entities the one with the row's name, else the first.
 */
export function existingComponent(
  object: ComponentObject,
  componentsOf: ImportKnown['componentsOf'],
): ComponentAudit | null {
  const components = componentsOf.get(object.group) ?? [];
  const byId = components.find(({ id }) => id === object.id);
  if (byId !== undefined) return byId;
  const wanted = JSON.stringify(componentEntities(object));
  const alike = components.filter(({ legal_entity_ids: ids }) => JSON.stringify(ids.toSorted()) === wanted);
  return alike.find(({ name }) => name === object.creation.name) ?? alike[0] ?? null;
}
