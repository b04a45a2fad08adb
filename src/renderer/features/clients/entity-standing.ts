import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import type { EntityNode } from '../../../shared/rules/legal-entity-tree.ts';

/** Why an entity stands at the top although it names a parent: that is not in the list, or stands below it. */
export type Standing = 'orphan' | 'circle';

/** Of the entities at the top of a tree, those that name a parent, and why they stand there (decisions.md §6.2). */
export function unplacedEntities(nodes: readonly EntityNode[]): ReadonlyMap<string, Standing> {
  const named = nodes.filter(({ entity }) => entity.parent_id !== null);
  return new Map(
    named.map((node) => [node.entity.id, stands(node, node.entity.parent_id ?? '') ? 'circle' : 'orphan']),
  );
}

function stands(node: EntityNode, id: string): boolean {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.entity.id === id) return true;
    open.push(...next.children);
  }
  return false;
}

/** Whether the service names no parent for any of several entities: then their order is all that is known. */
export function isFlat(entities: readonly LegalEntity[]): boolean {
  return entities.length > 1 && entities.every(({ parent_id }) => parent_id === null);
}
