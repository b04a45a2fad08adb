import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanProgress } from '../../../shared/plan.ts';
import { useConnections } from '../../data/connections.ts';
import { useOnePlan } from '../../data/plan-list.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatMoment } from '../../messages/format.ts';
import { pathTo, useRouteId } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { PlanActions } from './plan-actions.tsx';
import { PlanMeter } from './plan-meter.tsx';
import { PlanSteps } from './plan-steps.tsx';
import { standingLooks, standingOf } from './standing.ts';

/** One plan: how it stands, what it has made, and what became of each of its steps and why; for as long as the app is installed (ux B8). */
export function PlanPage() {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const id = useRouteId('planId');
  const { plan, error, readAgain } = useOnePlan(id);
  if (plan !== null) return <Known key={plan.id} plan={plan} />;
  const isGone = error?.code === 'not-found-here';
  return (
    <Page layout="fill">
      <PageHeader focusKey={id} back={<Back />} title={t(isGone ? 'plan.gone' : 'plan.title')} />
      {error === null ? (
        <SkeletonRows count={8} widths={['50%', '30%', '60%']} label={t('plan.reading')} />
      ) : isGone ? (
        <EmptyState title={t('plan.goneTitle')} icon={<SearchX aria-hidden />}>
          {t('plan.goneText')}
        </EmptyState>
      ) : (
        <ErrorNotice
          {...describe(error)}
          action={<Button onPress={readAgain}>{common('list.refresh')}</Button>}
        />
      )}
    </Page>
  );
}

function Back() {
  const { t } = useTranslation('activity');
  return <Link to={pathTo('activity')}>{t('plan.back')}</Link>;
}

function Known({ plan }: { readonly plan: PlanProgress }) {
  const { t, i18n } = useTranslation('activity');
  const connections = useConnections();
  const standing = standingOf(plan);
  const name = connections.find(({ id }) => id === plan.connection)?.name ?? t('connection.removed');
  const begun = formatMoment(plan.createdAt, i18n.language);
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={plan.id}
        back={<Back />}
        title={plan.title === '' ? t('plan.title') : plan.title}
        mark={<StatusMark look={standingLooks[standing]} word={t(`standing.${standing}`)} />}
        description={
          plan.endedAt === null
            ? t('plan.begun', { name, begun })
            : t('plan.beganAndEnded', { name, begun, ended: formatMoment(plan.endedAt, i18n.language) })
        }
        actions={<PlanActions plan={plan} />}
      />
      <PlanMeter plan={plan} />
      <Notices plan={plan} />
      <PlanSteps plan={plan} />
    </Page>
  );
}

/** What a person has to know or do about a plan as a whole. */
function Notices({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const { state, pause, counts } = plan;
  return (
    <>
      {state === 'paused' &&
        (pause !== null && pause.error !== null ? (
          <ErrorNotice
            {...describe(pause.error)}
            tone="warning"
            happened={t('plan.rests', { reason: common(`plans.reason.${pause.reason}`) })}
          />
        ) : (
          <Banner tone="info">
            {t('plan.rests', { reason: common(`plans.reason.${pause?.reason ?? 'person'}`) })}
          </Banner>
        ))}
      {counts.unclear > 0 && (
        <Banner tone="warning" title={t('plan.unclear', { count: counts.unclear })}>
          {t('plan.unclearText')}
        </Banner>
      )}
    </>
  );
}
