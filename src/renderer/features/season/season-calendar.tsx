import { CalendarDays } from 'lucide-react';
import { useTranslation } from '../../messages/language.ts';
import { saveTable } from '../../parts/export/file-table.ts';
import { useSend } from '../../parts/use-send.tsx';
import { IconButton } from '../../ui/button.tsx';
import { tell } from '../../ui/toast.ts';
import type { SeasonRow } from './season-rows.ts';

interface Props {
  readonly rows: readonly SeasonRow[];
  readonly clientName: (id: string) => string;
}

/** Saves the deadlines that are shown as a file for calendars. */
export function useSeasonCalendar({ rows, clientName }: Props) {
  const { t } = useTranslation('season');
  const { send, isSending, notice } = useSend();
  const dated = rows.filter(({ scheduling }) => scheduling.deadline !== null);
  const save = () =>
    saveTable(
      {
        name: t('calendar.name'),
        format: 'ics',
        columns: [
          { key: 'object_id', title: '', value: ({ id }) => id },
          { key: 'audit_name', title: '', value: ({ name }) => name },
          {
            key: 'client_name',
            title: '',
            value: ({ client }) => (client === '' ? null : clientName(client)),
          },
          { key: 'deadline', title: '', value: ({ scheduling }) => scheduling.deadline },
        ],
        rows: dated,
      },
      { signal: new AbortController().signal, onProgress: () => {} },
    );
  return {
    notice,
    button: (
      <IconButton
        label={t('calendar.action')}
        icon={<CalendarDays aria-hidden />}
        isPending={isSending}
        reason={dated.length === 0 ? t('calendar.none') : undefined}
        onPress={() =>
          void send(save, ({ isSaved }) => isSaved && tell(t('calendar.saved', { count: dated.length })))
        }
      />
    ),
  };
}
