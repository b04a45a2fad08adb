import type { ComponentAudit } from '../../model/component-audit.ts';
import type { ImportColumn } from './columns.ts';
import type { ImportKnown, ImportObject } from './known.ts';
import type { RowDifference } from './model.ts';

type ComponentObject = Extract<ImportObject, { kind: 'component' }>;

/** What a component is about, in whatever order its legal entities stand. */
export function componentEntities({ creation }: ComponentObject): readonly string[] {
  return creation.legal_entity_ids.toSorted();
}

/**
 * The component of a group that a row is about: by the id that the service gave it, else by its legal entities, since the service chooses the ids of
 * components. Of several with the same legal entities the one with the row's name, else the one with the row's order, else the first.
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
  return (
    alike.find(({ name }) => name === object.creation.name) ??
    alike.find((each) => hasSameOrder(object, each)) ??
    alike[0] ??
    null
  );
}

/** Whether the legal entities are the same in the same order: the first is the primary one. */
function hasSameOrder({ creation }: ComponentObject, { legal_entity_ids: ids }: ComponentAudit): boolean {
  return JSON.stringify(creation.legal_entity_ids) === JSON.stringify(ids);
}

/** The columns in which a component of the service differs from what its row says. Of these only what sets it out of scope can be sent. */
export function componentDifferences(
  object: ComponentObject,
  component: ComponentAudit,
  blank: ReadonlySet<ImportColumn>,
): readonly RowDifference[] {
  const { outOfScope } = object;
  const { name, auditor_relation: relation } = object.creation;
  const wantsOut = outOfScope !== null;
  const isOut = component.in_scope === false;
  const differs: readonly (readonly [ImportColumn, boolean, boolean])[] = [
    ['legal_entity_ids', !hasSameOrder(object, component), false],
    ['component_name', name !== component.name, false],
    ['auditor_relation', relation !== component.auditor_relation, false],
    ['scope', component.in_scope !== null && wantsOut !== isOut, wantsOut], // nothing sets it back
    [
      'out_of_scope_explanation',
      wantsOut && isOut && outOfScope.trim() !== component.out_of_scope_explanation.trim(),
      true,
    ],
  ];
  return differs.flatMap(([column, isOther, canChange]) =>
    isOther && !blank.has(column) ? [{ column, canChange }] : [],
  );
}

/** The columns in which a row says what the service does not show of the component that is there: nobody can tell whether it is so. */
export function columnsNotShown(
  { creation }: ComponentObject,
  component: ComponentAudit,
  blank: ReadonlySet<ImportColumn>,
  countryOfEntity: string | null,
): readonly ImportColumn[] {
  return [
    ...(creation.country === undefined || creation.country === countryOfEntity ? [] : (['country'] as const)),
    ...(creation.component_settings === undefined ? [] : (['works_in_audit'] as const)),
    ...(component.in_scope !== null || blank.has('scope') ? [] : (['scope'] as const)),
  ];
}
