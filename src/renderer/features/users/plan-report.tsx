import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PlanProgress, StepProgress } from '../../../shared/plan.ts';
import { useUndone } from '../../data/plan-steps.ts';
import { cancelPlan, pausePlan, resumePlan, retryPlan, usePlan } from '../../data/plans.ts';
import { putAway, useBegunPlan } from '../../data/users.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatDuration } from '../../messages/format.ts';
import { PlanWait } from '../../parts/plan-wait.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { undoneWords } from './undone-words.ts';
import styles from './users.module.css';

interface Props {
  /** Where the plan was begun. */
  readonly place: string;
  /** Gives somebody who has another role the one that was wanted. */
  readonly onChangeRole: (step: StepProgress) => void;
}

/** How the plan that was begun here stands: what is under way, what rests, and what came to nothing and why. */
export function PlanReport({ place, onChangeRole }: Props) {
  const plan = usePlan(useBegunPlan(place));
  if (plan === null) return null;
  return plan.state === 'ended' ? (
    <Ended plan={plan} place={place} onChangeRole={onChangeRole} />
  ) : (
    <UnderWay plan={plan} onChangeRole={onChangeRole} />
  );
}

function UnderWay({ plan, onChangeRole }: { readonly plan: PlanProgress } & Pick<Props, 'onChangeRole'>) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const resume = useMutation({ mutationFn: () => resumePlan(plan) });
  const { count, done } = totals(plan);
  const rests = plan.state === 'paused';
  const left = plan.remainingSeconds ?? 0;
  const refusal = resume.data?.ok === false ? describe(resume.data.error).happened : null;
  return (
    <Banner
      tone={rests ? 'warning' : 'info'}
      role="status"
      title={t(rests ? 'plan.resting' : 'plan.running', { done, count })}
      actions={
        rests ? (
          <>
            <Button onPress={() => resume.mutate()} isPending={resume.isPending}>
              {common('plans.resume')}
            </Button>
            <Button onPress={() => void cancelPlan(plan.id)}>{t('plan.giveUp')}</Button>
          </>
        ) : (
          <Button onPress={() => void pausePlan(plan.id)}>{t('plan.pause')}</Button>
        )
      }
    >
      {rests && plan.pause !== null && (
        <p>{t('plan.restsFor', { reason: common(`plans.reason.${plan.pause.reason}`) })}</p>
      )}
      {refusal !== null && <p role="status">{refusal}</p>}
      {!rests && left >= 1 && <p>{common('plans.left', { time: formatDuration(left * 1_000, common) })}</p>}
      <PlanWait plan={plan} />
      <UndoneList plan={plan} onChangeRole={onChangeRole} />
    </Banner>
  );
}

function Ended({ plan, place, onChangeRole }: { readonly plan: PlanProgress } & Props) {
  const { t } = useTranslation('users');
  const retry = useMutation({ mutationFn: () => retryPlan(plan) });
  const { count, done } = totals(plan);
  const isWhole = done === count;
  return (
    <Banner
      tone={isWhole ? 'success' : 'warning'}
      role="status"
      title={isWhole ? t('plan.done', { count }) : t('plan.partly', { done, count })}
      actions={
        <>
          {plan.counts.failed > 0 && (
            <Button onPress={() => retry.mutate()} isPending={retry.isPending}>
              {t('plan.retry')}
            </Button>
          )}
          <Button onPress={() => putAway(place)}>{t('plan.close')}</Button>
        </>
      }
    >
      {isWhole ? undefined : <UndoneList plan={plan} onChangeRole={onChangeRole} />}
    </Banner>
  );
}

function UndoneList({ plan, onChangeRole }: { readonly plan: PlanProgress } & Pick<Props, 'onChangeRole'>) {
  const { t } = useTranslation('users');
  const describe = useErrorWords();
  const { steps, count } = useUndone(plan);
  if (steps.length === 0) return null;
  return (
    <>
      <ul className={styles.undone} aria-label={t('undone.label')}>
        {steps.map((step) => (
          <li key={step.key}>
            <span className={styles.subject}>{step.subject}</span> {undoneWords(step, t, describe)}
            {step.error?.code === 'conflict' && step.error.fields?.['role'] !== undefined && (
              <Button variant="quiet" onPress={() => onChangeRole(step)}>
                {t('undone.changeRole')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {count > steps.length && <p>{t('undone.more', { count: count - steps.length })}</p>}
    </>
  );
}

function totals({ counts }: PlanProgress) {
  return { done: counts.done, count: Object.values(counts).reduce((sum, each) => sum + each, 0) };
}
