import { useTranslation } from 'react-i18next';
import type { PlanProgress } from '../../../shared/plan.ts';
import { useCurrentStep } from '../../data/plan-steps.ts';

/** What a plan is at, in words; nothing while it rests or has ended. */
export function CurrentWords({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const current = useCurrentStep(plan);
  if (current === null) return null;
  const { step, isSent } = current;
  const about = { task: t(`task.${step.task.kind}`), subject: step.subject };
  if (step.task.kind === 'awaitOpen') return t('now.opening', about);
  return t(step.state === 'resolving' ? 'now.resolving' : isSent ? 'now.sent' : 'now.next', about);
}
