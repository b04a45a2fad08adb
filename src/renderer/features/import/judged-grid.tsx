import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  columnsOf,
  type ImportColumn,
  type ImportKind,
  importColumns,
} from '../../../shared/rules/import-columns.ts';
import { type JudgedRow, type RowState, rowStates } from '../../../shared/rules/import-judge.ts';
import { type ImportCause, importCauses, withCell } from '../../../shared/rules/import-summary.ts';
import { columnsFilledBy } from '../../../shared/rules/import-template.ts';
import type { AppliedTemplate } from '../../../shared/rules/template.ts';
import { withUnseen } from '../../../shared/rules/unseen.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useCellEditing } from '../../ui/grid/cell-editing.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import type { RowAction } from '../../ui/grid/grid.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { GoneButton } from './gone.tsx';
import styles from './import.module.css';
import { changeImport, type Import } from './import-store.ts';
import { nameColumn, useColumnTitles, useToDo, useVerdictWords } from './import-words.ts';
import { JudgedFile } from './judged-file.tsx';
import type { Judged } from './judging.ts';
import { keeping, useReplacing } from './replacing.tsx';

const looks = {
  new: 'good',
  underway: 'progress',
  unchanged: 'idle',
  different: 'progress',
  replaced: 'ending',
  wrong: 'ending',
} as const satisfies Readonly<Record<RowState, StatusMarkProps['look']>>;

interface Props {
  readonly connection: string;
  readonly current: Import;
  readonly judged: Judged;
  readonly template: AppliedTemplate | null;
  /** What else can be done with the rows. */
  readonly children: ReactNode;
}

/** The rows as they are judged, filtered by verdict and cause; their cells are corrected in place. */
export function JudgedGrid({ connection, current, judged, template, children }: Props) {
  const { t } = useTranslation('import');
  const { shown, corrected, ...filter } = useFilter(judged.rows);
  const columns = useRowColumns(current, template);
  const { left, replaced } = current;
  const leave = useCallback(
    (rows: readonly JudgedRow[]) =>
      changeImport(connection, {
        left: new Set([...left, ...rows.map(({ row }) => row.number)]),
        replaced: keeping(replaced, rows),
      }),
    [connection, left, replaced],
  );
  const navigate = useNavigate();
  const openPlan = (id: string): RowAction => ({
    id: 'plan',
    label: t('outcome.plan'),
    onAction: () => void navigate(pathTo('plan', { planId: id })),
  });
  const replacing = useReplacing(connection, replaced, judged.rows);
  const { cells, begin } = useCorrecting(connection, current, judged.rows, corrected);
  const actionsOf = (row: JudgedRow): readonly RowAction[] => [
    {
      id: 'edit',
      label: t('row.edit'),
      onAction: () =>
        begin(
          row,
          columns.map(({ id }) => id),
        ),
    },
    ...(row.underway === null ? [] : [openPlan(row.underway.id)]),
    { id: 'leave', label: t('row.leave'), onAction: () => leave([row]) },
    ...replacing.actionsOf(row),
  ];
  return (
    <>
      <Toolbar>
        <Filters {...filter} rows={judged.rows} shown={shown.length} />
        {judged.counts.wrong > 0 && (
          <Button onPress={() => leave(judged.rows.filter((row) => row.state === 'wrong'))}>
            {t('leaveWrong', { count: judged.counts.wrong })}
          </Button>
        )}
        {children}
        {replacing.button}
        <GoneButton gone={judged.gone} />
        <JudgedFile current={current} rows={shown} template={template} />
        {current.left.size > 0 && (
          <Button onPress={() => changeImport(connection, { left: new Set() })}>
            {t('takeBack', { count: current.left.size })}
          </Button>
        )}
      </Toolbar>
      <DataTable
        id="import-rows"
        label={t('label')}
        columns={columns}
        rows={shown}
        rowId={({ row }) => String(row.number)}
        cells={cells}
        actionsOf={actionsOf}
        empty={<NoRows {...filter} left={current.left.size} />}
      />
      {replacing.dialog}
    </>
  );
}

