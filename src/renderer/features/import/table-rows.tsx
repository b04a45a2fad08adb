import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Replace, Send } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Plan } from '../../../shared/plan.ts';
import {
  columnsOf,
  type ImportColumn,
  type ImportKind,
  type ImportWords,
} from '../../../shared/rules/import-columns.ts';
import { type JudgedRow, type RowState, rowStates } from '../../../shared/rules/import-judge.ts';
import { type ImportCause, importCauses } from '../../../shared/rules/import-summary.ts';
import { useImportLists } from '../../data/import-lists.ts';
import { estimateQuery } from '../../data/plan-steps.ts';
import { submitPlan } from '../../data/plans.ts';
import { formatDuration, formatMoment } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { ReadingNotice } from '../../parts/reading-notice.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { useWriteRefusal } from '../../parts/write-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import type { RowAction } from '../../ui/grid/grid.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import styles from './import.module.css';
import { changeImport, type Import } from './import-store.ts';
import { useColumnTitles, useVerdictWords } from './import-words.ts';
import { type Judged, useJudged } from './judging.ts';
import { Outcomes } from './outcomes.tsx';
import { ReplaceDialog, RowDialog } from './row-dialogs.tsx';

interface Props {
  readonly connection: string;
  readonly words: ImportWords;
  readonly current: Import;
  readonly choose: ReactNode;
  readonly notice: ReactNode;
}

/** The table as it is judged before anything is sent, and what became of it once it was. */
export function TableRows(props: Props) {
  const { current } = props;
  return current.sent === null ? <JudgedTable {...props} /> : <Outcomes {...props} sent={current.sent} />;
}

const mostSteps = 10_000; // the most that a plan may have

