import { type ClipboardEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import type { DayOrder } from '../../../shared/rules/tables/cells.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { useDayWriting } from '../../ui/date-field.tsx';
import { type CellCursor, useCellEditing } from '../../ui/grid/cell-editing.tsx';
import { announce } from '../../ui/live-region.tsx';
import type { DeadlineChanges } from './deadline-changes.tsx';
import { type DeadlineCell, deadlineOrders, pastedCells, readDeadlines } from './season-deadlines.ts';
import { canMove, type SeasonRow } from './season-rows.ts';

const DeadlinesDialog = lazy(async () => ({
  default: (await import('./deadlines-dialog.tsx')).DeadlinesDialog,
}));

interface Props {
  /** In the order in which they are shown. */
  readonly rows: readonly SeasonRow[];
  /** All of the season, which a pasted line may name. */
  readonly groups: readonly SeasonRow[];
  readonly today: string;
  readonly changes: DeadlineChanges;
  /** The order of days that a person has said before, while the screen is open; null where nobody was asked. */
  readonly order: DayOrder | null;
  readonly onOrder: (order: DayOrder) => void;
}

/** Deadlines that are typed in their cells, or pasted from the active row on; `above` and `dialog` are what is said of the latter. */
export function useDeadlineCells({ rows, groups, today, changes, order, onOrder }: Props): {
  readonly cells: CellCursor<SeasonRow>;
  readonly onPaste: (event: ClipboardEvent, activeId: string | null) => void;
  readonly above: ReactNode;
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation('season');
  const { written, read, faultOf } = useDayWriting();
  const [pasted, setPasted] = useState<readonly DeadlineCell[] | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { cells } = useCellEditing<SeasonRow>({
    rowId: ({ id }) => id,
    textIn: (row, column) => {
      if (column !== 'deadline' || !canMove(row)) return null;
      return row.scheduling.deadline === null ? '' : written(row.scheduling.deadline);
    },
    isInvalid: () => false,
    begins: /\d/,
    labelOf: ({ name }) => t('cell.label', { name }),
    faultIn: (_, __, text) => faultOf(text),
    onChange: (row, _, text) => changes.set([{ row, day: read(text) }], 'typed'),
  });
  /** One certain day of the active row changes at once; all else is shown first. */
  const take = (found: readonly DeadlineCell[], active: SeasonRow | undefined) => {
    const [certain, ...others] = deadlineOrders(found);
    const isAlone = found.length === 1 && found[0]?.target === active;
    if (!isAlone || certain === undefined || others.length > 0) return setPasted(found);
    const [line] = readDeadlines(found, { order: certain, today, readNamed: read });
    if (line?.state === 'change' && line.row !== null)
      changes.set([{ row: line.row, day: line.day }], 'typed');
    else if (line?.state !== 'same') setPasted(found);
  };
  const onPaste = (event: ClipboardEvent, activeId: string | null) => {
    const text = event.clipboardData.getData('text/plain');
    const place = rows.findIndex(({ id }) => id === activeId);
    const isTyping = event.target instanceof HTMLInputElement && !text.trim().includes('\n');
    if (isTyping || place < 0 || text.trim() === '') return;
    event.preventDefault();
    const found = pastedCells(text, rows, place, groups);
    setRefused(found === null);
    if (found === null) announce(t('deadlines.refused'));
    else take(found, rows[place]);
  };
  return {
    cells,
    onPaste,
    above: isRefused && <Banner tone="warning">{t('deadlines.refused')}</Banner>,
    dialog: pasted !== null && (
      <Suspense>
        <DeadlinesDialog
          title={t('deadlines.pasted')}
          numberTitle={t('deadlines.place')}
          cells={pasted}
          today={today}
          order={order}
          onOrder={onOrder}
          onTake={(lines) => {
            changes.set(lines, 'typed');
            setPasted(null);
          }}
          onClose={() => setPasted(null)}
        />
      </Suspense>
    ),
  };
}
