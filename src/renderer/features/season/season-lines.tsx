import { formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { Row } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import type { TreeGridNode } from '../../ui/tree-rows.ts';
import styles from './season.module.css';
import { useSeasonColumns } from './season-columns.tsx';
import { useValueWords } from './season-filters.tsx';
import { type Grouping, isOnTime, type SeasonRow } from './season-rows.ts';
import { partsOf, type SeasonPart } from './season-weeks.ts';

/** The heading of the groups that have one value. */
interface Part extends SeasonPart {
  readonly id: string;
}

/** What stands in a row of the grid. */
export type Line = SeasonRow | Part;

export function isPart(line: Line): line is Part {
  return 'rows' in line;
}

export function headed(line: Line): readonly Line[] | undefined {
  return isPart(line) ? line.rows : undefined;
}

/** The groups under the headings of their values. */
export function usePartNodes(
  rows: readonly SeasonRow[],
  grouping: Grouping | null,
  valueOf: (row: SeasonRow) => string,
): readonly TreeGridNode<Line>[] {
  const wordsOf = useValueWords();
  if (grouping === null) return [];
  return partsOf(rows, valueOf).map((part) => {
    const id = `${grouping} ${part.name}`;
    return {
      id,
      row: { ...part, id, name: wordsOf(grouping, part.name) },
      children: part.rows.map((row) => ({ id: row.id, row, children: [] })),
    };
  });
}

/** The columns of the groups. Under headings no group is dragged: its place there is not the one it has among all. */
export function useLineColumns(
  clientName: (id: string) => string,
  isGrouped: boolean,
): readonly TableColumn<Line>[] {
  // Of a heading a grid asks nothing but the cell that names it.
  const columns = useSeasonColumns(clientName) as readonly TableColumn<Line>[];
  return columns.flatMap((column): readonly TableColumn<Line>[] => {
    if (!('id' in column)) return [column];
    if (column.id === 'grip' && isGrouped) return [];
    if (column.id !== 'name') return [column];
    return [{ ...column, cell: (line: Line) => (isPart(line) ? <Heading part={line} /> : line.name) }];
  });
}

/** A value, and how the groups of it stand. */
function Heading({ part: { name, rows, late } }: { readonly part: Part }) {
  const { t, i18n } = useTranslation('season');
  const counts = {
    late,
    'on-time': rows.filter(isOnTime).length,
    done: rows.filter(({ deadlineStatus }) => deadlineStatus === 'done').length,
  };
  const words = (['late', 'on-time', 'done'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${t(`deadlineStatus.${status}`)}: ${formatNumber(counts[status], i18n.language)}`);
  return (
    <Row as="span" gap="3" isLine className={styles.heading}>
      <Name text={name} />
      <span>{[t('parts:count.groups', { count: rows.length }), ...words].join(' · ')}</span>
    </Row>
  );
}
