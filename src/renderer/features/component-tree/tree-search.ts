import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../ui/fold.ts';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { nodesMatching, type TreeGridNode } from '../../ui/tree-rows.ts';
import { linesOf, type TreeLine } from './rows.ts';

/**
 * The search of the tree: by every word of what a line says and by its ids. What was closed before stays so for afterwards;
 * what is found shows whatever was closed.
 */
export function useTreeSearch(
  nodes: readonly TreeGridNode<TreeLine>[],
  ids: ReadonlySet<string>,
  labelOf: (line: TreeLine) => string,
) {
  const { t } = useTranslation('component-tree');
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const usual = useOpenNodes(ids);
  const found = useOpenNodes(ids);
  const words = useMemo(() => fold(wanted).split(/\s+/).filter(Boolean), [wanted]);
  const isOn = words.length > 0;
  const matches = useMemo(() => {
    if (words.length === 0) return null;
    return (line: TreeLine) => {
      const searched = fold(`${labelOf(line)}\n${idsOf(line).join('\n')}`);
      return words.every((word) => searched.includes(word));
    };
  }, [words, labelOf]);
  const shown = useMemo(() => (matches === null ? nodes : nodesMatching(nodes, matches)), [nodes, matches]);
  const lines = useMemo(() => (matches === null ? null : linesOf(shown)), [shown, matches]);
  const count = matches === null || lines === null ? 0 : lines.filter(matches).length;
  return {
    text,
    setText: (next: string) => {
      if (text === '') found.onExpand(ids); // a new search shows all that it finds
      setText(next);
    },
    isOn,
    nodes: shown,
    open: isOn ? found : usual,
    /** How many lines match, and how many that are chosen do not show. */
    words: (selected: ReadonlySet<string>): string => {
      const shownIds = new Set(lines?.map(({ id }) => id));
      const hidden = [...selected].filter((id) => !shownIds.has(id)).length;
      return [
        t('search.found', { count }),
        ...(hidden > 0 ? [t('search.hidden', { count: hidden })] : []),
      ].join(' · ');
    },
  };
}

function idsOf({ entity, item }: TreeLine): readonly string[] {
  return [entity?.id ?? '', item?.component?.id ?? '', ...(item?.entityIds ?? [])];
}
