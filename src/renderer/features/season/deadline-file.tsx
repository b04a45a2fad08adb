import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { DayOrder } from '../../../shared/rules/tables/cells.ts';
import { type OpenedTable, openTable } from '../../data/opened-tables.ts';
import { saveEntries } from '../../data/season.ts';
import { useTranslation } from '../../messages/language.ts';
import { RefusedTable } from '../../parts/refused-table.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import type { DeadlineChanges } from './deadline-changes.tsx';
import type { TakenDeadline } from './deadlines-dialog.tsx';
import { type AddedGroup, entriesOfFile } from './season-expected.ts';
import type { Season } from './season-state.ts';

const DeadlineFileDialog = lazy(async () => ({
  default: (await import('./deadline-file-dialog.tsx')).DeadlineFileDialog,
}));

interface Props {
  readonly connection: string;
  readonly season: Season;
  readonly changes: DeadlineChanges;
  readonly order: DayOrder | null;
  readonly onOrder: (order: DayOrder) => void;
}

/** Takes deadlines, and groups that are expected, over from a file that a person chooses; `action` asks for it, `notice` says why it is not read. */
export function useDeadlineFile({ connection, season, changes, order, onOrder }: Props) {
  const { t } = useTranslation('season');
  const client = useQueryClient();
  const { send, isSending, notice } = useSend();
  const [file, setFile] = useState<OpenedTable | null>(null);
  const open = () =>
    void send(
      () => openTable({ purpose: 'deadlines', connection }),
      (opened) => opened !== null && setFile(opened),
    );
  const take = (lines: readonly TakenDeadline[], added: readonly AddedGroup[]) => {
    const done = () => {
      changes.set(lines, 'imported');
      setFile(null);
    };
    if (added.length === 0) return done();
    const entries = entriesOfFile(connection, added, season.entries.data ?? []);
    void send(
      () => saveEntries(client, connection, entries),
      () => {
        announce(t('expect.added', { count: added.length }));
        done();
      },
    );
  };
  return {
    action: (
      <Button icon={<FileUp aria-hidden />} isPending={isSending} onPress={open}>
        {t('file.action')}
      </Button>
    ),
    notice: file?.table === null ? <RefusedTable file={file} /> : file === null && notice,
    dialog: file?.table != null && (
      <Suspense>
        <DeadlineFileDialog
          key={file.id}
          file={file}
          table={file.table}
          season={season}
          order={order}
          onOrder={onOrder}
          notice={notice}
          isPending={isSending}
          onTake={take}
          onReadAgain={(again) => setFile((now) => (now?.id === again.id ? again : now))}
          onClose={() => setFile(null)}
        />
      </Suspense>
    ),
  };
}
