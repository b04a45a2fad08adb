import { ViewportPortal } from '@xyflow/react';
import { memo, useMemo } from 'react';
import type { NetworkGraph } from '../../../shared/rules/network-graph.ts';
import type { PictureLayout } from './layout.ts';
import { linesOf, wayPath } from './lines.ts';
import styles from './picture.module.css';

interface LinesProps {
  readonly graph: NetworkGraph;
  readonly layout: PictureLayout;
  readonly way: ReadonlySet<string>;
}

/** The lines below the places: one element for all that lead from a place, so that thousands cost no more than hundreds. */
export function PictureLines({ graph, layout, way }: LinesProps) {
  return (
    <ViewportPortal>
      <svg className={styles.lines} aria-hidden>
        <Paths graph={graph} layout={layout} />
        <path
          className={styles.wayLine}
          d={useMemo(() => wayPath(graph, layout, way), [graph, layout, way])}
        />
      </svg>
    </ViewportPortal>
  );
}

const Paths = memo(({ graph, layout }: Omit<LinesProps, 'way'>) =>
  linesOf(graph, layout).map(({ key, kind, path }) => (
    <path key={key} className={styles[`${kind}Line`]} d={path} />
  )),
);
