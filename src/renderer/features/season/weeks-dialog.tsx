import { useQuery } from '@tanstack/react-query';
import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import type { QuotaUsage } from '../../../shared/model/limits.ts';
import { windowSeconds } from '../../../shared/model/tiers.ts';
import { quotaQuery } from '../../data/quota.ts';
import { formatDay, formatNumber } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { IconButton } from '../../ui/button.tsx';
import { CancelButton, Dialog } from '../../ui/dialog.tsx';
import { Note, Stack } from '../../ui/layout.tsx';
import { PlainTable } from '../../ui/panel.tsx';
import type { Season } from './season-state.ts';
import { weeksOf } from './season-weeks.ts';

interface Props {
  readonly connection: string;
  readonly season: Season;
}

/** Shows the season by weeks. */
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

/** What is due and ready in each week, beside what the limits carry. */
function WeeksDialog({ connection, season: { rows, forecast }, onClose }: DialogProps) {
  const { t, i18n } = useTranslation('season');
  const { t: common } = useTranslation();
  const { data } = useQuery(quotaQuery(connection));
  const { weeks, later } = weeksOf(rows, forecast.today, data === undefined ? null : perDay(data));
  const count = (number: number | null) =>
    number === null ? t('none') : formatNumber(number, i18n.language);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      hasInput={false}
      title={t('weeks.title')}
      actions={<CancelButton>{common('ui.close')}</CancelButton>}
    >
      <Stack gap="2">
        <Note>{t('weeks.note')}</Note>
        <PlainTable>
          <thead>
            <tr>
              {(['week', 'due', 'ready', 'carried'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`weeks.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ monday, due, ready, carried }) => (
              <tr key={monday}>
                <th scope="row">{formatDay(monday, i18n.language)}</th>
                <td>{count(due)}</td>
                <td>{count(ready)}</td>
                <td>{count(carried)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
        {later > 0 && <Note>{t('weeks.later', { count: later })}</Note>}
      </Stack>
    </Dialog>
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
