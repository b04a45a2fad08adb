import { useNavigate } from 'react-router';
import type { PlanProgress } from '../../../shared/plan.ts';
import { useConnections } from '../../data/connections.ts';
import type { LongList } from '../../data/long-list.ts';
import { usePlanList } from '../../data/plan-list.ts';
import { pausePlan, resumePlan, usePlansReading } from '../../data/plans.ts';
import { type Filters, rememberedView } from '../../data/remembered-view.ts';
import { formatDuration, formatMoment, momentsInEveryMonth } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { pauseReason } from '../../messages/pause-reason.ts';
import { usePlanName } from '../../messages/plan-words.ts';
import { useRowActions } from '../../parts/actions.tsx';
import { ExportAction } from '../../parts/export/export-action.tsx';
import { usePlanEnd } from '../../parts/plan-wait.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { TableColumn } from '../../ui/grid/columns.ts';
import { Cut, Row } from '../../ui/layout.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './activity.module.css';
import { ConnectionFilter, connectionOf } from './filters.tsx';
import { ReadingFault } from './list-parts.tsx';
import { planStatusLooks, planStatusOf, planStatusWords, totalsOf } from './plan-status.ts';
import { CurrentWords, usePlanRefusals } from './plan-words.ts';

const usePlanView = rememberedView<{
  readonly filters: Filters<'connection'>;
  readonly opened: string | null;
}>('plans', { filters: { connection: [] }, opened: null });

export function PlanList() {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const rowActions = useRowActions();
  const navigate = useNavigate();
  const [view, change] = usePlanView('');
  const list = usePlanList(connectionOf(view.filters.connection));
  const refusalOf = usePlanRefusals();
  const columns = usePlanColumns();
  const { entries, total, error } = list;
  const isUnread = entries.length === 0 && error !== null;
  const isFirstReading = entries.length === 0 && list.isReading && !isUnread;
  return (
    <>
      <Toolbar label={t('parts:word.filters')}>
        <ConnectionFilter
          values={view.filters.connection}
          onChange={(connection) => change({ filters: { connection } })}
        />
        <PlanExport list={list} />
        {total !== null && (
          <Row as="span" role="status" className={styles.count}>
            {t('parts:count.plans', { count: total })}
          </Row>
        )}
      </Toolbar>
      <TakenOver />
      <ReadingFault list={list} />
      {isFirstReading ? (
        <SkeletonRows count={8} widths={['70%', '40%', '50%', '40%']} label={t('common:list.reading')} />
      ) : isUnread ? null : (
        <DataTable
          id="plans"
          label={t('parts:word.plans')}
          columns={columns}
          rows={entries}
          rowId={({ id }) => id}
          initialRow={view.opened}
          isBusy={list.isReading}
          totalRows={total}
          onNearEnd={list.readOn}
          actionsOf={([plan]) => [
            ...rowActions(pathTo('plan', { planId: plan.id }), plan.id),
            ...(plan.state === 'running'
              ? [{ id: 'pause', label: common('list.pause'), onAction: () => void pausePlan(plan.id) }]
              : []),
            ...(plan.state === 'paused'
              ? [
                  {
                    id: 'resume',
                    label: common('action.resume'),
                    reason: refusalOf(plan),
                    onAction: () => void resumePlan(plan),
                  },
                ]
              : []),
          ]}
          onOpen={({ id }) => {
            change({ opened: id });
            void navigate(pathTo('plan', { planId: id }));
          }}
          empty={
            <EmptyState title={t('plans.empty.title')} picture="list">
              {t('plans.empty.text')}
            </EmptyState>
          }
        />
      )}
    </>
  );
}

/** Says that the plans are here again, after another copy of the app held their file. */
export function TakenOver() {
  const { t } = useTranslation('activity');
  const { t: common } = useTranslation();
  const areTakenOver = usePlansReading((state) => state.areTakenOver);
  const close = () => usePlansReading.setState({ areTakenOver: false });
  if (!areTakenOver) return null;
  return (
    <Banner
      tone="info"
      role="status"
      title={t('plans.takenOver.title')}
      actions={<Button onPress={close}>{common('ui.close')}</Button>}
    >
      {t('plans.takenOver.text')}
    </Banner>
  );
}

function PlanExport({ list }: { readonly list: LongList<PlanProgress> }) {
  const { t } = useTranslation('activity');
  const columns = usePlanColumns();
  return (
    <ExportAction
      variant="quiet"
      table={{
        name: t('parts:word.plans'),
        grid: 'plans',
        columns,
        rows: list.entries,
        readAll: { count: list.total ?? list.entries.length, read: list.readAll },
      }}
    />
  );
}

function usePlanColumns(): readonly TableColumn<PlanProgress>[] {
  const { t, i18n } = useTranslation('activity');
  const connections = useConnections();
  const planName = usePlanName();
  const nameOf = (id: string) => connections.find((one) => one.id === id)?.name ?? t('connection.removed');
  return [
    { key: 'plan_id', value: ({ id }) => id },
    {
      id: 'title',
      title: t('parts:field.plan'),
      isRowHeader: true,
      width: { least: 240, grows: 1.4 },
      value: planName,
      file: 'plan',
    },
    {
      id: 'standing',
      title: t('parts:field.status'),
      hasIcon: true,
      width: { least: Object.values(planStatusWords).map((key) => t(key)) },
      cell: (plan) => {
        const status = planStatusOf(plan);
        return <StatusMark look={planStatusLooks[status]} word={t(planStatusWords[status])} />;
      },
      file: [{ key: 'state', value: planStatusOf, words: (plan) => t(planStatusWords[planStatusOf(plan)]) }],
    },
    {
      id: 'progress',
      title: t('parts:word.progress'),
      width: { least: 150, grows: 0.9 },
      cell: (plan) => <Bar plan={plan} />,
      file: [
        { key: 'steps', value: (plan) => totalsOf(plan).count },
        { key: 'steps_done', value: (plan) => totalsOf(plan).done },
      ],
    },
    {
      id: 'now',
      title: t('plans.column.now'),
      width: { least: 200, grows: 2 },
      cell: (plan) => <Now plan={plan} />,
    },
    {
      id: 'connection',
      title: t('parts:field.connection'),
      width: { least: 110, grows: 1, givesWay: 1 },
      value: ({ connection }) => nameOf(connection),
      file: [
        {
          key: 'connection',
          value: ({ connection }) => connection,
          words: ({ connection }) => connections.find(({ id }) => id === connection)?.name ?? connection,
        },
      ],
    },
    {
      id: 'begun',
      title: t('parts:field.started_at'),
      width: { least: momentsInEveryMonth(formatMoment, i18n.language) },
      value: ({ createdAt }) => formatMoment(createdAt, i18n.language),
      file: [{ key: 'started_at', value: ({ createdAt }) => createdAt }],
    },
    { key: 'ended_at', value: ({ endedAt }) => endedAt },
  ];
}

function Bar({ plan }: { readonly plan: PlanProgress }) {
  const { t } = useTranslation('activity');
  const { count, done, decided } = totalsOf(plan);
  const words = t('progress.short', { done, count });
  return (
    <Row as="span" isLine className={styles.bar}>
      {plan.state !== 'ended' && <progress aria-hidden value={decided} max={count} />}
      <Cut>{words}</Cut>
    </Row>
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
      return common(`plans.reason.${pauseReason(plan.pause)}`);
    case 'ended':
      return plan.endedAt === null
        ? null
        : t('plans.ended', { time: formatMoment(plan.endedAt, i18n.language) });
  }
}
