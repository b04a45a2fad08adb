import { useMutation } from '@tanstack/react-query';
import { Download, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AppError } from '../../../shared/error.ts';
import { titleBeside } from '../../../shared/rules/tables/columns.ts';
import {
  importOutcomes,
  type RowOutcome,
  type SentRow,
  sentCell,
  sentColumnKind,
} from '../../../shared/rules/tables/summary.ts';
import { useOnePlan } from '../../data/plan-list.ts';
import { useWithSteps } from '../../data/plan-steps.ts';
import { retryPlan, usePlan } from '../../data/plans.ts';
import type { SentTable } from '../../data/sent-imports.ts';
import { describeError, useErrorWords } from '../../messages/describe-error.ts';
import { useDifferenceWords } from '../../messages/difference-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { pauseReason } from '../../messages/pause-reason.ts';
import { useCopyAction } from '../../parts/actions.tsx';
import { saveTable } from '../../parts/export/file-table.ts';
import { PlanLeft, PlanWait } from '../../parts/plan-wait.tsx';
import { stepLooks } from '../../parts/status-look.ts';
import { UndoPlan } from '../../parts/undo.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { pathTo } from '../../routes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { announce } from '../../ui/live-region.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import { FileHeader } from './file-header.tsx';
import { showSent, useImports } from './import-store.ts';
import { useColumnTitles } from './import-words.ts';

interface Props {
  readonly connection: string;
  readonly sent: SentTable;
  readonly choose: ReactNode;
  readonly notice: ReactNode;
}

interface OutcomeRow {
  readonly number: number;
  readonly sent: SentRow;
  /** Null until the steps are read. */
  readonly outcome: RowOutcome | null;
  readonly id: string | null;
  readonly reason: string;
}

/** What became of every row of a table that was sent, with the file that tells it. */
export function Outcomes({ connection, sent, choose, notice }: Props) {
  const { t } = useTranslation('import');
  const { t: common } = useTranslation();
  const hasRows = useImports((all) => all[connection] !== undefined); // only in the window that has sent them
  const navigate = useNavigate();
  const copy = useCopyAction();
  const describe = useErrorWords();
  const { plan, error } = useOnePlan(sent.plan); // one that has ended is known from its journal only
  const retry = useMutation({ mutationFn: async () => (plan === null ? null : retryPlan(plan)) });
  const refusal = useWriteRefusal(connection);
  const rows = useOutcomes(connection, sent);
  const saving = useResultFile(sent, rows);
  const columns = useOutcomeColumns(sent.namePlace);
  const counts = plan?.counts;
  const failed = (counts?.failed ?? 0) + (counts?.blocked ?? 0);
  const count = counts === undefined ? 0 : Object.values(counts).reduce((sum, each) => sum + each, 0);
  const isEnded = plan?.state === 'ended';
  return (
    <Page layout="fill">
      <FileHeader
        focusKey="sent"
        name={sent.name}
        back={{
          label: t(hasRows ? 'outcome.back' : 'outcome.leave'),
          onPress: () => showSent(connection, undefined),
        }}
        actions={
          <>
            {choose}
            <Button
              icon={<Download aria-hidden />}
              reason={rows.some(({ outcome }) => outcome === null) ? t('common:list.reading') : undefined}
              isPending={saving.isSending}
              onPress={saving.save}
            >
              {t('outcome.save')}
            </Button>
          </>
        }
      />
      {notice}
      {saving.notice}
      {sent.template !== undefined && <p>{t('template.used', { name: sent.template })}</p>}
      {plan === null && error !== null && <ErrorNotice {...describe(error)} />}
      {plan?.startsAt !== undefined ? (
        <UndoPlan plan={plan} />
      ) : (
        plan !== null && (
          <Banner
            tone={
              isEnded ? (failed > 0 ? 'warning' : 'success') : plan.state === 'paused' ? 'warning' : 'info'
            }
            role="status"
            title={t(isEnded ? 'outcome.ended' : 'parts:word.doneOf', { done: plan.counts.done, count })}
            actions={
              <>
                {isEnded && failed > 0 && (
                  <Button
                    icon={<RotateCcw aria-hidden />}
                    reason={refusal}
                    isPending={retry.isPending}
                    onPress={() => retry.mutate()}
                  >
                    {t('parts:word.retryFailed', { count: failed })}
                  </Button>
                )}
                {isEnded && plan.counts.done > 0 && (
                  <Link to={pathTo('plan', { planId: plan.id })} state={{ undo: true }}>
                    {t('outcome.undo')}
                  </Link>
                )}
                <Link to={pathTo('plan', { planId: plan.id })}>{t('parts:word.openThePlan')}</Link>
              </>
            }
          >
            {plan.pause !== null && <p>{common(`plans.reason.${pauseReason(plan.pause)}`)}</p>}
            <p>
              <PlanLeft plan={plan} />
            </p>
            <PlanWait plan={plan} />
          </Banner>
        )
      )}
      <DataTable
        id="import-outcomes"
        label={t('parts:field.outcome')}
        columns={columns}
        rows={rows}
        rowId={({ number }) => String(number)}
        actionsOf={([{ id }]) => [
          {
            id: 'plan',
            label: t('parts:word.openThePlan'),
            onAction: () => void navigate(pathTo('plan', { planId: sent.plan })),
          },
          ...(id === null ? [] : [copy(id)]),
        ]}
      />
    </Page>
  );
}

