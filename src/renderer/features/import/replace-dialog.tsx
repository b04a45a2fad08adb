import { useMemo, useState } from 'react';
import { columnsOf, type ImportColumn } from '../../../shared/rules/import-columns.ts';
import { replaceInColumn } from '../../../shared/rules/import-summary.ts';
import { useTranslation } from '../../messages/language.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Stack } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { changeImport, type Import } from './import-store.ts';
import { useColumnTitles } from './import-words.ts';

interface Props {
  readonly connection: string;
  readonly current: Import;
  readonly onClose: () => void;
}

/** Replaces a value in a column, in every row that has it. */
export function ReplaceDialog({ connection, current, onClose }: Props) {
  const { t } = useTranslation('import');
  const { t: common } = useTranslation();
  const titleOf = useColumnTitles();
  const columns = columnsOf(current.kind).filter((column) => current.mapping[column] !== undefined);
  const [column, setColumn] = useState<ImportColumn | null>(columns[0] ?? null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const place = column === null ? -1 : (current.mapping[column] ?? -1);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { cells } of current.rows)
      found.set(cells[place] ?? '', (found.get(cells[place] ?? '') ?? 0) + 1);
    return found;
  }, [current.rows, place]);
  const options = [...counts]
    .filter(([text]) => text !== '')
    .map(([text, count]) => ({ id: text, label: text, detail: t('replace.rows', { count }) }));
  const count = counts.get(from) ?? 0;
  const save = () => {
    changeImport(connection, {
      rows: replaceInColumn(current.rows, place, from, to),
      isCorrected: true,
      replaced: new Set(), // a row that is another now is decided anew
    });
    announce(t('replace.done', { count }));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      hasInput={to !== ''}
      title={t('replace.title')}
      onSubmit={save}
      actions={
        <FormActions
          cancel={common('action.cancel')}
          submit={t('replace.confirm', { count })}
          reason={count === 0 ? t('replace.none') : from === to ? t('replace.same') : undefined}
        />
      }
    >
      <Stack>
        <Select
          label={t('replace.column')}
          options={columns.map((id) => ({ id, label: titleOf(id) }))}
          value={column}
          onChange={(id) => {
            setColumn(id);
            setFrom('');
          }}
        />
        <ComboBox
          label={t('replace.from')}
          help={t('replace.fromHelp')}
          options={options}
          value={counts.has(from) ? from : null}
          onChange={(id) => id !== null && setFrom(id)}
          text={from}
          onTextChange={setFrom}
          allowsFreeText
        />
        <TextField label={t('replace.to')} value={to} onChange={setTo} />
      </Stack>
    </Dialog>
  );
}
