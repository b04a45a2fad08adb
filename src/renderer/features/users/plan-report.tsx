import { useMutation } from '@tanstack/react-query';
import type { PlanProgress, StepProgress } from '../../../shared/plan.ts';
import { useUndone } from '../../data/plan-steps.ts';
import { cancelPlan, pausePlan, resumePlan, retryPlan, usePlan } from '../../data/plans.ts';
import { putAway, useBegunPlan } from '../../data/users.ts';
import { type ErrorWords, useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { pauseReason } from '../../messages/pause-reason.ts';
import { usePlanDone } from '../../messages/plan-words.ts';
import { useRoleWords } from '../../messages/role-words.ts';
import type { Translate } from '../../messages/translate.ts';
import { CredentialsRemedy } from '../../parts/credentials-remedy.tsx';
import { PlanLeft, PlanWait } from '../../parts/plan-wait.tsx';
import { Told } from '../../parts/told.tsx';
import { UndoPlan } from '../../parts/undo.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';

interface Props {
  /** The key under which the plan is remembered. */
  readonly place: string;
  /** Changes the role of a user who has another one already. */
  readonly onChangeRole: (step: StepProgress) => void;
}

/** The plan that was submitted here: its progress, why it is paused, and which steps failed and why. One that has done all is told of once. */
export function PlanReport({ place, onChangeRole }: Props) {
  const plan = usePlan(useBegunPlan(place));
  if (plan === null) return null;
  if (plan.startsAt !== undefined) return <UndoPlan plan={plan} />;
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
  const readOnly = useWriteRefusal(plan.connection);
  const refusal = resume.data?.ok === false ? describe(resume.data.error).happened : null;
  return (
    <Banner
      tone={rests ? 'warning' : 'info'}
      role="status"
      title={t(rests ? 'plan.resting' : 'parts:word.doneOf', { done, count })}
      actions={
        rests ? (
          <>
            <Button onPress={() => resume.mutate()} reason={readOnly} isPending={resume.isPending}>
              {common('action.resume')}
            </Button>
            {plan.pause?.reason === 'credentials' && (
              <CredentialsRemedy connection={plan.connection} onConnected={() => resume.mutate()} />
            )}
            <Button onPress={() => void cancelPlan(plan.id)}>{t('plan.giveUp')}</Button>
          </>
        ) : (
          <Button onPress={() => void pausePlan(plan.id)}>{t('common:list.pause')}</Button>
        )
      }
    >
      {rests && plan.pause !== null && (
        <p>{t('plan.restsFor', { reason: common(`plans.reason.${pauseReason(plan.pause)}`) })}</p>
      )}
      {refusal !== null && <p role="status">{refusal}</p>}
      <p>
        <PlanLeft plan={plan} />
      </p>
      <PlanWait plan={plan} />
      <UndoneList plan={plan} onChangeRole={onChangeRole} />
    </Banner>
  );
}

function Ended({ plan, place, onChangeRole }: { readonly plan: PlanProgress } & Props) {
  const { t } = useTranslation('users');
  const planDone = usePlanDone();
  const readOnly = useWriteRefusal(plan.connection);
  const retry = useMutation({ mutationFn: () => retryPlan(plan) });
  const { count, done } = totals(plan);
  if (done === count) return <Told text={planDone(plan)} onTold={() => putAway(place)} />;
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('parts:word.doneOf', { done, count })}
      actions={
        <>
          {plan.counts.failed > 0 && (
            <Button onPress={() => retry.mutate()} reason={readOnly} isPending={retry.isPending}>
              {t('parts:word.retryFailed', { count: plan.counts.failed })}
            </Button>
          )}
          <Button onPress={() => putAway(place)}>{t('common:ui.close')}</Button>
        </>
      }
    >
      <UndoneList plan={plan} onChangeRole={onChangeRole} />
    </Banner>
  );
}

function UndoneList({ plan, onChangeRole }: { readonly plan: PlanProgress } & Pick<Props, 'onChangeRole'>) {
  const { t } = useTranslation('users');
  const describe = useErrorWords();
  const roleWords = useRoleWords();
  const readOnly = useWriteRefusal(plan.connection);
  const { steps, count } = useUndone(plan);
  if (steps.length === 0) return null;
  return (
    <>
      <Stack as="ul" gap="1" most="160px" aria-label={t('undone.label')}>
        {steps.map((step) => (
          <li key={step.key}>
            <strong>{step.subject}</strong> {undoneWords(step, { t, describe, roleWords })}
            {step.error?.code === 'conflict' && step.error.fields?.['role'] !== undefined && (
              <Button variant="quiet" reason={readOnly} onPress={() => onChangeRole(step)}>
                {t('user.change')}
              </Button>
            )}
          </li>
        ))}
      </Stack>
      {count > steps.length && <p>{t('parts:count.more', { count: count - steps.length })}</p>}
    </>
  );
}

function totals({ counts }: PlanProgress) {
  return { done: counts.done, count: Object.values(counts).reduce((sum, each) => sum + each, 0) };
}

interface UndoneWords {
  readonly t: Translate<'users'>;
  readonly describe: (error: NonNullable<StepProgress['error']>) => ErrorWords;
  readonly roleWords: (role: string) => string;
}

function undoneWords(
  { state, error }: Pick<StepProgress, 'state' | 'error'>,
  { t, describe, roleWords }: UndoneWords,
): string {
  if (state === 'cancelled') return t('undone.cancelled');
  if (state === 'unclear') return t('undone.unclear');
  if (error === null) return t('parts:word.blocked');
  const [role] = error.fields?.['role'] ?? [];
  if (error.code === 'conflict' && role !== undefined)
    return t('undone.otherRole', { role: roleWords(role) });
  if (error.code === 'conflict') return said(t('undone.conflict'), error.detail);
  if (error.code === 'validation' && error.fields?.['id'] !== undefined) return t('undone.unknownUser');
  if (error.code === 'validation' && role !== undefined) return t('undone.unknownRole');
  if (error.code === 'validation') {
    const told = [error.detail, ...Object.values(error.fields ?? {}).flat()].filter(Boolean);
    return said(t('undone.refused'), told.join(' '));
  }
  if (error.code === 'missing') return t('undone.missing');
  const { happened, meaning } = describe(error);
  return `${happened} ${meaning}`;
}

function said(sentence: string, detail: string | undefined): string {
  return detail === undefined || detail === '' ? sentence : `${sentence} ${detail}`;
}
