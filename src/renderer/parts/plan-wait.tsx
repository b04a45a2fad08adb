import type { PlanProgress } from '../../shared/plan.ts';
import { useTierWaits } from '../data/quota.ts';
import { formatDuration } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';
import { StatusMark } from '../ui/status-mark.tsx';

const planTiers = ['lifecycle', 'write'] as const; // all tiers of `rules/plans/plan.ts`

/** Counts down until the next request of a running plan (ux B4). */
export function PlanWait({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation();
  const waits = useTierWaits(plan.connection, planTiers, plan.state === 'running');
  return waits.map(({ tier, isAsked, seconds }) => (
    <StatusMark
      key={tier}
      look="progress"
      word={t(isAsked ? 'wait.asked' : 'wait.limits', {
        tier: t(`tier.${tier}`),
        time: formatDuration(seconds * 1_000, t),
      })}
    />
  ));
}
