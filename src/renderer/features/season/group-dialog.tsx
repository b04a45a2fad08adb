import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { BridgeOutput } from '../../../shared/bridge.ts';
import { useRemedies } from '../../data/season.ts';
import { formatDay, formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useSend } from '../../parts/use-send.tsx';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { DeadlineChanges } from './deadline-changes.tsx';
import styles from './season.module.css';
import { holdingLooks, stateLooks } from './season-columns.tsx';
import { canMove, forecastId } from './season-order.ts';
import { isCertain, isLate, type SeasonRow } from './season-rows.ts';
import type { Season } from './season-state.ts';

interface GroupDialogProps {
  readonly connection: string;
  readonly season: Season;
  readonly row: SeasonRow;
  readonly changes: DeadlineChanges;
  /** By the sending of the dialog, which says why it failed. */
  readonly onMove: (before: string, send: ReturnType<typeof useSend>['send']) => void;
  readonly onClose: () => void;
}

/** A group as it stands, its deadline, and what would make it hold. */
export function GroupDialog({ connection, season, row, changes, onMove, onClose }: GroupDialogProps) {
  const { t } = useTranslation('season');
  const { t: common } = useTranslation();
  const { send, notice, isSending } = useSend();
  const kept = row.turn.deadline ?? '';
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
          <CancelButton>{common('action.cancel')}</CancelButton>
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
      <Stack>
        {notice}
        <Facts row={row} season={season} />
        {canMove(row) && (
          <DateField
            name="deadline"
            label={t('column.deadline')}
            help={
              [
                day !== '' && day < season.forecast.today && t('dialog.past'),
                row.entry?.deadline?.day === kept && t(`dialog.from.${row.entry.deadline.from}`),
              ]
                .filter(Boolean)
                .join(' ') || undefined
            }
            error={isMissing && day === '' ? t('dialog.noDay') : undefined}
            value={day}
            onChange={setDay}
          />
        )}
        {isLate(row) && isCertain(row.state) && season.expected !== null && (
          <Remedies
            connection={connection}
            season={season}
            expected={season.expected}
            row={row}
            onDay={setDay}
            onMove={(before) => onMove(before, send)}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function Facts({ row, season }: Pick<GroupDialogProps, 'row' | 'season'>) {
  const { t, i18n } = useTranslation('season');
  const { client, state, holding, readyOn, stepsLeft, credits, slack, entry, plan } = row;
  return (
    <DefinitionList
      items={[
        { term: t('column.client'), value: client === '' ? t('unknown') : season.clientName(client) },
        {
          term: t('column.state'),
          value: <StatusMark look={stateLooks[state]} word={t(`state.${state}`)} />,
        },
        {
          term: t('column.ready'),
          value:
            readyOn === null
              ? t(holding === 'done' ? 'there' : 'unknown')
              : formatDay(readyOn, i18n.language),
        },
        {
          term: t('column.holding'),
          value: <StatusMark look={holdingLooks[holding]} word={t(`holding.${holding}`)} />,
        },
        slack !== null && {
          term: t('dialog.slack'),
          value: t('dialog.days', { count: slack }),
        },
        {
          term: t('dialog.left'),
          value:
            plan === null && entry !== null && stepsLeft > 0
              ? t('dialog.size', { components: entry.components, coupled: entry.coupled, count: stepsLeft })
              : formatNumber(stepsLeft, i18n.language),
        },
        holding !== 'done' && {
          term: t('dialog.credits'),
          value: credits === null ? t('unknown') : formatNumber(credits, i18n.language),
        },
      ]}
    />
  );
}

interface RemediesProps extends Pick<GroupDialogProps, 'connection' | 'row'> {
  readonly season: Pick<Season, 'rows'>;
  readonly expected: NonNullable<Season['expected']>;
  readonly onDay: (day: string) => void;
  readonly onMove: (before: string) => void;
}

/** What would make a late group hold, each by itself. */
function Remedies({ connection, season, expected, row, onDay, onMove }: RemediesProps) {
  const { t } = useTranslation('season');
  const { data, error } = useRemedies({ connection, expected, id: forecastId(row) });
  return (
    <section aria-label={t('remedy.title')}>
      <Stack gap="tight">
        <h3>{t('remedy.title')}</h3>
        <FailureNotice error={error} role="status" />
        {data === undefined && error === null && <p role="status">{t('remedy.reading')}</p>}
        {data != null && <RemedyList remedies={data} rows={season.rows} onDay={onDay} onMove={onMove} />}
      </Stack>
    </section>
  );
}

interface RemedyListProps {
  readonly remedies: NonNullable<BridgeOutput<'season.remedies'>>;
  readonly rows: readonly SeasonRow[];
  readonly onDay: (day: string) => void;
  readonly onMove: (before: string) => void;
}

function RemedyList({ remedies, rows, onDay, onMove }: RemedyListProps) {
  const { t, i18n } = useTranslation('season');
  const { deadline, withAllQuota, ahead, fewer } = remedies;
  const before = rows.find((row) => forecastId(row) === ahead?.of);
  const late = rows.filter((row) => ahead?.late.includes(forecastId(row))).map(({ name }) => name);
  const list: readonly (ReactNode | false)[] = [
    deadline !== null && (
      <Row key="deadline">
        {t('remedy.deadline', { day: formatDay(deadline, i18n.language) })}
        <Button onPress={() => onDay(deadline)}>{t('remedy.useDay')}</Button>
      </Row>
    ),
    before !== undefined && (
      <Row key="ahead">
        {t('remedy.ahead', { name: before.name })}{' '}
        {late.length === 0
          ? t('remedy.noneLate')
          : t('remedy.late', { count: late.length, names: late.slice(0, 3).join(', ') })}
        <Button onPress={() => onMove(before.id)}>{t('remedy.move')}</Button>
      </Row>
    ),
    withAllQuota && (
      <span key="quota">
        {t('remedy.quota')} <Link to={pathTo('settings')}>{t('remedy.settings')}</Link>
      </span>
    ),
    fewer !== null && <span key="fewer">{t('remedy.fewer', { count: fewer })}</span>,
  ];
  const found = list.filter((one) => one !== false);
  if (found.length === 0) return <p>{t(deadline === null ? 'remedy.never' : 'remedy.none')}</p>;
  return (
    <>
      {deadline === null && <p>{t('remedy.never')}</p>}
      <ul className={styles.remedies}>
        {found.map((one, place) => (
          <li key={place}>{one}</li>
        ))}
      </ul>
    </>
  );
}
