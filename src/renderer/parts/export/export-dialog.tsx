import { useEffect, useEffectEvent, useState } from 'react';
import type { Reply } from '../../../shared/error.ts';
import { tableFormats } from '../../../shared/model/file-table.ts';
import { CallFailure } from '../../data/call.ts';
import { useChangePreferences, usePreferences } from '../../data/preferences.ts';
import { useFileTitles } from '../../messages/file-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { type FileField, fileFields } from '../../ui/grid/columns.ts';
import { shownColumns } from '../../ui/grid/layouts.tsx';
import { Stack } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { useSend } from '../use-send.tsx';
import { type FileTable, saveTable } from './file-table.ts';

interface ExportDialogProps<Row> {
  readonly table: FileTable<Row>;
  readonly onClose: () => void;
}

const formatNames = { xlsx: 'Excel (XLSX)', csv: 'CSV', json: 'JSON' } as const;

/** Asks what of a list is saved and in which format, and saves it. Where the list is still being read it offers to wait. */
export function ExportDialog<Row>({ table, onClose }: ExportDialogProps<Row>) {
  const { t } = useTranslation('export');
  const { rows, selected = [], list } = table;
  const columns = fileFields(table.columns);
  const [shown] = useState(() => (table.grid === undefined ? [] : shownColumns(table.grid)));
  const inSight = columns.filter(({ column }) => column !== undefined && shown.includes(column));
  const [of, setOf] = useState<'selected' | 'all'>(selected.length > 0 ? 'selected' : 'all');
  const [which, setWhich] = useState<'all' | 'shown'>('all');
  const [isWaiting, setWaiting] = useState(false);
  const saving = useSaving(table, onClose);
  const count = of === 'selected' ? selected.length : (table.readAll?.count ?? rows.length);
  const isPartial = of === 'all' && list?.complete === null;
  const save = () => saving.save(which === 'shown' ? inSight : columns, of);
  const saveWhenWhole = useEffectEvent(save);
  useEffect(() => {
    if (isWaiting && !isPartial) saveWhenWhole();
  }, [isWaiting, isPartial]);

  const canWait = isPartial && list.isReading && !isWaiting;
  return (
    <Dialog
      isOpen
      onClose={saving.close}
      hasInput={false}
      title={t('title', { name: table.name })}
      onSubmit={() => (canWait ? setWaiting(true) : save())}
      actions={
        <>
          <CancelButton />
          {canWait && (
            <Button isPending={saving.isSending} onPress={save}>
              {t('confirmLoaded', { count })}
            </Button>
          )}
          <Button
            variant="primary"
            type="submit"
            isPending={saving.isSending || (isWaiting && isPartial && list.isReading)}
            reason={count === 0 ? t('none') : undefined}
          >
            {canWait ? t('confirmWhole') : t('confirm', { count })}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {saving.notice}
        <Notes table={table} isPartial={isPartial} cut={saving.cut} />
        <FormatChoice />
        {selected.length > 0 && (
          <RadioGroup
            label={t('parts:word.rows')}
            choices={[
              { id: 'selected', label: t('rows.selected', { count: selected.length }) },
              { id: 'all', label: t('rows.all', { count: rows.length }) },
            ]}
            value={of}
            onChange={setOf}
          />
        )}
        {inSight.length > 0 && inSight.length < columns.length && (
          <RadioGroup
            label={t('common:ui.columns')}
            choices={[
              { id: 'all', label: t('columns.all', { count: columns.length }) },
              { id: 'shown', label: t('columns.shown', { count: inSight.length }) },
            ]}
            value={which}
            onChange={setWhich}
          />
        )}
        {saving.written !== null && count > 0 && (
          <p role="status">
            <progress aria-label={t('title', { name: table.name })} value={saving.written} max={count} />{' '}
            {t('written', { written: saving.written, count })}
          </p>
        )}
      </Stack>
    </Dialog>
  );
}

/** Saves, and tells how far it is; closing the dialog ends it, and nothing of the file stays. */
function useSaving<Row>(table: FileTable<Row>, onClose: () => void) {
  const { t } = useTranslation('export');
  const titleOf = useFileTitles();
  const { exportFormat: format } = usePreferences();
  const { send, isSending, notice } = useSend();
  const [written, setWritten] = useState<number | null>(null);
  const [cut, setCut] = useState(0);
  const [ending] = useState(() => new AbortController());
  const { name, rows, selected = [], readAll } = table;
  const readRows = async (of: 'selected' | 'all'): Promise<readonly Row[]> =>
    of === 'selected' ? selected : readAll === undefined ? rows : readAll.read();
  return {
    isSending,
    notice,
    written,
    cut,
    close: () => {
      ending.abort();
      onClose();
    },
    save: (columns: readonly FileField<Row>[], of: 'selected' | 'all') =>
      void send(
        async () => {
          const read = await replyOf(() => readRows(of));
          if (!read.ok) return read;
          const titled = columns.map((column) => ({ ...column, title: titleOf(column.key) }));
          const wanted = { name, format, columns: titled, rows: read.value };
          const reply = await saveTable(wanted, { signal: ending.signal, onProgress: setWritten });
          setWritten(null);
          return reply;
        },
        (saved) => {
          if (!saved.isSaved) return;
          announce(t('parts:word.fileSaved'));
          if (saved.cut === 0) onClose();
          else setCut(saved.cut);
        },
      ),
  };
}

interface NotesProps {
  readonly table: Pick<FileTable<never>, 'list' | 'note'>;
  readonly isPartial: boolean;
  readonly cut: number;
}

/** What a person must know of the file: what it does not have. */
function Notes({ table: { list, note }, isPartial, cut }: NotesProps) {
  const { t } = useTranslation('export');
  return (
    <>
      {isPartial && list !== undefined && (
        <Banner tone={list.isReading ? 'info' : 'warning'} title={t('partial.title')} role="status">
          {list.total !== null &&
            `${t('common:list.loaded', { loaded: list.entries.length, total: list.total })}. `}
          {t('partial.text')}
        </Banner>
      )}
      {note !== undefined && <Banner tone="info">{note}</Banner>}
      {cut > 0 && (
        <Banner tone="warning" role="status">
          {t('cut', { count: cut })}
        </Banner>
      )}
    </>
  );
}

/** The format, which is the one of the last time until a person chooses another. */
function FormatChoice() {
  const { t } = useTranslation('export');
  const { exportFormat } = usePreferences();
  const change = useChangePreferences();
  return (
    <RadioGroup
      label={t('format.label')}
      choices={tableFormats.map((id) => ({
        id,
        label: formatNames[id],
        help: t(`format.${id}Help`),
      }))}
      value={exportFormat}
      onChange={(chosen) => void change({ exportFormat: chosen })}
    />
  );
}

/** What a reading answers, and why it could not. */
async function replyOf<Value>(read: () => Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await read() };
  } catch (cause) {
    if (cause instanceof CallFailure) return { ok: false, error: cause.error };
    throw cause;
  }
}
