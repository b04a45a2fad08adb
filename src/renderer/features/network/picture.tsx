import './flow.css';
import { type NodeMouseHandler, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { pathTo } from '../../routes.ts';
import { typedTarget } from '../../ui/tree-rows.ts';
import { beside, pictureLayout, placeSize } from './layout.ts';
import type { NetworkState } from './network-state.ts';
import styles from './picture.module.css';
import { PictureLines } from './picture-lines.tsx';
import { createMarks, markWith, PictureContext } from './picture-marks.ts';
import { PicturePlace, type PlaceNode } from './picture-place.tsx';
import { useRowLabel } from './row-label.ts';
import { leastZoom, useSight } from './sight.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

interface PictureProps {
  readonly label: string;
  readonly state: NetworkState;
}

/** A network as a picture. */
export function Picture(props: PictureProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

const placeTypes = { place: PicturePlace };
const typingPause = 700; // milliseconds after which a letter begins a new word

/**
 * The places in sight and the lines between them. The picture is one tab stop: Left and Right go to who stands above and
 * below, Up and Down along a column, Home to the top, letters to a name; Space folds, Enter opens, + - 0 zoom.
 */
function Canvas({ label, state }: PictureProps) {
  const { t } = useTranslation('network');
  const navigate = useNavigate();
  const ids = useId();
  const { graph, nodes, shown, expanded, rows, active, setActive, toggle, way } = state;
  const layout = useMemo(() => pictureLayout(nodes, expanded), [nodes, expanded]);
  const labelOf = useRowLabel(way);
  const places = useMemo(
    () =>
      [...layout.spots.values()].flatMap(({ id, x, y }): readonly PlaceNode[] => {
        const row = rows.get(id);
        if (row === undefined) return [];
        const isOpen = expanded.has(id);
        const hidden = row.place.below.length === 0 ? 0 : isOpen ? null : countBelow(graph, id);
        return [
          {
            id,
            type: 'place',
            position: { x, y },
            ...placeSize,
            measured: placeSize,
            handles: [], // without them each place is drawn once to look for some, in sight or not
            data: { row, label: labelOf(row), hidden },
          },
        ];
      }),
    [layout, rows, expanded, graph, labelOf],
  );
  const [marks] = useState(createMarks);
  useEffect(() => markWith(marks, state), [marks, state]);
  const elementId = useCallback((id: string) => `${ids}-${id}`, [ids]);
  const toggleFromPlace = useRef(toggle);
  useEffect(() => {
    toggleFromPlace.current = toggle;
  });
  const tools = useMemo(
    () => ({ marks, elementId, toggle: (id: string) => toggleFromPlace.current(id) }),
    [marks, elementId],
  );
  const frame = useRef<HTMLDivElement>(null);
  const sight = useSight(frame, layout, state);
  const typing = useRef({ text: '', at: 0 });

  const go = (id: string | null | undefined) => {
    if (id == null) return;
    setActive(id);
    sight.reveal(id);
  };
  const type = (letter: string, at: number): boolean => {
    if (active === null) return false;
    const text = at - typing.current.at > typingPause ? letter : typing.current.text + letter;
    const names = shown.map(({ row }) => row.name);
    const target = typedTarget(
      names,
      shown.findIndex(({ id }) => id === active.id),
      text,
    );
    if (letter === ' ' && target === null) return false;
    typing.current = { text, at };
    if (target !== null) go(shown[target]?.id);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key } = event;
    if (event.target !== event.currentTarget || event.altKey || event.metaKey || event.ctrlKey) return;
    if (active === null) return;
    const { id, place } = active;
    switch (key) {
      case 'ArrowUp':
      case 'ArrowDown':
        go(beside(layout, id, key));
        break;
      case 'ArrowLeft':
        go(place.above[0]);
        break;
      case 'ArrowRight':
        if (place.below.length > 0 && !expanded.has(id)) toggle(id);
        else go(place.below[0]);
        break;
      case 'Home':
        go(graph.tops[0]);
        break;
      case 'End':
        go(graph.tops.at(-1));
        break;
      case 'Enter':
        void navigate(pathTo('audit', { auditId: id }));
        break;
      case '+':
      case '=':
        sight.zoomIn();
        break;
      case '-':
        sight.zoomOut();
        break;
      case '0':
        sight.fit();
        break;
      default:
        if (Array.from(key).length !== 1) return;
        if (!type(key, event.timeStamp) && key === ' ' && place.below.length > 0) toggle(id);
    }
    event.preventDefault();
  };
  const onNodeClick: NodeMouseHandler<PlaceNode> = (_event, { id }) => setActive(id);
  const onNodeDoubleClick: NodeMouseHandler<PlaceNode> = (_event, { id }) =>
    void navigate(pathTo('audit', { auditId: id }));

  return (
    <PictureContext value={tools}>
      <div className={styles.picture}>
        <ReactFlow<PlaceNode>
          ref={frame}
          className={styles.canvas ?? ''}
          aria-label={label}
          aria-describedby={`${ids}keys`}
          aria-activedescendant={active === null ? undefined : elementId(active.id)}
          tabIndex={0}
          onKeyDown={onKeyDown}
          nodes={places}
          nodeTypes={placeTypes}
          onNodeClick={onNodeClick}
          onNodeDoubleClick={onNodeDoubleClick}
          onMove={sight.onMove}
          minZoom={leastZoom}
          maxZoom={1.5}
          onlyRenderVisibleElements
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          zoomOnDoubleClick={false}
          zoomOnPinch={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomActivationKeyCode={null}
          proOptions={{ hideAttribution: true }}
        >
          <PictureLines graph={graph} layout={layout} way={way} />
        </ReactFlow>
        <ZoomButtons sight={sight} />
        <p id={`${ids}keys`} className={styles.keys}>
          {t('picture.keys')}
        </p>
      </div>
    </PictureContext>
  );
}

function countBelow({ places }: NetworkState['graph'], id: string): number {
  const below = [...(places.get(id)?.below ?? [])];
  for (const each of below) below.push(...(places.get(each)?.below ?? [])); // a list also visits what is added on the way
  return below.length;
}
