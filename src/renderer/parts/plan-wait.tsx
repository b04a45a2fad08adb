import type { PlanProgress } from '../../shared/plan.ts';
import { useConnectionState } from '../data/connection-state.ts';
import { toldAt } from '../data/plans.ts';
import { useTierWaits } from '../data/quota.ts';
import { useSeconds } from '../data/seconds.ts';
import { formatDuration } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';
import { StatusMark } from '../ui/status-mark.tsx';

const planTiers = ['lifecycle', 'write'] as const; // all tiers of `rules/plans/plan.ts`

/**
 * When all that a plan can still do is done: in seconds from now, and in milliseconds since 1970. Null where nobody can tell, as while the service does
 * not answer or refuses the credentials.
 */
export function usePlanEnd(plan: PlanProgress): { readonly seconds: number; readonly at: number } | null {
  const { state, remainingSeconds } = plan;
  const told = toldAt.get(plan);
  const connection = useConnectionState(({ states }) => states[plan.connection]?.state ?? 'connected');
  const end =
    state === 'running' && connection === 'connected' && remainingSeconds !== null && told !== undefined
      ? told + remainingSeconds * 1_000
      : null;
  const now = useSeconds(end !== null);
  return end === null ? null : { seconds: Math.max(0, end / 1_000 - now), at: end };
}

/** How long a running plan still takes; nothing where nobody can tell. */
export function PlanLeft({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation();
  const end = usePlanEnd(plan);
  return end === null || end.seconds < 1
    ? null
    : t('plans.left', { time: formatDuration(end.seconds * 1_000, t) });
}

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
