import { ListChecks } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import type { OpenedTable } from '../../../shared/operations/import.ts';
import type { AppliedTemplate } from '../../../shared/rules/service/template.ts';
import {
  columnsOf,
  type ImportColumn,
  type ImportWords,
  importColumns,
  importKinds,
  neededColumns,
  titlesTwice,
} from '../../../shared/rules/tables/columns.ts';
import { orderReason, ordersIn } from '../../../shared/rules/tables/content.ts';
import { columnsFilledBy } from '../../../shared/rules/tables/template.ts';
import { readFacts } from '../../data/import-checking.ts';
import { useRememberedColumns } from '../../data/remembered-columns.ts';
import { useTranslation } from '../../messages/language.ts';
import { HeaderRow, type ReadAgain, ReadAs, useReadAgain } from '../../parts/read-as.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Columns, Stack } from '../../ui/layout.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { useDiscarding } from './discarding.tsx';
import { FillingTemplate, takesTemplate, useFilling } from './filling.tsx';
import {
  addColumn,
  changeImport,
  fileHeaderOf,
  headerOf,
  type Import,
  mappedByTitles,
  putColumn,
  readOtherwise,
  setImport,
  type Table,
  toRemember,
  withFound,
} from './import-store.ts';
import { columnName, useColumnTitles } from './import-words.ts';
import { UnusedColumns, unansweredIn } from './unused-columns.tsx';

interface Props {
  readonly connection: string;
  readonly words: ImportWords;
  readonly current: Import;
  readonly choose: ReactNode;
  readonly notice: ReactNode;
  readonly onReadAgain: (file: OpenedTable) => void;
}

/** What keeps the rows from being checked: needed columns that are nowhere, titles that may be fields, and days whose order nothing tells. */
function openIn(current: Import, words: ImportWords, template: AppliedTemplate | null) {
  const filled = columnsFilledBy({ ...current, template });
  const isOfComponents = current.kind === 'audits' && current.mapping.group_audit_id !== undefined;
  return {
    missing: isOfComponents
      ? []
      : neededColumns(current.kind).filter(
          (column) => current.mapping[column] === undefined && !filled.includes(column),
        ),
    unanswered: unansweredIn(current, words),
    isUnordered: [...ordersIn(current.mapping, current.facts.columns).keys()].some(
      (column) => current.orders[column] === undefined,
    ),
  };
}

/** Notes on a file of which nobody has to know before its rows are checked. */
const passing: readonly string[] = ['blank-rows', 'separator-line'];

/** Whether there is nothing to decide or to know about the columns of a table: its rows can be checked at once. */
export function isClear(current: Import, words: ImportWords): boolean {
  const { missing, unanswered, isUnordered } = openIn(current, words, null);
  const { rows, unescaped } = current.facts;
  const notes = current.file.table?.notes ?? [];
  return (
    missing.length + unanswered.length + unescaped === 0 &&
    !isUnordered &&
    rows > 0 &&
    current.templateId === null &&
    notes.every(({ code }) => passing.includes(code))
  );
}

