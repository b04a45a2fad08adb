import { type OnMove, type ReactFlowInstance, useReactFlow, type Viewport } from '@xyflow/react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type DiagramLayout, placeSize, type Spot } from './layout.ts';
import type { NetworkState } from './network-state.ts';

export const leastZoom = 0.2;
const readable = 0.85;
const far = 0.5; // below it places are drawn without their facts
const margin = 24; // pixels of the screen around what is shown

export interface DiagramViewport {
  readonly onMove: OnMove;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly fit: () => void;
  /** Moves the diagram until it shows a place, unless it does. */
  readonly reveal: (id: string) => void;
}

/**
 * Which part of a diagram shows. At first all of it, or its top where the whole would be too small to read, or the place that a
 * link names. When places are opened or read, the active one stays where it is and the others move.
 */
export function useDiagramViewport(
  frame: RefObject<HTMLDivElement | null>,
  layout: DiagramLayout,
  { active, target }: Pick<NetworkState, 'active' | 'target'>,
): DiagramViewport {
  const flow = useReactFlow();
  const isTouched = useRef(false); // from then on it moves only when a person asks
  const anchor = useRef<Spot | null>(null);

  useLayoutEffect(() => {
    const former = anchor.current;
    const now = layout.spots.get(former?.id ?? '');
    if (isTouched.current && former !== null && now !== undefined) {
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({ x: x + (former.x - now.x) * zoom, y: y + (former.y - now.y) * zoom, zoom });
    } else if (!isTouched.current && !layout.spots.has(target?.id ?? ''))
      void flow.setViewport(viewOfAll(frame.current, layout, readable));
  }, [flow, frame, layout, target]);
  useEffect(() => {
    anchor.current = layout.spots.get(active?.id ?? '') ?? null;
  }, [layout, active]);

  const shown = useRef<typeof target>(null);
  useEffect(() => {
    const spot = layout.spots.get(target?.id ?? '');
    if (spot === undefined || shown.current === target) return;
    const isFirst = !isTouched.current;
    shown.current = target;
    isTouched.current = true;
    centre(flow, spot, isFirst ? { duration: 0, zoom: 1 } : { duration: motion() });
  }, [flow, layout, target]);

  return {
    onMove: (event, { zoom }) => {
      if (event !== null) isTouched.current = true;
      frame.current?.toggleAttribute('data-far', zoom < far);
    },
    zoomIn: () => {
      isTouched.current = true;
      void flow.zoomIn({ duration: motion() });
    },
    zoomOut: () => {
      isTouched.current = true;
      void flow.zoomOut({ duration: motion() });
    },
    fit: () => {
      isTouched.current = true;
      void flow.setViewport(viewOfAll(frame.current, layout, leastZoom), { duration: motion() });
    },
    reveal: (id) => {
      isTouched.current = true;
      const spot = layout.spots.get(id);
      if (spot === undefined || frame.current === null) return;
      const view = flow.getViewport();
      if (view.zoom < far || !isInside(frame.current, spot, view)) centre(flow, spot, { duration: motion() });
    },
  };
}

function centre(
  flow: ReactFlowInstance,
  { x, y }: Spot,
  { duration, zoom }: { readonly duration: number; readonly zoom?: number },
): void {
  void flow.setCenter(x + placeSize.width / 2, y + placeSize.height / 2, {
    duration,
    zoom: Math.max(readable, zoom ?? flow.getZoom()),
  });
}

/** Shows the whole diagram, or its top where the whole would be smaller than `atLeast`. */
function viewOfAll(box: Element | null, layout: DiagramLayout, atLeast: number): Viewport {
  const { clientWidth: width = 0, clientHeight: height = 0 } = box ?? {};
  const room = { width: width - 2 * margin, height: height - 2 * margin };
  const zoom = Math.max(atLeast, Math.min(1, room.width / layout.width, room.height / layout.height));
  const [top] = layout.columns[0] ?? [];
  const isWhole = layout.height * zoom <= room.height;
  const middle = isWhole ? layout.height / 2 : (layout.spots.get(top ?? '')?.y ?? 0) + placeSize.height / 2;
  return { x: margin, y: height / 2 - middle * zoom, zoom };
}

function isInside(box: Element, spot: Spot, { x, y, zoom }: Viewport): boolean {
  const [left, top] = [spot.x * zoom + x, spot.y * zoom + y];
  const [right, bottom] = [left + placeSize.width * zoom, top + placeSize.height * zoom];
  return left >= 0 && top >= 0 && right <= box.clientWidth && bottom <= box.clientHeight;
}

function motion(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 140;
}
