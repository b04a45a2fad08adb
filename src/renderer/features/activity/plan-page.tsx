import { useMutation, useQuery } from '@tanstack/react-query';
import { Pause, Play, RotateCcw, SearchX, Square } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PlanProgress } from '../../../shared/plan.ts';
import { isWaiting } from '../../../shared/rules/plans/plan.ts';
import { useConnections } from '../../data/connections.ts';
import { useOnePlan } from '../../data/plan-list.ts';
import { allSteps, useDifferingCount, useDone } from '../../data/plan-steps.ts';
import { cancelPlan, pausePlan, resumePlan, retryPlan } from '../../data/plans.ts';
import { personQuery } from '../../data/records.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatDuration, formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useLately } from '../../messages/lately.ts';
import { pauseReason } from '../../messages/pause-reason.ts';
import { usePlanName } from '../../messages/plan-words.ts';
import { taskWords } from '../../messages/task-words.ts';
import { CredentialsRemedy, NewTokenButton } from '../../parts/credentials-remedy.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { PlanWait, usePlanEnd } from '../../parts/plan-wait.tsx';
import { UndoPlan } from '../../parts/undo.tsx';
import { pathTo, rollForwardPath, useRouteId } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Card, Note, Row } from '../../ui/layout.tsx';
import { Name } from '../../ui/name.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './activity.module.css';
import { planStatusLooks, planStatusOf, planStatusWords, totalsOf } from './plan-status.ts';
import { PlanSteps, type StepChoice, useStepColumns } from './plan-steps.tsx';
import { CurrentWords, usePlanRefusal } from './plan-words.ts';
import { UndoAction } from './undo.tsx';