/** Which rows are shown. One that is corrected stays until others are asked for: it would go from under the hand. */
function useFilter(rows: readonly JudgedRow[]) {
  const [state, setState] = useState<RowState | 'all'>('all');
  const [cause, setCause] = useState<ImportCause | null>(null);
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const causes = useMemo(() => importCauses(rows), [rows]);
  const shown = useMemo(() => {
    const found = cause === null ? null : causes.find((one) => keyOf(one) === keyOf(cause));
    const numbers = cause === null ? null : new Set(found?.rows);
    return rows.filter(
      (row) =>
        kept.has(row.row.number) ||
        ((state === 'all' || row.state === state) && (numbers === null || numbers.has(row.row.number))),
    );
  }, [rows, causes, state, cause, kept]);
  return {
    shown,
    state,
    cause,
    causes,
    onState: (next: RowState | 'all') => {
      setState(next);
      setKept(new Set());
    },
    onCause: (next: ImportCause | null) => {
      setCause(next);
      setKept(new Set());
    },
    corrected: (number: number) => setKept((before) => new Set([...before, number])),
  };
}

interface FiltersProps extends Omit<ReturnType<typeof useFilter>, 'shown' | 'corrected'> {
  readonly rows: readonly JudgedRow[];
  readonly shown: number;
}

function Filters({ state, cause, causes, onState, onCause, rows, shown }: FiltersProps) {
  const { t } = useTranslation('import');
  const causeWords = useCauseWords();
  const isGone = cause !== null && causes.every((one) => keyOf(one) !== keyOf(cause));
  const offered = isGone ? [...causes, { ...cause, rows: [] }] : causes;
  return (
    <>
      <Select
        isCompact
        label={t('filter.state')}
        options={(['all', ...rowStates] as const).map((id) => ({ id, label: t(`filter.${id}`) }))}
        value={state}
        onChange={onState}
      />
      <Select
        isCompact
        label={t('filter.cause')}
        options={[
          { id: 'all', label: t('filter.everyCause') },
          ...offered.map((one) => ({
            id: keyOf(one),
            label: t('filter.causeCount', { cause: causeWords(one), count: one.rows.length }),
          })),
        ]}
        value={cause === null ? 'all' : keyOf(cause)}
        onChange={(key) => onCause(offered.find((one) => keyOf(one) === key) ?? null)}
      />
      <span role="status" className={styles.count}>
        {t('filter.shown', { shown, count: rows.length })}
      </span>
    </>
  );
}

/** What stands where no row is shown: with the way to all of them where filters hide them. */
function NoRows({
  state,
  cause,
  onState,
  onCause,
  left,
}: Pick<FiltersProps, 'state' | 'cause' | 'onState' | 'onCause'> & { readonly left: number }) {
  const { t } = useTranslation('import');
  if (state === 'all' && cause === null) return <EmptyState title={t('count.left', { count: left })} />;
  const showAll = () => {
    onState('all');
    onCause(null);
  };
  return (
    <EmptyState
      title={t('filter.none')}
      action={
        <Button variant="quiet" onPress={showAll}>
          {t('filter.showAll')}
        </Button>
      }
    />
  );
}

/** Corrects cells in place, and has a screen reader say how the row is judged then. */
function useCorrecting(
  connection: string,
  { kind, mapping, rows, replaced }: Import,
  judged: readonly JudgedRow[],
  onCorrected: (row: number) => void,
) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const verdictWords = useVerdictWords();
  const last = useRef<number | null>(null);
  useEffect(() => {
    const row = judged.find((each) => each.row.number === last.current);
    last.current = null;
    if (row === undefined) return;
    const words = [t('row.title', { row: row.row.number }), t(`state.${row.state}`)].join(': ');
    announce([`${words}.`, ...row.verdicts.map(verdictWords)].join(' '));
  }, [judged, t, verdictWords]);
  const placeOf = (column: string): number | undefined => {
    const known = columnsOf(kind).find((each) => each === column);
    return known === undefined ? undefined : mapping[known];
  };
  return useCellEditing<JudgedRow>({
    rowId: ({ row }) => String(row.number),
    textIn: ({ row }, column) => {
      const place = placeOf(column);
      return place === undefined ? null : (row.cells[place] ?? '');
    },
    isInvalid: isFaulty,
    labelOf: ({ row }, column) =>
      t('row.cell', {
        row: row.number,
        column: titleOf(columnsOf(kind).find((each) => each === column) ?? 'audit_id'),
      }),
    onChange: (corrected, column, text) => {
      const place = placeOf(column);
      if (place === undefined) return;
      const { number } = corrected.row;
      last.current = number;
      onCorrected(number);
      changeImport(connection, {
        rows: rows.map((row) => (row.number === number ? withCell(row, place, text) : row)),
        isCorrected: true,
        replaced: keeping(replaced, [corrected]),
      });
    },
  });
}

