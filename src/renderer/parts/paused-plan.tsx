import { useMutation } from '@tanstack/react-query';
import type { PlanProgress } from '../../shared/plan.ts';
import { cancelPlan, resumePlan } from '../data/plans.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { useTranslation } from '../messages/language.ts';
import { pauseReason } from '../messages/pause-reason.ts';
import { usePlanName } from '../messages/plan-words.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { CredentialsRemedy } from './credentials-remedy.tsx';
import { useWriteRefusal } from './write-refusal.ts';

interface Props {
  readonly plan: PlanProgress;
  /** Why it cannot be resumed now. */
  readonly reason?: string | undefined;
}

/** A paused plan, with the reason and buttons to resume or cancel it. */
export function PausedPlan({ plan, reason }: Props) {
  const { t } = useTranslation();
  const describe = useErrorWords();
  const planName = usePlanName();
  const refusal = useWriteRefusal(plan.connection);
  const resume = useMutation({ mutationFn: () => resumePlan(plan) });
  const cancel = useMutation({ mutationFn: () => cancelPlan(plan.id) });
  const refused = resume.data?.ok === false ? resume.data.error : null;
  const error = refused ?? plan.pause?.error ?? null;
  const title = t('plans.resting', {
    title: planName(plan),
    reason: t(`plans.reason.${pauseReason(plan.pause)}`),
  });
  return (
    <Banner
      tone="warning"
      role="status"
      title={title}
      actions={
        <Row>
          <Button isPending={resume.isPending} reason={reason ?? refusal} onPress={() => resume.mutate()}>
            {t('action.resume')}
          </Button>
          {plan.pause?.reason === 'credentials' && (
            <CredentialsRemedy connection={plan.connection} onConnected={() => resume.mutate()} />
          )}
          <Button isPending={cancel.isPending} onPress={() => cancel.mutate()}>
            {t('ui.cancel')}
          </Button>
        </Row>
      }
    >
      {error !== null && describe(error, title).meaning}
    </Banner>
  );
}
