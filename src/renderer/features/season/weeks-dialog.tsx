import { useQuery } from '@tanstack/react-query';
import { CalendarRange } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { QuotaUsage } from '../../../shared/model/limits.ts';
import { windowSeconds } from '../../../shared/model/tiers.ts';
import { type Person, people } from '../../../shared/rules/tables/known.ts';
import { quotaQuery } from '../../data/quota.ts';
import type { ChangeView } from '../../data/remembered-view.ts';
import { formatDay, formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { Note, Stack } from '../../ui/layout.tsx';
import { PlainTable } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { noFilters, type View } from './season-filters.tsx';
import { valueIn } from './season-rows.ts';
import type { Season } from './season-state.ts';
import { partsOf, weeksOf } from './season-weeks.ts';

interface Props {
  readonly connection: string;
  readonly season: Season;
  /** Shows other groups. */
  readonly onShow: ChangeView<View>;
}

/** Shows the season by weeks, by partners or by managers. */
export function SeasonWeeks(props: Props) {
  const { t } = useTranslation('season');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('weeks.action')}
        icon={<CalendarRange aria-hidden />}
        onPress={() => setOpen(true)}
      />
      {isOpen && <WeeksDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps extends Props {
  readonly onClose: () => void;
}

function WeeksDialog({ onClose, ...props }: DialogProps) {
  const { t } = useTranslation('season');
  const { t: common } = useTranslation();
  const [by, setBy] = useState<'week' | Person>('week');
  const onShow = (of: Person, name: string) => {
    props.onShow({ search: '', filters: { ...noFilters, [of]: [name] } });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      hasInput={false}
      title={t('weeks.title')}
      actions={<CancelButton>{common('ui.close')}</CancelButton>}
    >
      <Stack gap="2">
        <Select
          isCompact
          label={t('weeks.by')}
          options={(['week', ...people] as const).map((id) => ({
            id,
            label: id === 'week' ? t('weeks.each') : t(`parts:field.${id}`),
          }))}
          value={by}
          onChange={setBy}
        />
        {by === 'week' ? <Weeks {...props} /> : <OfPeople season={props.season} of={by} onShow={onShow} />}
      </Stack>
    </Dialog>
  );
}

/** What is due and ready in each week, beside what the limits carry. */
function Weeks({ connection, season: { rows, forecast } }: Omit<Props, 'onShow'>) {
  const { t, i18n } = useTranslation('season');
  const { data } = useQuery(quotaQuery(connection));
  const { weeks, later } = weeksOf(rows, forecast.today, data === undefined ? null : perDay(data));
  const count = (number: number | null) => (number === null ? '–' : formatNumber(number, i18n.language));
  return (
    <>
      <Note>{t('weeks.note')}</Note>
      <Lines
        titles={(['week', 'due', 'ready', 'carried'] as const).map((column) => t(`weeks.${column}`))}
        lines={weeks.map(({ monday, due, ready, carried }) => ({
          id: monday,
          head: formatDay(monday, i18n.language),
          cells: [count(due), count(ready), count(carried)],
        }))}
      />
      {later > 0 && <Note>{t('weeks.later', { count: later })}</Note>}
    </>
  );
}

interface OfPeopleProps extends Pick<Props, 'season'> {
  readonly of: Person;
  readonly onShow: (of: Person, name: string) => void;
}

/** What each partner leads or each manager plans; a press on a name shows these groups alone. */
function OfPeople({ season: { rows }, of, onShow }: OfPeopleProps) {
  const { t, i18n } = useTranslation('season');
  const count = (number: number) => formatNumber(number, i18n.language);
  return (
    <Lines
      titles={[
        t(`parts:field.${of}`),
        t('weeks.groups'),
        t('deadlineStatus.late'),
        t('parts:field.steps'),
        t('weeks.first'),
      ]}
      lines={partsOf(rows, (row) => valueIn(row, of)).map(({ name, rows: own, late, stepsLeft, due }) => ({
        id: name,
        head: (
          <Button variant="quiet" onPress={() => onShow(of, name)}>
            {name === '' ? t('parts:word.none') : name}
          </Button>
        ),
        cells: [
          count(own.length),
          count(late),
          count(stepsLeft),
          due === null ? '–' : formatDay(due, i18n.language),
        ],
      }))}
    />
  );
}

interface LinesProps {
  readonly titles: readonly string[];
  readonly lines: readonly {
    readonly id: string;
    readonly head: ReactNode;
    readonly cells: readonly string[];
  }[];
}

function Lines({ titles, lines }: LinesProps) {
  return (
    <PlainTable>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, head, cells }) => (
          <tr key={id}>
            <th scope="row">{head}</th>
            {cells.map((cell, place) => (
              <td key={titles[place + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

/** How many creations a day plans may send; null where nothing limits them. */
function perDay({ tiers }: Pick<QuotaUsage, 'tiers'>): number | null {
  const windows = tiers.find(({ tier }) => tier === 'lifecycle')?.windows ?? [];
  const each = windows.flatMap(({ window, background }) =>
    background === null ? [] : (Math.floor(background) * windowSeconds.daily) / windowSeconds[window],
  );
  return each.length === 0 ? null : Math.min(...each);
}
