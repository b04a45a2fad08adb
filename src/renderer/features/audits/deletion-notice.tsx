import type { StepProgress } from '../../../shared/plan.ts';
import { isWaiting } from '../../../shared/rules/plans/plan.ts';
import { dismissDeletion, useDeletionPlans, useDismissedDeletions } from '../../data/audit-deletion.ts';
import { useConnectionId } from '../../data/connections.ts';
import type { PlanWithSteps } from '../../data/plan-steps.ts';
import { retryPlan } from '../../data/plans.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { useTranslation } from '../../messages/language.ts';
import { usePlanDone } from '../../messages/plan-words.ts';
import { PausedPlan } from '../../parts/paused-plan.tsx';
import { PlanWait } from '../../parts/plan-wait.tsx';
import { Told } from '../../parts/told.tsx';
import { UndoPlan } from '../../parts/undo.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  readonly audit?: string | undefined;
}

/** The deletions of this app: in progress, paused, or failed with the reason. One that is done is told of once. */
export function DeletionNotice({ audit }: Props) {
  const away = useDismissedDeletions(({ plans }) => plans);
  return useDeletionPlans(useConnectionId())
    .filter(({ plan, steps }) => !away.has(plan.id) && (audit === undefined || isAbout(steps, audit)))
    .map((one) => <Notice key={one.plan.id} {...one} />);
}

function isAbout(steps: readonly StepProgress[], audit: string): boolean {
  return steps.some(({ task }) => task.kind === 'deleteAudit' && task.audit === audit);
}

function Notice({ plan, steps }: PlanWithSteps) {
  const { t } = useTranslation('audits');
  const describe = useErrorWords();
  const planDone = usePlanDone();
  const readOnly = useWriteRefusal(plan.connection);
  const audits = steps.filter(({ task }) => task.kind === 'deleteAudit');
  const gone = steps.filter(({ task, state }) => isWaiting(task) && state === 'done').length;
  if (plan.state === 'paused') return <PausedPlan plan={plan} />;
  if (plan.startsAt !== undefined) return <UndoPlan plan={plan} />;
  if (audits.length === 0) return null;
  if (plan.state === 'running')
    return (
      <Banner tone="info" title={t('deletion.running', { done: gone, count: audits.length })}>
        <PlanWait plan={plan} />
      </Banner>
    );
  const undone = steps.filter(({ state, error }) => state !== 'done' && error !== null);
  const isUndone = plan.counts.cancelled === steps.length;
  const dismiss = () => dismissDeletion(plan.id);
  if (isUndone || (gone === audits.length && undone.length === 0))
    return <Told text={isUndone ? t('deletion.undone') : planDone(plan)} onTold={dismiss} />;
  return (
    <Banner
      tone="danger"
      role="status"
      title={t('deletion.partly', { done: gone, count: audits.length })}
      actions={
        <>
          {plan.counts.failed > 0 && (
            <Button reason={readOnly} onPress={() => void retryPlan(plan)}>
              {t('parts:word.retry')}
            </Button>
          )}
          <Button onPress={dismiss}>{t('parts:word.dismiss')}</Button>
        </>
      }
    >
      <ul>
        {undone.map(({ key, subject, error }) => (
          <li key={key}>
            <strong>{subject}</strong> {error !== null && refusalWords(t, describe, error)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function refusalWords(
  t: ReturnType<typeof useTranslation<'audits'>>['t'],
  describe: ReturnType<typeof useErrorWords>,
  error: NonNullable<StepProgress['error']>,
): string {
  const { happened, meaning } = describe(error);
  if (error.code !== 'conflict') return `${happened} ${meaning}`;
  return `${t(error.operation === 'audits.read' ? 'deletion.stays' : 'deletion.refused')} ${meaning}`;
}
