import { columnsOf, type ImportWords } from '../../../shared/rules/tables/columns.ts';
import { type UnusedColumn, unusedColumns } from '../../../shared/rules/tables/unused.ts';
import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { Columns, Note, Row } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { changeImport, headerOf, type Import, putColumn } from './import-store.ts';
import { columnName, useColumnTitles } from './import-words.ts';

interface Props {
  readonly connection: string;
  readonly current: Import;
  readonly words: ImportWords;
}

function unusedIn(current: Import, words: ImportWords): readonly UnusedColumn[] {
  const samples = current.facts.columns.map(({ sample }) => sample);
  return unusedColumns({ ...current, words }, headerOf(current), samples);
}

/** The columns whose titles are close to one of the app, until a person says what they are. */
export function unansweredIn(current: Import, words: ImportWords): readonly UnusedColumn[] {
  return unusedIn(current, words).filter(
    ({ place, close }) => close !== null && !current.notUsed.includes(place),
  );
}

/** What of the file is not used; nothing where all is. A column that may be one of the app is asked about. */
export function UnusedColumns({ connection, current, words }: Props) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const unused = unusedIn(current, words);
  if (unused.length === 0) return null;
  const asked = unused.filter(({ close }) => close !== null);
  const open = unansweredIn(current, words);
  const free = columnsOf(current.kind).filter((column) => current.mapping[column] === undefined);
  const leave = (places: readonly number[]) =>
    changeImport(connection, { notUsed: [...current.notUsed, ...places] });
  const options = [
    { id: 'none', label: t('unused.none') },
    ...free.map((column) => ({ id: column, label: titleOf(column) })),
  ] as const;
  return (
    <Panel
      title={t('unused.title')}
      actions={
        open.length > 1 && (
          <Button onPress={() => leave(open.map(({ place }) => place))}>{t('unused.noneAll')}</Button>
        )
      }
    >
      {asked.length > 0 && (
        <Columns min={280} gap="3" align="end">
          {asked.map(({ place, title, close }) => {
            const text = current.facts.columns[place]?.sample ?? '';
            const column = close === null ? '' : titleOf(close);
            return (
              <Select
                key={place}
                label={t('unused.field', { title })}
                help={text === '' ? t('unused.helpEmpty', { column }) : t('unused.help', { column, text })}
                placeholder={t('unused.choose')}
                options={options}
                value={current.notUsed.includes(place) ? 'none' : null}
                onChange={(id) => (id === 'none' ? leave([place]) : putColumn(connection, id, place))}
              />
            );
          })}
        </Columns>
      )}
      {asked.length < unused.length && <NotUsed columns={unused.filter(({ close }) => close === null)} />}
    </Panel>
  );
}

/** All that is not used, before the table is sent. */
export function AllUnused({ current, words }: Pick<Props, 'current' | 'words'>) {
  const { t } = useTranslation('import');
  const unused = unusedIn(current, words);
  const above = current.headerRow ?? 0;
  if (above === 0 && unused.length === 0) return null;
  return (
    <Row gap="4">
      {above > 0 && <Note>{t('file.above', { count: above })}</Note>}
      {unused.length > 0 && <NotUsed columns={unused} />}
    </Row>
  );
}

function NotUsed({ columns }: { readonly columns: readonly UnusedColumn[] }) {
  const { t } = useTranslation('import');
  const names = columns.map(({ title, place }) => columnName(title, place, t('columns.untitled')));
  return <Note>{t('unused.list', { columns: names.join(' · ') })}</Note>;
}
