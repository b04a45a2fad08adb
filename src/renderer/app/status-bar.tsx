import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AppError } from '../../shared/error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { QuotaUsage } from '../../shared/model/limits.ts';
import type { Tier, WindowName } from '../../shared/model/tiers.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { useConnectionState, useIsUnreachable, type Wait } from '../data/connection-state.ts';
import { useStartDemonstration } from '../data/demonstration.ts';
import {
  cancelPlan,
  readPlans,
  resumePlan,
  usePlanEnd,
  usePlansFault,
  useUnendedPlans,
} from '../data/plans.ts';
import { quotaQuery } from '../data/quota.ts';
import { isAskedForLong, useWait } from '../data/waits.ts';
import { useErrorWords } from '../messages/describe-error.ts';
import { formatDuration, formatMoment, formatTime } from '../messages/format.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { announce } from '../ui/live-region.tsx';
import { StatusMark } from '../ui/status-mark.tsx';
import styles from './status-bar.module.css';

const looks = { connected: 'good', unreachable: 'ending', 'credentials-rejected': 'ending' } as const;

export function StatusBar({ connection }: { readonly connection: Connection | null }) {
  const { t, i18n } = useTranslation();
  const known = useConnectionState(({ states }) => (connection === null ? undefined : states[connection.id]));
  const hasEnded = useConnectionState(({ demonstrationEnded }) => demonstrationEnded);
  const allWaits = useConnectionState((state) => state.waits);
  const waits = allWaits.filter((wait) => wait.connection === connection?.id);
  const start = useStartDemonstration();
  return (
    <footer className={styles.bar} aria-label={t('frame.statusBar')} data-region="status" tabIndex={-1}>
      {connection === null ? (
        <StatusMark look="idle" word={t('frame.noConnection')} />
      ) : (
        <Link to={pathTo('connections')} className={styles.part}>
          {connection.secret === 'missing' ? (
            <StatusMark look="ending" word={t('state.missing')} />
          ) : known === undefined ? (
            <StatusMark look="idle" word={t('state.unknown')} />
          ) : (
            <>
              <StatusMark look={looks[known.state]} word={t(`state.${known.state}`)} />
              <span className={styles.time}>
                {t(known.state === 'unreachable' ? 'state.lastAttempt' : 'state.lastAnswer', {
                  time: formatTime(known.at, i18n.language),
                })}
              </span>
            </>
          )}
        </Link>
      )}
      {hasEnded && connection?.secret === 'built-in' && (
        <span className={styles.part}>
          {t('state.demonstrationEnded')}
          <Button variant="quiet" isPending={start.isPending} onPress={() => start.mutate()}>
            {t('state.restart')}
          </Button>
        </span>
      )}
      {connection !== null && <QuotaPressure connection={connection.id} />}
      {connection !== null && <PlansAtWork connection={connection.id} isWaiting={waits.length > 0} />}
      {waits.map(({ tier }) => (
        <Waiting key={tier} connection={connection?.id ?? ''} tier={tier} />
      ))}
    </footer>
  );
}

function Waiting({ connection, tier }: Pick<Wait, 'connection' | 'tier'>) {
  const { t, i18n } = useTranslation();
  const wait = useWait(connection, tier);
  const kind = t(`tier.${tier}`);
  const opening = wait === null ? '' : t(`wait.started.${wait.reason}`, { tier: kind });
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
            : t(`wait.waiting.${wait.reason}`, { tier: kind, time: formatDuration(wait.seconds * 1_000, t) })
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

const pace = 5_000; // milliseconds between two looks; main knows, nobody is asked over the network

/** Shows the limit that is used the most and leads to all limits; nothing where none is used. */
function QuotaPressure({ connection }: { readonly connection: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...quotaQuery(connection), refetchInterval: pace });
  const most = data === undefined ? null : heaviest(data);
  if (most === null) return null;
  const { tier, window, used, limit } = most;
  return (
    <Link to={pathTo('limits')} className={styles.part}>
      {t(used > limit ? 'pressure.over' : 'pressure.used', {
        tier: t(`tier.${tier}`),
        used,
        limit,
        window: t(`pressure.window.${window}`),
      })}
    </Link>
  );
}

interface Pressure {
  readonly tier: Tier;
  readonly window: WindowName;
  readonly used: number;
  readonly limit: number;
}

/** The limit of which the largest part is used; the shorter window of two alike. Null where none is used at all. */
export function heaviest({ tiers }: Pick<QuotaUsage, 'tiers'>): Pressure | null {
  let most: Pressure | null = null;
  for (const { tier, windows } of tiers)
    for (const { window, limit, used } of windows)
      if (limit !== null && used > 0 && (most === null || used * most.limit > most.used * limit))
        most = { tier, window, used, limit };
  return most;
}

interface Props {
  readonly connection: string;
  /** Whether it is said elsewhere how long requests wait. */
  readonly isWaiting: boolean;
}

function PlansAtWork({ connection, isWaiting }: Props) {
  const { t } = useTranslation();
  const { t: offline } = useTranslation('offline');
  const isAway = useIsUnreachable(connection);
  const plans = useUnendedPlans(connection);
  const unread = usePlansFault(({ error }) => error);
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