function JudgedTable({ connection, words, current, choose, notice }: Props) {
  const { t } = useTranslation('import');
  const refusal = useWriteRefusal();
  const { kind, mapping, orders, left } = current;
  const rows = useMemo(() => current.rows.filter(({ number }) => !left.has(number)), [current.rows, left]);
  const about = useMemo(() => aboutOf(rows, { kind, mapping }), [rows, kind, mapping]);
  const lists = useImportLists(connection, about);
  const setup = useMemo(() => ({ kind, mapping, orders, words }), [kind, mapping, orders, words]);
  const judged = useJudged(setup, lists.known, rows);
  const readAgain = useEffectEvent(lists.readAgain);
  useEffect(() => readAgain(), []);
  const sending = useSend();
  const [dialog, setDialog] = useState<{ readonly row: number } | 'replace' | null>(null);
  const isCurrent = judged !== null && judged.of.rows === rows && judged.of.known === lists.known;
  const count = judged?.steps.length ?? 0;
  const reason =
    refusal ??
    (!isCurrent || !lists.isWhole
      ? t('reason.unread')
      : judged.counts.wrong > 0
        ? t('reason.wrong', { count: judged.counts.wrong })
        : count === 0
          ? t('reason.nothing')
          : count > mostSteps
            ? t('reason.tooMany')
            : undefined);
  const plan = useMemo(
    (): Plan | null =>
      judged === null || judged.steps.length === 0 || judged.steps.length > mostSteps
        ? null
        : {
            id: judged.id,
            connection,
            title: t('planTitle', { name: current.file.name }),
            steps: judged.steps,
          },
    [judged, connection, current.file.name, t],
  );
  const submit = () => {
    if (plan === null || judged === null) return;
    void sending.send(
      () => submitPlan(plan),
      ({ id }) => changeImport(connection, { sent: { plan: id, rows: judged.rows } }),
    );
  };
  return (
    <Page layout="fill">
      <PageHeader
        isLow
        focusKey="rows"
        title={current.file.name}
        windowTitle={t('title')}
        back={
          <Button
            variant="quiet"
            icon={<ArrowLeft aria-hidden />}
            onPress={() => changeImport(connection, { page: 'columns' })}
          >
            {t('back')}
          </Button>
        }
        mark={judged !== null && <Counts judged={judged} left={left.size} />}
        actions={
          <>
            {choose}
            <Button icon={<Replace aria-hidden />} onPress={() => setDialog('replace')}>
              {t('replace.action')}
            </Button>
            <Button
              variant="primary"
              icon={<Send aria-hidden />}
              reason={reason}
              isPending={sending.isSending}
              onPress={submit}
            >
              {t('send', { count })}
            </Button>
          </>
        }
      />
      {notice}
      {sending.notice}
      {lists.error !== null && (
        <ReadingNotice error={lists.error} action={<Button onPress={lists.readOn}>{t('readOn')}</Button>} />
      )}
      {judged !== null && isCurrent && lists.isWhole ? (
        <Cost judged={judged} plan={plan} />
      ) : (
        lists.error === null && <p role="status">{t('reading')}</p>
      )}
      {judged === null ? (
        <SkeletonRows count={12} widths={['20%', '60%', '40%']} label={t('reading')} />
      ) : (
        <JudgedGrid
          connection={connection}
          current={current}
          judged={judged}
          onEdit={(row) => setDialog({ row })}
        />
      )}
      {dialog === 'replace' && (
        <ReplaceDialog connection={connection} current={current} onClose={() => setDialog(null)} />
      )}
      {dialog !== null && dialog !== 'replace' && judged !== null && (
        <RowDialog
          key={dialog.row}
          connection={connection}
          current={current}
          judged={judged.rows.find(({ row }) => row.number === dialog.row) ?? null}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

/** The ids in a table whose own lists matter. */
function aboutOf(rows: Import['rows'], { kind, mapping }: Pick<Import, 'kind' | 'mapping'>) {
  const idsIn = (column: ImportColumn): readonly string[] => {
    const place = mapping[column];
    return place === undefined
      ? []
      : [...new Set(rows.map(({ cells }) => cells[place] ?? ''))].filter((id) => id !== '');
  };
  return {
    kind,
    clients: idsIn('client_id'),
    audits: kind === 'users' ? idsIn('audit_id') : [],
    groups: kind === 'audits' || kind === 'components' ? idsIn('group_audit_id') : [],
    couples: kind === 'audits' && idsIn('coupled_component_ids').length > 0,
  };
}

function Counts({ judged, left }: { readonly judged: Judged; readonly left: number }) {
  const { t } = useTranslation('import');
  const parts = [
    ...rowStates
      .filter((state) => judged.counts[state] > 0)
      .map((state) => t(`count.${state}`, { count: judged.counts[state] })),
    ...(left > 0 ? [t('count.left', { count: left })] : []),
    ...(judged.gone.length > 0 ? [t('count.gone', { count: judged.gone.length })] : []),
  ];
  return <span role="status">{parts.join(' · ')}</span>;
}

/** What sending costs in credits, requests and time, before it is sent. */
function Cost({ judged, plan }: { readonly judged: Judged; readonly plan: Plan | null }) {
  const { t, i18n } = useTranslation('import');
  const { t: common } = useTranslation();
  const wanted = plan ?? { id: judged.id, connection: '', title: '', steps: [] };
  const query = estimateQuery(wanted);
  const { data, dataUpdatedAt } = useQuery({
    ...query,
    queryKey: [wanted.connection, 'plans', 'estimate', 'import', judged.id], // its steps are too many for a key
    enabled: plan !== null,
  });
  if (plan === null) return judged.counts.wrong > 0 ? null : <p>{t('cost.nothing')}</p>;
  const { credits, unpriced } = judged.cost;
  const calls = Object.values(data?.calls ?? {}).reduce((sum, each) => sum + each, 0);
  const parts = [
    t('cost.credits', { count: credits }),
    ...(unpriced > 0 ? [t('cost.unpriced', { count: unpriced })] : []),
    ...(data === undefined
      ? []
      : data.seconds === null
        ? [t('cost.calls', { count: calls }), t('cost.never')]
        : [
            t('cost.calls', { count: calls }),
            t('cost.time', {
              time: formatDuration(Math.max(1, data.seconds) * 1_000, common),
              until: formatMoment(
                new Date(dataUpdatedAt + data.seconds * 1_000).toISOString(),
                i18n.language,
              ),
            }),
          ]),
  ];
  return <p>{parts.join(' · ')}</p>;
}

const looks = {
  new: 'good',
  unchanged: 'idle',
  different: 'progress',
  wrong: 'ending',
} as const satisfies Readonly<Record<RowState, StatusMarkProps['look']>>;

interface GridProps {
  readonly connection: string;
  readonly current: Import;
  readonly judged: Judged;
  readonly onEdit: (row: number) => void;
}

function JudgedGrid({ connection, current, judged, onEdit }: GridProps) {
  const { t } = useTranslation('import');
  const [state, setState] = useState<RowState | 'all'>('all');
  const [causeKey, setCause] = useState('all');
  const causes = useMemo(() => importCauses(judged.rows), [judged.rows]);
  const cause = causes.find((one) => keyOf(one) === causeKey);
  const shown = useMemo(() => {
    const numbers = cause === undefined ? null : new Set(cause.rows);
    return judged.rows.filter(
      (row) => (state === 'all' || row.state === state) && (numbers === null || numbers.has(row.row.number)),
    );
  }, [judged.rows, state, cause]);
  const columns = useRowColumns(current);
  const causeWords = useCauseWords();
  const leave = useCallback(
    (numbers: readonly number[]) =>
      changeImport(connection, { left: new Set([...current.left, ...numbers]) }),
    [connection, current.left],
  );
  const actionsOf = useCallback(
    ({ row }: JudgedRow): readonly RowAction[] => [
      { id: 'edit', label: t('row.edit'), onAction: () => onEdit(row.number) },
      { id: 'leave', label: t('row.leave'), onAction: () => leave([row.number]) },
    ],
    [t, onEdit, leave],
  );
  return (
    <>
      <div className={styles.toolbar}>
        <Select
          isCompact
          label={t('filter.state')}
          options={(['all', ...rowStates] as const).map((id) => ({ id, label: t(`filter.${id}`) }))}
          value={state}
          onChange={setState}
        />
        <Select
          isCompact
          label={t('filter.cause')}
          options={[
            { id: 'all', label: t('filter.everyCause') },
            ...causes.map((one) => ({
              id: keyOf(one),
              label: t('filter.causeCount', { cause: causeWords(one, judged.rows), count: one.rows.length }),
            })),
          ]}
          value={cause === undefined ? 'all' : causeKey}
          onChange={setCause}
        />
        <span role="status" className={styles.count}>
          {t('filter.shown', { shown: shown.length, count: judged.rows.length })}
        </span>
        {judged.counts.wrong > 0 && (
          <Button
            variant="quiet"
            onPress={() =>
              leave(judged.rows.filter((row) => row.state === 'wrong').map(({ row }) => row.number))
            }
          >
            {t('leaveWrong', { count: judged.counts.wrong })}
          </Button>
        )}
        {current.left.size > 0 && (
          <Button variant="quiet" onPress={() => changeImport(connection, { left: new Set() })}>
            {t('takeBack', { count: current.left.size })}
          </Button>
        )}
      </div>
      <DataTable
        id="import-rows"
        label={t('label')}
        columns={columns}
        rows={shown}
        rowId={({ row }) => String(row.number)}
        onOpen={({ row }) => onEdit(row.number)}
        actionsOf={actionsOf}
        empty={<EmptyState title={t('filter.none')} />}
      />
    </>
  );
}

function keyOf({ code, column }: Pick<ImportCause, 'code' | 'column'>): string {
  return `${code} ${column}`;
}

/** A cause in words: those of the first row that has it, where they are about no row of their own. */
function useCauseWords(): (cause: ImportCause, rows: readonly JudgedRow[]) => string {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const { t: tables } = useTranslation('tables');
  return ({ code, column }) => {
    const sentence =
      code === 'twice' || code === 'too-long' || code === 'coupling'
        ? t(`cause.${code}`)
        : (/^.*?[.;](?=\s|$)/u.exec(tables(`verdicts.${code}`))?.[0] ?? code);
    return column === null ? sentence : `${titleOf(column)}: ${sentence}`;
  };
}

type RowColumn = 'row' | 'state' | 'verdict' | ImportColumn;

function useRowColumns({ kind, mapping }: Import): readonly Column<JudgedRow, RowColumn>[] {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const verdictWords = useVerdictWords();
  return useMemo(() => {
    const inFile = columnsOf(kind).filter((column) => mapping[column] !== undefined);
    const name = inFile.find((column) => names.has(column)) ?? inFile[0];
    const ids = inFile.filter((column) => column === name || column === ownIds[kind]);
    const columnOf = (column: ImportColumn): Column<JudgedRow, RowColumn> => ({
      id: column,
      title: titleOf(column),
      min: column === name ? 240 : 110,
      share: 1,
      isRowHeader: column === name,
      isName: column === name,
      render: ({ row }) => spaced(row.cells[mapping[column] ?? -1] ?? ''),
    });
    return [
      { id: 'row', title: t('column.row'), min: 64, align: 'end', render: ({ row }) => row.number },
      {
        id: 'state',
        title: t('column.state'),
        texts: rowStates.map((state) => t(`state.${state}`)),
        beside: 20,
        render: ({ state }) => <StatusMark look={looks[state]} word={t(`state.${state}`)} />,
      },
      ...ids.map(columnOf),
      {
        id: 'verdict',
        title: t('column.verdict'),
        min: 320,
        share: 2,
        render: ({ verdicts, differences }) =>
          [
            ...verdicts.map(verdictWords),
            ...differences.map(({ column, canChange }) =>
              t(canChange ? 'difference.changes' : 'difference.keeps', { column: titleOf(column) }),
            ),
          ].join(' '),
      },
      ...inFile.filter((column) => !ids.includes(column)).map(columnOf),
    ];
  }, [kind, mapping, t, titleOf, verdictWords]);
}

const ownIds = {
  clients: 'client_id',
  audits: 'audit_id',
  components: 'group_audit_id',
  users: 'audit_id',
} as const satisfies Readonly<Record<ImportKind, ImportColumn>>;
const names: ReadonlySet<ImportColumn> = new Set(['client_name', 'audit_name', 'component_name', 'user_id']);

/** Spaces at the start and the end as dots: they count, and nobody sees them. */
function spaced(text: string): string {
  return text.replace(/^\s+|\s+$/gu, (spaces) => '·'.repeat(spaces.length));
}
