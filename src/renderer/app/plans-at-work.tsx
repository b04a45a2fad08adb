import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanProgress } from '../../shared/plan.ts';
import { useIsUnreachable } from '../data/connection-state.ts';
import { cancelPlan, resumePlan, usePlanEnd, useUnendedPlans } from '../data/plans.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { formatDuration } from '../messages/format.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { StatusMark } from '../ui/status-mark.tsx';
import styles from './status-bar.module.css';

interface Props {
  readonly connection: string;
  /** Whether it is said elsewhere how long requests wait. */
  readonly isWaiting: boolean;
}

/** How many plans of a connection are under way and for how long still, and why one rests. */
export function PlansAtWork({ connection, isWaiting }: Props) {
  const { t } = useTranslation();
  const { t: offline } = useTranslation('offline');
  const isAway = useIsUnreachable(connection);
  const plans = useUnendedPlans(connection);
  const running = plans.filter(({ state }) => state === 'running');
  const [resting] = plans.filter(({ state }) => state === 'paused');
  const [only] = running.length === 1 ? running : [];
  const words =
    only === undefined
      ? t('plans.running', { count: running.length })
      : t('plans.one', { title: only.title, ...totals(only) });
  const [longest] = running.toSorted(
    (one, other) => (other.remainingSeconds ?? 0) - (one.remainingSeconds ?? 0),
  );
  return (
    <>
      {running.length > 0 && (
        <Link
          to={only === undefined ? pathTo('activity') : pathTo('plan', { planId: only.id })}
          className={styles.part}
        >
          <StatusMark
            look="progress"
            word={isAway ? offline('plansWait', { count: running.length }) : words}
          />
          {longest !== undefined && !isWaiting && !isAway && <Left plan={longest} />}
        </Link>
      )}
      {resting !== undefined && <Resting key={resting.id} plan={resting} />}
    </>
  );
}

function totals({ counts }: PlanProgress) {
  return { done: counts.done, count: Object.values(counts).reduce((sum, each) => sum + each, 0) };
}

function Left({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation();
  const end = usePlanEnd(plan);
  return end === null || end.seconds < 1
    ? null
    : t('plans.left', { time: formatDuration(end.seconds * 1_000, t) });
}

function Resting({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation();
  const resume = useMutation({ mutationFn: () => resumePlan(plan) });
  const cancel = useMutation({ mutationFn: () => cancelPlan(plan.id) });
  const describe = useErrorWords();
  const refusal = resume.data?.ok === false ? describe(resume.data.error).happened : null;
  const reason = plan.pause === null ? 'person' : plan.pause.reason;
  return (
    <span className={styles.part}>
      <Link to={pathTo('plan', { planId: plan.id })} className={styles.part}>
        <StatusMark
          look="ending"
          word={t('plans.resting', { title: plan.title, reason: t(`plans.reason.${reason}`) })}
        />
      </Link>
      <Button variant="quiet" isPending={resume.isPending} onPress={() => resume.mutate()}>
        {t('plans.resume')}
      </Button>
      <Button variant="quiet" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
        {t('plans.cancel')}
      </Button>
      {refusal !== null && <span role="status">{refusal}</span>}
    </span>
  );
}
