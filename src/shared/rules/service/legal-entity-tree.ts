import type { LegalEntity } from '../../model/client-organisation.ts';

/** A legal entity with those below it, in the order in which the service lists them. */
export interface EntityNode {
  readonly entity: LegalEntity;
  readonly children: readonly EntityNode[];
}

/**
 * The tree of a flat list. Every entity is in it exactly once: one whose parent is not in the list stands at the top, and a
 * circle of parents is opened at the first of its members (decisions.md §6.2).
 */
export function legalEntityTree(entities: readonly LegalEntity[]): readonly EntityNode[] {
  const byId = new Map(entities.toReversed().map((entity) => [entity.id, entity])); // of equal ids the first stays
  const listed = entities.filter((entity) => byId.get(entity.id) === entity);
  const openedAt = circleOpenings(listed, byId);
  const nodes = new Map<string, { readonly entity: LegalEntity; readonly children: EntityNode[] }>(
    listed.map((entity) => [entity.id, { entity, children: [] }]),
  );
  const roots: EntityNode[] = [];
  for (const node of nodes.values()) {
    const parent = openedAt.has(node.entity.id) ? undefined : nodes.get(node.entity.parent_id ?? '');
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

function circleOpenings(
  listed: readonly LegalEntity[],
  byId: ReadonlyMap<string, LegalEntity>,
): ReadonlySet<string> {
  const order = new Map(listed.map(({ id }, index) => [id, index]));
  const settled = new Set<string>();
  const openings = new Set<string>();
  for (const start of listed) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let current: LegalEntity | undefined = start;
    while (current !== undefined && !settled.has(current.id) && !onPath.has(current.id)) {
      path.push(current.id);
      onPath.add(current.id);
      current = byId.get(current.parent_id ?? '');
    }
    if (current !== undefined && onPath.has(current.id)) {
      const circle = path.slice(path.indexOf(current.id));
      const [opening] = circle.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
      if (opening !== undefined) openings.add(opening);
    }
    for (const id of path) settled.add(id);
  }
  return openings;
}

/** The part of a tree that leads to entities which match; below one that matches everything stays. */
export function treeMatching(
  nodes: readonly EntityNode[],
  matches: (entity: LegalEntity) => boolean,
): readonly EntityNode[] {
  return nodes.flatMap((node) => {
    if (matches(node.entity)) return [node];
    const children = treeMatching(node.children, matches);
    return children.length === 0 ? [] : [{ entity: node.entity, children }];
  });
}

/** The ids of all entities that have others below them. */
export function parentIds(nodes: readonly EntityNode[]): readonly string[] {
  return nodes.flatMap(({ entity, children }) =>
    children.length === 0 ? [] : [entity.id, ...parentIds(children)],
  );
}

/** The names on the way from the top to an entity, its own last; empty where it is not in the tree. */
export function pathTo(nodes: readonly EntityNode[], id: string): readonly LegalEntity[] {
  for (const { entity, children } of nodes) {
    if (entity.id === id) return [entity];
    const below = pathTo(children, id);
    if (below.length > 0) return [entity, ...below];
  }
  return [];
}