/** How the file was read and how its columns were understood, both to be changed. */
export function TableColumns(props: Props) {
  const { connection, words, current, choose, notice, onReadAgain } = props;
  const { t } = useTranslation('import');
  const { remembered, remember } = useRememberedColumns(fileHeaderOf(current), current.kind);
  const titleOf = useColumnTitles();
  const filling = useFilling(connection, current);
  const reading = useReadAgain(current.file, onReadAgain);
  const discarding = useDiscarding(current);
  const again = {
    ...reading,
    readAs: (...as: Parameters<typeof reading.readAs>) => discarding.ask(() => reading.readAs(...as)),
  };
  const { missing, unanswered, isUnordered } = openIn(current, words, filling.template);
  const reason =
    again.reason ??
    (filling.isPending
      ? t('common:list.reading')
      : missing.length > 0
        ? t('columns.missing', { columns: missing.map(titleOf).join(', ') })
        : unanswered.length > 0
          ? t('unused.reason', { columns: unanswered.map(({ title }) => `“${title}”`).join(', ') })
          : isUnordered
            ? t('columns.unordered')
            : current.facts.rows === 0
              ? t('columns.empty')
              : undefined);
  const goOn = () => {
    remember(toRemember(connection, current, remembered));
    changeImport(connection, { page: 'rows' });
  };
  return (
    <Page>
      <PageHeader
        focusKey="columns"
        title={t('title')}
        description={t('columns.description', { name: current.file.name, count: current.facts.rows })}
        actions={
          <>
            {choose}
            <Button variant="primary" icon={<ListChecks aria-hidden />} reason={reason} onPress={goOn}>
              {t('columns.check', { count: current.facts.rows })}
            </Button>
          </>
        }
      />
      {notice}
      {discarding.question}
      {current.facts.rows === 0 && <Banner tone="info">{t('columns.empty')}</Banner>}
      {current.corrections.length > 0 && <Banner tone="warning">{t('columns.corrected')}</Banner>}
      {current.file.table !== null && (
        <FilePanel {...props} table={current.file.table} again={again} ask={discarding.ask} />
      )}
      <UnusedColumns connection={connection} current={current} words={words} />
      <MappingPanel {...props}>
        {takesTemplate(current.kind) && (
          <FillingTemplate connection={connection} current={current} template={filling.template} />
        )}
      </MappingPanel>
    </Page>
  );
}

interface FilePanelProps extends Pick<Props, 'connection' | 'words' | 'current'> {
  readonly table: Table;
  readonly again: ReadAgain;
  readonly ask: (act: () => void) => void;
}

function FilePanel({ connection, words, current, table, again, ask }: FilePanelProps) {
  const { t } = useTranslation('import');
  const { t: tables } = useTranslation('tables');
  const { unescaped } = current.facts;
  const above = current.headerRow ?? 0;
  const reading = useSend({ lastCounts: true });
  const readRows = (change: Partial<Pick<Import, 'headerRow' | 'takesHidden'>>) => {
    const { headerRow, takesHidden } = current;
    const read = readOtherwise(current, table, words, { headerRow, takesHidden, ...change });
    ask(
      () =>
        void reading.send(
          () => readFacts(current.file, read),
          (facts) => setImport(connection, withFound(read, facts)),
        ),
    );
  };
  return (
    <Panel title={t('commands:groups.file')}>
      {reading.notice}
      <ReadAs table={table} again={again}>
        <HeaderRow
          table={table}
          value={current.headerRow}
          onChange={(headerRow) => readRows({ headerRow })}
        />
      </ReadAs>
      {table.hidden.rows.length > 0 && (
        <Checkbox
          label={t('file.takesHidden')}
          isSelected={current.takesHidden}
          onChange={(takesHidden) => readRows({ takesHidden })}
        />
      )}
      {(table.notes.length > 0 || unescaped > 0 || above > 0) && (
        <Stack as="ul" gap="1">
          {above > 0 && <li>{t('file.above', { count: above })}</li>}
          {unescaped > 0 && <li>{t('file.unescaped', { count: unescaped })}</li>}
          {table.notes.map(({ code, count, row }) => (
            <li key={code}>{tables(`notes.${code}`, { count, row: row ?? 0 })}</li>
          ))}
        </Stack>
      )}
    </Panel>
  );
}

interface MappingPanelProps extends Pick<Props, 'connection' | 'words' | 'current'> {
  /** What fills the cells of columns that the file lacks. */
  readonly children: ReactNode;
}

