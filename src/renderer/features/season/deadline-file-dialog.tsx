import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { type DayOrder, dayOrders } from '../../../shared/rules/tables/cells.ts';
import { proposePlaces } from '../../../shared/rules/tables/columns.ts';
import { importRows } from '../../../shared/rules/tables/rows.ts';
import type { OpenedTable } from '../../data/opened-tables.ts';
import { usePreferences } from '../../data/preferences.ts';
import { rememberedPlaces, rememberedRow, useRememberedColumns } from '../../data/remembered-columns.ts';
import { titleWords } from '../../messages/import-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { columnName } from '../../parts/column-name.ts';
import { HeaderRow, ReadAs, useReadAgain } from '../../parts/read-as.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { DeadlinesDialog, type TakenDeadline } from './deadlines-dialog.tsx';
import { type DeadlineColumn, type DeadlineMapping, deadlineColumns, fileCells } from './season-deadlines.ts';
import type { AddedGroup } from './season-expected.ts';
import type { Season } from './season-state.ts';

interface Props {
  readonly file: OpenedTable;
  readonly table: NonNullable<OpenedTable['table']>;
  readonly season: Season;
  readonly order: DayOrder | null;
  readonly onOrder: (order: DayOrder) => void;
  /** Why what was taken over is not saved. */
  readonly notice: ReactNode;
  readonly isPending: boolean;
  readonly onTake: (lines: readonly TakenDeadline[], added: readonly AddedGroup[]) => void;
  /** The same file, read otherwise. */
  readonly onReadAgain: (file: OpenedTable) => void;
  readonly onClose: () => void;
}

/** Shows which groups the rows of a file are about and which deadlines they get. */
export function DeadlineFileDialog({ file, table, season, ...props }: Props) {
  const { t } = useTranslation('season');
  const { t: imports } = useTranslation('import');
  const { rows: groups, clientName, audits, clients } = season;
  const { data: words } = useQuery({
    queryKey: ['deadline-titles'],
    queryFn: () => titleWords(deadlineColumns, (speak) => ({ audit_name: speak('season')('column.name') })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const again = useReadAgain(file, props.onReadAgain);
  const [chosen, setChosen] = useState<DeadlineMapping>({});
  const [chosenHeader, setChosenHeader] = useState<number | null>(null);
  const { importMappings } = usePreferences();
  const headerRow = useMemo(() => {
    if (chosenHeader !== null || words === undefined) return chosenHeader;
    const known = rememberedRow(table.rows, importMappings, 'deadlines');
    return known ?? proposePlaces(table.rows, deadlineColumns, words).headerRow;
  }, [chosenHeader, words, table, importMappings]);
  const header = headerRow === null ? noTitles : (table.rows[headerRow] ?? noTitles);
  const proposed = useMemo(
    () =>
      words === undefined ? null : proposePlaces([header], deadlineColumns, words, table.hidden.columns),
    [words, header, table],
  );
  const { remembered, remember, forget } = useRememberedColumns(header, 'deadlines');
  const mapping = useMemo((): DeadlineMapping => {
    const before = remembered && rememberedPlaces(deadlineColumns, remembered, header);
    return { ...(before ?? proposed?.mapping), ...chosen };
  }, [remembered, header, proposed, chosen]);
  const [ordered, setOrdered] = useState<DayOrder | null>(null);
  const order = ordered ?? dayOrders.find((one) => one === remembered?.orders['deadline']) ?? props.order;
  const rows = useMemo(() => importRows(table, headerRow, false), [table, headerRow]);
  const known = useMemo(
    () => ({
      groups,
      audits: audits.complete,
      clients: clients.complete,
    }),
    [groups, audits.complete, clients.complete],
  );
  const cells = useMemo(
    () => (proposed === null ? [] : fileCells(rows, mapping, known, clientName)),
    [proposed, rows, mapping, known, clientName],
  );
  const isNamed = ids.some((column) => isPlaced(mapping[column]));
  return (
    <DeadlinesDialog
      title={t('file.title', { name: file.name })}
      numberTitle={t('file.row')}
      cells={cells}
      today={season.forecast.today}
      order={order}
      onOrder={(wanted) => {
        setOrdered(wanted);
        props.onOrder(wanted);
      }}
      reason={
        again.reason ??
        (proposed === null
          ? imports('starting')
          : isPlaced(mapping.deadline) && isNamed
            ? undefined
            : t('file.unmapped'))
      }
      isPending={props.isPending}
      onTake={(lines, read, added) => {
        remember({ kind: 'deadlines', mapping: placedOf(mapping), orders: { deadline: read } });
        props.onTake(lines, added);
      }}
      onClose={props.onClose}
    >
      {props.notice}
      <ReadAs table={table} again={again}>
        {proposed !== null && (
          <HeaderRow
            table={table}
            value={headerRow}
            onChange={(place) => {
              setChosenHeader(place);
              setChosen({});
            }}
          />
        )}
        {proposed !== null && (
          <Columns
            header={header}
            width={Math.max(0, ...table.rows.slice(0, 100).map(({ length }) => length))}
            mapping={mapping}
            onChange={setChosen}
          />
        )}
      </ReadAs>
      {remembered !== undefined && (
        <Banner
          isLine
          tone="info"
          title={imports('columns.remembered')}
          actions={
            <Button
              onPress={() => {
                forget();
                setChosenHeader(null);
                setChosen({});
                setOrdered(null);
              }}
            >
              {imports('columns.forget')}
            </Button>
          }
        />
      )}
    </DeadlinesDialog>
  );
}

const ids = ['audit_id', 'successor_id', 'predecessor_id', 'audit_name'] as const;
const noTitles: readonly string[] = [];
const nowhere = -1; // a column that a person says is not in the file

function isPlaced(place: number | undefined): boolean {
  return place !== undefined && place !== nowhere;
}

function placedOf(mapping: DeadlineMapping): DeadlineMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, place]) => isPlaced(place)));
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
