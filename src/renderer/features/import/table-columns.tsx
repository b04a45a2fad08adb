import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { tableEncodings, tableSeparators } from '../../../shared/model/table.ts';
import type { OpenedTable } from '../../../shared/operations/import.ts';
import {
  columnsOf,
  type ImportColumn,
  type ImportWords,
  importKinds,
  mapHeader,
  neededColumns,
} from '../../../shared/rules/import-columns.ts';
import { atMost } from '../../../shared/settings.ts';
import { call } from '../../data/call.ts';
import { useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSend } from '../../parts/use-send.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Page, PageHeader, Panel } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './import.module.css';
import {
  changeImport,
  headerOf,
  type Import,
  ordersIn,
  readOtherwise,
  rememberedFor,
  setImport,
  type Table,
  toRemember,
  withMapping,
} from './import-store.ts';
import { useColumnTitles } from './import-words.ts';

interface Props {
  readonly connection: string;
  readonly words: ImportWords;
  readonly current: Import;
  readonly choose: ReactNode;
  readonly notice: ReactNode;
  readonly onOpened: (file: OpenedTable) => void;
}

/** How the file was read and how its columns were understood, both to be changed. */
export function TableColumns(props: Props) {
  const { connection, current, choose, notice } = props;
  const { t } = useTranslation('import');
  const { importMappings } = usePreferences();
  const change = useChangePreferences();
  const titleOf = useColumnTitles();
  const missing = neededColumns[current.kind].filter((column) => current.mapping[column] === undefined);
  const isUnordered = [...ordersIn(current.mapping, current.rows).keys()].some(
    (column) => current.orders[column] === undefined,
  );
  const reason =
    missing.length > 0 && !(current.kind === 'audits' && current.mapping.group_audit_id !== undefined)
      ? t('columns.missing', { columns: missing.map(titleOf).join(', ') })
      : isUnordered
        ? t('columns.unordered')
        : current.rows.length === 0
          ? t('columns.noRows')
          : undefined;
  const goOn = () => {
    const remembered = toRemember(current);
    const others = importMappings.filter(({ fingerprint }) => fingerprint !== remembered?.fingerprint);
    if (remembered !== null)
      void change({ importMappings: [remembered, ...others].slice(0, atMost.importMappings) });
    changeImport(connection, { page: 'rows' });
  };
  return (
    <Page>
      <PageHeader
        focusKey="columns"
        title={t('title')}
        description={t('columns.description', { name: current.file.name, count: current.rows.length })}
        actions={
          <>
            {choose}
            <Button variant="primary" icon={<ListChecks aria-hidden />} reason={reason} onPress={goOn}>
              {t('columns.check', { count: current.rows.length })}
            </Button>
          </>
        }
      />
      {notice}
      {current.rows.length === 0 && <Banner tone="info">{t('columns.empty')}</Banner>}
      {current.isCorrected && <Banner tone="warning">{t('columns.corrected')}</Banner>}
      {current.file.table !== null && <FilePanel {...props} table={current.file.table} />}
      <MappingPanel {...props} />
    </Page>
  );
}

