import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Download, RotateCcw } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { importOutcomes, type RowOutcome } from '../../../shared/rules/import-summary.ts';
import { useWithSteps } from '../../data/plan-steps.ts';
import { retryPlan, usePlan } from '../../data/plans.ts';
import { describeError } from '../../messages/describe-error.ts';
import { formatDuration } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { pauseReason } from '../../messages/pause-reason.ts';
import { saveTable } from '../../parts/export/file-table.ts';
import { PlanWait } from '../../parts/plan-wait.tsx';
import { useCopyAction } from '../../parts/row-actions.ts';
import { UndoPlan } from '../../parts/undo.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { CutText } from '../../ui/grid/cut-text.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import { changeImport, headerOf, type Import } from './import-store.ts';
import { nameColumn } from './import-words.ts';

interface Props {
  readonly connection: string;
  readonly current: Import;
  readonly sent: NonNullable<Import['sent']>;
  readonly choose: ReactNode;
  readonly notice: ReactNode;
}

interface OutcomeRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly outcome: RowOutcome | 'left';
  readonly id: string | null;
  readonly reason: string;
}

/** What became of every row of a table that was sent, with the file that tells it. */
export function Outcomes({ connection, current, sent, choose, notice }: Props) {
  const { t } = useTranslation('import');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const copy = useCopyAction();
  const plan = usePlan(sent.plan);
  const retry = useMutation({ mutationFn: async () => (plan === null ? null : retryPlan(plan)) });
  const rows = useOutcomes(connection, current, sent);
  const saving = useResultFile(current, rows);
  const columns = useOutcomeColumns(current);
  const counts = plan?.counts;
  const failed = (counts?.failed ?? 0) + (counts?.blocked ?? 0);
  const count = counts === undefined ? 0 : Object.values(counts).reduce((sum, each) => sum + each, 0);
  const isEnded = plan?.state === 'ended';
  const left = plan?.remainingSeconds ?? 0;
  return (
    <Page layout="fill">
      <PageHeader
        isLow
        focusKey="sent"
        title={<CutText text={current.file.name} />}
        windowTitle={t('title')}
        back={
          <Button
            variant="quiet"
            icon={<ArrowLeft aria-hidden />}
            onPress={() => changeImport(connection, { sent: null })}
          >
            {t('outcome.back')}
          </Button>
        }
        actions={
          <>
            {choose}
            <Button icon={<Download aria-hidden />} isPending={saving.isSending} onPress={saving.save}>
              {t('outcome.save')}
            </Button>
          </>
        }
      />
      {notice}
      {saving.notice}
      {plan?.startsAt !== undefined ? (
        <UndoPlan plan={plan} />
      ) : (
        plan !== null && (
          <Banner
            tone={
              isEnded ? (failed > 0 ? 'warning' : 'success') : plan.state === 'paused' ? 'warning' : 'info'
            }
            role="status"
            title={t(isEnded ? 'outcome.ended' : 'outcome.running', { done: plan.counts.done, count })}
            actions={
              <>
                {isEnded && failed > 0 && (
                  <Button
                    icon={<RotateCcw aria-hidden />}
                    isPending={retry.isPending}
                    onPress={() => retry.mutate()}
                  >
                    {t('outcome.retry', { count: failed })}
                  </Button>
                )}
                {isEnded && plan.counts.done > 0 && (
                  <Link to={pathTo('plan', { planId: plan.id })} state={{ undo: true }}>
                    {t('outcome.undo')}
                  </Link>
                )}
                <Link to={pathTo('plan', { planId: plan.id })}>{t('outcome.plan')}</Link>
              </>
            }
          >
            {plan.pause !== null && <p>{common(`plans.reason.${pauseReason(plan.pause)}`)}</p>}
            {!isEnded && left >= 1 && (
              <p>{common('plans.left', { time: formatDuration(left * 1_000, common) })}</p>
            )}
            <PlanWait plan={plan} />
          </Banner>
        )
      )}
      <DataTable
        id="import-outcomes"
        label={t('outcome.label')}
        columns={columns}
        rows={rows}
        rowId={({ number }) => String(number)}
        actionsOf={({ id }) => [
          {
            id: 'plan',
            label: t('outcome.plan'),
            onAction: () => void navigate(pathTo('plan', { planId: sent.plan })),
          },
          ...(id === null ? [] : [copy(id)]),
        ]}
      />
    </Page>
  );
}

