import { hierarchy, tree } from 'd3-hierarchy';
import type { NetworkGraph } from '../../../shared/rules/service/network-graph.ts';
import type { TreeGridNode } from '../../ui/tree-rows.ts';

export const placeSize = { width: 264, height: 76 } as const;
const pitch = { x: placeSize.width + 56, y: placeSize.height + 12 } as const;

/** The left upper corner of a place. */
export interface Spot {
  readonly id: string;
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

export interface DiagramLayout {
  readonly spots: ReadonlyMap<string, Spot>;
  /** The ids of each column from the top down. */
  readonly columns: readonly (readonly string[])[];
  readonly width: number;
  readonly height: number;
}

/** Lays several trees out from left to right, a column for each level. A closed place hides those below it. */
export function diagramLayout<Row>(
  nodes: readonly TreeGridNode<Row>[],
  expanded: ReadonlySet<string>,
): DiagramLayout {
  if (nodes.length === 0) return { spots: new Map(), columns: [], width: 0, height: 0 };
  const forest = { id: '', children: nodes }; // d3 wants one tree: this top of all is not drawn
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

/** The place to which an arrow key leads in the same column; null at its ends. */
export function beside(
  { spots, columns }: DiagramLayout,
  id: string,
  key: 'ArrowUp' | 'ArrowDown',
): string | null {
  const column = columns[spots.get(id)?.level ?? -1] ?? [];
  const place = column.indexOf(id);
  return (place < 0 ? undefined : column[place + (key === 'ArrowUp' ? -1 : 1)]) ?? null;
}

/** An SVG path: from a group to its components, or from a component to the audit coupled to it. */
export interface DiagramLine {
  readonly key: string;
  readonly kind: 'component' | 'coupling';
  readonly path: string;
}

const bend = 32; // pixels between the right edge of a place and the trunk of its lines

/** One line from a place to all below it, and one for each further component that an audit is coupled to. */
export function linesOf(graph: NetworkGraph, layout: DiagramLayout): readonly DiagramLine[] {
  return [...layout.spots.values()].flatMap((spot) => {
    const place = graph.places.get(spot.id);
    const below = (place?.below ?? []).flatMap((id) => layout.spots.get(id) ?? []);
    const kind = place?.item.kind === 'component' ? ('coupling' as const) : ('component' as const);
    const further = (place?.above ?? []).slice(1).flatMap((id) => layout.spots.get(id) ?? []);
    return [
      ...(below.length === 0 ? [] : [{ key: spot.id, kind, path: fan(spot, below) }]),
      ...further.map((from) => ({
        key: `${from.id}\u0000${spot.id}`,
        kind: 'coupling' as const,
        path: curve(from, spot),
      })),
    ];
  });
}

/** The lines along a path to the top, as far as its places show. */
export function wayPath(graph: NetworkGraph, layout: DiagramLayout, way: ReadonlySet<string>): string {
  return [...way]
    .flatMap((id) => {
      const to = layout.spots.get(id);
      if (to === undefined) return [];
      return (graph.places.get(id)?.above ?? []).flatMap((above, index) => {
        const from = way.has(above) ? layout.spots.get(above) : undefined;
        return from === undefined ? [] : [index === 0 ? fan(from, [to]) : curve(from, to)];
      });
    })
    .join('');
}

function fan(from: Spot, below: readonly Spot[]): string {
  const [x, y] = rightOf(from);
  const trunk = x + bend;
  const ends = below.map(leftOf);
  const heights = [y, ...ends.map(([, height]) => height)];
  return [
    `M${x} ${y}H${trunk}`,
    `M${trunk} ${Math.min(...heights)}V${Math.max(...heights)}`,
    ...ends.map(([end, height]) => `M${trunk} ${height}H${end}`),
  ].join('');
}

function curve(from: Spot, to: Spot): string {
  const [[x, y], [endX, endY]] = [rightOf(from), leftOf(to)];
  const pull = Math.max(bend, (endX - x) / 2);
  return `M${x} ${y}C${x + pull} ${y} ${endX - pull} ${endY} ${endX} ${endY}`;
}

function rightOf({ x, y }: Spot): readonly [number, number] {
  return [x + placeSize.width, y + placeSize.height / 2];
}

function leftOf({ x, y }: Spot): readonly [number, number] {
  return [x, y + placeSize.height / 2];
}
