import { useMemo } from 'react';
import type { ChangeView } from '../../data/remembered-view.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useTranslation } from '../../messages/language.ts';
import { ChoiceBox } from '../../ui/combo-box.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './audit-list.module.css';
import type { AuditRow } from './list-view.ts';
import { type Filter, filterChoices, filters, type ListView } from './list-view.ts';

interface ToolbarProps {
  readonly rows: readonly AuditRow[];
  readonly view: ListView;
  readonly onChange: ChangeView<ListView>;
  readonly compare: (left: string, right: string) => number;
}

const all = 'all:'; // no service spells a type, status or year like this

export function ListToolbar({ rows, view, onChange, compare }: ToolbarProps) {
  const { t } = useTranslation('audits');
  const shortcutOf = useShortcuts();
  const set = (filter: Filter, value: string) => onChange({ filters: { ...view.filters, [filter]: value } });
  const choices = useMemo(
    () => new Map(filters.map((filter) => [filter, filterChoices(rows, filter, compare)])),
    [rows, compare],
  );
  const choicesOf = (filter: Filter) => choices.get(filter) ?? [];
  // A chosen value that no row has any more stays visible: else a person cannot see why the list is empty.
  const chosenElsewhere = (filter: Filter) => {
    const value = view.filters[filter];
    const isHere = value === '' || choicesOf(filter).some((choice) => choice.value === value);
    return isHere ? [] : [{ id: value, label: value }];
  };
  const select = (filter: Exclude<Filter, 'client'>) => (
    <Select
      isCompact
      label={t(`list.filter.${filter}`)}
      options={[
        { id: all, label: t('list.all') },
        ...choicesOf(filter).map(({ value, words }) => ({ id: value, label: words })),
        ...chosenElsewhere(filter),
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
          shortcut={shortcutOf('filter')?.aria}
        />
      </div>
      {select('type')}
      {select('status')}
      <ClientFilter
        choices={choicesOf('client')}
        value={view.filters.client}
        onChange={(value) => set('client', value)}
      />
      {select('year')}
      {select('workPackage')}
    </div>
  );
}

interface ClientFilterProps {
  readonly choices: readonly { readonly value: string; readonly words: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The filter by client: typed, because a firm can have thousands. An empty text means all. */
function ClientFilter({ choices, value, onChange }: ClientFilterProps) {
  const { t } = useTranslation('audits');
  const chosen = choices.find((choice) => choice.value === value)?.words ?? value;
  return (
    <div className={styles.client}>
      <ChoiceBox
        label={t('list.filter.client')}
        placeholder={t('list.all')}
        options={choices.map((choice) => ({
          id: choice.value,
          label: choice.words,
          detail: choice.words === choice.value ? undefined : choice.value,
        }))}
        value={value === '' ? null : value}
        onChange={onChange}
        shown={chosen}
        onType={(text) => {
          if (text === '' && value !== '') onChange('');
        }}
      />
    </div>
  );
}
