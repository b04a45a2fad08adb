import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanProgress } from '../../../shared/plan.ts';
import { useConnections } from '../../data/connections.ts';
import { usePlanEnd } from '../../data/plans.ts';
import { formatDuration, formatMoment } from '../../messages/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './activity.module.css';
import { CurrentWords } from './current-words.tsx';
import { standingLooks, standingOf, totalsOf } from './standing.ts';

/** The columns of the list of plans. */
export function usePlanColumns(): readonly Column<PlanProgress>[] {
  const { t, i18n } = useTranslation('activity');
  const connections = useConnections();
  return useMemo(() => {
    const nameOf = (id: string) => connections.find((one) => one.id === id)?.name ?? t('connection.removed');
    return [
      {
        id: 'title',
        title: t('plans.column.title'),
        width: 'minmax(160px, 1.4fr)',
        isRowHeader: true,
        render: ({ title }) => title,
      },
      {
        id: 'standing',
        title: t('plans.column.standing'),
        width: 'minmax(120px, 0.8fr)',
        render: (plan) => {
          const standing = standingOf(plan);
          return <StatusMark look={standingLooks[standing]} word={t(`standing.${standing}`)} />;
        },
      },
      {
        id: 'progress',
        title: t('plans.column.progress'),
        width: 'minmax(150px, 0.9fr)',
        render: (plan) => <Bar plan={plan} />,
      },
      {
        id: 'now',
        title: t('plans.column.now'),
        width: 'minmax(200px, 2fr)',
        render: (plan) => <Now plan={plan} />,
      },
      {
        id: 'connection',
        title: t('plans.column.connection'),
        width: 'minmax(110px, 1fr)',
        render: ({ connection }) => nameOf(connection),
      },
      {
        id: 'begun',
        title: t('plans.column.begun'),
        width: '176px',
        render: ({ createdAt }) => formatMoment(createdAt, i18n.language),
      },
    ];
  }, [t, i18n.language, connections]);
}

function Bar({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const { count, done, decided } = totalsOf(plan);
  const words = t('progress.short', { done, count });
  return (
    <span className={styles.bar}>
      {plan.state !== 'ended' && <progress aria-hidden value={decided} max={count} />}
      <span className={styles.cut}>{words}</span>
    </span>
  );
}

function Now({ plan }: { readonly plan: PlanProgress }) {
  const { t, i18n } = useTranslation('activity');
  const { t: common } = useTranslation();
  const end = usePlanEnd(plan);
  switch (plan.state) {
    case 'running':
      return (
        <>
          {end !== null && end.seconds >= 1 && (
            <>{common('plans.left', { time: formatDuration(end.seconds * 1_000, common) })} · </>
          )}
          <CurrentWords plan={plan} />
        </>
      );
    case 'paused':
      return common(`plans.reason.${plan.pause?.reason ?? 'person'}`);
    case 'ended':
      return plan.endedAt === null
        ? null
        : t('plans.ended', { time: formatMoment(plan.endedAt, i18n.language) });
  }
}
