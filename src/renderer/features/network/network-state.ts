import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { type NetworkGraph, wayToTop } from '../../../shared/rules/network-graph.ts';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import {
  type LastActive,
  openRows,
  placeInTree,
  type TreeGridNode,
  type TreeGridRow,
} from '../../ui/tree-rows.ts';
import { useRowWords } from './row-words.ts';
import { aboveInTree, foundIn, type NetworkRow, networkRows, networkTree } from './rows.ts';

/** What a person has made of a network on the screen; picture and list share it. */
export interface NetworkState {
  readonly graph: NetworkGraph;
  readonly rows: ReadonlyMap<string, NetworkRow>;
  readonly nodes: readonly TreeGridNode<NetworkRow>[];
  /** The rows of the list: those whose ancestors are all open. */
  readonly shown: readonly TreeGridRow<NetworkRow>[];
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (expanded: ReadonlySet<string>) => void;
  readonly toggle: (id: string) => void;
  /** The place that keys and actions are about; null in an empty network. */
  readonly active: NetworkRow | null;
  readonly setActive: (id: string | null) => void;
  /** Opens what a place stands below and makes it the active one; a new object each time. */
  readonly target: { readonly id: string } | null;
  readonly jumpTo: (id: string) => void;
  /** The place whose way to the top is shown; null for none. */
  readonly wayOf: string | null;
  readonly showWay: (id: string | null) => void;
  readonly way: ReadonlySet<string>;
  readonly search: string;
  readonly setSearch: (text: string) => void;
  readonly found: readonly string[];
  /** Whether what was found belongs to the search as it is now. */
  readonly isSearched: boolean;
}

/** Begins at `start` with its way to the top, where it is one of the network. */
export function useNetworkState(
  graph: NetworkGraph,
  entities: readonly LegalEntity[],
  start: string | null,
): NetworkState {
  const words = useRowWords(entities);
  const rows = useMemo(() => networkRows(graph, words), [graph, words]);
  const nodes = useMemo(() => networkTree(graph, rows), [graph, rows]);
  const ids = useMemo(() => new Set(graph.places.keys()), [graph]);
  const { expanded, onExpand } = useOpenNodes(ids);
  const shown = useMemo(() => openRows(nodes, expanded), [nodes, expanded]);
  const [last, setLast] = useState<LastActive | null>(
    start === null ? null : { id: start, position: 1, above: [] },
  );
  const [target, setTarget] = useState<{ readonly id: string } | null>(start === null ? null : { id: start });
  const [wayOf, showWay] = useState(start);
  const [search, setSearchText] = useState('');
  const wanted = useDeferredValue(search);
  const found = useMemo(() => foundIn(nodes, wanted), [nodes, wanted]);
  const way = useMemo(() => (wayOf === null ? new Set<string>() : wayToTop(graph, wayOf)), [graph, wayOf]);

  const jumpTo = useCallback(
    (id: string) => {
      onExpand(new Set([...expanded, ...aboveInTree(graph, id)]));
      setLast({ id, position: 1, above: aboveInTree(graph, id) });
      setTarget({ id });
    },
    [expanded, onExpand, graph],
  );
  return {
    graph,
    rows,
    nodes,
    shown,
    expanded,
    onExpand,
    toggle: (id) => {
      const next = new Set(expanded);
      if (!next.delete(id)) next.add(id);
      onExpand(next);
    },
    active: shown[placeInTree(shown, last)]?.row ?? null,
    setActive: useCallback(
      (id) => setLast((before) => shown.find((row) => row.id === id) ?? before),
      [shown],
    ),
    target,
    jumpTo,
    wayOf: wayOf !== null && rows.has(wayOf) ? wayOf : null,
    showWay,
    way,
    search,
    setSearch: (text) => {
      setSearchText(text);
      const [first] = foundIn(nodes, text);
      if (first !== undefined) jumpTo(first);
    },
    found,
    isSearched: search === wanted,
  };
}
