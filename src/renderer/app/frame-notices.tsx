import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { AppError } from '../../shared/error.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import {
  askAgain,
  lastAnswerOptions,
  useConnectionState,
  useIsUnreachable,
  type Wait,
} from '../data/connection-state.ts';
import { useStartDemonstration } from '../data/demonstration.ts';
import { cancelPlan, readPlans, resumePlan, usePlansReading, useUnendedPlans } from '../data/plans.ts';
import { isAskedForLong, useWait } from '../data/waits.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { formatDuration, formatMoment } from '../messages/format.ts';
import { useTranslation } from '../messages/language.ts';
import { useLately } from '../messages/lately.ts';
import { pauseReason } from '../messages/pause-reason.ts';
import { usePlanName } from '../messages/plan-words.ts';
import { PlanLeft } from '../parts/plan-wait.tsx';
import { useWriteRefusal } from '../parts/write-refusal.ts';
import { pathTo } from '../routes.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/layout.tsx';
import { announce } from '../ui/live-region.tsx';
import { StatusMark } from '../ui/status-mark.tsx';
import frame from './frame.module.css';
import styles from './status-bar.module.css';

// What the frame says only when something goes on: no service, waits, plans.

/** Says that the service is not reached, and since when. */
export function Away({ connection }: { readonly connection: string }) {
  const { t } = useTranslation('offline');
  const lately = useLately();
  const { t: common } = useTranslation();
  const told = useConnectionState(({ answers }) => answers[connection] ?? 0);
  const { data: before } = useQuery(lastAnswerOptions(connection));
  const retry = useMutation({ mutationFn: () => askAgain(connection) });
  const last = Math.max(told, before ?? 0);
  return (
    <section className={frame.away} aria-label={t('region')} data-region="offline" tabIndex={-1}>
      <Banner
        isLine
        tone="warning"
        role="status"
        title={`${t('title')}. ${last === 0 ? t('noAnswer') : t('lastAnswer', { time: lately(last) })}`}
        actions={
          <Button isPending={retry.isPending} onPress={() => retry.mutate()}>
            {common('wait.tryNow')}
          </Button>
        }
      >
        {last !== 0 && t('copy')} {t('meaning')} {t('looking')}
      </Banner>
    </section>
  );
}

/** The demonstration's service has ended: it can be started again. */
export function DemonstrationEnded() {
  const { t } = useTranslation();
  const start = useStartDemonstration();
  return (
    <span className={styles.part}>
      {t('state.demonstrationEnded')}
      <Button variant="quiet" isPending={start.isPending} onPress={() => start.mutate()}>
        {t('state.restart')}
      </Button>
    </span>
  );
}

/** How many creations an hour others make. */
export function OthersUse({ count }: { readonly count: number }) {
  const { t } = useTranslation('limits');
  return <Note as="span">{t('standing.others', { count })}</Note>;
}

/** A wait for the quota, with its end. */
export function Waiting({ connection, tier }: Pick<Wait, 'connection' | 'tier'>) {
  const { t, i18n } = useTranslation();
  const wait = useWait(connection, tier);
  const kind = t(`tier.${tier}`);
  const opening = wait === null ? '' : t('wait.started', { why: t(`wait.title.${wait.reason}`), tier: kind });
  useEffect(() => {
    if (opening !== '') announce(opening);
  }, [opening]);
  if (wait === null) return null;
  const until = formatMoment(new Date(wait.until).toISOString(), i18n.language);
  return (
    <span className={styles.part}>
      <StatusMark
        look="progress"
        word={
          isAskedForLong(wait)
            ? t('wait.long', { tier: kind, until })
            : t('wait.waiting', {
                why: t(`wait.title.${wait.reason}`),
                tier: kind,
                time: formatDuration(wait.seconds * 1_000, t),
              })
        }
      />
      {wait.reason === 'asked' && (
        <Button variant="quiet" onPress={wait.tryNow}>
          {t('wait.tryNow')}
        </Button>
      )}
      <Button variant="quiet" onPress={wait.stop}>
        {t('wait.stop')}
      </Button>
    </span>
  );
}

interface Props {
  readonly connection: string;
  /** Whether it is said elsewhere how long requests wait. */
  readonly isWaiting: boolean;
}

/** The plans that run or are paused. */
export function PlansAtWork({ connection, isWaiting }: Props) {
  const { t } = useTranslation();
  const { t: offline } = useTranslation('offline');
  const planName = usePlanName();
  const isAway = useIsUnreachable(connection);
  const plans = useUnendedPlans(connection);
  const unread = usePlansReading(({ error }) => error);
  const running = plans.filter(({ state }) => state === 'running');
  const [resting] = plans.filter(({ state }) => state === 'paused');
  const [only] = running.length === 1 ? running : [];
  const words =
    only === undefined
      ? t('plans.running', { count: running.length })
      : t('plans.one', { title: planName(only), ...totals(only) });
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
          {longest !== undefined && !isWaiting && <PlanLeft plan={longest} />}
        </Link>
      )}
      {unread !== null && <Unread error={unread} />}
      {resting !== undefined && <Resting key={resting.id} plan={resting} />}
    </>
  );
}

function Unread({ error }: { readonly error: AppError }) {
  const { t } = useTranslation();
  const describe = useErrorWords();
  const again = useMutation({ mutationFn: readPlans });
  return (
    <span className={styles.part} role="status">
      <StatusMark look="unknown" word={t('plans.unread', { reason: describe(error).happened })} />
      <Button variant="quiet" isPending={again.isPending} onPress={() => again.mutate()}>
        {t('list.refresh')}
      </Button>
    </span>
  );
}

function totals({ counts }: PlanProgress) {
  return { done: counts.done, count: Object.values(counts).reduce((sum, each) => sum + each, 0) };
}

function Resting({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation();
  const planName = usePlanName();
  const readOnly = useWriteRefusal(plan.connection);
  const resume = useMutation({ mutationFn: () => resumePlan(plan) });
  const cancel = useMutation({ mutationFn: () => cancelPlan(plan.id) });
  const describe = useErrorWords();
  const refusal = resume.data?.ok === false ? describe(resume.data.error).happened : null;
  const reason = pauseReason(plan.pause);
  return (
    <span className={styles.part}>
      <Link to={pathTo('plan', { planId: plan.id })} className={styles.part}>
        <StatusMark
          look={reason === 'person' ? 'idle' : 'ending'}
          word={t('plans.resting', { title: planName(plan), reason: t(`plans.reason.${reason}`) })}
        />
      </Link>
      <Button variant="quiet" isPending={resume.isPending} reason={readOnly} onPress={() => resume.mutate()}>
        {t('action.resume')}
      </Button>
      <Button variant="quiet" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
        {t('ui.cancel')}
      </Button>
      {refusal !== null && <span role="status">{refusal}</span>}
    </span>
  );
}
