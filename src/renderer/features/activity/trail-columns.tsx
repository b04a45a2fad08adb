import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrailEntry } from '../../../shared/record.ts';
import { formatExactMoment } from '../../messages/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useTaskWord } from './use-task-word.ts';

const looks = { done: 'good', failed: 'ending', unclear: 'unknown' } as const satisfies Record<
  TrailEntry['outcome'],
  string
>;

/** The columns of the trail; the first four where one entry stands at length beside them. */
export function useTrailColumns(isNarrow: boolean): readonly Column<TrailEntry>[] {
  const { t, i18n } = useTranslation('activity');
  const taskWord = useTaskWord();
  const columns = useMemo<readonly Column<TrailEntry>[]>(
    () => [
      {
        id: 'at',
        title: t('trail.column.at'),
        width: '212px',
        render: ({ at }) => formatExactMoment(at, i18n.language),
      },
      {
        id: 'task',
        title: t('steps.column.task'),
        width: 'minmax(130px, 0.9fr)',
        render: ({ task }) => taskWord(task),
      },
      {
        id: 'subject',
        title: t('steps.column.subject'),
        width: 'minmax(150px, 1.4fr)',
        isRowHeader: true,
        render: ({ subject }) => subject,
      },
      {
        id: 'outcome',
        title: t('trail.column.outcome'),
        width: 'minmax(100px, 0.6fr)',
        render: ({ outcome }) => <StatusMark look={looks[outcome]} word={t(`state.${outcome}`)} />,
      },
      {
        id: 'object',
        title: t('steps.column.object'),
        width: 'minmax(110px, 0.9fr)',
        render: ({ object }) => object ?? '',
      },
      {
        id: 'person',
        title: t('trail.column.person'),
        width: 'minmax(90px, 0.6fr)',
        render: ({ person }) => person,
      },
      {
        id: 'account',
        title: t('trail.column.account'),
        width: 'minmax(110px, 0.8fr)',
        render: ({ connectionName }) => connectionName,
      },
    ],
    [t, i18n.language, taskWord],
  );
  return useMemo(() => (isNarrow ? columns.slice(0, 4) : columns), [columns, isNarrow]);
}
