import { useTranslation } from 'react-i18next';
import type { PlanProgress } from '../../../shared/plan.ts';
import { usePlanEnd } from '../../data/plans.ts';
import { formatDuration, formatTime } from '../../messages/format.ts';
import { PlanWait } from '../../parts/plan-wait.tsx';
import styles from './activity.module.css';
import { CurrentWords } from './current-words.tsx';
import { totalsOf } from './standing.ts';

/** How far a plan is, what it is at, how long it still takes and what it waits for (ux B5). */
export function PlanMeter({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const { count, done, decided, open } = totalsOf(plan);
  const { failed, blocked, unclear, cancelled } = plan.counts;
  const parts = [
    ...(failed > 0 ? [t('progress.failed', { count: failed })] : []),
    ...(blocked > 0 ? [t('progress.blocked', { count: blocked })] : []),
    ...(unclear > 0 ? [t('progress.unclear', { count: unclear })] : []),
    ...(cancelled > 0 ? [t('progress.cancelled', { count: cancelled })] : []),
    ...(open > 0 ? [t('progress.open', { count: open })] : []),
  ];
  const words = t('progress.done', { done, count });
  return (
    <section className={styles.progress} aria-label={t('progress.label')}>
      <progress value={decided} max={count} aria-label={t('progress.label')} />
      <div className={styles.facts}>
        <strong role="status">{words}</strong>
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </div>
      {plan.state === 'running' && (
        <div className={styles.facts}>
          <TimeLeft plan={plan} />
          <span>
            <CurrentWords plan={plan} />
          </span>
          <PlanWait plan={plan} />
        </div>
      )}
    </section>
  );
}

function TimeLeft({ plan }: { readonly plan: PlanProgress }) {
  const { t, i18n } = useTranslation('activity');
  const { t: common } = useTranslation();
  const end = usePlanEnd(plan);
  if (end === null || end.seconds < 1) return null;
  return (
    <span>
      {t('progress.left', {
        time: formatDuration(end.seconds * 1_000, common),
        until: formatTime(end.at, i18n.language),
      })}
    </span>
  );
}
