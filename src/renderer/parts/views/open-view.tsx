import { type ReactNode, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { create } from 'zustand';
import type { ListSetup, SavedView, ViewedList } from '../../../shared/model/list-setup.ts';
import { usePreferences } from '../../data/preferences.ts';
import { type ChangeView, type Filters, setupOf, withSetup } from '../../data/remembered-view.ts';
import { useSavedViews } from '../../data/saved-views.ts';
import type { ColumnChoice } from '../../ui/grid/columns.ts';
import { LayoutsProvider } from '../../ui/grid/layouts.tsx';

/** How a list is set up that can be saved as a view. */
interface Setup {
  readonly search: string;
  readonly filters: Filters;
  readonly sort: ListSetup['sort'];
}

/** What is saved of a list under a name. */
export type Content = Pick<SavedView, 'search' | 'setup' | 'columns'>;

/** What there is to know of the views of a list, whatever is in the list. */
export interface ViewState {
  /** Whose views these are; its grid has the same name. */
  readonly list: ViewedList;
  /** What the address names; null for the whole list. */
  readonly id: string | null;
  /** The open view as it is saved; null where none is. */
  readonly saved: SavedView | null;
  /** All views of the list, in a person's order. */
  readonly views: readonly SavedView[];
  /** The list as it is now, to be saved. */
  readonly content: Content;
  /** Whether that is not what is saved. */
  readonly isChanged: boolean;
  /** Drops what was changed, so that the view shows as it is saved. */
  readonly revert: () => void;
  /** The columns of a saved view; null where the list has those of the person. */
  readonly columns: ColumnChoice | null;
  readonly changeColumns: (columns: ColumnChoice) => void;
}

/** A list as the address names it: whole, or as a view; `View` is how it is set up. */
export interface OpenView<View> extends ViewState {
  readonly kind: 'whole' | 'saved' | 'reading' | 'gone';
  readonly view: View;
  readonly change: ChangeView<View>;
}

const useShown = create<Readonly<Record<string, string | null>>>()(() => ({}));

/** The view in which a list was shown last in this window, to which a row leads back; null for the whole list. */
export function useLastView(connection: string, list: ViewedList): string | null {
  return useShown((shown) => shown[`${list} ${connection}`] ?? null);
}

/**
 * A hook for a list of which views can be saved; `own` is how the list is set up where no saved view is open. `sortable` are the columns that
 * it can be sorted by. What a person changes of a saved view and does not save lasts as long as the window.
 */
export function viewedList<View extends Setup>(list: ViewedList, whole: View, sortable: readonly string[]) {
  interface Edits {
    readonly view?: Partial<View>;
    readonly columns?: ColumnChoice;
  }
  const useEdits = create<Readonly<Record<string, Edits>>>()(() => ({}));
  return (connection: string, own: readonly [View, ChangeView<View>]): OpenView<View> => {
    const id = useSearchParams()[0].get('view');
    const { columns: gridColumns } = usePreferences();
    const views = useSavedViews(connection, list);
    const saved = views?.find((one) => one.id === id) ?? null;
    const edits = useEdits((all) => (saved === null ? undefined : all[saved.id]));
    const base = useMemo(
      () =>
        saved === null ? null : withSetup<View>({ ...whole, search: saved.search }, saved.setup, sortable),
      [saved],
    );
    const edited = useMemo(() => (base === null ? null : { ...base, ...edits?.view }), [base, edits]);
    useEffect(() => useShown.setState({ [`${list} ${connection}`]: id }), [connection, id]);
    const edit = (made: (before: Edits) => Edits) => {
      if (saved !== null)
        useEdits.setState((all) => ({ [saved.id]: { ...all[saved.id], ...made(all[saved.id] ?? {}) } }));
    };
    const changeEdited: ChangeView<View> = (part) =>
      edit((before) => ({ view: { ...before.view, ...part } }));
    const [view, change] = edited === null ? own : [edited, changeEdited];
    const columns = saved === null ? null : (edits?.columns ?? saved.columns);
    const content = contentOf(view, columns ?? gridColumns[list] ?? {});
    return {
      list,
      id,
      kind: id === null ? 'whole' : saved !== null ? 'saved' : views === undefined ? 'reading' : 'gone',
      view,
      change,
      saved,
      views: views ?? [],
      content,
      isChanged:
        base !== null &&
        saved !== null &&
        JSON.stringify(contentOf(base, saved.columns)) !== JSON.stringify(content),
      revert: () => saved !== null && useEdits.setState({ [saved.id]: {} }),
      columns,
      changeColumns: (made) => edit(() => ({ columns: made })),
    };
  };
}

function contentOf({ search, filters, sort }: Setup, columns: ColumnChoice): Content {
  return { search: search.slice(0, 400), setup: setupOf({ filters, sort }), columns };
}

interface ColumnsProps {
  readonly open: Pick<ViewState, 'list' | 'columns' | 'changeColumns'>;
  readonly children: ReactNode;
}

/** Gives a grid the columns of the saved view that is open, and keeps there what a person makes of them. */
export function ViewColumns({ open: { list, columns, changeColumns }, children }: ColumnsProps) {
  const layouts =
    columns === null
      ? null
      : { choices: { [list]: columns }, keep: (_: string, made: ColumnChoice) => changeColumns(made) };
  return layouts === null ? children : <LayoutsProvider layouts={layouts}>{children}</LayoutsProvider>;
}
