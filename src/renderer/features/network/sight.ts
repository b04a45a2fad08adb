import { type OnMove, useReactFlow } from '@xyflow/react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type PictureLayout, placeSize, type Spot } from './layout.ts';
import type { NetworkState } from './network-state.ts';

/** How small a picture may become: thousands of places are a shape then. */
export const leastZoom = 0.2;
const readable = 0.85;
const far = 0.5; // below it nothing but the shape is drawn
const margin = 24; // pixels of the screen around what is shown

export interface Sight {
  readonly onMove: OnMove;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Shows all of it, as far as it goes. */
  readonly fit: () => void;
  /** Brings a place into sight, and moves nothing where it is. */
  readonly reveal: (id: string) => void;
}

/**
 * Which part of a picture is in sight. It begins with all of it, or with its top where it would be too small to read, or with
 * the place that somebody comes from; what is opened or read later moves everything but the active place.
 */
export function useSight(
  frame: RefObject<HTMLDivElement | null>,
  layout: PictureLayout,
  { active, target }: Pick<NetworkState, 'active' | 'target'>,
): Sight {
  const flow = useReactFlow();
  const isTouched = useRef(false); // by a person, or for one
  const anchor = useRef<Spot | null>(null);

  const whole = useCallback(
    (atLeast: number) => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
      const room = { width: width - 2 * margin, height: height - 2 * margin };
      const zoom = Math.max(atLeast, Math.min(1, room.width / layout.width, room.height / layout.height));
      const [top] = layout.columns[0] ?? [];
      const isWhole = layout.height * zoom <= room.height;
      const middle = isWhole
        ? layout.height / 2
        : (layout.spots.get(top ?? '')?.y ?? 0) + placeSize.height / 2;
      return { x: margin, y: height / 2 - middle * zoom, zoom };
    },
    [frame, layout],
  );
  const centre = useCallback(
    (id: string, { duration, zoom }: { readonly duration: number; readonly zoom?: number }) => {
      const spot = layout.spots.get(id);
      if (spot === undefined) return;
      void flow.setCenter(spot.x + placeSize.width / 2, spot.y + placeSize.height / 2, {
        duration,
        zoom: Math.max(readable, zoom ?? flow.getZoom()),
      });
    },
    [flow, layout],
  );

  useLayoutEffect(() => {
    const former = anchor.current;
    const now = layout.spots.get(former?.id ?? '');
    if (isTouched.current && former !== null && now !== undefined) {
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({ x: x + (former.x - now.x) * zoom, y: y + (former.y - now.y) * zoom, zoom });
    } else if (!isTouched.current && !layout.spots.has(target?.id ?? ''))
      void flow.setViewport(whole(readable));
  }, [flow, layout, target, whole]);
  useEffect(() => {
    anchor.current = layout.spots.get(active?.id ?? '') ?? null;
  }, [layout, active]);

  const shown = useRef<typeof target>(null);
  useEffect(() => {
    if (target === null || shown.current === target || !layout.spots.has(target.id)) return;
    const isFirst = !isTouched.current;
    shown.current = target;
    isTouched.current = true;
    centre(target.id, isFirst ? { duration: 0, zoom: 1 } : { duration: motion() });
  }, [centre, layout, target]);

  return useMemo(
    () => ({
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
        void flow.setViewport(whole(leastZoom), { duration: motion() });
      },
      reveal: (id) => {
        isTouched.current = true;
        const spot = layout.spots.get(id);
        const box = frame.current;
        if (spot === undefined || box === null) return;
        const { x, y, zoom } = flow.getViewport();
        const [left, top] = [spot.x * zoom + x, spot.y * zoom + y];
        const isIn =
          left >= 0 &&
          top >= 0 &&
          left + placeSize.width * zoom <= box.clientWidth &&
          top + placeSize.height * zoom <= box.clientHeight;
        if (!isIn || zoom < far) centre(id, { duration: motion() });
      },
    }),
    [centre, flow, frame, layout, whole],
  );
}

/** Milliseconds of a movement: none for whoever wants none. */
function motion(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 140;
}
