import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppliedTemplate } from '../../../shared/rules/service/template.ts';
import { columnsOf, type ImportColumn, importColumns } from '../../../shared/rules/tables/columns.ts';
import { type RowState, rowStates } from '../../../shared/rules/tables/model.ts';
import type { CauseKey, RowFilter } from '../../../shared/rules/tables/session.ts';
import type { ImportCause } from '../../../shared/rules/tables/summary.ts';
import { columnsFilledBy } from '../../../shared/rules/tables/template.ts';
import type { CheckedTable, CheckingSession, TableRow } from '../../data/import-checking.ts';
import { useTranslation } from '../../messages/language.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ActionsOf, RowAction } from '../../ui/grid/actions.ts';
import { useCellEditing } from '../../ui/grid/cell-editing.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Note } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusMark, type StatusMarkProps } from '../../ui/status-mark.tsx';
import { fileText, useCellText } from './cell-text.ts';
import { useOptions } from './choices.ts';
import { changeImport, type Import, leaveOut } from './import-store.ts';
import { nameColumn, useColumnTitles, useIssueWords, useToDo } from './import-words.ts';

const looks = {
  new: 'good',
  underway: 'progress',
  unchanged: 'idle',
  different: 'progress',
  wrong: 'ending',
} as const satisfies Readonly<Record<RowState, StatusMarkProps['look']>>;

interface Props {
  readonly connection: string;
  readonly current: Import;
  readonly checked: CheckedTable;
  /** Those that the filter shows. */
  readonly rows: readonly TableRow[];
  readonly session: CheckingSession;
  readonly template: AppliedTemplate | null;
}

/** The rows as they are checked, filtered by issue and cause; their cells are corrected in place. */
export function CheckedGrid({ connection, current, checked, rows, session, template }: Props) {
  const { t } = useTranslation('import');
  const { corrected, ...filter } = useFilter(checked, session);
  const columns = useRowColumns(current, template);
  const { left, file } = current;
  const leave = (numbers: readonly number[]) => leaveOut(connection, file, numbers);
  const leaveAll = async (those: Omit<RowFilter, 'staying'>) =>
    leave(await session.numbersOf({ ...those, staying: [] }));
  const navigate = useNavigate();
  const openPlan = (id: string): RowAction => ({
    id: 'plan',
    label: t('parts:word.openThePlan'),
    onAction: () => void navigate(pathTo('plan', { planId: id })),
  });
  const { cells, begin } = useCorrecting(connection, current, { checked, rows }, corrected);
  const actionsOf: ActionsOf<TableRow> = ([one]) => [
    {
      id: 'edit',
      label: t('row.edit'),
      onAction: () =>
        begin(
          one,
          columns.map(({ id }) => id),
        ),
    },
    ...(one.row === null || one.row.underway === null ? [] : [openPlan(one.row.underway.id)]),
    { id: 'leave', label: t('row.leave'), onAction: () => leave([one.number]) },
  ];
  const remedies = checked.of.corrections === current.corrections ? checked.remedies : []; // of what stands there
  const all = Object.values(checked.counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Toolbar>
        <Filters {...filter} all={all} shown={rows.length} />
        {checked.counts.wrong > 0 && (
          <Button onPress={() => void leaveAll({ state: 'wrong', cause: null })}>
            {t('leaveWrong', { count: checked.counts.wrong })}
          </Button>
        )}
        {leftAtOnce.map((code) => {
          const cause = checked.causes.find((each) => each.code === code);
          return (
            cause !== undefined && (
              <Button key={code} onPress={() => void leaveAll({ state: 'all', cause })}>
                {t(`leave.${code}`, { count: cause.count })}
              </Button>
            )
          );
        })}
        {remedies.map(({ code, corrections }) => (
          <Button
            key={code}
            onPress={() =>
              changeImport(connection, { corrections: [...current.corrections, ...corrections] })
            }
          >
            {t(`remedy.${code}`, { count: corrections.length })}
          </Button>
        ))}
        {left.size > 0 && (
          <Button onPress={() => changeImport(connection, { left: new Set() })}>
            {t('takeBack', { count: left.size })}
          </Button>
        )}
      </Toolbar>
      <DataTable
        id="import-rows"
        label={t('label')}
        columns={columns}
        rows={rows}
        rowId={({ number }) => String(number)}
        onView={session.look}
        cells={cells}
        actionsOf={actionsOf}
        empty={<NoRows {...filter} left={left.size} />}
      />
    </>
  );
}

