import type { Audit } from '../../../shared/model/audit.ts';
import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { NetworkGraph, NetworkItem, NetworkPlace } from '../../../shared/rules/service/network-graph.ts';
import { fold, wordSearch } from '../../../shared/rules/texts/fold.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';

export type PlaceKind = 'group' | 'single' | 'component' | 'unread';

export interface NetworkRow {
  readonly id: string;
  readonly place: NetworkPlace;
  readonly name: string;
  readonly kind: PlaceKind;
  readonly kindWord: string;
  /** As the service spells it; null where nothing was read. */
  readonly status: string | null;
  readonly statusWord: string;
  /** Null where it is no component, or the service does not tell. */
  readonly scope: 'in' | 'out' | null;
  readonly scopeWord: string;
  readonly relationWord: string;
  readonly entities: readonly string[];
  /** The names of the other components that it is coupled to: the tree shows it below one of them only. */
  readonly alsoBelow: readonly string[];
  readonly searched: string;
}

export interface RowWords {
  readonly kind: (kind: PlaceKind) => string;
  readonly status: (spelled: string) => string;
  readonly scope: (component: ComponentAudit) => string;
  readonly relation: (spelled: string) => string;
  readonly entity: (id: string) => string;
}

export function networkRows({ places }: NetworkGraph, words: RowWords): ReadonlyMap<string, NetworkRow> {
  const nameAt = (id: string): string => {
    const item = places.get(id)?.item;
    return (item && subjectOf(item)?.name) ?? id;
  };
  return new Map([...places].map(([id, place]) => [id, rowOf(place, nameAt, words)]));
}

function rowOf(place: NetworkPlace, nameAt: (id: string) => string, words: RowWords): NetworkRow {
  const { id, item } = place;
  const kind = kindOf(item);
  const component = item.kind === 'component' ? item.component : null;
  const subject = subjectOf(item);
  const name = subject?.name ?? id;
  const status = subject?.status ?? null;
  const entities = (subject?.legal_entity_ids ?? []).map(words.entity);
  return {
    id,
    place,
    name,
    kind,
    kindWord: words.kind(kind),
    status,
    statusWord: status === null ? '' : words.status(status),
    scope: component === null || component.in_scope === null ? null : component.in_scope ? 'in' : 'out',
    scopeWord: component === null ? '' : words.scope(component),
    relationWord: component === null ? '' : words.relation(component.auditor_relation),
    entities,
    alsoBelow: place.above.slice(1).map(nameAt),
    searched: fold(`${name}\n${id}\n${entities.join('\n')}`),
  };
}

/** The audit or component at a place; null where nothing was read. */
function subjectOf(item: NetworkItem): Audit | ComponentAudit | null {
  switch (item.kind) {
    case 'audit':
      return item.audit;
    case 'component':
      return item.component;
    case 'unread':
      return null;
  }
}

function kindOf(item: NetworkItem): PlaceKind {
  if (item.kind === 'audit') return item.isGroup ? 'group' : 'single';
  return item.kind;
}

export function networkTree(
  { places, tops }: NetworkGraph,
  rows: ReadonlyMap<string, NetworkRow>,
): readonly TreeGridNode<NetworkRow>[] {
  const nodesOf = (ids: readonly string[]): readonly TreeGridNode<NetworkRow>[] =>
    ids.flatMap((id) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ id, row, children: nodesOf(places.get(id)?.below ?? []) }];
    });
  return nodesOf(tops);
}

/** The ids that a search finds, in the order of the tree; none for an empty search. */
export function foundIn(nodes: readonly TreeGridNode<NetworkRow>[], search: string): readonly string[] {
  const { isOn, finds } = wordSearch(search);
  if (!isOn) return [];
  const found: string[] = [];
  const look = (each: readonly TreeGridNode<NetworkRow>[]): void => {
    for (const { id, row, children } of each) {
      if (finds(row.searched)) found.push(id);
      look(children);
    }
  };
  look(nodes);
  return found;
}

/** The ancestors of a place in the tree, the nearest first. */
export function aboveInTree({ places }: NetworkGraph, id: string): readonly string[] {
  const above: string[] = [];
  for (let at = places.get(id)?.above[0]; at !== undefined; at = places.get(at)?.above[0]) above.push(at);
  return above;
}
