import { type FocusEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { RowsOf } from '../../parts/collection-state.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { type ActionsOf, some } from '../../ui/grid/actions.ts';
import type { RowSelection } from '../../ui/grid/selection.ts';
import { useOpenNodes } from '../../ui/open-nodes.ts';
import { TreeGrid } from '../../ui/tree-grid.tsx';
import { useDeadlineCells } from './deadline-cells.tsx';
import type { DeadlineChanges } from './deadline-changes.tsx';
import { RowDrag } from './row-drag.tsx';
import { useFilterTitle } from './season-filters.tsx';
import { headed, isPart, type Line, useLineColumns, usePartNodes } from './season-lines.tsx';
import { type Grouping, inOrder, type SeasonRow, valueIn } from './season-rows.ts';
import type { Season } from './season-state.ts';

interface Props {
  readonly connection: string;
  readonly season: Season;
  /** Those that the search and the filters let pass. */
  readonly rows: readonly SeasonRow[];
  /** By what they stand under headings; null where they do not. */
  readonly grouping: Grouping | null;
  readonly changes: DeadlineChanges;
  readonly selection: RowSelection<SeasonRow>;
  /** Told which row keys are about. The same function as long as it does the same. */
  readonly onActive: (id: string | null) => void;
  /** The id of that row; null without rows. */
  readonly activeId: () => string | null;
  readonly actionsOf: ActionsOf<SeasonRow>;
  readonly sought: string;
  readonly onOpen: (id: string) => void;
  /** Gives a row the place of another. */
  readonly onMove: (row: SeasonRow, other: string) => void;
  readonly empty: ReactNode;
}

/** The groups in their order, dragged by their grips, or under headings; their deadlines are typed in place or pasted. */
export function SeasonTable({ connection, season, rows: all, grouping, changes, onMove, ...props }: Props) {
  const { t } = useTranslation('season');
  const titleOf = useFilterTitle();
  const { audits, clientName } = season;
  const held = useHeldOrder(all, grouping);
  const nodes = usePartNodes(held.rows, grouping, held.valueOf);
  const { expanded, onExpand } = useOpenNodes(new Set(nodes.map(({ id }) => id)));
  const parts = nodes.filter(({ id }) => expanded.has(id));
  const rows = grouping === null ? held.rows : parts.flatMap(({ row }) => (isPart(row) ? row.rows : []));
  const { cells, onPaste } = useDeadlineCells({
    connection,
    all: season.rows,
    rows,
    changes,
    today: season.forecast.today,
  });
  const { selection, onActive } = props;
  const grid = {
    columns: useLineColumns(clientName, grouping !== null),
    textOf: ({ name }: Line) => name,
    sought: props.sought,
    hintOf: (line: Line) => (!isPart(line) && line.deadlineStatus === 'overdue' ? t('late.hint') : undefined),
    cells,
    headed,
    onOpen: (line: Line) =>
      isPart(line) ? onExpand(expanded.symmetricDifference(new Set([line.id]))) : props.onOpen(line.id),
    actionsOf: (lines: readonly Line[]) => {
      const chosen = some(lines.flatMap((line) => (isPart(line) ? [] : [line])));
      return chosen === null ? [] : props.actionsOf(chosen);
    },
    selection: { ...selection, canSelect: (line: Line) => !isPart(line) },
    empty: props.empty,
  };
  return (
    <RowsOf lists={[audits]}>
      <RowDrag
        rows={rows}
        onFocus={held.hold}
        onBlur={held.release}
        onMove={onMove}
        onPaste={(event) => onPaste(event, props.activeId())}
      >
        {grouping === null ? (
          <DataTable
            id="season"
            {...grid}
            label={t('label')}
            rows={rows}
            rowId={({ id }) => id}
            onActive={(row) => onActive(row?.id ?? null)}
          />
        ) : (
          <TreeGrid
            {...grid}
            id="season"
            label={t('labelBy', { by: titleOf(grouping) })}
            nodes={nodes}
            expanded={expanded}
            onExpand={onExpand}
            opensBy="click"
            onActive={onActive}
          />
        )}
      </RowDrag>
    </RowsOf>
  );
}

/** The rows in the order and under the headings where they stood when the focus came to them, until it leaves: only a move changes it. */
function useHeldOrder(all: readonly SeasonRow[], grouping: Grouping | null) {
  const [held, setHeld] = useState<{
    readonly values: ReadonlyMap<string, string>;
    readonly moves: string;
  } | null>(null);
  const valueNow = (row: SeasonRow): string => (grouping === null ? '' : valueIn(row, grouping));
  const valueOf = (row: SeasonRow): string => held?.values.get(row.id) ?? valueNow(row);
  const moves = all
    .flatMap(({ id, scheduling }) => (scheduling.priority === 0 ? [] : `${id} ${scheduling.priority}`))
    .toSorted()
    .join();
  const now = () => ({ values: new Map(all.map((row) => [row.id, valueOf(row)])), moves });
  if (held !== null && held.moves !== moves) setHeld(now());
  const rows = held === null ? all : inOrder(all, [...held.values.keys()]);
  return {
    rows,
    valueOf,
    hold: () => setHeld((before) => before ?? now()),
    release: ({ currentTarget }: FocusEvent) => {
      // Between two fields that are typed in nothing has the focus.
      requestAnimationFrame(() => {
        if (!currentTarget.contains(document.activeElement)) setHeld(null);
      });
    },
  };
}