/** One plan: its status, what it has made, and the outcome of each step with the reason (ux B8). */
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
      <PageHeader focusKey={id} back={<Back />} title={t('parts:field.plan')} />
      {error === null ? (
        <SkeletonRows count={8} widths={['50%', '30%', '60%']} label={t('common:list.reading')} />
      ) : isGone ? (
        <EmptyState title={t('plan.gone')} icon={<SearchX aria-hidden />}>
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
  const planName = usePlanName();
  const { t } = useTranslation('activity');
  const status = planStatusOf(plan);
  const differing = useDifferingCount(plan);
  const [shown, show] = useState<StepChoice>('all');
  return (
    <Page layout="fill">
      <PageHeader
        focusKey={plan.id}
        back={<Back />}
        title={<Name text={planName(plan)} />}
        windowTitle={planName(plan)}
        mark={<StatusMark look={planStatusLooks[status]} word={t(planStatusWords[status])} />}
        actions={<PlanActions plan={plan} />}
      />
      <PlanMeter plan={plan} />
      <Notices plan={plan} differing={differing} onShow={show} />
      <PlanSteps plan={plan} differing={differing} shown={shown} onShow={show} />
    </Page>
  );
}

interface NoticesProps {
  readonly plan: PlanProgress;
  /** How many steps are done, but not as they were sent. */
  readonly differing: number;
  readonly onShow: (shown: StepChoice) => void;
}

function Notices({ plan, differing, onShow }: NoticesProps) {
  const { t } = useTranslation('activity');
  const { t: differences } = useTranslation('differences');
  const { t: common } = useTranslation();
  const describe = useErrorWords();
  const { state, pause, counts } = plan;
  return (
    <>
      {state === 'paused' &&
        (pause !== null && pause.error !== null ? (
          <ErrorNotice
            {...describe(
              pause.error,
              t('plan.rests', { reason: common(`plans.reason.${pauseReason(pause)}`) }),
            )}
            tone="warning"
            action={
              pause.reason === 'credentials' ? (
                <CredentialsRemedy connection={plan.connection} onConnected={() => void resumePlan(plan)} />
              ) : (
                pause.error.code === 'forbidden' && (
                  <NewTokenButton connection={plan.connection} onNew={() => void resumePlan(plan)} />
                )
              )
            }
          />
        ) : (
          <Banner tone="info">
            {t('plan.rests', { reason: common(`plans.reason.${pauseReason(pause)}`) })}
          </Banner>
        ))}
      <UndoPlan plan={plan} />
      {counts.unclear > 0 && (
        <Banner tone="warning" title={t('plan.unclear', { count: counts.unclear })}>
          {t('plan.unclearText')}
        </Banner>
      )}
      {differing > 0 && (
        <Banner
          tone="info"
          title={differences('steps', { differ: differing, count: totalsOf(plan).count })}
          actions={<Button onPress={() => onShow('differ')}>{differences('show')}</Button>}
        >
          {differences('stepsText')}
        </Banner>
      )}
    </>
  );
}

/** How far a plan is, what it is doing, how long it still takes and what it waits for (ux B5). */
function PlanMeter({ plan }: { readonly plan: PlanProgress }) {
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
  const words = t('parts:word.doneOf', { done, count });
  return (
    <Card as="section" isLow gap="2" className={styles.progress} aria-label={t('parts:word.progress')}>
      <progress value={decided} max={count} aria-label={t('parts:word.progress')} />
      <Row gap="6">
        <strong role="status">{words}</strong>
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
        <Origin plan={plan} />
      </Row>
      {plan.state === 'running' && (
        <Row gap="6">
          <TimeLeft plan={plan} />
          <span>
            <CurrentWords plan={plan} />
          </span>
          <PlanWait plan={plan} />
        </Row>
      )}
    </Card>
  );
}

/** Where and when a plan was begun, when it ended, and by whom. */
function Origin({ plan }: { readonly plan: PlanProgress }) {
  const { t, i18n } = useTranslation('activity');
  const connections = useConnections();
  const { data: person } = useQuery(personQuery(plan));
  const name = connections.find(({ id }) => id === plan.connection)?.name ?? t('connection.removed');
  const begun = formatMoment(plan.createdAt, i18n.language);
  const said = [
    plan.endedAt === null
      ? t('plan.begun', { name, begun })
      : t('plan.beganAndEnded', { name, begun, ended: formatMoment(plan.endedAt, i18n.language) }),
    ...(typeof person === 'string' ? [t('plan.person', { person })] : []),
  ];
  return (
    <Note as="span" className={styles.origin}>
      {said.join(' · ')}
    </Note>
  );
}

function TimeLeft({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const lately = useLately();
  const end = usePlanEnd(plan);
  if (end === null || end.seconds < 1) return null;
  return (
    <span>
      {t('progress.left', {
        time: formatDuration(end.seconds * 1_000, common),
        until: lately(end.at),
      })}
    </span>
  );
}

function PlanActions({ plan }: { readonly plan: PlanProgress }) {
  const planName = usePlanName();
  const { t } = useTranslation('activity');
  const describe = useErrorWords();
  const refusal = usePlanRefusal(plan);
  const [isStopping, setStopping] = useState(false);
  const pause = useMutation({ mutationFn: () => pausePlan(plan.id) });
  const cancel = useMutation({ mutationFn: () => cancelPlan(plan.id) });
  const resume = useMutation({ mutationFn: () => resumePlan(plan) });
  const retry = useMutation({ mutationFn: () => retryPlan(plan) });
  const columns = useStepColumns();
  const failed = plan.counts.failed + plan.counts.blocked;
  const [said] = [resume.data, retry.data].flatMap((reply) =>
    reply?.ok === false && reply.error.code !== 'confirmation-needed' ? [describe(reply.error)] : [],
  );
  return (
    <>
      {plan.state === 'running' && (
        <Button icon={<Pause aria-hidden />} isPending={pause.isPending} onPress={() => pause.mutate()}>
          {t('common:list.pause')}
        </Button>
      )}
      {plan.state === 'paused' && (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          reason={refusal}
          isPending={resume.isPending}
          onPress={() => resume.mutate()}
        >
          {t('common:action.resume')}
        </Button>
      )}
      {plan.state !== 'ended' && (
        <Button variant="danger" icon={<Square aria-hidden />} onPress={() => setStopping(true)}>
          {t('action.stop')}
        </Button>
      )}
      {plan.state === 'ended' && failed > 0 && (
        <Button
          variant="primary"
          icon={<RotateCcw aria-hidden />}
          reason={refusal}
          isPending={retry.isPending}
          onPress={() => retry.mutate()}
        >
          {t('parts:word.retryFailed', { count: failed })}
        </Button>
      )}
      <UndoAction plan={plan} />
      <Comparison plan={plan} />
      <ExportAction
        variant="icon"
        table={{
          name: t('parts:word.resultOf', { name: planName(plan) }),
          grid: 'plan-steps',
          columns,
          rows: [],
          readAll: { count: totalsOf(plan).count, read: () => allSteps(plan.id) }, // whichever are shown
        }}
      />
      {said !== undefined && (
        <span role="status">
          {said.happened} {said.remedy}
        </span>
      )}
      <StopDialog
        plan={plan}
        isOpen={isStopping}
        onCancel={() => setStopping(false)}
        onConfirm={() => {
          cancel.mutate();
          setStopping(false);
        }}
      />
    </>
  );
}

interface Props {
  readonly plan: PlanProgress;
  readonly isOpen: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

const mostNamed = 8;

/** Asks before a plan is stopped, and says what it has made already, which stays (ux B5). */
function StopDialog({ plan, isOpen, onCancel, onConfirm }: Props) {
  const planName = usePlanName();
  const { t } = useTranslation('activity');
  const read = useDone(plan, isOpen);
  const done = read ?? [];
  const { waiting, sending, resolving } = plan.counts;
  const made = done.filter(({ task }) => !isWaiting(task));
  const named = made.slice(0, mostNamed);
  const others = totalsOf(plan).done - named.length - (done.length - made.length);
  return (
    <AlertDialog
      isOpen={isOpen}
      onCancel={onCancel}
      onConfirm={onConfirm}
      size="medium"
      title={t('stop.title', { title: planName(plan) })}
      confirm={t('stop.confirm')}
      cancel={t('stop.cancel')}
    >
      <p>{t('stop.waiting', { count: waiting })}</p>
      {sending + resolving > 0 && <p>{t('stop.underWay', { count: sending + resolving })}</p>}
      {read === null ? (
        <p>{t('stop.madeUnread')}</p>
      ) : named.length === 0 ? (
        <p>{t('stop.nothing')}</p>
      ) : (
        <>
          <p>{t('stop.made')}</p>
          <Bullets>
            {named.map(({ key, task, subject, result }) => (
              <li key={key}>
                {t(taskWords[task.kind])}: {subject} {result !== null && <code>{result}</code>}
              </li>
            ))}
            {others > 0 && <li>{t('parts:count.more', { count: others })}</li>}
          </Bullets>
        </>
      )}
    </AlertDialog>
  );
}

/** Leads from a roll-forward that has ended to the new network beside the old. */
function Comparison({ plan: { state, about } }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('roll-forward');
  if (state !== 'ended' || about.kind !== 'roll-forward' || about.audit === undefined) return null;
  return <Link to={rollForwardPath([about.audit])}>{t('compare')}</Link>;
}
