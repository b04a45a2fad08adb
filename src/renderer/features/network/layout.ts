import { hierarchy, tree } from 'd3-hierarchy';
import type { TreeGridNode } from '../../ui/tree-rows.ts';

/** The size of a place in the picture, and how far one stands from the next, in pixels. */
export const placeSize = { width: 240, height: 56 } as const;
const pitch = { x: placeSize.width + 56, y: placeSize.height + 12 } as const;

/** Where a place stands: its left upper corner. */
export interface Spot {
  readonly id: string;
  /** The column, from 0 on the left. */
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

export interface PictureLayout {
  /** From the top down, as the tree has them. */
  readonly spots: ReadonlyMap<string, Spot>;
  /** The ids of each column from the top down. */
  readonly columns: readonly (readonly string[])[];
  readonly width: number;
  readonly height: number;
}

/** Lays a forest out from left to right, a level a column, each above the middle of those below it; closed ones hide what is below. */
export function pictureLayout<Row>(
  nodes: readonly TreeGridNode<Row>[],
  expanded: ReadonlySet<string>,
): PictureLayout {
  if (nodes.length === 0) return { spots: new Map(), columns: [], width: 0, height: 0 };
  const forest = { id: '', children: nodes }; // one tree has one top: this one is not drawn
  const root = hierarchy<Pick<TreeGridNode<Row>, 'id' | 'children'>>(forest, ({ id, children }) =>
    id === '' || expanded.has(id) ? children : [],
  );
  const placed = tree<Pick<TreeGridNode<Row>, 'id' | 'children'>>()
    .nodeSize([pitch.y, pitch.x])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.3))(root);
  const drawn = placed.descendants().filter(({ depth }) => depth > 0);
  const top = Math.min(...drawn.map(({ x }) => x));
  const columns: string[][] = [];
  const spots = new Map<string, Spot>();
  placed.eachBefore(({ data: { id }, depth, x, y }) => {
    if (depth === 0) return;
    spots.set(id, { id, level: depth - 1, x: y - pitch.x, y: Math.round(x - top) }); // texts between pixels are blurred
    (columns[depth - 1] ??= []).push(id);
  });
  return {
    spots,
    columns,
    width: (columns.length - 1) * pitch.x + placeSize.width,
    height: Math.round(Math.max(...drawn.map(({ x }) => x)) - top) + placeSize.height,
  };
}

/** The place beside another in the picture that an arrow key leads to; null where there is none. */
export function beside(
  { spots, columns }: PictureLayout,
  id: string,
  key: 'ArrowUp' | 'ArrowDown',
): string | null {
  const column = columns[spots.get(id)?.level ?? -1] ?? [];
  const place = column.indexOf(id);
  return (place < 0 ? undefined : column[place + (key === 'ArrowUp' ? -1 : 1)]) ?? null;
}
