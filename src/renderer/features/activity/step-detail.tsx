import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanProgress, StepProgress } from '../../../shared/plan.ts';
import { useActiveConnection } from '../../data/connections.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { Button } from '../../ui/button.tsx';
import { Id } from '../../ui/code.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { DetailCard } from './detail-card.tsx';
import { ObjectLink, placeOf } from './object-link.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { stepLooks } from './standing.ts';
import { useReasonWords } from './step-words.ts';
import { usePlanRefusal } from './use-plan-refusal.ts';

interface Props {
  readonly plan: PlanProgress;
  readonly step: StepProgress;
  readonly resultOf: (key: string) => string | null;
  readonly onClose: () => void;
}

/** One step at length: what it does, how it stands and why, what it made; an unclear one can be settled from here. */
export function StepDetail({ plan, step, resultOf, onClose }: Props) {
  const { t, i18n } = useTranslation('activity');
  const describe = useErrorWords();
  const reasonOf = useReasonWords();
  const refusal = usePlanRefusal(plan);
  const [isSettling, setSettling] = useState(false);
  const { task, state, result, error, candidates } = step;
  const active = useActiveConnection();
  const place = active?.id === plan.connection ? placeOf(task, candidates[0] ?? '', resultOf) : null;
  return (
    <DetailCard
      id={step.key}
      title={step.subject === '' ? t(`task.${task.kind}`) : step.subject}
      onClose={onClose}
    >
      <DefinitionList
        items={[
          { term: t('steps.column.task'), value: t(`task.${task.kind}`) },
          {
            term: t('steps.column.state'),
            value: <StatusMark look={stepLooks[state]} word={t(`state.${state}`)} />,
          },
          ...(result === null
            ? []
            : [
                {
                  term: t('steps.column.object'),
                  value: (
                    <ObjectLink
                      connection={plan.connection}
                      task={task}
                      object={result}
                      resultOf={resultOf}
                    />
                  ),
                },
              ]),
          { term: t('steps.attempts'), value: String(step.attempts) },
          {
            term: t('steps.column.changed'),
            value: formatMoment(step.changedAt, i18n.language),
          },
          ...(candidates.length === 0
            ? []
            : [
                {
                  term: t('settle.candidates'),
                  value: (
                    <ul>
                      {candidates.map((id) => (
                        <li key={id}>
                          <Id value={id} isCopyable />
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]),
        ]}
      />
      {error === null ? (
        reasonOf(step) !== '' && <p>{reasonOf(step)}</p>
      ) : (
        <ErrorNotice {...describe(error)} tone={state === 'failed' ? 'danger' : 'warning'} />
      )}
      {state === 'unclear' && (
        <>
          {place !== null && (
            <p>
              <Link to={place}>{t('settle.look')}</Link>
            </p>
          )}
          <Button variant="primary" reason={refusal} onPress={() => setSettling(true)}>
            {t('settle.open')}
          </Button>
          {isSettling && <SettleDialog plan={plan} step={step} onClose={() => setSettling(false)} />}
        </>
      )}
    </DetailCard>
  );
}
