import { type ReactNode, useMemo, useState } from 'react';
import type { DayOrder } from '../../../shared/rules/tables/cells.ts';
import { formatDay, inEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useDayWriting } from '../../ui/date-field.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import type { RowAction } from '../../ui/grid/grid.tsx';
import { RoomForRows, Stack } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { type DeadlineCell, type DeadlineLine, deadlineOrders, readDeadlines } from './season-deadlines.ts';
import type { AddedGroup } from './season-expected.ts';
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
  /** Whether what was taken over is being saved. */
  readonly isPending?: boolean;
  /** With the order in which the days were read, and the groups that the season gets besides. */
  readonly onTake: (lines: readonly TakenDeadline[], order: DayOrder, added: readonly AddedGroup[]) => void;
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
  const [adds, setAdds] = useState(false);
  const fresh = lines.filter(({ state }) => state === 'add').length;
  const added = lines.flatMap(({ group, day, number, state }) =>
    adds && state === 'add' && group !== null && !left.has(number) ? [{ group, day }] : [],
  );
  const told = lines.filter(
    ({ state, fault }) => state !== 'same' && state !== 'blank' && fault !== 'beyond', // these have no name
  );
  const unordered = chosen === undefined ? imports('columns.unordered') : undefined;
  const reason =
    props.reason ?? unordered ?? (taken.length + added.length === 0 ? t('deadlines.nothing') : undefined);
  return (
    <Dialog
      isOpen
      size="wide"
      hasInput={false}
      title={props.title}
      onClose={onClose}
      onSubmit={() => reason === undefined && chosen !== undefined && onTake(taken, chosen, added)}
      actions={
        <FormActions
          cancel={common('action.cancel')}
          submit={[
            (taken.length > 0 || added.length === 0) && t('deadlines.take', { count: taken.length }),
            added.length > 0 && t('deadlines.addTo', { count: added.length }),
          ]
            .filter(Boolean)
            .join(' · ')}
          isPending={props.isPending ?? false}
          reason={reason}
        />
      }
    >
      <Stack gap="4">
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
        {props.reason === undefined && fresh > 0 && (
          <Checkbox
            label={t('deadlines.add', { count: fresh })}
            help={t('deadlines.addHelp')}
            isSelected={adds}
            onChange={setAdds}
          />
        )}
        {props.reason === undefined && chosen !== undefined && (
          <p role="status">
            <Summary lines={lines} taken={taken.length} added={added.length} left={left.size} />
          </p>
        )}
      </Stack>
      {told.length > 0 && (
        <Lines
          lines={told}
          left={left}
          adds={adds}
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
  readonly added: number;
  readonly left: number;
}) {
  const { lines, taken, added, left } = props;
  const { t } = useTranslation('season');
  const unchanged = lines.filter(({ state }) => state === 'same' || state === 'blank').length;
  const beyond = lines.filter(({ fault }) => fault === 'beyond').length;
  const faults = lines.filter(({ fault }) => fault !== null).length - beyond;
  const past = lines.filter(({ isPast }) => isPast).length;
  const fresh = lines.filter(({ state }) => state === 'add').length;
  const isNothing = taken + added + left === 0;
  return [
    isNothing && t('deadlines.nothing'),
    !isNothing && (taken > 0 || added === 0) && t('deadlines.changes', { count: taken }),
    added > 0 ? t('deadlines.added', { count: added }) : fresh > 0 && t('deadlines.fresh', { count: fresh }),
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
  /** Whether groups that the season does not have are added. */
  readonly adds: boolean;
  readonly numberTitle: string;
  readonly onLeave: (number: number) => void;
}

/** What cannot be taken over first, then what is new, then what changes. */
function Lines({ lines, left, adds, numberTitle, onLeave }: LinesProps) {
  const { t, i18n } = useTranslation('season');
  const rows = useMemo(() => lines.toSorted((one, other) => rank(one) - rank(other)), [lines]);
  const columns = useMemo((): readonly Column<DeadlineLine>[] => {
    const dayOf = (day: string | null) => (day === null ? '–' : formatDay(day, i18n.language));
    const days = inEveryMonth((day) => formatDay(day, i18n.language));
    const remark = ({ fault, text, number, isPast, group }: DeadlineLine): string => {
      if (fault !== null) return t(`fault.${fault}`, { text });
      if (left.has(number)) return t('deadlines.leftOut');
      if (group !== null)
        return t(adds ? 'deadlines.isAdded' : 'deadlines.isFresh', { client: group.clientName });
      return t(isPast ? 'late.hint' : 'deadlines.changed');
    };
    const look = ({ fault, number, isPast, group }: DeadlineLine) =>
      fault !== null
        ? 'ending'
        : left.has(number) || (group !== null && !adds)
          ? 'none'
          : isPast
            ? 'ending'
            : 'in';
    return [
      {
        id: 'number',
        title: numberTitle,
        align: 'end',
        width: { least: 56, givesWay: 1 },
        value: ({ number }) => String(number),
      },
      {
        id: 'name',
        title: t('column.name'),
        isRowHeader: true,
        width: { least: 240, grows: 1 },
        value: ({ name }) => name || '–',
      },
      {
        id: 'before',
        title: t('deadlines.before'),
        width: { least: days, givesWay: 2 },
        value: ({ row }) => dayOf(row?.scheduling.deadline ?? null),
      },
      { id: 'after', title: t('deadlines.after'), width: { least: days }, value: ({ day }) => dayOf(day) },
      {
        id: 'remark',
        title: t('deadlines.remark'),
        width: { least: 200, grows: 1 },
        cell: (line) => <StatusMark look={look(line)} word={remark(line)} />,
      },
    ];
  }, [t, i18n, numberTitle, left, adds]);
  const actionsOf = ({ number, state }: DeadlineLine): readonly RowAction[] =>
    state === 'change' || (state === 'add' && adds)
      ? [
          {
            id: 'leave',
            label: t(left.has(number) ? 'deadlines.takeIn' : 'deadlines.leave'),
            onAction: () => onLeave(number),
          },
        ]
      : [];
  return (
    <RoomForRows count={8}>
      <DataTable
        id="deadlines"
        label={t('deadlines.label')}
        columns={columns}
        rows={rows}
        rowId={({ number }) => String(number)}
        actionsOf={actionsOf}
      />
    </RoomForRows>
  );
}

function rank({ state }: DeadlineLine): number {
  return state === 'change' ? 2 : state === 'add' ? 1 : 0;
}
