import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TrailEntry } from '../../../shared/record.ts';
import { trailKey } from '../../data/records.ts';
import { formatExactMoment } from '../../messages/format.ts';
import { pathTo } from '../../routes.ts';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { DetailCard } from './detail-card.tsx';
import { useTaskWord } from './use-task-word.ts';

interface Props {
  readonly entry: TrailEntry;
  readonly onClose: () => void;
}

/** One entry of the trail at length. */
export function TrailDetail({ entry, onClose }: Props) {
  const { t, i18n } = useTranslation('activity');
  const { t: errors } = useTranslation('errors');
  const taskWord = useTaskWord();
  const { subject, task, object, code } = entry;
  return (
    <DetailCard id={trailKey(entry)} title={subject === '' ? taskWord(task) : subject} onClose={onClose}>
      <DefinitionList
        items={[
          { term: t('trail.column.at'), value: formatExactMoment(entry.at, i18n.language) },
          { term: t('trail.column.person'), value: entry.person },
          { term: t('trail.column.account'), value: entry.connectionName },
          { term: t('steps.column.task'), value: taskWord(task) },
          { term: t('trail.column.outcome'), value: t(`state.${entry.outcome}`) },
          ...(code === null
            ? []
            : [{ term: t('steps.column.reason'), value: errors(`codes.${code}.happened`) }]),
          ...(object === null
            ? []
            : [{ term: t('steps.column.object'), value: <Id value={object} isCopyable /> }]),
          {
            term: t('plan.title'),
            value: <Link to={pathTo('plan', { planId: entry.plan })}>{t('requests.openPlan')}</Link>,
          },
        ]}
      />
    </DetailCard>
  );
}
