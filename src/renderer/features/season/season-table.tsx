import { type FocusEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { RowsOf } from '../../parts/collection-state.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { ActionsOf } from '../../ui/grid/actions.ts';
import type { RowSelection } from '../../ui/grid/selection.ts';
import { useDeadlineCells } from './deadline-cells.tsx';
import type { DeadlineChanges } from './deadline-changes.tsx';
import { RowDrag } from './row-drag.tsx';
import { useSeasonColumns } from './season-columns.tsx';
import { inOrder, type SeasonRow } from './season-rows.ts';
import type { Season } from './season-state.ts';

interface Props {
  readonly connection: string;
  readonly season: Season;
  /** Those that the search and the filters let pass. */
  readonly rows: readonly SeasonRow[];
  readonly changes: DeadlineChanges;
  readonly selection: RowSelection<SeasonRow>;
  /** Told which row keys are about. The same function as long as it does the same. */
  readonly onActive: (row: SeasonRow | null) => void;
  /** The id of that row; null without rows. */
  readonly activeId: () => string | null;
  readonly actionsOf: ActionsOf<SeasonRow>;
  readonly sought: string;
  readonly onOpen: (id: string) => void;
  /** Gives a row the place of another. */
  readonly onMove: (row: SeasonRow, other: string) => void;
  readonly empty: ReactNode;
}

/** The groups in their order: dragged by their grips, their deadlines typed in place or pasted. */
export function SeasonTable({ connection, season, rows: all, changes, onMove, ...props }: Props) {
  const { t } = useTranslation('season');
  const { audits, clientName } = season;
  const columns = useSeasonColumns(clientName);
  const hintOf = (row: SeasonRow) => (row.deadlineStatus === 'overdue' ? t('late.hint') : undefined);
  const held = useHeldOrder(all);
  const { rows } = held;
  const { cells, onPaste } = useDeadlineCells({ connection, rows, changes, today: season.forecast.today });
  return (
    <RowsOf lists={[audits]}>
      <RowDrag
        rows={rows}
        onFocus={held.hold}
        onBlur={held.release}
        onMove={onMove}
        onPaste={(event) => onPaste(event, props.activeId())}
      >
        <DataTable
          id="season"
          label={t('label')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          textOf={({ name }) => name}
          sought={props.sought}
          hintOf={hintOf}
          cells={cells}
          onOpen={({ id }) => props.onOpen(id)}
          onActive={props.onActive}
          actionsOf={props.actionsOf}
          selection={props.selection}
          empty={props.empty}
        />
      </RowDrag>
    </RowsOf>
  );
}

/** The rows in the order in which they stood when the focus came to them, until it leaves: only a move changes it. */
function useHeldOrder(all: readonly SeasonRow[]) {
  const [held, setHeld] = useState<{ readonly ids: readonly string[]; readonly moves: string } | null>(null);
  const moves = all
    .flatMap(({ id, scheduling }) => (scheduling.priority === 0 ? [] : `${id} ${scheduling.priority}`))
    .toSorted()
    .join();
  const now = () => ({ ids: all.map(({ id }) => id), moves });
  if (held !== null && held.moves !== moves) setHeld(now());
  const rows = held === null ? all : inOrder(all, held.ids);
  return {
    rows,
    hold: () => setHeld((before) => before ?? now()),
    release: ({ currentTarget }: FocusEvent) => {
      // Between two fields that are typed in nothing has the focus.
      requestAnimationFrame(() => {
        if (!currentTarget.contains(document.activeElement)) setHeld(null);
      });
    },
  };
}
