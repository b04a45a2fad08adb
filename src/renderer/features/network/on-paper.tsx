import type { GroupReading } from '../../data/group-reading.ts';
import { useTranslation } from '../../messages/language.ts';
import type { Translate } from '../../messages/translate.ts';
import { PrintMenu } from '../../parts/printout/print-menu.tsx';
import { PrintTable } from '../../parts/printout/print-table.tsx';
import { apartIn, folded } from '../../ui/name-parts.ts';
import { openRows, type TreeGridNode } from '../../ui/tree-rows.ts';
import { diagramLayout, linesOf, placeSize, wayPath } from './layout.ts';
import styles from './network.module.css';
import type { NetworkState } from './network-state.ts';
import type { NetworkRow } from './rows.ts';

interface OnPaperProps {
  readonly name: string;
  readonly state: NetworkState;
  readonly reading: Pick<GroupReading, 'audits'>;
}

/** Prints a network: the diagram as it shows, if a page has room for it, and a table of every place. */
export function OnPaper({ name, state, reading }: OnPaperProps) {
  const { t } = useTranslation('network');
  return (
    <PrintMenu title={t('titleOf', { name })} read={reading.audits} isWide>
      <PaperDiagram state={state} />
      <ListOnPaper state={state} />
    </PrintMenu>
  );
}

function ListOnPaper({ state }: Pick<OnPaperProps, 'state'>) {
  const { t } = useTranslation('network');
  return <PrintTable caption={t('view.list')} rows={networkTable(state, t)} />;
}

interface Shown {
  readonly nodes: readonly TreeGridNode<NetworkRow>[];
  readonly rows: ReadonlyMap<string, NetworkRow>;
}

/** Every place as a table of texts, the titles first; dashes before a name say how deep it is. */
export function networkTable(
  { nodes, rows }: Shown,
  t: Translate<'network'>,
): readonly (readonly string[])[] {
  const titles = [
    t('column.name'),
    t('parts:field.tier'),
    t('parts:word.id'),
    t('parts:field.kind'),
    t('parts:field.scope'),
    t('parts:field.status'),
    t('parts:field.legal_entity_names'),
    t('column.also'),
  ];
  const every = openRows(nodes, new Set(rows.keys()));
  return [
    titles,
    ...every.map(({ row, level }) => [
      `${'– '.repeat(level - 1)}${row.name}`,
      String(level),
      row.id,
      row.kindWord,
      row.scopeWord,
      row.statusWord,
      row.entities.join('\n'),
      row.alsoBelow.join('\n'),
    ]),
  ];
}

// What a page on its long side has room for: smaller than this, nobody reads it.
const mostRows = 24 * (placeSize.height + 12);
const mostColumns = 8 * (placeSize.width + 56);
const longestName = 36; // letters that a line of a place has room for
const longestFacts = 46;

function PaperDiagram({ state }: { readonly state: NetworkState }) {
  const { t } = useTranslation('network');
  const { graph, nodes, expanded, rows, way } = state;
  const layout = diagramLayout(nodes, expanded);
  const names = [...rows.values()].map((row) => row.name);
  if (layout.height > mostRows || layout.width > mostColumns) return <p>{t('paper.tooLarge')}</p>;
  return (
    <svg
      role="img"
      aria-label={t('view.picture')}
      className={styles.paperDiagram}
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
            <text fontSize={13} fontWeight={row.kind === 'component' ? 400 : 600} fill="black" stroke="none">
              {nameOnPaper(row.name, names).map((line, at) => (
                <tspan key={at} x={10} y={23 + 17 * at}>
                  {line}
                </tspan>
              ))}
            </text>
            <text x={10} y={62} fontSize={11} fill="black" stroke="none">
              {shortened(facts, longestFacts)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** A name in two lines, broken between words. What it shares with the names beside it makes room for what tells it apart. */
export function nameOnPaper(name: string, beside: readonly string[]): readonly string[] {
  if (Array.from(name).length <= longestName) return [name];
  const apart = apartIn(name, beside);
  const most = lengths.find((length) => isHeld(twoLines(folded(name, apart, length)))) ?? longestName;
  return twoLines(folded(name, apart, most)).map((line) => shortened(line, longestName));
}

const lengths = Array.from({ length: longestName }, (_, less) => 2 * longestName - less);

function isHeld(lines: readonly string[]): boolean {
  return lines.every((line) => Array.from(line).length <= longestName);
}

function twoLines(name: string): readonly string[] {
  const letters = Array.from(name);
  if (letters.length <= longestName) return [name];
  const fitting = letters.slice(0, longestName + 1).join('');
  const end = fitting.lastIndexOf(' ');
  const first = end > 0 ? fitting.slice(0, end) : letters.slice(0, longestName).join('');
  return [first, name.slice(first.length).trim()];
}

function shortened(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
