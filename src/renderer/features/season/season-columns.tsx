import { GripVertical } from 'lucide-react';
import { useMemo } from 'react';
import { type GroupState, groupStates } from '../../../shared/rules/plans/season-groups.ts';
import { formatDay, formatNumber, inEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { ExportAction } from '../../parts/export/export-action.tsx';
import type { FileColumn } from '../../parts/export/file-table.ts';
import type { Column as TableColumn } from '../../ui/grid/columns.ts';
import { markWidth, StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import styles from './season.module.css';
import { type DeadlineStatus, deadlineStatuses, hasPlace, isLate, type SeasonRow } from './season-rows.ts';

export const stateLooks: Readonly<Record<GroupState, StatusMarkProps['look']>> = {
  trouble: 'ending',
  partly: 'ending',
  notRolled: 'none',
  expected: 'idle',
  planned: 'staged',
  initialising: 'progress',
  created: 'good',
};

export const deadlineLooks: Readonly<Record<DeadlineStatus, StatusMarkProps['look']>> = {
  overdue: 'ending',
  late: 'ending',
  'on-time': 'in',
  unknown: 'unknown',
  none: 'idle',
  done: 'good',
};

const wide = 1_200; // pixels: in a narrower grid the words of how a group stands have the room

type Column =
  | 'grip'
  | 'name'
  | 'client'
  | 'state'
  | 'deadline'
  | 'ready'
  | 'deadlineStatus'
  | 'left'
  | 'credits'
  | 'slack';

export function useSeasonColumns(
  clientName: (id: string) => string,
): readonly TableColumn<SeasonRow, Column>[] {
  const { t, i18n } = useTranslation('season');
  return useMemo(() => {
    const { language } = i18n;
    const column = (
      id: Column,
      width: Omit<TableColumn<SeasonRow>, 'id' | 'title' | 'render'>,
      render: (row: SeasonRow) => React.ReactNode,
    ): TableColumn<SeasonRow, Column> => ({
      id,
      title: t(`column.${id}`),
      ...width,
      render,
      isRowHeader: id === 'name',
      isName: id === 'client',
    });
    const days = inEveryMonth((day) => formatDay(day, language));
    const marks = (words: readonly string[], givesWay: number) =>
      ({ texts: words, beside: markWidth, givesWay, folded: 28 }) as const;
    return [
      {
        ...column('grip', { min: 64 }, (row) => hasPlace(row) && <Grip title={t('drag.grip')} />),
        isTitleHidden: true,
      },
      column('name', { min: 240, share: 2.5 }, ({ name }) => name),
      column('client', { min: 120, share: 1, givesWay: 3 }, ({ client }) =>
        client === '' ? t('unknown') : clientName(client),
      ),
      column(
        'state',
        marks(
          groupStates.map((id) => t(`state.${id}`)),
          2,
        ),
        ({ state }) => <StatusMark look={stateLooks[state]} word={t(`state.${state}`)} />,
      ),
      column('deadline', { texts: days }, ({ scheduling }) =>
        scheduling.deadline === null ? '–' : formatDay(scheduling.deadline, language),
      ),
      column('ready', { texts: days }, ({ readyOn, deadlineStatus }) =>
        readyOn === null ? t(deadlineStatus === 'done' ? 'there' : 'unknown') : formatDay(readyOn, language),
      ),
      column(
        'deadlineStatus',
        marks(
          deadlineStatuses.map((id) => t(`deadlineStatus.${id}`)),
          1,
        ),
        ({ deadlineStatus }) => (
          <StatusMark look={deadlineLooks[deadlineStatus]} word={t(`deadlineStatus.${deadlineStatus}`)} />
        ),
      ),
      column('left', { min: 56, align: 'end', from: wide }, ({ stepsLeft }) =>
        formatNumber(stepsLeft, language),
      ),
      column(
        'credits',
        { texts: [t('unknown'), '0000'], align: 'end', givesWay: 0 },
        ({ credits, deadlineStatus }) =>
          credits === null
            ? t(deadlineStatus === 'done' ? 'none' : 'unknown')
            : formatNumber(credits, language),
      ),
      column('slack', { texts: ['−0,000'], align: 'end', from: wide }, ({ slack }) =>
        slack === null ? '–' : formatNumber(slack, language),
      ),
    ];
  }, [t, i18n, clientName]);
}

/** Where a row is dragged; what says the same to a keyboard and a screen reader is in the menu of the row. */
function Grip({ title }: { readonly title: string }) {
  return (
    <span data-grip className={styles.grip} title={title}>
      <GripVertical aria-hidden />
    </span>
  );
}

interface ExportProps {
  readonly rows: readonly SeasonRow[];
  readonly clientName: (id: string) => string;
}

export function SeasonExport({ rows, clientName }: ExportProps) {
  const { t } = useTranslation('season');
  const columns: readonly FileColumn<SeasonRow>[] = [
    { key: 'audit_id', value: ({ audit }) => audit?.id ?? null },
    { key: 'predecessor_id', value: ({ entry }) => entry?.predecessor ?? null },
    { key: 'successor_id', value: ({ ownId }) => ownId },
    { key: 'audit_name', column: 'name', value: ({ name }) => name },
    { key: 'client_id', value: ({ client }) => client || null },
    {
      key: 'client_name',
      column: 'client',
      value: ({ client }) => (client === '' ? null : clientName(client)),
    },
    {
      key: 'state',
      column: 'state',
      value: ({ state }) => state,
      words: ({ state }) => t(`state.${state}`),
    },
    { key: 'deadline', column: 'deadline', value: ({ scheduling }) => scheduling.deadline },
    { key: 'ready_on', column: 'ready', value: ({ readyOn }) => readyOn },
    {
      key: 'on_time',
      column: 'deadlineStatus',
      value: ({ deadlineStatus }) =>
        isLate({ deadlineStatus }) ? false : deadlineStatus === 'on-time' ? true : null,
      words: ({ deadlineStatus }) => t(`deadlineStatus.${deadlineStatus}`),
    },
    { key: 'steps_left', column: 'left', value: ({ stepsLeft }) => stepsLeft },
    { key: 'credits', column: 'credits', value: ({ credits }) => credits },
    { key: 'slack_days', column: 'slack', value: ({ slack }) => slack },
    { key: 'components', value: ({ entry }) => entry?.components ?? null },
    { key: 'coupled_audits', value: ({ entry }) => entry?.coupled ?? null },
    { key: 'priority', value: ({ scheduling }) => scheduling.priority },
  ];
  return <ExportAction variant="quiet" table={{ name: t('title'), grid: 'season', columns, rows }} />;
}
