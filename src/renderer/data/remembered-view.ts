import { useCallback, useMemo } from 'react';
import { create } from 'zustand';
import type { ListSetup } from '../../shared/model/list-setup.ts';
import { atMost } from '../../shared/settings.ts';
import { useChangePreferences, usePreferences, usePreferencesNow } from './preferences.ts';

export type ChangeView<View> = (change: Partial<View>) => void;

/** By filter the values that pass; none lets all pass. */
export type Filters<Filter extends string = string> = Readonly<Record<Filter, readonly string[]>>;

/** What of a list is there after a restart, too; all else lasts as long as the window. */
interface Lasting {
  readonly filters?: Filters;
  readonly sort?: ListSetup['sort'];
}

/** A hook for how a person has set up a list, by connection; `columns` are those that it can be sorted by. */
export function rememberedView<View extends object & Lasting>(
  list: string,
  initial: View,
  columns: readonly string[] = [],
): (connection: string) => readonly [View, ChangeView<View>] {
  const usePassing = create<Readonly<Record<string, Partial<View>>>>()(() => ({}));
  return (connection) => {
    const passing = usePassing((views) => views[connection]);
    const stored = usePreferences().lists[connection]?.[list];
    const view = useMemo(() => withSetup({ ...initial, ...passing }, stored, columns), [passing, stored]);
    const now = usePreferencesNow();
    const changePreferences = useChangePreferences();
    const change: ChangeView<View> = useCallback(
      (part) => {
        const { filters, sort, ...rest } = part;
        if (Object.keys(rest).length > 0)
          usePassing.setState(
            (views) => ({ [connection]: { ...views[connection], ...rest } }) as typeof views,
          ); // the others stay
        const lists = now()?.lists;
        if (lists === undefined || (filters === undefined && sort === undefined)) return;
        const setup = setupOf({ ...withSetup(initial, lists[connection]?.[list], columns), ...part });
        void changePreferences({
          lists: { ...lists, [connection]: { ...lists[connection], [list]: setup } },
        });
      },
      [connection, now, changePreferences],
    );
    return [view, change];
  };
}

/** A view with its filters and order as they are kept, as far as this version knows them. */
export function withSetup<View extends Lasting>(
  view: View,
  setup: ListSetup | undefined,
  columns: readonly string[],
): View {
  if (setup === undefined) return view;
  const filters = Object.keys(view.filters ?? {}).map((name) => [name, setup.filters[name] ?? []] as const);
  const isSortable = view.sort !== undefined && setup.sort !== null && columns.includes(setup.sort.column);
  return {
    ...view,
    ...(view.filters === undefined ? {} : { filters: Object.fromEntries(filters) }),
    ...(isSortable ? { sort: setup.sort } : {}),
  };
}

/** What is kept of a view. */
export function setupOf({ filters = {}, sort }: Partial<Lasting>): ListSetup {
  const kept = Object.entries(filters).filter(([, values]) => values.length > 0);
  return {
    filters: Object.fromEntries(kept.map(([name, values]) => [name, values.slice(0, atMost.filterValues)])),
    sort: sort ?? null,
  };
}
