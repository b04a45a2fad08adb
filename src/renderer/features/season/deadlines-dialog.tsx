import { type ReactNode, useMemo, useState } from 'react';
import type { DayOrder } from '../../../shared/rules/import-cells.ts';
import { formatDay, inEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { useDayWriting } from '../../ui/date-field.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import type { RowAction } from '../../ui/grid/grid.tsx';
import { Stack } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './season.module.css';
import { type DeadlineCell, type DeadlineLine, deadlineOrders, readDeadlines } from './season-deadlines.ts';
import type { SeasonRow } from './season-rows.ts';

export interface TakenDeadline {
  readonly row: SeasonRow;
  readonly day: string | null;
}

interface Props {
  readonly title: string;
  /** What the numbers of the lines count. */
  readonly numberTitle: string;
  readonly cells: readonly DeadlineCell[];
  readonly today: string;
  readonly order: DayOrder | null;
  readonly onOrder: (order: DayOrder) => void;
  /** Above what was found: how the file is understood. */
  readonly children?: ReactNode;
  /** Why nothing can be taken over yet. */
  readonly reason?: string | undefined;
  /** With the order in which the days were read. */
  readonly onTake: (lines: readonly TakenDeadline[], order: DayOrder) => void;
  readonly onClose: () => void;
}

/** Shows what becomes of many deadlines, and what cannot be taken over and why, before anything is changed. */
export function DeadlinesDialog({ cells, today, order, onOrder, onTake, onClose, ...props }: Props) {
  const { t } = useTranslation('season');
  const { t: common } = useTranslation();
  const { t: imports } = useTranslation('import');
  const { read } = useDayWriting();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const possible = useMemo(() => deadlineOrders(cells), [cells]);
  const chosen = possible.length === 1 ? possible[0] : possible.find((one) => one === order);
  const lines = useMemo(
    () => (chosen === undefined ? [] : readDeadlines(cells, { order: chosen, today, readNamed: read })),
    [cells, chosen, today, read],
  );
  const taken = lines.flatMap(({ state, row, day, number }) =>
    state === 'change' && row !== null && !left.has(number) ? [{ row, day }] : [],
  );
  const told = lines.filter(
    ({ state, fault }) => state !== 'same' && state !== 'blank' && fault !== 'beyond', // these have no name
  );
  const unordered = chosen === undefined ? imports('columns.unordered') : undefined;
  const reason = props.reason ?? unordered ?? (taken.length === 0 ? t('deadlines.nothing') : undefined);
  return (
    <Dialog
      isOpen
      size="wide"
      hasInput={false}
      title={props.title}
      onClose={onClose}
      onSubmit={() => reason === undefined && chosen !== undefined && onTake(taken, chosen)}
      actions={
        <FormActions
          cancel={common('action.cancel')}
          submit={t('deadlines.take', { count: taken.length })}
          reason={reason}
        />
      }
    >
      <Stack>
        {props.children}
        {possible.length > 1 && (
          <Select
            label={t('deadlines.order')}
            help={imports('columns.orderHelp')}
            options={possible.map((id) => ({ id, label: imports(`order.${id}`) }))}
            value={chosen ?? null}
            placeholder={imports('columns.orderChoose')}
            onChange={onOrder}
          />
        )}
        {props.reason === undefined && chosen !== undefined && (
          <p role="status">
            <Summary lines={lines} taken={taken.length} left={left.size} />
          </p>
        )}
      </Stack>
      {told.length > 0 && (
        <Lines
          lines={told}
          left={left}
          numberTitle={props.numberTitle}
          onLeave={(number) => setLeft(left.symmetricDifference(new Set([number])))}
        />
      )}
    </Dialog>
  );
}

/** What becomes of all lines, in numbers. */
function Summary(props: {
  readonly lines: readonly DeadlineLine[];
  readonly taken: number;
  readonly left: number;
}) {
  const { lines, taken, left } = props;
  const { t } = useTranslation('season');
  const unchanged = lines.filter(({ state }) => state === 'same' || state === 'blank').length;
  const beyond = lines.filter(({ fault }) => fault === 'beyond').length;
  const faults = lines.filter(({ fault }) => fault !== null).length - beyond;
  const past = lines.filter(({ isPast }) => isPast).length;
  return [
    taken === 0 && left === 0 ? t('deadlines.nothing') : t('deadlines.changes', { count: taken }),
    unchanged > 0 && t('deadlines.same', { count: unchanged }),
    left > 0 && t('deadlines.left', { count: left }),
    faults > 0 && t('deadlines.faults', { count: faults }),
    beyond > 0 && t('deadlines.beyond', { count: beyond }),
    past > 0 && t('deadlines.past', { count: past }),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

interface LinesProps {
  readonly lines: readonly DeadlineLine[];
  readonly left: ReadonlySet<number>;
  readonly numberTitle: string;
  readonly onLeave: (number: number) => void;
}

/** What cannot be taken over first, then what changes. */
function Lines({ lines, left, numberTitle, onLeave }: LinesProps) {
  const { t, i18n } = useTranslation('season');
  const rows = useMemo(
    () => lines.toSorted((one, other) => Number(one.state === 'change') - Number(other.state === 'change')),
    [lines],
  );
  const columns = useMemo((): readonly Column<DeadlineLine>[] => {
    const dayOf = (day: string | null) => (day === null ? '–' : formatDay(day, i18n.language));
    const days = inEveryMonth((day) => formatDay(day, i18n.language));
    const remark = ({ fault, text, number, isPast }: DeadlineLine): string => {
      if (fault !== null) return t(`fault.${fault}`, { text });
      if (left.has(number)) return t('deadlines.leftOut');
      return t(isPast ? 'late.hint' : 'deadlines.changed');
    };
    const look = ({ fault, number, isPast }: DeadlineLine) =>
      fault !== null ? 'ending' : left.has(number) ? 'none' : isPast ? 'ending' : 'in';
    return [
      {
        id: 'number',
        title: numberTitle,
        min: 56,
        givesWay: 1,
        align: 'end',
        render: ({ number }) => number,
      },
      {
        id: 'name',
        title: t('column.name'),
        min: 240,
        share: 1,
        isRowHeader: true,
        render: ({ name }) => name || '–',
      },
      {
        id: 'before',
        title: t('deadlines.before'),
        texts: days,
        givesWay: 2,
        render: ({ row }) => dayOf(row?.turn.deadline ?? null),
      },
      { id: 'after', title: t('deadlines.after'), texts: days, render: ({ day }) => dayOf(day) },
      {
        id: 'remark',
        title: t('deadlines.remark'),
        min: 200,
        share: 1,
        render: (line) => <StatusMark look={look(line)} word={remark(line)} />,
      },
    ];
  }, [t, i18n, numberTitle, left]);
  const actionsOf = ({ number, state }: DeadlineLine): readonly RowAction[] =>
    state === 'change'
      ? [
          {
            id: 'leave',
            label: t(left.has(number) ? 'deadlines.takeIn' : 'deadlines.leave'),
            onAction: () => onLeave(number),
          },
        ]
      : [];
  return (
    <div className={styles.lines}>
      <DataTable
        id="deadlines"
        label={t('deadlines.label')}
        columns={columns}
        rows={rows}
        rowId={({ number }) => String(number)}
        actionsOf={actionsOf}
      />
    </div>
  );
}
