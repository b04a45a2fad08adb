import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Beside, Name } from '../name.tsx';
import type { TreeGridRow } from '../tree-rows.ts';
import type { Column, PlacedColumn } from './columns.ts';
import styles from './grid.module.css';

/** How a row stands in its tree. */
export type TreeFacts = Pick<TreeGridRow<unknown>, 'level' | 'position' | 'setSize' | 'isExpanded'>;

interface GridRowProps<Row> extends Partial<TreeFacts> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  /** Its distance from the top of the rows, in pixels. */
  readonly top: number;
  /** The same array as long as they are laid out alike. */
  readonly placed: readonly PlacedColumn<Column<Row>>[];
  readonly header: string | undefined;
  readonly isActive: boolean;
  /** Null where it cannot be selected. */
  readonly isSelected: boolean | null;
  /** Whether any row has a box. */
  readonly hasBoxes: boolean;
  /** Whether the cell that names it is all it has, as wide as the row. */
  readonly isHeading: boolean;
  /** Whether it is the one row that is chosen; null where none ever is. */
  readonly isChosen: boolean | null;
  readonly opens: boolean;
  /** The column of its active cell; undefined where it has none. */
  readonly activeCell?: string | null | undefined;
  /** That cell in words. */
  readonly cellWords?: string | undefined;
  /** What stands in its active cell while that is edited. */
  readonly editor?: ReactNode;
  /** The names in a column of the rows around one. The same function as long as the rows are the same. */
  readonly besideOf: (column: Column<Row>, index: number) => readonly string[];
  readonly labelOf: ((row: Row) => string) | undefined;
  readonly hintOf: ((row: Row) => string | undefined) | undefined;
}

const deepestIndent = 12; // levels; deeper ones stand below each other, and say their level
const indent = 20; // pixels a level

function RowOfCells<Row>(props: GridRowProps<Row>) {
  const { row, header, isActive, isSelected, isChosen, isHeading } = props;
  const hasBoxes = props.hasBoxes && !isHeading;
  const { level, isExpanded = null } = props;
  const isTree = level !== undefined;
  const placed = isHeading ? props.placed.filter(({ column }) => column.id === header) : props.placed;
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={props.index + 2}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      aria-expanded={isExpanded ?? undefined}
      aria-selected={isChosen ?? (props.hasBoxes ? (isSelected ?? undefined) : isActive)}
      aria-label={props.labelOf?.(row)}
      aria-description={[props.hintOf?.(row), props.cellWords].filter(Boolean).join(' ') || undefined}
      className={cx(
        styles.row,
        isActive && styles.active,
        (isTree || props.opens) && styles.opens,
        isActive && isTree && isChosen === null && styles.current,
        isChosen === true && styles.picked,
      )}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      {placed.map(({ column, width, isFolded }, place) => {
        const content = (column.cell ?? column.value)?.(row);
        const isHeader = column.id === header;
        const isNamed = isHeader || column.isName === true;
        const before = place > 0 ? 0 : (isTree ? indentOf(level) + 24 : 0) + (hasBoxes ? 24 : 0);
        const shown = isNamed ? (
          <Beside value={props.besideOf(column, props.index)}>
            {typeof content === 'string' ? (
              <Name text={content} room={width - before - 16} twin={column.twin?.(row)} />
            ) : (
              content
            )}
          </Beside>
        ) : (
          content
        );
        const isFirst = place === 0 && (isTree || hasBoxes);
        const isCell = props.activeCell === column.id;
        const editor = isCell ? props.editor : null;
        return (
          <div
            key={column.id}
            role={isHeader && content !== '' ? 'rowheader' : 'gridcell'} // an empty name heads nothing
            data-folded={isFolded ? true : undefined}
            aria-colspan={isHeading ? props.placed.length : undefined}
            aria-invalid={column.isInvalid?.(row) === true ? true : undefined}
            className={cx(
              styles.cell,
              column.align === 'end' && styles.end,
              isFolded && styles.folded,
              isFirst && styles.first,
              isCell && styles.activeCell,
              editor != null && styles.edited,
              isHeading && styles.heading,
            )}
            title={titleOf(typeof content === 'string' && !isNamed ? content : undefined, column.hint?.(row))}
            style={isFirst && isTree ? { paddingInlineStart: indentOf(level) } : undefined}
          >
            {isFirst ? (
              <>
                {isTree && <Chevron isExpanded={isExpanded} />}
                {hasBoxes && <Box isSelected={isSelected} />}
                <span className={styles.name}>{shown}</span>
              </>
            ) : (
              (editor ?? shown)
            )}
          </div>
        );
      })}
    </div>
  );
}

function titleOf(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter(Boolean).join('\n') || undefined;
}

function indentOf(level: number): number {
  return (Math.min(level, deepestIndent) - 1) * indent;
}

function Chevron({ isExpanded }: { readonly isExpanded: boolean | null }) {
  return (
    <span data-part={isExpanded === null ? undefined : 'chevron'} className={styles.chevron}>
      {isExpanded !== null && <ChevronRight aria-hidden className={cx(isExpanded && styles.open)} />}
    </span>
  );
}

/** One element, since a list has one in every row. */
function Box({ isSelected }: { readonly isSelected: boolean | null }) {
  return (
    <span
      data-part={isSelected === null ? undefined : 'box'}
      className={cx(styles.boxPlace, isSelected !== null && styles.box, isSelected === true && styles.chosen)}
    />
  );
}

// Moving renders the two rows that it concerns; `memo` alone forgets that the component is generic.
export const GridRow = memo(RowOfCells) as typeof RowOfCells;
