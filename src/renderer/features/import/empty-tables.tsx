import { Download } from 'lucide-react';
import { useState } from 'react';
import { columnsOf, type ImportKind, importKinds } from '../../../shared/rules/tables/columns.ts';
import { useTranslation } from '../../messages/language.ts';
import { saveTable } from '../../parts/export/file-table.ts';
import { useSend } from '../../parts/use-send.tsx';
import { Button } from '../../ui/button.tsx';
import { Columns } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Panel, Toolbar } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { useChoices } from './choices.ts';
import { useColumnTitles } from './import-words.ts';

interface Props {
  readonly connection: string;
  /** The kind that is selected at first. */
  readonly first: ImportKind;
}

/** Empty tables with all columns of a kind, to be filled in; a workbook offers the firm's own values. */
export function EmptyTables({ connection, first }: Props) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const [kind, setKind] = useState<ImportKind>(first);
  const { choices, isReading, hasFailed } = useChoices(connection, kind);
  const { send, isSending, notice } = useSend();
  const save = (format: 'xlsx' | 'csv') =>
    void send(
      () =>
        saveTable(
          {
            name: t('emptyTable.file', { kind: t(`kind.${kind}`) }),
            format,
            columns: columnsOf(kind).map((column) => ({
              key: column,
              title: titleOf(column),
              choices: choices[column],
              hint: choices[column]?.some(({ name }) => name !== '')
                ? t('emptyTable.choiceNames')
                : undefined,
              value: () => null,
            })),
            rows: [],
          },
          { signal: new AbortController().signal, onProgress: () => {} },
        ),
      ({ isSaved }) => {
        if (isSaved) announce(t('parts:word.fileSaved'));
      },
    );
  const reason = isReading ? t('emptyTable.reading') : undefined;
  return (
    <Panel title={t('emptyTable.title')} description={t('emptyTable.text')}>
      {notice}
      {hasFailed && <p role="status">{t('emptyTable.without')}</p>}
      <Columns min={280} gap="3" align="end">
        <Select
          label={t('columns.kind')}
          options={importKinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
          value={kind}
          onChange={setKind}
        />
      </Columns>
      <Toolbar>
        <Button
          icon={<Download aria-hidden />}
          reason={reason}
          isPending={isSending}
          onPress={() => save('xlsx')}
        >
          {t('emptyTable.xlsx')}
        </Button>
        <Button icon={<Download aria-hidden />} isPending={isSending} onPress={() => save('csv')}>
          {t('emptyTable.csv')}
        </Button>
      </Toolbar>
    </Panel>
  );
}
