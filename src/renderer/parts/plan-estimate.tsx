import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { Plan } from '../../shared/plan.ts';
import { estimateQuery, needsOf } from '../data/plan-steps.ts';
import { formatDuration } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';

interface PlanEstimateProps {
  readonly plan: Plan;
  /** It creates no audit, so the service charges nothing. */
  readonly isFree: boolean;
}

/** What a plan needs before it is sent: requests, time within the limits, and credits (ux B2). */
export const PlanEstimate = memo(function PlanEstimate({ plan, isFree }: PlanEstimateProps) {
  const { t } = useTranslation('bulk');
  const { t: common } = useTranslation();
  const needs = needsOf(plan.steps);
  const { data: seconds } = useQuery({ ...estimateQuery(plan, needs), placeholderData: keepPreviousData });
  if (seconds === undefined) return null;
  const requests = Object.values(needs.calls).reduce((sum, count) => sum + count, 0);
  const time = seconds === null ? null : formatDuration(Math.max(1, seconds) * 1_000, common);
  return (
    <p role="status">
      {time === null ? t('parts:word.limitsNone') : t('estimate.takes', { count: requests, time })}{' '}
      {isFree && t('estimate.credits')}
    </p>
  );
});