/** Every row of the file in its order: what its steps came to, or why it has none. */
function useOutcomes(connection: string, { plan: id, rows }: SentTable): readonly OutcomeRow[] {
  const reasonOf = useReasons();
  const plan = usePlan(id);
  const plans = plan === null ? [] : [plan];
  const [read] = useWithSteps(connection, 'import', plans);
  const steps = read?.isRead === true ? read.steps : null;
  return importOutcomes(rows, steps ?? []).map(
    (of): OutcomeRow => ({
      number: of.row.number,
      sent: of.row,
      outcome: steps === null && of.row.unsent === null ? null : of.outcome,
      id: of.id,
      reason: reasonOf(of),
    }),
  );
}

/** Why a row has its outcome, in words: what failed, what it waited for, what the service has otherwise, and what it keeps. */
function useReasons(): (
  of: Pick<ReturnType<typeof importOutcomes>[number], 'row' | 'error' | 'blockedBy' | 'differences'>,
) => string {
  const { t } = useTranslation('errors');
  const { t: own } = useTranslation('import');
  const titleOf = useColumnTitles();
  const differenceWords = useDifferenceWords();
  return ({ row: { keeps = [] }, error, blockedBy, differences }) => {
    const wordsOf = (fault: AppError): string => {
      const { happened, meaning, remedy } = describeError(fault, t);
      return `${happened} ${meaning} ${remedy}`;
    };
    return [
      ...(error === null ? [] : [wordsOf(error)]),
      ...(blockedBy === null ? [] : [own('outcome.blockedBy', { subject: blockedBy.subject })]),
      ...(blockedBy === null || blockedBy.error === null ? [] : [wordsOf(blockedBy.error)]),
      ...differences.map(differenceWords),
      ...keeps.map((column) => own('difference.keeps', { column: titleOf(column) })),
    ].join(' ');
  };
}

const looks = {
  ...stepLooks,
  underway: 'progress',
  unchanged: 'idle',
  kept: 'idle',
  wrong: 'ending',
  left: 'closed',
} as const satisfies Readonly<Record<RowOutcome, StatusMarkProps['look']>>;
const outcomes = Object.keys(looks) as readonly RowOutcome[]; // keys of a literal: exactly these

function useOutcomeColumns(
  place: number,
): readonly Column<OutcomeRow, 'row' | 'name' | 'outcome' | 'id' | 'reason'>[] {
  const { t } = useTranslation('import');
  return [
    {
      id: 'row',
      title: t('column.row'),
      align: 'end',
      width: { least: 64 },
      value: ({ number }) => String(number),
    },
    {
      id: 'name',
      title: t('parts:word.name'),
      isRowHeader: true,
      isName: true,
      width: { least: 240, grows: 2 },
      value: ({ sent }) => sent.cells[place] ?? '',
    },
    {
      id: 'outcome',
      title: t('parts:field.outcome'),
      hasIcon: true,
      width: { least: outcomes.map((outcome) => t(`parts:state.${outcome}`)) },
      cell: ({ outcome }) =>
        outcome !== null && <StatusMark look={looks[outcome]} word={t(`parts:state.${outcome}`)} />,
    },
    { id: 'id', title: t('column.id'), width: { least: 120, grows: 1 }, value: ({ id }) => id ?? '' },
    {
      id: 'reason',
      title: t('parts:field.reason'),
      width: { least: 200, grows: 3 },
      value: ({ reason }) => reason,
    },
  ];
}

/** Saves the rows in the format, the order and with the separator of the file that they came from, each with what became of it. */
function useResultFile({ name, format, separator, header }: SentTable, rows: readonly OutcomeRow[]) {
  const { t } = useTranslation('import');
  const { send, isSending, notice } = useSend();
  const columnsOfResult = () => {
    const sent = rows.map((row) => row.sent);
    const width = sent.reduce((most, { cells }) => Math.max(most, cells.length), header.length);
    const own = (title: string, value: (row: OutcomeRow) => string | null) => ({
      key: null,
      title: titleBeside(header, title),
      value,
    });
    return [
      ...Array.from({ length: width }, (_, place) => ({
        key: null,
        title: header[place] ?? '',
        kind: sentColumnKind(sent, place),
        value: (row: OutcomeRow) => sentCell(row.sent, place),
      })),
      own(t('parts:field.outcome'), ({ outcome }) => (outcome === null ? null : t(`parts:state.${outcome}`))),
      own(t('column.id'), ({ id }) => id),
      own(t('parts:field.reason'), ({ reason }) => reason),
    ];
  };
  return {
    isSending,
    notice,
    save: () =>
      void send(
        () =>
          saveTable(
            {
              name: t('parts:word.resultOf', { name: name.replace(/\.[^.]*$/, '') }),
              format,
              ...(separator === null ? {} : { separator }),
              columns: columnsOfResult(),
              rows,
            },
            { signal: new AbortController().signal, onProgress: () => {} },
          ),
        ({ isSaved }) => {
          if (isSaved) announce(t('parts:word.fileSaved'));
        },
      ),
  };
}
