import type { ComponentAudit } from '../../../shared/model/component-audit.ts';
import type { NetworkGraph, NetworkItem, NetworkPlace } from '../../../shared/rules/network-graph.ts';
import { fold } from '../../ui/fold.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';

export const placeKinds = ['group', 'single', 'component', 'unread'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** A place of a network with what is said of it in words. */
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
  /** Names, the primary one first. */
  readonly entities: readonly string[];
  /** The names of those that it stands below besides the one that it stands at in the tree. */
  readonly alsoBelow: readonly string[];
  /** What a search looks through, folded. */
  readonly searched: string;
}

/** The words that a row is made of. */
export interface RowWords {
  readonly kind: (kind: PlaceKind) => string;
  readonly status: (spelled: string) => string;
  readonly scope: (component: ComponentAudit) => string;
  readonly relation: (spelled: string) => string;
  readonly entity: (id: string) => string;
}

/** A row for each place of a network, by its id. */
export function networkRows({ places }: NetworkGraph, words: RowWords): ReadonlyMap<string, NetworkRow> {
  const nameAt = (id: string): string => {
    const item = places.get(id)?.item;
    return item === undefined ? id : nameOf(id, item);
  };
  return new Map([...places].map(([id, place]) => [id, rowOf(place, nameAt, words)]));
}

function rowOf(place: NetworkPlace, nameAt: (id: string) => string, words: RowWords): NetworkRow {
  const { id, item } = place;
  const kind = kindOf(item);
  const status = statusOf(item);
  const component = item.kind === 'component' ? item.component : null;
  const name = nameOf(id, item);
  const entities = entityIds(item).map(words.entity);
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

function nameOf(id: string, item: NetworkItem): string {
  switch (item.kind) {
    case 'audit':
      return item.audit.name;
    case 'component':
      return item.component.name;
    case 'unread':
      return id;
  }
}

function kindOf(item: NetworkItem): PlaceKind {
  if (item.kind === 'audit') return item.isGroup ? 'group' : 'single';
  return item.kind;
}

function statusOf(item: NetworkItem): string | null {
  switch (item.kind) {
    case 'audit':
      return item.audit.status;
    case 'component':
      return item.component.status;
    case 'unread':
      return null;
  }
}

function entityIds(item: NetworkItem): readonly string[] {
  switch (item.kind) {
    case 'audit':
      return item.audit.legal_entity_ids;
    case 'component':
      return item.component.legal_entity_ids;
    case 'unread':
      return [];
  }
}

/** The rows as a tree: each below the deepest of those above it. */
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

/** Those that a search finds, in the order of the tree; none for an empty search. */
export function foundIn(nodes: readonly TreeGridNode<NetworkRow>[], search: string): readonly string[] {
  const parts = fold(search).split(' ').filter(Boolean);
  if (parts.length === 0) return [];
  const found: string[] = [];
  const look = (each: readonly TreeGridNode<NetworkRow>[]): void => {
    for (const { id, row, children } of each) {
      if (parts.every((part) => row.searched.includes(part))) found.push(id);
      look(children);
    }
  };
  look(nodes);
  return found;
}

/** Those that a place stands below in the tree, the nearest first. */
export function aboveInTree({ places }: NetworkGraph, id: string): readonly string[] {
  const above: string[] = [];
  for (let at = places.get(id)?.above[0]; at !== undefined; at = places.get(at)?.above[0]) above.push(at);
  return above;
}