function isFaulty({ verdicts }: JudgedRow, column: string): boolean {
  return verdicts.some((verdict) => verdict.column === column && !verdict.isWarning);
}

function keyOf({ code, column, isWarning }: Pick<ImportCause, 'code' | 'column' | 'isWarning'>): string {
  return `${code} ${column} ${isWarning}`;
}

/** The verdicts whose first sentence needs the facts of one row. */
const causesOfFacts = [
  'twice',
  'too-long',
  'long-unit',
  'coupling',
  'coupled-twice',
  'duplicate',
  'not-of-client',
  'setting-unfit',
  'package-older',
  'underway',
  'in-underway',
] as const satisfies readonly ImportCause['code'][];

/** A cause in words: those of the first row that has it, where they are about no row of their own. */
function useCauseWords(): (cause: Pick<ImportCause, 'code' | 'column' | 'isWarning'>) => string {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const { t: tables } = useTranslation('tables');
  return ({ code, column, isWarning }) => {
    const known = causesOfFacts.find((each) => each === code);
    const sentence =
      known !== undefined
        ? t(`cause.${known}`)
        : (/^.*?[.;](?=\s|$)/u.exec(tables(`verdicts.${code}`, isWarning ? { context: 'doubt' } : {}))?.[0] ??
          code);
    return column === null ? sentence : `${titleOf(column)}: ${sentence}`;
  };
}

const withSign = 220; // pixels: the id of a work package and the sign of its template

type RowColumn = 'row' | 'state' | 'verdict' | ImportColumn;

function useRowColumns(
  { kind, mapping }: Import,
  template: AppliedTemplate | null,
): readonly Column<JudgedRow, RowColumn>[] {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const toDo = useToDo();
  return useMemo(() => {
    const filled = columnsFilledBy({ kind, mapping, template });
    const inFile = columnsOf(kind).filter(
      (column) => mapping[column] !== undefined || filled.includes(column),
    );
    const name = nameColumn(kind, mapping) ?? inFile[0];
    const ids = inFile.filter((column) => column === name || column === ownIds[kind]);
    const columnOf = (column: ImportColumn): Column<JudgedRow, RowColumn> => ({
      id: column,
      title: titleOf(column),
      min: column === name ? 240 : filled.includes(column) ? withSign : 110,
      share: 1,
      isRowHeader: column === name,
      isName: column === name,
      isInvalid: (row) => isFaulty(row, column),
      render: ({ row, filled: given }) => {
        const text = given.get(column);
        return text === undefined
          ? visible(row.cells[mapping[column] ?? -1] ?? '', column)
          : t('template.cell', { text });
      },
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
        render: toDo,
      },
      ...inFile.filter((column) => !ids.includes(column)).map(columnOf),
    ];
  }, [kind, mapping, template, t, titleOf, toDo]);
}

const ownIds = {
  clients: 'client_id',
  audits: 'audit_id',
  components: 'group_audit_id',
  users: 'audit_id',
} as const satisfies Readonly<Record<ImportKind, ImportColumn>>;

/** Spaces at the start and the end as dots, and the signs in ids that nobody sees as their numbers: they count. */
function visible(text: string, column: ImportColumn): string {
  const spaced = text.replace(/^\s+|\s+$/gu, (spaces) => '·'.repeat(spaces.length));
  const { reading } = importColumns[column];
  return reading === 'id' || reading === 'list' ? withUnseen(spaced) : spaced;
}
