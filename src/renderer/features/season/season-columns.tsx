import { AlarmClock, GripVertical } from 'lucide-react';
import { type GroupState, groupStates } from '../../../shared/rules/plans/season-groups.ts';
import { type ImportColumn, importColumns } from '../../../shared/rules/tables/columns.ts';
import { seasonGroupOf } from '../../../shared/rules/tables/deadlines.ts';
import { people } from '../../../shared/rules/tables/known.ts';
import { formatDay, formatNumber, inEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import type { Translate } from '../../messages/translate.ts';
import { ExportAction } from '../../parts/export/export-action.tsx';
import type { FileField, TableColumn } from '../../ui/grid/columns.ts';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import styles from './season.module.css';
import {
  type DeadlineStatus,
  deadlineStatuses,
  hasPlace,
  isLate,
  isOnTime,
  isUnbegun,
  type SeasonRow,
} from './season-rows.ts';

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
  soon: 'staged',
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
  | 'partner'
  | 'manager'
  | 'state'
  | 'deadline'
  | 'ready'
  | 'deadlineStatus'
  | 'left'
  | 'credits'
  | 'slack';

/** The columns of the groups of a season. */
export function useSeasonColumns(
  clientName: (id: string) => string,
): readonly TableColumn<SeasonRow, Column>[] {
  const { t, i18n } = useTranslation('season');
  const { language } = i18n;
  const own = (key: ImportColumn) => importField(key, clientName);
  const days = inEveryMonth((day) => formatDay(day, language));
  const count = (number: number | null) => (number === null ? '–' : formatNumber(number, language));
  return [
    {
      id: 'grip',
      title: t('column.grip'),
      isTitleHidden: true,
      width: { least: 64 },
      cell: (row) => hasPlace(row) && <Grip title={t('drag.grip')} />,
    },
    own('audit_id'),
    own('predecessor_id'),
    own('successor_id'),
    {
      id: 'name',
      title: t('column.name'),
      width: { least: 240, grows: 2.5 },
      value: ({ name }) => name,
      twin: ({ ownId, entry }) => ownId ?? entry?.predecessor ?? '',
      file: [own('audit_name')],
      isRowHeader: true,
    },
    own('client_id'),
    {
      id: 'client',
      title: t('parts:field.client_name'),
      width: { least: 120, grows: 1, givesWay: 3 },
      value: ({ client }) => (client === '' ? t('deadlineStatus.unknown') : clientName(client)),
      file: [own('client_name')],
      isName: true,
    },
    ...peopleColumns(t, own),
    {
      id: 'state',
      title: t('parts:field.status'),
      width: {
        least: [...groupStates.map((id) => t(`state.${id}`)), t('partly', { count: 99 })],
        givesWay: 2,
      },
      hasIcon: true,
      cell: (row) => <StatusMark look={stateLooks[row.state]} word={stateWord(row, t)} />,
      file: [{ key: 'state', value: ({ state }) => state, words: (row) => stateWord(row, t) }],
    },
    {
      id: 'deadline',
      title: t('parts:field.deadline'),
      width: { least: days },
      value: ({ scheduling }) =>
        scheduling.deadline === null ? '–' : formatDay(scheduling.deadline, language),
      file: [own('deadline')],
    },
    {
      id: 'ready',
      title: t('column.ready'),
      width: { least: days },
      hasIcon: true,
      value: (row) => readyWords(row, t, language),
      cell: (row) => <StartOrReady row={row} />,
      file: [
        { key: 'start_by', value: ({ startBy }) => startBy },
        { key: 'ready_on', value: ({ readyOn, state }) => (isUnbegun(state) ? null : readyOn) },
      ],
    },
    {
      id: 'deadlineStatus',
      title: t('parts:field.on_time'),
      width: { least: deadlineStatuses.map((id) => t(`deadlineStatus.${id}`)), givesWay: 1 },
      hasIcon: true,
      cell: ({ deadlineStatus }) => (
        <StatusMark look={deadlineLooks[deadlineStatus]} word={t(`deadlineStatus.${deadlineStatus}`)} />
      ),
      file: [
        {
          key: 'on_time',
          value: ({ deadlineStatus }) =>
            isLate({ deadlineStatus }) ? false : isOnTime({ deadlineStatus }) ? true : null,
          words: ({ deadlineStatus }) => t(`deadlineStatus.${deadlineStatus}`),
        },
      ],
    },
    {
      id: 'left',
      title: t('parts:field.steps'),
      width: { least: 56, from: wide },
      align: 'end',
      value: ({ stepsLeft }) => count(stepsLeft),
      file: [{ key: 'steps_left', value: ({ stepsLeft }) => stepsLeft }],
    },
    {
      id: 'credits',
      title: t('parts:field.credits'),
      width: { least: [t('deadlineStatus.unknown'), '0000'], givesWay: 0 },
      align: 'end',
      value: ({ credits, deadlineStatus }) =>
        credits === null ? (deadlineStatus === 'done' ? '–' : t('deadlineStatus.unknown')) : count(credits),
      file: [{ key: 'credits', value: ({ credits }) => credits }],
    },
    {
      id: 'slack',
      title: t('parts:word.slack'),
      width: { least: ['−0,000'], from: wide },
      align: 'end',
      value: ({ slack }) => count(slack),
      file: [{ key: 'slack_days', value: ({ slack }) => slack }],
    },
    own('components'),
    own('coupled_audits'),
    { key: 'priority', value: ({ scheduling }) => scheduling.priority },
  ];
}

function peopleColumns(t: Translate<'season'>, own: (key: ImportColumn) => FileField<SeasonRow>) {
  return people.map((id) => ({
    id,
    title: t(`parts:field.${id}`),
    width: { least: 96, givesWay: 4, from: wide },
    value: ({ entry }: SeasonRow) => entry?.[id] ?? '',
    file: [own(id)],
  }));
}

/** How a group stands; of one that is there in part also how much of its plan is not, or that nobody knows whether all of it is. */
export function stateWord({ state, stepsLeft, isUnread }: SeasonRow, t: Translate<'season'>): string {
  if (isUnread === true) return t('createdUnread');
  return state === 'partly' && stepsLeft > 0 ? t('partly', { count: stepsLeft }) : t(`state.${state}`);
}

/** Of a group that nobody has begun the last day on which to begin it; of others the day on which they are ready. */
export function readyWords(
  { startBy, readyOn, deadlineStatus, state }: SeasonRow,
  t: Translate<'season'>,
  language: string,
): string {
  if (deadlineStatus === 'done') return t('state.created');
  if (!isUnbegun(state)) return readyOn === null ? t('deadlineStatus.unknown') : formatDay(readyOn, language);
  return startBy === null ? '–' : t('startBy', { day: formatDay(startBy, language) });
}

/** A column has both: a day to begin has a mark before it, and says so to a pointer and a screen reader. */
function StartOrReady({ row }: { readonly row: SeasonRow }) {
  const { t, i18n } = useTranslation('season');
  const words = readyWords(row, t, i18n.language);
  if (row.startBy === null) return words;
  return (
    <span role="img" aria-label={words} title={words} className={styles.begin}>
      <AlarmClock aria-hidden />
      {formatDay(row.startBy, i18n.language)}
    </span>
  );
}

/** What an import of deadlines understands, so that a file that was saved changes nothing. */
function importField(key: ImportColumn, clientName: (id: string) => string): FileField<SeasonRow> {
  return { key, value: (row) => importColumns[key].ofGroup?.(seasonGroupOf(row), clientName) ?? null };
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
  const columns = useSeasonColumns(clientName);
  return (
    <ExportAction
      variant="icon"
      table={{ name: t('commands:screens.season'), grid: 'season', columns, rows }}
    />
  );
}
