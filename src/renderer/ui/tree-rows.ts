import { useRef } from 'react';
import { fold } from '../../shared/rules/texts/fold.ts';

/** Something with others below it. Ids are unique in the whole tree. */
export interface TreeGridNode<Row> {
  readonly id: string;
  readonly row: Row;
  readonly children: readonly TreeGridNode<Row>[];
}

export interface TreeGridRow<Row> {
  readonly id: string;
  readonly row: Row;
  /** 1 at the top. */
  readonly level: number;
  /** From 1 on, among those below the same parent. */
  readonly position: number;
  readonly setSize: number;
  /** Null for a node without others below it. */
  readonly isExpanded: boolean | null;
  /** The ids of those above it, the nearest first. */
  readonly above: readonly string[];
}

/** The rows that show: every node whose ancestors are all open, from the top down. */
export function openRows<Row>(
  nodes: readonly TreeGridNode<Row>[],
  expanded: ReadonlySet<string>,
): readonly TreeGridRow<Row>[] {
  const rows: TreeGridRow<Row>[] = [];
  const add = (siblings: readonly TreeGridNode<Row>[], above: readonly string[]): void => {
    for (const [index, { id, row, children }] of siblings.entries()) {
      const isExpanded = children.length === 0 ? null : expanded.has(id);
      rows.push({
        id,
        row,
        level: above.length + 1,
        position: index + 1,
        setSize: siblings.length,
        isExpanded,
        above,
      });
      if (isExpanded === true) add(children, [id, ...above]);
    }
  };
  add(nodes, []);
  return rows;
}

/** The part of a tree that leads to rows which match: those and everything above them; the same tree where all match. */
export function nodesMatching<Row>(
  nodes: readonly TreeGridNode<Row>[],
  matches: (row: Row) => boolean,
): readonly TreeGridNode<Row>[] {
  const kept = nodes.flatMap((node) => {
    const children = nodesMatching(node.children, matches);
    if (children.length === 0 && !matches(node.row)) return [];
    return [children === node.children ? node : { ...node, children }];
  });
  return kept.length === nodes.length && kept.every((node, place) => node === nodes[place]) ? nodes : kept;
}

/** The row that was the active one, where it stood, for as long as it may be gone. */
export interface LastActive {
  readonly id: string;
  readonly position: number;
  readonly above: readonly string[];
}

/**
 * Where the active row is now: of one that is gone, the next of its siblings, else the one before, else the nearest of
 * those above it that shows (ux T5); the first row where nothing is left of them; -1 without rows.
 */
export function placeInTree<Row>(rows: readonly TreeGridRow<Row>[], last: LastActive | null): number {
  if (last === null) return Math.min(0, rows.length - 1);
  const there = rows.findIndex(({ id }) => id === last.id);
  if (there >= 0) return there;
  const [parent] = last.above;
  const siblings = rows.filter(({ above }) => above[0] === parent);
  const next = siblings.find(({ position }) => position === last.position) ?? siblings.at(-1);
  if (next !== undefined) return rows.indexOf(next);
  const [nearest = 0] = last.above
    .map((id) => rows.findIndex((row) => row.id === id))
    .filter((at) => at >= 0);
  return Math.min(nearest, rows.length - 1);
}

/** What Left and Right do at a row (ux T1): open or close it, or go to its first child or its parent; null for nothing. */
export function sidewaysAt<Row>(
  rows: readonly TreeGridRow<Row>[],
  active: number,
  key: 'ArrowLeft' | 'ArrowRight',
): { readonly kind: 'toggle' } | { readonly kind: 'go'; readonly index: number } | null {
  const row = rows[active];
  if (row === undefined) return null;
  if (key === 'ArrowRight') {
    if (row.isExpanded === null) return null;
    return row.isExpanded ? { kind: 'go', index: active + 1 } : { kind: 'toggle' };
  }
  if (row.isExpanded === true) return { kind: 'toggle' };
  const parent = rows.findIndex(({ id }) => id === row.above[0]);
  return parent < 0 ? null : { kind: 'go', index: parent };
}

/** The names of a list, read one by one: typing may find what it looks for long before the end. */
export interface Names {
  readonly count: number;
  readonly at: (index: number) => string;
}

/** The row that typed letters lead to: from the active one on, and then from the top; null where none begins so. */
export function typedTarget({ count, at }: Names, active: number, typed: string): number | null {
  const wanted = fold(`${typed}|`).slice(0, -1); // with the space that a word may end with
  if (wanted.trim() === '') return null;
  // One letter leads on from row to row; a longer word may still mean the row where it began.
  const start = Array.from(typed).length === 1 ? active + 1 : Math.max(0, active);
  for (let offset = 0; offset < count; offset += 1) {
    const index = (start + offset) % count;
    if (fold(at(index)).startsWith(wanted)) return index;
  }
  return null;
}

const typingPause = 700; // milliseconds after which a letter begins a new word

/** Typing moves to a name: `type` takes a letter in as part of one, if some name goes on with it or it is the first. */
export function useTyping(names: () => Names, active: () => number, go: (index: number) => void) {
  const typing = useRef({ text: '', at: 0 });
  return {
    type: (letter: string, at: number): boolean => {
      const text = at - typing.current.at > typingPause ? letter : typing.current.text + letter;
      const target = typedTarget(names(), active(), text);
      if (letter === ' ' && target === null) return false;
      typing.current = { text, at };
      if (target !== null) go(target);
      return true;
    },
    /** The next letter begins a new word. */
    end: () => {
      typing.current = { text: '', at: 0 };
    },
  };
}