/** The causes whose rows nobody means, so that one act leaves all of them out. */
const leftAtOnce = ['totals-row', 'same-row'] as const satisfies readonly ImportCause['code'][];

/** Which rows are shown. One that is corrected stays until others are asked for: it would go from under the hand. */
function useFilter({ causes }: CheckedTable, session: CheckingSession) {
  const [state, setState] = useState<RowState | 'all'>('all');
  const [cause, setCause] = useState<CauseKey | null>(null);
  const [staying, setStaying] = useState<readonly number[]>([]);
  useEffect(() => session.filterBy({ state, cause, staying }), [session, state, cause, staying]);
  return {
    state,
    cause,
    causes,
    onState: (next: RowState | 'all') => {
      setState(next);
      setStaying([]);
    },
    onCause: (next: CauseKey | null) => {
      setCause(next);
      setStaying([]);
    },
    corrected: (number: number) =>
      setStaying((before) => (before.includes(number) ? before : [...before, number])),
  };
}

interface FiltersProps extends Omit<ReturnType<typeof useFilter>, 'corrected'> {
  /** How many rows there are. */
  readonly all: number;
  readonly shown: number;
}

function Filters({ state, cause, causes, onState, onCause, all, shown }: FiltersProps) {
  const { t } = useTranslation('import');
  const causeWords = useCauseWords();
  const isGone = cause !== null && causes.every((one) => keyOf(one) !== keyOf(cause));
  const offered = isGone ? [...causes, { ...cause, count: 0 }] : causes;
  return (
    <>
      <Select
        isCompact
        label={t('parts:word.rows')}
        options={(['all', ...rowStates] as const).map((id) => ({
          id,
          label: t(id === 'all' ? 'parts:word.all' : `parts:state.${id}`),
        }))}
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
            label: t('filter.causeCount', { cause: causeWords(one), count: one.count }),
          })),
        ]}
        value={cause === null ? 'all' : keyOf(cause)}
        onChange={(key) => onCause(offered.find((one) => keyOf(one) === key) ?? null)}
      />
      <Note as="span" role="status">
        {t('parts:count.shown', { shown, count: all })}
      </Note>
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
      title={t('common:ui.noMatch')}
      action={
        <Button variant="quiet" onPress={showAll}>
          {t('filter.showAll')}
        </Button>
      }
    />
  );
}

/** Corrects cells in place, and has a screen reader say how the row is checked then. */
function useCorrecting(
  connection: string,
  { kind, mapping, corrections }: Import,
  { checked, rows }: Pick<Props, 'checked' | 'rows'>,
  onCorrected: (row: number) => void,
) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const issueWords = useIssueWords();
  const optionsOf = useOptions(connection, kind);
  const last = useRef<number | null>(null);
  useEffect(() => {
    if (last.current === null || checked.of.corrections !== corrections) return;
    const row = rows.find(({ number }) => number === last.current)?.row ?? null;
    last.current = null;
    if (row === null) return;
    const words = [t('row.title', { row: row.row.number }), t(`parts:state.${row.state}`)].join(': ');
    announce([`${words}.`, ...row.issues.map(issueWords)].join(' '));
  }, [checked, corrections, rows, t, issueWords]);
  const knownAs = (column: string) => columnsOf(kind).find((each) => each === column);
  const placeOf = (column: string): number | undefined => {
    const known = knownAs(column);
    return known === undefined ? undefined : mapping[known];
  };
  return useCellEditing<TableRow>({
    rowId: ({ number }) => String(number),
    textIn: ({ row }, column) => {
      const place = placeOf(column);
      return place === undefined || row === null ? null : (row.row.cells[place] ?? '');
    },
    isInvalid: isFaulty,
    labelOf: ({ number }, column) =>
      t('row.cell', {
        row: number,
        column: titleOf(knownAs(column) ?? 'audit_id'),
      }),
    choicesIn: (_, column) => {
      const known = knownAs(column);
      return known === undefined ? [] : optionsOf(known);
    },
    onChange: ({ number }, column, text) => {
      const place = placeOf(column);
      if (place === undefined) return;
      last.current = number;
      onCorrected(number);
      const others = corrections.filter((one) => one.row !== number || one.place !== place);
      changeImport(connection, { corrections: [...others, { row: number, place, text }] });
    },
  });
}