function MappingPanel({ connection, words, current, children }: MappingPanelProps) {
  const { t } = useTranslation('import');
  const { remembered, forget } = useRememberedColumns(fileHeaderOf(current), current.kind);
  const header = headerOf(current);
  const width = Math.max(header.length, current.facts.columns.length);
  const hidden = current.file.table?.hidden.columns ?? noColumns;
  const options = useMemo(
    () => [
      { id: 'none', label: t('columns.none') },
      { id: 'add', label: t('columns.add') },
      ...Array.from({ length: width }, (_, place) => {
        const name = columnName(header[place], place, t('columns.untitled'));
        return {
          id: String(place),
          label: hidden.includes(place) ? t('file.hiddenSheet', { name }) : name,
        };
      }),
    ],
    [header, width, hidden, t],
  );
  const columns = columnsOf(current.kind);
  const shown = useDeferredValue(columns.length, fieldsAtOnce);
  const twice = titlesTwice(header);
  return (
    <Panel
      title={t('common:ui.columns')}
      actions={
        remembered !== undefined && (
          <Button
            onPress={() => {
              forget();
              setImport(connection, mappedByTitles(current, current.kind, words));
            }}
          >
            {t('columns.forget')}
          </Button>
        )
      }
    >
      {remembered !== undefined && <p>{t('columns.remembered')}</p>}
      {twice.length > 0 && <Banner tone="warning">{t('columns.twice', { titles: twice.join(', ') })}</Banner>}
      <Columns min={280} gap="3" align="end">
        <Select
          label={t('columns.kind')}
          options={importKinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
          value={current.kind}
          onChange={(kind) => setImport(connection, mappedByTitles(current, kind, words))}
        />
      </Columns>
      <Stack gap="4">{children}</Stack>
      <DayOrders connection={connection} current={current} />
      <Columns min={280} gap="3" align="end">
        {columns.slice(0, shown).map((column) => (
          <ColumnField
            key={column}
            connection={connection}
            column={column}
            isOptional={importColumns[column].kinds[current.kind] !== 'needed'}
            place={current.mapping[column]}
            sample={current.facts.columns[current.mapping[column] ?? -1]?.sample ?? ''}
            options={options}
          />
        ))}
      </Columns>
    </Panel>
  );
}

/** Asks for the order of the days of each column that can be read in several, and says by what one is selected. */
function DayOrders({ connection, current }: Pick<Props, 'connection' | 'current'>) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const { mapping, orders } = current;
  const { columns } = current.facts;
  const header = headerOf(current);
  const { remembered } = useRememberedColumns(fileHeaderOf(current), current.kind);
  const helpOf = (column: ImportColumn): string => {
    const reason = orderReason(column, current, columns, remembered?.orders ?? {});
    if (reason === null) return t('columns.orderHelp');
    if (reason === 'remembered') return t('columns.orderRemembered');
    return t('columns.orderAs', {
      column: columnName(header[reason.as], reason.as, t('columns.untitled')),
    });
  };
  return [...ordersIn(mapping, columns)].map(([column, possible]) =>
    possible.length < 2 ? null : (
      <Columns min={280} gap="3" align="end" key={column}>
        <Select
          label={t('columns.order', { column: titleOf(column) })}
          help={helpOf(column)}
          options={possible.map((id) => ({ id, label: t(`order.${id}`) }))}
          value={orders[column] ?? null}
          placeholder={t('columns.orderChoose')}
          onChange={(order) => changeImport(connection, { orders: { ...orders, [column]: order } })}
        />
      </Columns>
    ),
  );
}

const noColumns: readonly number[] = [];
const fieldsAtOnce = 6; // the others are drawn once these are: all in one go would hold the window up

interface ColumnFieldProps extends Pick<Props, 'connection'> {
  readonly column: ImportColumn;
  readonly isOptional: boolean;
  readonly place: number | undefined;
  /** Its first value. */
  readonly sample: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** Which column of the file a column is. */
const ColumnField = memo(function ColumnField(props: ColumnFieldProps) {
  const { connection, column, isOptional, place, sample, options } = props;
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  return (
    <Select
      label={titleOf(column)}
      isOptional={isOptional}
      help={place === undefined ? undefined : t('columns.sample', { text: sample })}
      options={options}
      value={place === undefined ? 'none' : String(place)}
      onChange={(id) =>
        id === 'add'
          ? addColumn(connection, column, titleOf(column))
          : putColumn(connection, column, id === 'none' ? null : Number(id))
      }
    />
  );
});