/** Every row of the file in its order: what its steps came to, or why it has none. */
function useOutcomes(
  connection: string,
  current: Import,
  { plan: id, rows }: Props['sent'],
): readonly OutcomeRow[] {
  const { t } = useTranslation('errors');
  const plan = usePlan(id);
  const plans = useMemo(() => (plan === null ? [] : [plan]), [plan]);
  const [read] = useWithSteps(connection, 'import', plans);
  const steps = read?.steps;
  return useMemo(() => {
    const known = new Map(importOutcomes(rows, steps ?? []).map((one) => [one.row.number, one]));
    return current.rows.map(({ number, cells }): OutcomeRow => {
      const one = known.get(number);
      if (one === undefined) return { number, cells, outcome: 'left', id: null, reason: '' };
      const words = one.error === null ? null : describeError(one.error, t);
      const reason = words === null ? '' : `${words.happened} ${words.meaning} ${words.remedy}`;
      return { number, cells, outcome: one.outcome, id: one.id, reason };
    });
  }, [rows, steps, current.rows, t]);
}

const looks = {
  waiting: 'idle',
  sending: 'progress',
  resolving: 'progress',
  done: 'good',
  failed: 'ending',
  unclear: 'unknown',
  blocked: 'closed',
  cancelled: 'closed',
  unchanged: 'idle',
  kept: 'idle',
  wrong: 'ending',
  left: 'closed',
} as const satisfies Readonly<Record<OutcomeRow['outcome'], StatusMarkProps['look']>>;
const outcomes = Object.keys(looks) as readonly OutcomeRow['outcome'][]; // keys of a literal: exactly these

function useOutcomeColumns({
  kind,
  mapping,
}: Import): readonly Column<OutcomeRow, 'row' | 'name' | 'outcome' | 'id' | 'reason'>[] {
  const { t } = useTranslation('import');
  return useMemo(() => {
    const name = nameColumn(kind, mapping);
    const place = name === undefined ? 0 : (mapping[name] ?? 0);
    return [
      { id: 'row', title: t('column.row'), min: 64, align: 'end', render: ({ number }) => number },
      {
        id: 'name',
        title: t('column.name'),
        min: 240,
        share: 2,
        isRowHeader: true,
        isName: true,
        render: ({ cells }) => cells[place] ?? '',
      },
      {
        id: 'outcome',
        title: t('column.outcome'),
        texts: outcomes.map((outcome) => t(`outcome.of.${outcome}`)),
        beside: 20,
        render: ({ outcome }) => <StatusMark look={looks[outcome]} word={t(`outcome.of.${outcome}`)} />,
      },
      { id: 'id', title: t('column.id'), min: 120, share: 1, render: ({ id }) => id ?? '' },
      { id: 'reason', title: t('column.reason'), min: 200, share: 3, render: ({ reason }) => reason },
    ];
  }, [t, kind, mapping]);
}

/** Saves the rows in the format and the order of the file that they came from, each with what became of it. */
function useResultFile(current: Import, rows: readonly OutcomeRow[]) {
  const { t } = useTranslation('import');
  const { send, isSending, notice } = useSend();
  const { file } = current;
  const header = headerOf(current);
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  const columns = [
    ...Array.from({ length: width }, (_, place) => ({
      key: null,
      title: header[place] ?? '',
      value: ({ cells }: OutcomeRow) => cells[place] ?? '',
    })),
    {
      key: null,
      title: t('column.outcome'),
      value: ({ outcome }: OutcomeRow) => t(`outcome.of.${outcome}`),
    },
    { key: null, title: t('column.id'), value: ({ id }: OutcomeRow) => id },
    { key: null, title: t('column.reason'), value: ({ reason }: OutcomeRow) => reason },
  ];
  return {
    isSending,
    notice,
    save: () =>
      void send(
        () =>
          saveTable(
            {
              name: t('outcome.file', { name: file.name.replace(/\.[^.]*$/, '') }),
              format: file.table?.format ?? 'csv',
              columns,
              rows,
            },
            { signal: new AbortController().signal, onProgress: () => {} },
          ),
        ({ isSaved }) => {
          if (isSaved) announce(t('outcome.saved'));
        },
      ),
  };
}
