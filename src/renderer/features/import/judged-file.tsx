import { Download } from 'lucide-react';
import { columnsOf, type ImportColumn } from '../../../shared/rules/import-columns.ts';
import type { JudgedRow } from '../../../shared/rules/import-judge.ts';
import { columnsFilledBy } from '../../../shared/rules/import-template.ts';
import type { AppliedTemplate } from '../../../shared/rules/template.ts';
import { useTranslation } from '../../messages/language.ts';
import { saveTable } from '../../parts/export/file-table.ts';
import { useSend } from '../../parts/use-send.tsx';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import type { Import } from './import-store.ts';
import { useColumnTitles, useToDo } from './import-words.ts';

interface Props {
  readonly current: Import;
  /** Those that show. */
  readonly rows: readonly JudgedRow[];
  readonly template: AppliedTemplate | null;
}

/** Saves the rows that show with how they are judged, in the format of the file that they came from. It can be imported again. */
export function JudgedFile({ current, rows, template }: Props) {
  const { t } = useTranslation('import');
  const titleOf = useColumnTitles();
  const toDo = useToDo();
  const { send, isSending, notice } = useSend();
  const { kind, mapping, file } = current;
  const filled = columnsFilledBy({ kind, mapping, template });
  const inFile = columnsOf(kind).filter((column) => mapping[column] !== undefined || filled.includes(column));
  const text = (title: string, value: (row: JudgedRow) => string) => ({ key: null, title, value });
  const cellOf = (column: ImportColumn) => (row: JudgedRow) =>
    row.filled.get(column) ?? row.row.cells[mapping[column] ?? -1] ?? '';
  const columns = [
    ...inFile.map((column) => text(titleOf(column), cellOf(column))),
    text(t('column.row'), ({ row }) => String(row.number)),
    text(t('column.state'), ({ state }) => t(`state.${state}`)),
    text(t('column.verdict'), toDo),
  ];
  const save = () =>
    void send(
      () =>
        saveTable(
          {
            name: t('checked.file', { name: file.name.replace(/\.[^.]*$/, '') }),
            format: file.table?.format ?? 'csv',
            separator: file.table?.separator ?? undefined,
            columns,
            rows,
          },
          { signal: new AbortController().signal, onProgress: () => {} },
        ),
      ({ isSaved }) => {
        if (isSaved) announce(t('checked.saved'));
      },
    );
  if (rows.length === 0) return null;
  return (
    <>
      {notice}
      <Button icon={<Download aria-hidden />} isPending={isSending} onPress={save}>
        {t('checked.save', { count: rows.length })}
      </Button>
    </>
  );
}
