import { useTranslation } from 'react-i18next';
import { pictureLayout, placeSize } from './layout.ts';
import { linesOf, wayPath } from './lines.ts';
import styles from './network.module.css';
import type { NetworkState } from './network-state.ts';

// What a page on its long side has room for: smaller than this, nobody reads it.
const mostRows = 24 * (placeSize.height + 12);
const mostColumns = 8 * (placeSize.width + 56);
const longestName = 34; // letters that a place has room for
const longestFacts = 46;

/** The picture of a network on paper, as it is shown; where that is too large for a page, a sentence that says so. */
export function PaperPicture({ state }: { readonly state: NetworkState }) {
  const { t } = useTranslation('network');
  const { graph, nodes, expanded, rows, way } = state;
  const layout = pictureLayout(nodes, expanded);
  if (layout.height > mostRows || layout.width > mostColumns) return <p>{t('paper.tooLarge')}</p>;
  return (
    <svg
      role="img"
      aria-label={t('paper.picture')}
      className={styles.paperPicture}
      viewBox={`-4 -4 ${layout.width + 8} ${layout.height + 8}`}
      fill="none"
      stroke="currentColor"
    >
      {linesOf(graph, layout).map(({ key, kind, path }) => (
        <path key={key} d={path} strokeDasharray={kind === 'coupling' ? '5 4' : undefined} />
      ))}
      <path d={wayPath(graph, layout, way)} strokeWidth={3} />
      {[...layout.spots.values()].map(({ id, x, y }) => {
        const row = rows.get(id);
        if (row === undefined) return null;
        const facts = [row.kindWord, row.scopeWord, row.statusWord].filter(Boolean).join(' · ');
        return (
          <g key={id} transform={`translate(${x} ${y})`}>
            <rect
              {...placeSize}
              rx={4}
              fill="white"
              strokeWidth={row.kind === 'group' ? 2.5 : 1}
              strokeDasharray={row.kind === 'unread' || row.scope === 'out' ? '6 3' : undefined}
            />
            <text
              x={10}
              y={23}
              fontSize={13}
              fontWeight={row.kind === 'component' ? 400 : 600}
              fill="black"
              stroke="none"
            >
              {shortened(row.name, longestName)}
            </text>
            <text x={10} y={42} fontSize={11} fill="black" stroke="none">
              {shortened(facts, longestFacts)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function shortened(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
