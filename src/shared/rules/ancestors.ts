import type { LegalEntity } from '../model/client-organisation.ts';

/**
 * Counts the ancestors of each legal entity of one client, as decisions.md §9.7 needs them: a parent that is not in the list
 * is none, and a circle ends where it began. Null for an entity that is not in the list, and for all of a list of several
 * that gives no parent at all: there the tree cannot be known.
 */
export function ancestorCounter(entities: readonly LegalEntity[]): (id: string) => number | null {
  const parents = new Map(entities.map(({ id, parent_id }) => [id, parent_id]));
  const isFlat = entities.length > 1 && entities.every(({ parent_id }) => parent_id === null);
  const counted = new Map<string, number>(); // a selection asks for the same ones at every change
  return (id) => {
    if (isFlat || !parents.has(id)) return null;
    const before = counted.get(id);
    if (before !== undefined) return before;
    const seen = new Set([id]);
    for (let at = parents.get(id) ?? null; at !== null && parents.has(at) && !seen.has(at); ) {
      seen.add(at);
      at = parents.get(at) ?? null;
    }
    counted.set(id, seen.size - 1);
    return seen.size - 1;
  };
}