function FilePanel({ connection, words, current, onOpened, table }: Props & { readonly table: Table }) {
  const { t } = useTranslation('import');
  const { t: tables } = useTranslation('tables');
  const { send, isSending, notice } = useSend();
  const { encoding, separator, sheets, sheet, notes } = table;
  const readAs = (choice: Partial<Pick<Table, 'encoding' | 'separator' | 'sheet'>>) => {
    const wanted = { encoding, separator, sheet, ...choice };
    void send(
      () =>
        call('import.read', {
          id: current.file.id,
          ...(wanted.encoding === null ? {} : { encoding: wanted.encoding }),
          ...(wanted.separator === null ? {} : { separator: wanted.separator }),
          ...(wanted.sheet === null ? {} : { sheet: wanted.sheet }),
        }),
      onOpened,
    );
  };
  const readRows = (change: Partial<Pick<Import, 'headerRow' | 'takesHidden'>>) => {
    const { headerRow, takesHidden } = current;
    setImport(connection, readOtherwise(current, table, words, { headerRow, takesHidden, ...change }));
  };
  const heads = table.rows.slice(0, 20);
  return (
    <Panel title={t('file.title')}>
      {notice}
      <div className={styles.fields} aria-busy={isSending}>
        {encoding !== null && (
          <Select
            label={t('file.encoding')}
            options={tableEncodings.map((id) => ({ id, label: t(`encoding.${id}`) }))}
            value={encoding}
            onChange={(chosen) => readAs({ encoding: chosen })}
          />
        )}
        {separator !== null && (
          <Select
            label={t('file.separator')}
            options={tableSeparators.map((id) => ({ id, label: t(`separator.${separatorNames[id]}`) }))}
            value={separator}
            onChange={(chosen) => readAs({ separator: chosen })}
          />
        )}
        {sheet !== null && (
          <Select
            label={t('file.sheet')}
            options={sheets.map(({ name, isHidden }, place) => ({
              id: String(place),
              label: isHidden ? t('file.hiddenSheet', { name }) : name,
            }))}
            value={String(sheet)}
            onChange={(chosen) => readAs({ sheet: Number(chosen) })}
          />
        )}
        <Select
          label={t('file.header')}
          options={heads.map((row, place) => ({
            id: String(place),
            label: t('file.row', {
              row: table.numbers[place] ?? 0,
              text: row
                .filter((text) => text !== '')
                .slice(0, 4)
                .join(' · ')
                .slice(0, 80),
            }),
          }))}
          value={current.headerRow === null ? null : String(current.headerRow)}
          placeholder={t('file.noHeader')}
          onChange={(chosen) => readRows({ headerRow: Number(chosen) })}
        />
      </div>
      {table.hidden.rows.length > 0 && (
        <Checkbox
          label={t('file.takesHidden')}
          isSelected={current.takesHidden}
          onChange={(takesHidden) => readRows({ takesHidden })}
        />
      )}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map(({ code, count, row }) => (
            <li key={code}>{tables(`notes.${code}`, { count, row: row ?? 0 })}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

function MappingPanel({ connection, words, current }: Props) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const { importMappings } = usePreferences();
  const change = useChangePreferences();
  const header = headerOf(current);
  const remembered = rememberedFor(header, importMappings);
  const orders = ordersIn(current.mapping, current.rows);
  const width = Math.max(header.length, ...current.rows.slice(0, 100).map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, place) => place);
  const options = [
    { id: 'none', label: t('columns.none') },
    ...places.map((place) => ({
      id: String(place),
      label: nameOf(header[place], place, t('columns.untitled')),
    })),
  ];
  const keys = header.filter((title) => title.trim() !== '');
  const twice = keys.filter((title, place) => keys.indexOf(title) < place);
  const put = (column: ImportColumn, id: string) => {
    const { [column]: _, ...rest } = current.mapping;
    setImport(connection, withMapping(current, id === 'none' ? rest : { ...rest, [column]: Number(id) }));
  };
  return (
    <Panel
      title={t('columns.title')}
      description={t('columns.text')}
      actions={
        remembered !== undefined && (
          <Button
            onPress={() => {
              void change({ importMappings: importMappings.filter((one) => one !== remembered) });
              setImport(connection, withMapping(current, mapHeader(current.kind, header, words)));
            }}
          >
            {t('columns.forget')}
          </Button>
        )
      }
    >
      {remembered !== undefined && <p>{t('columns.remembered')}</p>}
      {twice.length > 0 && (
        <Banner tone="warning">{t('columns.twice', { titles: [...new Set(twice)].join(', ') })}</Banner>
      )}
      <div className={styles.fields}>
        <Select
          label={t('columns.kind')}
          options={importKinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
          value={current.kind}
          onChange={(kind) =>
            setImport(connection, withMapping({ ...current, kind }, mapHeader(kind, header, words)))
          }
        />
      </div>
      {[...orders].map(([column, possible]) =>
        possible.length < 2 ? null : (
          <div key={column} className={styles.fields}>
            <Select
              label={t('columns.order', { column: titleOf(column) })}
              help={t('columns.orderHelp')}
              options={possible.map((id) => ({ id, label: t(`order.${id}`) }))}
              value={current.orders[column] ?? null}
              placeholder={t('columns.orderChoose')}
              onChange={(order) =>
                changeImport(connection, { orders: { ...current.orders, [column]: order } })
              }
            />
          </div>
        ),
      )}
      <div className={styles.fields}>
        {columnsOf(current.kind).map((column) => {
          const place = current.mapping[column];
          const sample = current.rows.find(({ cells }) => (cells[place ?? -1] ?? '').trim() !== '');
          return (
            <Select
              key={column}
              label={titleOf(column)}
              isOptional={!neededColumns[current.kind].includes(column)}
              help={
                place === undefined
                  ? undefined
                  : t('columns.sample', { text: (sample?.cells[place] ?? '').slice(0, 60) })
              }
              options={options}
              value={place === undefined ? 'none' : String(place)}
              onChange={(id) => put(column, id)}
            />
          );
        })}
      </div>
    </Panel>
  );
}

/** A title, or the letters of a column without one as spreadsheets have them. */
function nameOf(title: string | undefined, place: number, untitled: string): string {
  const letters = place < 26 ? '' : String.fromCodePoint(64 + Math.floor(place / 26));
  const letter = `${letters}${String.fromCodePoint(65 + (place % 26))}`;
  return `${letter}: ${title === undefined || title.trim() === '' ? untitled : title}`;
}
