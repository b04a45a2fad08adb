import { type NodeMouseHandler, ReactFlow, ReactFlowProvider, ViewportPortal } from '@xyflow/react';
import { Scan, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { NetworkGraph } from '../../../shared/rules/service/network-graph.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { IconButton } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Beside } from '../../ui/name.tsx';
import { useTyping } from '../../ui/tree-rows.ts';
import styles from './diagram.module.css';
import { createMarks, DiagramContext, DiagramPlace, markWith, type PlaceNode } from './diagram-place.tsx';
import { beside, type DiagramLayout, diagramLayout, linesOf, placeSize, wayPath } from './layout.ts';
import type { NetworkState } from './network-state.ts';
import { useRowLabel } from './network-state.ts';
import { type DiagramViewport, leastZoom, useDiagramViewport } from './viewport.ts';
import './flow.css';

interface DiagramProps {
  readonly label: string;
  readonly state: NetworkState;
}

export function Diagram(props: DiagramProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

// The diagram handles keys, focus and selection itself.
const nothingOfItsOwn = {
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  zoomOnDoubleClick: false,
  zoomOnPinch: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  zoomActivationKeyCode: null,
  proOptions: { hideAttribution: true },
} as const;

const placeTypes = { place: DiagramPlace };

/**
 * The visible places and the lines between them. The diagram is one tab stop: Left and Right go to who stands above and
 * below, Up and Down along a column, Home to the top, letters to a name; Space folds, Enter opens, + - 0 zoom.
 */
function Canvas({ label, state }: DiagramProps) {
  const { t } = useTranslation('network');
  const navigate = useNavigate();
  const ids = useId();
  const { graph, nodes, shown, expanded, active, setActive, toggle, way } = state;
  const layout = diagramLayout(nodes, expanded);
  const places = usePlaces(layout, state);
  const elementId = (id: string) => `${ids}-${id}`;
  const tools = useTools(state, elementId);
  const { rows } = state;
  const names = Array.from(rows.values(), ({ name }) => name);
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useDiagramViewport(frame, layout, state);

  const go = (id: string | null | undefined) => {
    if (id == null) return;
    setActive(id);
    viewport.reveal(id);
  };
  const { type } = useTyping(
    () => ({ count: shown.length, at: (index) => shown[index]?.row.name ?? '' }),
    () => shown.findIndex(({ id }) => id === active?.id),
    (index) => go(shown[index]?.id),
  );
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
        viewport.zoomIn();
        break;
      case '-':
        viewport.zoomOut();
        break;
      case '0':
        viewport.fit();
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
    <DiagramContext value={tools}>
      <Beside value={names}>
        <Stack gap="0" className={styles.diagram}>
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
            onMove={viewport.onMove}
            minZoom={leastZoom}
            maxZoom={1.5}
            onlyRenderVisibleElements
            {...nothingOfItsOwn}
          >
            <DiagramLines graph={graph} layout={layout} way={way} />
          </ReactFlow>
          <ZoomButtons viewport={viewport} />
          <p id={`${ids}keys`} className={styles.keys}>
            {t('picture.keys')}
          </p>
        </Stack>
      </Beside>
    </DiagramContext>
  );
}

/** What the places use of their diagram: always the same object, so that it makes none of them render again. */
function useTools(state: NetworkState, elementId: (id: string) => string) {
  const [marks] = useState(createMarks);
  useEffect(() => markWith(marks, state), [marks, state]);
  const toggle = useRef(state.toggle);
  useEffect(() => {
    toggle.current = state.toggle;
  });
  return { marks, elementId, toggle: (id: string) => toggle.current(id) };
}

function usePlaces(layout: DiagramLayout, { graph, rows, expanded, way }: NetworkState): PlaceNode[] {
  const labelOf = useRowLabel(way);
  return [...layout.spots.values()].flatMap(({ id, x, y }): readonly PlaceNode[] => {
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
        handles: [], // else the library renders every place once to look for some
        data: { row, label: labelOf(row), hidden },
      },
    ];
  });
}

function countBelow({ places }: NetworkState['graph'], id: string): number {
  const below = [...(places.get(id)?.below ?? [])];
  for (const each of below) below.push(...(places.get(each)?.below ?? [])); // a list also visits what is added on the way
  return below.length;
}

function ZoomButtons({ viewport }: { readonly viewport: DiagramViewport }) {
  const { t } = useTranslation('network');
  const { t: commands } = useTranslation('commands');
  return (
    <Row isLine gap="half" className={styles.zoom} role="group" aria-label={t('zoom.label')}>
      <IconButton
        label={commands('titles.zoom-in')}
        icon={<ZoomIn aria-hidden />}
        onPress={viewport.zoomIn}
      />
      <IconButton
        label={commands('titles.zoom-out')}
        icon={<ZoomOut aria-hidden />}
        onPress={viewport.zoomOut}
      />
      <IconButton label={t('zoom.fit')} icon={<Scan aria-hidden />} onPress={viewport.fit} />
    </Row>
  );
}

interface LinesProps {
  readonly graph: NetworkGraph;
  readonly layout: DiagramLayout;
  readonly way: ReadonlySet<string>;
}

/** The lines behind the places: one element for all that start at a place, because each element costs time. */
function DiagramLines({ graph, layout, way }: LinesProps) {
  return (
    <ViewportPortal>
      <svg className={styles.lines} aria-hidden>
        <Paths graph={graph} layout={layout} />
        <path className={styles.wayLine} d={wayPath(graph, layout, way)} />
      </svg>
    </ViewportPortal>
  );
}

const Paths = memo(({ graph, layout }: Omit<LinesProps, 'way'>) =>
  linesOf(graph, layout).map(({ key, kind, path }) => (
    <path key={key} className={styles[`${kind}Line`]} d={path} />
  )),
);
