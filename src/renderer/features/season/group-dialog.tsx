import { useState } from 'react';
import { canMove } from '../../../shared/rules/plans/season-groups.ts';
import { formatDay, formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { useSend } from '../../parts/use-send.tsx';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { DeadlineChanges } from './deadline-changes.tsx';
import { deadlineLooks, readyWords, stateLooks, stateWord } from './season-columns.tsx';
import type { SeasonRow } from './season-rows.ts';
import type { Season } from './season-state.ts';

interface GroupDialogProps {
  readonly season: Season;
  readonly row: SeasonRow;
  readonly changes: DeadlineChanges;
  readonly onClose: () => void;
}

/** A group as it stands, and its deadline. */
export function GroupDialog({ season, row, changes, onClose }: GroupDialogProps) {
  const { t, i18n } = useTranslation('season');
  const { send, notice, isSending } = useSend();
  const kept = row.scheduling.deadline ?? '';
  const [day, setDay] = useState(kept);
  const [isMissing, setMissing] = useState(false);
  const save = (next: string | null) => void send(() => changes.save({ row, day: next }), onClose);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={row.name}
      hasInput={day !== kept}
      onSubmit={canMove(row) ? () => (day === '' ? setMissing(true) : save(day)) : undefined}
      actions={
        <>
          <CancelButton />
          {canMove(row) && (
            <>
              {kept !== '' && <Button onPress={() => save(null)}>{t('dialog.clear')}</Button>}
              <Button variant="primary" type="submit" isPending={isSending}>
                {t('dialog.save')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Stack gap="4">
        {notice}
        <Facts row={row} season={season} />
        {canMove(row) && (
          <DateField
            name="deadline"
            label={t('parts:field.deadline')}
            help={
              [
                day !== '' && day < season.forecast.today && t('dialog.past'),
                row.entry?.deadline?.day === kept && t(`dialog.from.${row.entry.deadline.from}`),
                row.entry?.changed !== undefined &&
                  t('dialog.changed', {
                    on: formatDay(row.entry.changed.on, i18n.language),
                    before:
                      row.entry.changed.before === null
                        ? t('deadlineStatus.none')
                        : formatDay(row.entry.changed.before, i18n.language),
                  }),
              ]
                .filter(Boolean)
                .join(' ') || undefined
            }
            error={isMissing && day === '' ? t('dialog.noDay') : undefined}
            value={day}
            onChange={setDay}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function Facts({ row, season }: Pick<GroupDialogProps, 'row' | 'season'>) {
  const { t, i18n } = useTranslation('season');
  const { client, state, deadlineStatus, stepsLeft, credits, slack, entry, plan } = row;
  return (
    <DefinitionList
      items={[
        {
          term: t('parts:field.client_name'),
          value: client === '' ? t('deadlineStatus.unknown') : season.clientName(client),
        },
        {
          term: t('parts:field.status'),
          value: <StatusMark look={stateLooks[state]} word={stateWord(row, t)} />,
        },
        {
          term: t('column.ready'),
          value: readyWords(row, t, i18n.language),
        },
        {
          term: t('parts:field.on_time'),
          value: (
            <StatusMark look={deadlineLooks[deadlineStatus]} word={t(`deadlineStatus.${deadlineStatus}`)} />
          ),
        },
        slack !== null && {
          term: t('parts:word.slack'),
          value: t('parts:count.days', { count: slack }),
        },
        {
          term: t('parts:field.steps_left'),
          value:
            plan === null && entry !== null && stepsLeft > 0
              ? t('dialog.size', { components: entry.components, coupled: entry.coupled, count: stepsLeft })
              : formatNumber(stepsLeft, i18n.language),
        },
        deadlineStatus !== 'done' && {
          term: t('dialog.credits'),
          value: credits === null ? t('deadlineStatus.unknown') : formatNumber(credits, i18n.language),
        },
      ]}
    />
  );
}
