import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DayOrder } from '../../../shared/rules/import-cells.ts';
import { proposePlaces } from '../../../shared/rules/import-columns.ts';
import { importRows } from '../../../shared/rules/import-rows.ts';
import type { OpenedTable } from '../../data/opened-tables.ts';
import { titleWords } from '../../messages/import-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { columnName } from '../../parts/column-name.ts';
import { ReadAs, useReadAgain } from '../../parts/read-as.tsx';
import { Select } from '../../ui/select.tsx';
import { DeadlinesDialog, type TakenDeadline } from './deadlines-dialog.tsx';
import styles from './season.module.css';
import { type DeadlineColumn, type DeadlineMapping, deadlineColumns, fileCells } from './season-deadlines.ts';
import type { Season } from './season-state.ts';

interface Props {
  readonly file: OpenedTable;
  readonly table: NonNullable<OpenedTable['table']>;
  readonly season: Season;
  readonly order: DayOrder | null;
  readonly onOrder: (order: DayOrder) => void;
  readonly onTake: (lines: readonly TakenDeadline[]) => void;
  /** The same file, read otherwise. */
  readonly onOther: (file: OpenedTable) => void;
  readonly onClose: () => void;
}

/** Shows which groups the rows of a file are about and which deadlines they get. */
export function DeadlineFileDialog({ file, table, season, ...props }: Props) {
  const { t } = useTranslation('season');
  const { t: imports } = useTranslation('import');
  const { rows: groups, clientName } = season;
  const { data: words } = useQuery({
    queryKey: ['deadline-titles'],
    queryFn: () => titleWords(deadlineColumns, (speak) => ({ audit_name: speak('season')('column.name') })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const again = useReadAgain(file, props.onOther);
  const [chosen, setChosen] = useState<DeadlineMapping>({});
  const proposed = useMemo(
    () =>
      words === undefined ? null : proposePlaces(table.rows, deadlineColumns, words, table.hidden.columns),
    [words, table],
  );
  const mapping = useMemo(() => ({ ...proposed?.mapping, ...chosen }), [proposed, chosen]);
  const headerRow = proposed?.headerRow ?? null;
  const rows = useMemo(() => importRows(table, headerRow, false), [table, headerRow]);
  const cells = useMemo(
    () => (proposed === null ? [] : fileCells(rows, mapping, groups, clientName)),
    [proposed, rows, mapping, groups, clientName],
  );
  const isNamed = ids.some((column) => isPlaced(mapping[column]));
  return (
    <DeadlinesDialog
      title={t('file.title', { name: file.name })}
      numberTitle={t('file.row')}
      cells={cells}
      today={season.forecast.today}
      order={props.order}
      onOrder={props.onOrder}
      reason={
        again.reason ??
        (proposed === null
          ? imports('starting')
          : isPlaced(mapping.deadline) && isNamed
            ? undefined
            : t('file.unmapped'))
      }
      onTake={props.onTake}
      onClose={props.onClose}
    >
      <ReadAs table={table} again={again} className={styles.columns}>
        {proposed !== null && (
          <Columns
            header={headerRow === null ? [] : (table.rows[headerRow] ?? [])}
            width={Math.max(0, ...table.rows.slice(0, 100).map(({ length }) => length))}
            mapping={mapping}
            onChange={setChosen}
          />
        )}
      </ReadAs>
    </DeadlinesDialog>
  );
}

const ids = ['audit_id', 'successor_id', 'predecessor_id', 'audit_name'] as const;
const nowhere = -1; // a column that a person says is not in the file

function isPlaced(place: number | undefined): boolean {
  return place !== undefined && place !== nowhere;
}

interface ColumnsProps {
  readonly header: readonly string[];
  /** How many columns the file has. */
  readonly width: number;
  readonly mapping: DeadlineMapping;
  readonly onChange: (mapping: DeadlineMapping) => void;
}

/** Where the deadline is in the file, and what tells its group. */
function Columns({ header, width, mapping, onChange }: ColumnsProps) {
  const { t } = useTranslation('import');
  const { t: exported } = useTranslation('export');
  const { t: season } = useTranslation('season');
  const options = [
    { id: 'none', label: t('columns.none') },
    ...Array.from({ length: width }, (_, place) => ({
      id: String(place),
      label: columnName(header[place], place, t('columns.untitled')),
    })),
  ];
  const put = (column: DeadlineColumn, id: string) =>
    onChange({ ...mapping, [column]: id === 'none' ? nowhere : Number(id) });
  return (
    <>
      {deadlineColumns.map((column) => (
        <Select
          key={column}
          label={column === 'audit_name' ? season('column.name') : exported(`column.${column}`)}
          options={options}
          value={isPlaced(mapping[column]) ? String(mapping[column]) : 'none'}
          onChange={(id) => put(column, id)}
        />
      ))}
    </>
  );
}
