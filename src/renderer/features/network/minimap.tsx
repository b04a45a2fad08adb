import { useReactFlow, useStore } from '@xyflow/react';
import { type PointerEvent, useMemo } from 'react';
import styles from './diagram.module.css';
import { type DiagramLayout, placeSize } from './layout.ts';

const size = { width: 168, height: 104 } as const; // pixels of the screen, at most

interface MinimapProps {
  readonly layout: DiagramLayout;
  readonly way: ReadonlySet<string>;
}

/**
 * All places in small, and the part that shows: a mouse moves it. Hidden where everything shows anyway. For a mouse alone, since keys
 * reach every place; and one path however many places there are, since each element costs time.
 */
export function Minimap({ layout, way }: MinimapProps) {
  const flow = useReactFlow();
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((flowState) => flowState.width);
  const height = useStore((flowState) => flowState.height);
  const scale = Math.min(size.width / layout.width, size.height / layout.height);
  const places = useMemo(() => boxes(layout, () => true), [layout]);
  const marked = useMemo(() => boxes(layout, (id) => way.has(id)), [layout, way]);
  const isWhole = x >= 0 && y >= 0 && x + layout.width * zoom <= width && y + layout.height * zoom <= height;
  if (isWhole || width === 0 || layout.width === 0) return null;

  const go = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = {
      x: ((event.clientX - box.left) / box.width) * layout.width,
      y: ((event.clientY - box.top) / box.height) * layout.height,
    };
    void flow.setCenter(at.x, at.y, { zoom });
  };
  return (
    <svg
      className={styles.minimap}
      aria-hidden
      width={Math.max(24, layout.width * scale)}
      height={Math.max(24, layout.height * scale)}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      preserveAspectRatio="none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <path className={styles.minimapPlaces} d={places} />
      <path className={styles.minimapWay} d={marked} />
      <rect
        className={styles.minimapView}
        x={-x / zoom}
        y={-y / zoom}
        width={width / zoom}
        height={height / zoom}
      />
    </svg>
  );
}

function boxes({ spots }: DiagramLayout, isMeant: (id: string) => boolean): string {
  const { width, height } = placeSize;
  return [...spots.values()]
    .filter(({ id }) => isMeant(id))
    .map(({ x, y }) => `M${x} ${y}h${width}v${height}h-${width}z`)
    .join('');
}