function isFaulty({ row }: TableRow, column: string): boolean {
  return row?.issues.some((issue) => issue.column === column && !issue.isWarning) === true;
}

function keyOf({ code, column, isWarning }: CauseKey): string {
  return `${code} ${column} ${isWarning}`;
}

/** A cause in words: the first sentence of its issue, which has no facts of one row. */
function useCauseWords(): (cause: CauseKey) => string {
  const titleOf = useColumnTitles();
  const { t: tables } = useTranslation('tables');
  return ({ code, column, isWarning }) => {
    const text = tables(`issues.${code}`, isWarning ? { context: 'doubt' } : {});
    const sentence = /^.*?[.;](?=\s|$)/u.exec(text)?.[0] ?? code;
    return column === null ? sentence : `${titleOf(column)}: ${sentence}`;
  };
}

const withName = 220; // pixels: a name with its id, or an id with the sign of its template

/** Whether the cells of a column show names beside their ids. */
function isNamed(column: ImportColumn, kind: Import['kind']): boolean {
  if (column === 'audit_id') return kind === 'users';
  return (
    ['legal_entity_ids', 'work_package_id', 'group_audit_id'].includes(column) ||
    (column === 'client_id' && kind === 'audits')
  );
}

type RowColumn = 'row' | 'state' | 'issue' | ImportColumn;

function useRowColumns(
  { kind, mapping }: Import,
  template: AppliedTemplate | null,
): readonly Column<TableRow, RowColumn>[] {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const toDo = useToDo();
  const textOf = useCellText({ kind, mapping });
  const filled = columnsFilledBy({ kind, mapping, template });
  const inFile = columnsOf(kind).filter((column) => mapping[column] !== undefined || filled.includes(column));
  const name = nameColumn(kind, mapping) ?? inFile[0];
  const ids = inFile.filter(
    (column) => column === name || importColumns[column].leads?.includes(kind) === true,
  );
  const columnOf = (column: ImportColumn): Column<TableRow, RowColumn> => ({
    id: column,
    title: titleOf(column),
    isRowHeader: column === name,
    isName: column === name,
    isInvalid: (row) => isFaulty(row, column),
    width: {
      least: column === name ? 240 : isNamed(column, kind) || filled.includes(column) ? withName : 110,
      grows: 1,
    },
    value: ({ row: one }) => {
      if (one === null) return '';
      const text = textOf(one, column);
      return one.filled.has(column) ? t('template.cell', { text }) : text;
    },
    hint: ({ row: one }) => {
      const text = one === null ? '' : fileText(one, column, mapping);
      return one === null || text.trim() === '' || text === textOf(one, column)
        ? undefined
        : t('row.inFile', { text });
    },
  });
  return [
    {
      id: 'row',
      title: t('column.row'),
      align: 'end',
      width: { least: 64 },
      value: ({ number }) => String(number),
    },
    {
      id: 'state',
      title: t('column.state'),
      hasIcon: true,
      width: { least: rowStates.map((state) => t(`parts:state.${state}`)) },
      cell: ({ row }) =>
        row !== null && <StatusMark look={looks[row.state]} word={t(`parts:state.${row.state}`)} />,
    },
    ...ids.map(columnOf),
    {
      id: 'issue',
      title: t('column.issue'),
      width: { least: 320, grows: 2 },
      value: ({ row }) => (row === null ? '' : toDo(row)),
    },
    ...inFile.filter((column) => !ids.includes(column)).map(columnOf),
  ];
}
