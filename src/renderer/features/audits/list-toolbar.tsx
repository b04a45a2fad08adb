import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './audit-list.module.css';
import type { AuditRow } from './audit-row.ts';
import { ClientFilter } from './client-filter.tsx';
import { type Filter, filterChoices, type ListView } from './list-view.ts';
import type { ChangeView } from './list-view-store.ts';

interface ToolbarProps {
  readonly rows: readonly AuditRow[];
  readonly view: ListView;
  readonly onChange: ChangeView;
  readonly compare: (left: string, right: string) => number;
}

const all = 'all:'; // no service spells a type, status or year like this

/** Search and filters of the list, and how many rows pass them. */
export function ListToolbar({ rows, view, onChange, compare }: ToolbarProps) {
  const { t } = useTranslation('audits');
  const set = (filter: Filter, value: string) => onChange({ filters: { ...view.filters, [filter]: value } });
  const select = (filter: Exclude<Filter, 'client'>) => (
    <Select
      isCompact
      label={t(`list.filter.${filter}`)}
      options={[
        { id: all, label: t('list.all') },
        ...filterChoices(rows, filter, compare).map(({ value, words }) => ({ id: value, label: words })),
        ...chosenElsewhere(rows, view, filter),
      ]}
      value={view.filters[filter] || all}
      onChange={(value) => set(filter, value === all ? '' : value)}
    />
  );
  return (
    <div className={styles.toolbar} role="group" aria-label={t('list.filters')}>
      <div className={styles.search}>
        <SearchField
          label={t('list.search')}
          placeholder={t('list.search')}
          value={view.search}
          onChange={(search) => onChange({ search })}
          shortcut="Control+F"
        />
      </div>
      {select('type')}
      {select('status')}
      <ClientFilter
        choices={filterChoices(rows, 'client', compare)}
        value={view.filters.client}
        onChange={(value) => set('client', value)}
      />
      {select('year')}
      {select('workPackage')}
    </div>
  );
}

// A filter that was set when other rows were here stays visible, so that it can be seen why nothing passes.
function chosenElsewhere(rows: readonly AuditRow[], view: ListView, filter: Filter) {
  const value = view.filters[filter];
  const isHere =
    value === '' || filterChoices(rows, filter, () => 0).some((choice) => choice.value === value);
  return isHere ? [] : [{ id: value, label: value }];
}
