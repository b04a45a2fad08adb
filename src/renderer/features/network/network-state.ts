import { useDeferredValue, useMemo, useState } from 'react';
import type { LegalEntity } from '../../../shared/model/client-organisation.ts';
import { type NetworkGraph, wayToTop } from '../../../shared/rules/service/network-graph.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { relationWord, scopeWord } from '../../messages/component-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { type LastActive, openRows, placeInTree } from '../../ui/tree-rows.ts';
import { aboveInTree, foundIn, type NetworkRow, networkRows, networkTree, type RowWords } from './rows.ts';

export type NetworkState = ReturnType<typeof useNetworkState>;

/** What diagram and list share. It starts at the audit `start` and shows its path to the top, where the network has it. */
export function useNetworkState(graph: NetworkGraph, entities: readonly LegalEntity[], start: string | null) {
  const words = useRowWords(entities);
  const rows = useMemo(() => networkRows(graph, words), [graph, words]);
  const nodes = useMemo(() => networkTree(graph, rows), [graph, rows]);
  const ids = new Set(graph.places.keys());
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
  const way = wayOf === null ? new Set<string>() : wayToTop(graph, wayOf);

  const jumpTo = (id: string) => {
    onExpand(new Set([...expanded, ...aboveInTree(graph, id)]));
    setLast({ id, position: 1, above: aboveInTree(graph, id) });
    setTarget({ id });
  };
  return {
    graph,
    rows,
    nodes,
    /** The rows of the list: those whose ancestors are all open. */
    shown,
    expanded,
    onExpand,
    toggle: (id: string) => onExpand(expanded.symmetricDifference(new Set([id]))),
    /** The place that keys and actions are about; null in an empty network. */
    active: shown[placeInTree(shown, last)]?.row ?? null,
    setActive: (id: string | null) => setLast((before) => shown.find((row) => row.id === id) ?? before),
    /** The place to which `jumpTo` led last; a new object each time. */
    target,
    /** Makes a place the active one and opens all above it. */
    jumpTo,
    /** The place whose path to the top is shown; null for none. */
    wayOf: wayOf !== null && rows.has(wayOf) ? wayOf : null,
    showWay,
    way,
    search,
    setSearch: (text: string) => {
      setSearchText(text);
      const [first] = foundIn(nodes, text);
      if (first !== undefined) jumpTo(first);
    },
    found,
    /** Whether `found` belongs to the text as it is now. */
    isSearched: search === wanted,
  };
}

const kindWords = {
  group: 'parts:field.group_audit_name',
  single: 'kind.single',
  component: 'parts:field.component_name',
  unread: 'parts:word.notLoaded',
} as const;

function useRowWords(entities: readonly LegalEntity[]): RowWords {
  const { t } = useTranslation('network');
  const { t: tTree } = useTranslation('component-tree');
  const words = useAuditWords();
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  return {
    kind: (kind) => t(kindWords[kind]),
    status: words.status,
    scope: (component) => scopeWord(tTree, component),
    relation: (spelled) => relationWord(tTree, spelled),
    entity: (id) => names.get(id) ?? id,
  };
}

/** What a screen reader says of a place: its name, then what it is, scope, relation and status (ux T4). */
export function useRowLabel(way: ReadonlySet<string>): (row: NetworkRow) => string {
  const { t } = useTranslation('network');
  return (row) =>
    [
      row.name,
      row.kindWord,
      row.scopeWord,
      row.relationWord,
      row.statusWord,
      ...(row.alsoBelow.length > 0 ? [t('also', { names: row.alsoBelow.join(', ') })] : []),
      ...(way.has(row.id) ? [t('onWay')] : []),
    ]
      .filter((part) => part !== '')
      .join(', ');
}
