import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lastOf } from '../../data/last-of.ts';
import type { ChangeView } from '../../data/remembered-view.ts';
import { useShortcuts } from '../../data/shortcuts.ts';
import { useAuditWords } from '../../messages/audit-words.ts';
import { useTranslation } from '../../messages/language.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { gridColumns } from '../../ui/grid/columns.ts';
import { Menu } from '../../ui/menu.tsx';
import { Toolbar } from '../../ui/panel.tsx';
import { ToolbarSearch } from '../../ui/search-field.tsx';
import { useAuditColumns } from './list-columns.tsx';
import type { AuditRow, Filter, ListView } from './list-view.ts';
import { choiceFinder, filters, unusedChoices } from './list-view.ts';

/** How a chosen value stands that no audit of the list has. */
export interface Unused {
  readonly words: string;
  /** Null while the list is not read to its end. */
  readonly why: 'gone' | 'unused' | null;
}

interface ToolbarProps {
  readonly rows: readonly AuditRow[];
  readonly view: ListView;
  readonly onChange: ChangeView<ListView>;
  readonly unusedOf: (filter: Filter, value: string) => Unused;
  /** Stands after the filters. */
  readonly children?: ReactNode;
}

const finder = lastOf(choiceFinder); // of the list that was shown last: it is opened again and again
const onDemand: readonly Filter[] = ['entity', 'label', 'language'];
const byId: readonly Filter[] = ['client', 'entity']; // names that several may have

export function ListToolbar({ rows, view, onChange, unusedOf, children }: ToolbarProps) {
  const { t } = useTranslation('audits');
  const shortcutOf = useShortcuts();
  const { compare } = useAuditWords();
  const [added, setAdded] = useState<readonly Filter[]>([]);
  const columns = useAuditColumns();
  const choices = finder(columns, compare)(rows);
  const titles = new Map(gridColumns(columns).map(({ id, title, filter }) => [filter?.id ?? id, title]));
  const isShown = (filter: Filter) =>
    !onDemand.includes(filter) || added.includes(filter) || view.filters[filter].length > 0;
  const more = filters.filter((filter) => !isShown(filter));
  const box = (filter: Filter) => {
    const occurring = choices.get(filter) ?? [];
    const values = view.filters[filter];
    const all = [...unusedChoices(occurring, values, (value) => unusedOf(filter, value).words), ...occurring];
    const [first] = values;
    const only = all.find(({ value }) => value === first)?.words ?? '';
    return (
      <FilterBox
        key={filter}
        label={titles.get(filter) ?? filter}
        options={all.map(({ value, words, isUnused }) => {
          const why = isUnused === true ? unusedOf(filter, value).why : null;
          const id = byId.includes(filter) && words !== value ? value : undefined;
          return { id: value, label: words, detail: why === null ? id : t(`list.${why}`) };
        })}
        values={values}
        onChange={(chosen) => onChange({ filters: { ...view.filters, [filter]: chosen } })}
        summary={
          values.length === 0
            ? t('parts:word.all')
            : values.length === 1
              ? only
              : t('parts:count.selected', { count: values.length })
        }
        searchLabel={t('parts:word.searchList')}
        clearLabel={t('parts:word.clearSelection')}
      />
    );
  };
  return (
    <Toolbar label={t('parts:word.filters')}>
      <ToolbarSearch
        label={t('list.search')}
        placeholder={t('list.searchShort')}
        value={view.search}
        onChange={(search) => onChange({ search })}
        shortcut={shortcutOf('filter')?.aria}
      />
      {filters.filter(isShown).map(box)}
      {more.length > 0 && (
        <Menu
          label={t('list.moreFilters')}
          trigger={
            <Button variant="quiet" icon={<ListFilter aria-hidden />}>
              {t('list.moreFilters')}
            </Button>
          }
          entries={more.map((filter) => ({ id: filter, label: titles.get(filter) ?? filter }))}
          onAction={(filter) => setAdded([...added, filter])}
        />
      )}
      {children}
    </Toolbar>
  );
}
