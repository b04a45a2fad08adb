import type { ReactNode } from 'react';
import { groupStates } from '../../../shared/rules/plans/season-groups.ts';
import { people } from '../../../shared/rules/tables/known.ts';
import { type ChangeView, type Filters, rememberedView } from '../../data/remembered-view.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { formatDay, formatMonths } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { ValueFilter } from '../../parts/value-filter.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { type Chosen, deadlineStatuses, valueIn } from './season-rows.ts';
import type { Season } from './season-state.ts';

interface SeasonFiltersProps {
  readonly season: Season;
  readonly view: View;
  readonly onChange: ChangeView<View>;
  readonly action: ReactNode;
}

/** What of the season is shown. */
export function SeasonFilters({ season: { rows, clientName }, view, onChange, action }: SeasonFiltersProps) {
  const { t, i18n } = useTranslation('season');
  const shortcutOf = useShortcuts();
  const { filters } = view;
  const clients = [...new Set([...rows.map(({ client }) => client), ...filters.client])]
    .filter((id) => id !== '')
    .map((id) => ({ id, label: clientName(id) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const labelOf = (filter: keyof Chosen, id: string): string => {
    if (id === '') return t('parts:word.none');
    if (filter === 'month') return formatMonths(`${id}-01`, lastOf(id), i18n.language);
    return filter === 'changed' ? formatDay(id, i18n.language) : id;
  };
  const set = (part: Partial<View['filters']>) => onChange({ filters: { ...filters, ...part } });
  return (
    <Toolbar label={t('parts:word.filters')}>
      <ToolbarSearch
        label={t('search')}
        placeholder={t('search')}
        value={view.search}
        onChange={(text) => onChange({ search: text })}
        shortcut={shortcutOf('filter')?.aria}
      />
      <ValueFilter
        label={t('parts:field.status')}
        options={groupStates.map((id) => ({ id, label: t(`state.${id}`) }))}
        values={filters.state}
        onChange={(state) => set({ state })}
      />
      <ValueFilter
        label={t('parts:field.client_name')}
        options={clients}
        values={filters.client}
        onChange={(client) => set({ client })}
      />
      <ValueFilter
        label={t('parts:field.on_time')}
        options={deadlineStatuses.map((id) => ({ id, label: t(`deadlineStatus.${id}`) }))}
        values={filters.deadlineStatus}
        onChange={(deadlineStatus) => set({ deadlineStatus })}
      />
      {(['month', 'changed', ...people] as const).map((filter) => {
        const all = new Set([...rows.map((row) => valueIn(row, filter)), ...filters[filter]]);
        const values = [...all].filter((id) => id !== '' || filter !== 'changed').toSorted();
        return (
          values.length > (filter === 'changed' ? 0 : 1) && (
            <ValueFilter
              key={filter}
              label={filter === 'month' || filter === 'changed' ? t(filter) : t(`column.${filter}`)}
              options={values.map((id) => ({
                id,
                label: labelOf(filter, id),
              }))}
              values={filters[filter]}
              onChange={(chosen) => set({ [filter]: chosen })}
            />
          )
        );
      })}
      {action}
    </Toolbar>
  );
}

/** The last day of a month, `YYYY-MM`. */
function lastOf(month: string): string {
  const [year = 0, place = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, place, 0)).toISOString().slice(0, 10);
}

/** How a person has filtered the season. */
export interface View {
  readonly search: string;
  readonly filters: Filters<keyof Chosen>;
}

export const noFilters: View['filters'] = {
  state: [],
  client: [],
  deadlineStatus: [],
  month: [],
  changed: [],
  partner: [],
  manager: [],
};
export const useView = rememberedView<View>('season', { search: '', filters: noFilters });
