import { ListTree } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupStates } from '../../../shared/rules/plans/season-groups.ts';
import { people } from '../../../shared/rules/tables/known.ts';
import { type ChangeView, type Filters, rememberedView } from '../../data/remembered-view.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { formatDay, formatMonths } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { ValueFilter } from '../../parts/value-filter.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Sort } from '../../ui/grid/columns.ts';
import { Menu } from '../../ui/menu.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { type Chosen, deadlineStatuses, type Grouping, groupings, valueIn } from './season-rows.ts';
import type { Season } from './season-state.ts';

interface SeasonFiltersProps {
  readonly season: Season;
  readonly view: View;
  readonly onChange: ChangeView<View>;
  readonly action: ReactNode;
}

/** What of the season is shown. */
export function SeasonFilters({ season: { rows, clientName }, view, onChange, action }: SeasonFiltersProps) {
  const { t } = useTranslation('season');
  const shortcutOf = useShortcuts();
  const { filters } = view;
  const clients = [...new Set([...rows.map(({ client }) => client), ...filters.client])]
    .filter((id) => id !== '')
    .map((id) => ({ id, label: clientName(id) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const labelOf = useValueWords();
  const titleOf = useFilterTitle();
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
              label={titleOf(filter)}
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
      {(view.sort !== null ||
        groupings.some((by) => new Set(rows.map((row) => valueIn(row, by))).size > 1)) && (
        <GroupBy grouping={view.sort?.column ?? null} onChange={onChange} />
      )}
      {action}
    </Toolbar>
  );
}

interface GroupByProps {
  readonly grouping: Grouping | null;
  readonly onChange: ChangeView<View>;
}

/** A button without words: with them the filters would take another line. */
function GroupBy({ grouping, onChange }: GroupByProps) {
  const { t } = useTranslation('season');
  const titleOf = useFilterTitle();
  const entries = (['none', ...groupings] as const).map((id) => ({
    id,
    label: id === 'none' ? t('parts:word.none') : titleOf(id),
  }));
  const selected = grouping ?? 'none';
  const words = entries.find(({ id }) => id === selected)?.label;
  return (
    <Menu
      label={t('weeks.by')}
      trigger={<IconButton label={`${t('weeks.by')}: ${words}`} icon={<ListTree aria-hidden />} />}
      entries={entries}
      selected={selected}
      onAction={(id) => onChange({ sort: id === 'none' ? null : { column: id, direction: 'ascending' } })}
    />
  );
}

/** What a row has of a filter, in words. */
export function useValueWords(): (filter: keyof Chosen, value: string) => string {
  const { t, i18n } = useTranslation('season');
  return (filter, value) => {
    if (value === '') return t('parts:word.none');
    if (filter === 'month') return formatMonths(`${value}-01`, lastOf(value), i18n.language);
    return filter === 'changed' ? formatDay(value, i18n.language) : value;
  };
}

export function useFilterTitle(): (filter: Grouping | 'changed') => string {
  const { t } = useTranslation('season');
  return (filter) => (filter === 'month' || filter === 'changed' ? t(filter) : t(`parts:field.${filter}`));
}

/** The last day of a month, `YYYY-MM`. */
function lastOf(month: string): string {
  const [year = 0, place = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, place, 0)).toISOString().slice(0, 10);
}

/** How a person has filtered and grouped the season. */
export interface View {
  readonly search: string;
  readonly filters: Filters<keyof Chosen>;
  /** By what the rows are grouped; what has none of it comes last. */
  readonly sort: Sort<Grouping> | null;
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
export const useView = rememberedView<View>(
  'season',
  { search: '', filters: noFilters, sort: null },
  groupings,
);
