import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepProgress } from '../../../shared/plan.ts';
import { formatMoment } from '../../messages/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { stepLooks } from './standing.ts';
import { useReasonWords } from './step-words.ts';

/** The columns of the steps of a plan; the first four where one step stands at length beside them. */
export function useStepColumns(isNarrow: boolean): readonly Column<StepProgress>[] {
  const { t, i18n } = useTranslation('activity');
  const reasonOf = useReasonWords();
  const columns = useMemo<readonly Column<StepProgress>[]>(
    () => [
      {
        id: 'subject',
        title: t('steps.column.subject'),
        width: 'minmax(160px, 1.4fr)',
        isRowHeader: true,
        render: ({ subject, key }) => (subject === '' ? key : subject),
      },
      {
        id: 'task',
        title: t('steps.column.task'),
        width: 'minmax(130px, 1fr)',
        render: ({ task }) => t(`task.${task.kind}`),
      },
      {
        id: 'state',
        title: t('steps.column.state'),
        width: 'minmax(120px, 0.8fr)',
        render: ({ state }) => <StatusMark look={stepLooks[state]} word={t(`state.${state}`)} />,
      },
      {
        id: 'reason',
        title: t('steps.column.reason'),
        width: 'minmax(180px, 2fr)',
        render: reasonOf,
      },
      {
        id: 'object',
        title: t('steps.column.object'),
        width: 'minmax(110px, 0.9fr)',
        render: ({ result }) => result ?? '',
      },
      {
        id: 'changed',
        title: t('steps.column.changed'),
        width: '176px',
        render: ({ changedAt }) => formatMoment(changedAt, i18n.language),
      },
    ],
    [t, i18n.language, reasonOf],
  );
  return useMemo(() => (isNarrow ? columns.slice(0, 4) : columns), [columns, isNarrow]);
}
