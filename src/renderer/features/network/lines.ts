import type { NetworkGraph } from '../../../shared/rules/network-graph.ts';
import { type PictureLayout, placeSize, type Spot } from './layout.ts';

/** Lines of the picture as paths of SVG: from a group to its components, from a component to the audit coupled to it. */
export interface PictureLine {
  readonly key: string;
  readonly kind: 'component' | 'coupling';
  readonly path: string;
}

const bend = 32; // pixels between the right edge of a place and the trunk of its lines

/** One line for all that stand below a place, and one for each further place that an audit is coupled to. */
export function linesOf(graph: NetworkGraph, layout: PictureLayout): readonly PictureLine[] {
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

/** The lines between the places of a way that stand in the picture, as one path. */
export function wayPath(graph: NetworkGraph, layout: PictureLayout, way: ReadonlySet<string>): string {
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
