import type { ReactNode } from 'react';
import { useTranslation } from '../../messages/language.ts';
import { RowsOf } from '../../parts/collection-state.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { ActionsOf } from '../../ui/grid/actions.ts';
import type { RowSelection } from '../../ui/grid/selection.ts';
import { useDeadlineCells } from './deadline-cells.tsx';
import type { DeadlineChanges } from './deadline-changes.tsx';
import { RowDrag } from './row-drag.tsx';
import { useSeasonColumns } from './season-columns.tsx';
import type { SeasonRow } from './season-rows.ts';
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
export function SeasonTable({ connection, season, rows, changes, onMove, ...props }: Props) {
  const { t } = useTranslation('season');
  const { audits, clientName } = season;
  const columns = useSeasonColumns(clientName);
  const hintOf = (row: SeasonRow) => (row.deadlineStatus === 'overdue' ? t('late.hint') : undefined);
  const { cells, onPaste } = useDeadlineCells({ connection, rows, changes });
  return (
    <RowsOf lists={[audits]}>
      <RowDrag rows={rows} onMove={onMove} onPaste={(event) => onPaste(event, props.activeId())}>
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
