import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { StepProgress } from '../../shared/plan.ts';
import { differingQuery, dismissDifferences } from '../data/differing.ts';
import { useReadAgain } from '../data/long-list.ts';
import { useUnendedPlans } from '../data/plans.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { useDifferenceWords } from '../messages/difference-words.ts';
import { formatMoment } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

interface DifferencesNoticeProps {
  readonly connection: string;
  /** The id of what is shown. */
  readonly about: string;
  /** Whether what a step has made is shown. */
  readonly isToldBy: (step: StepProgress) => boolean;
}

const mostShown = 8;

/** Whether a step has made the audit or the component audit with this id, or has found that it was not made as it should be. */
export function hasMadeAudit({ task, result, state }: StepProgress, id: string): boolean {
  if (task.kind === 'createClient') return false;
  return result === id || (task.kind === 'awaitOpen' && state === 'failed');
}

/** What the service has otherwise than plans have sent it, of what a screen shows, until a person dismisses it. */
export function DifferencesNotice({ connection, about, isToldBy }: DifferencesNoticeProps) {
  const { t, i18n } = useTranslation('differences');
  const words = useDifferenceWords();
  const describe = useErrorWords();
  const { data = [], refetch } = useQuery(differingQuery(connection, about));
  const readAgain = () => void refetch();
  useReadAgain(useUnendedPlans(connection), readAgain);
  const all = data.filter(({ step }) => isToldBy(step));
  const shown = all.slice(0, mostShown);
  const dismiss = useMutation({ mutationFn: () => dismissDifferences(shown), onSuccess: readAgain });
  const [first] = shown;
  if (first === undefined) return null;
  return (
    <Banner
      tone="info"
      title={t('title', { count: all.reduce((sum, { step }) => sum + step.differences.length, 0) })}
      actions={
        <>
          <Button isPending={dismiss.isPending} onPress={() => dismiss.mutate()}>
            {t('parts:word.dismiss')}
          </Button>
          <Link to={pathTo('plan', { planId: first.plan })}>{t('parts:word.openThePlan')}</Link>
        </>
      }
    >
      <ul>
        {shown.map(({ plan, step: { key, subject, error, differences, changedAt } }) => (
          <li key={`${plan} ${key}`}>
            {[
              `${subject} –`,
              ...differences.map(words),
              ...(error === null ? [] : [describe(error).remedy]),
            ].join(' ')}{' '}
            {t('at', { time: formatMoment(changedAt, i18n.language) })}
          </li>
        ))}
        {all.length > shown.length && <li>{t('parts:count.more', { count: all.length - shown.length })}</li>}
      </ul>
      <p>{t('means')}</p>
    </Banner>
  );
}
