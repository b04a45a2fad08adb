import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { create } from 'zustand';
import type { SavedView } from '../../../shared/model/list-setup.ts';
import { usePreferences } from '../../data/preferences.ts';
import { type ChangeView, rememberedView, setupOf, withSetup } from '../../data/remembered-view.ts';
import { useSavedViews } from '../../data/saved-views.ts';
import type { ColumnChoice } from '../../ui/grid/columns.ts';
import { type ListView, sortable, wholeList } from './list-view.ts';

/** The views that are there from the start: each shows a list of audits that the app keeps. */
export const builtInViews = ['starred', 'recent'] as const;
export type BuiltInView = (typeof builtInViews)[number];

const useOwnView = rememberedView<ListView>('audits', wholeList, sortable);
const useStarredView = rememberedView<ListView>('audits-starred', wholeList, sortable);
const useRecentView = rememberedView<ListView>('audits-recent', { ...wholeList, sort: null }, sortable);

/** What a person has changed of saved views and not saved, by the id of the view; it lasts as long as the window. */
const useEdits = create<Readonly<Record<string, Partial<Edited>>>>()(() => ({}));

interface Edited extends ListView {
  readonly columns: ColumnChoice;
}

/** What is saved of a list under a name. */
export type Content = Pick<SavedView, 'search' | 'setup' | 'columns'>;

export interface OpenView {
  /** What the address names; null for the whole list. */
  readonly id: string | null;
  readonly kind: 'whole' | BuiltInView | 'saved' | 'reading' | 'gone';
  readonly view: ListView;
  readonly change: ChangeView<ListView>;
  /** The only audits that show, in this order unless the list is sorted; null for all. */
  readonly only: readonly string[] | null;
  /** The open view as it is saved; null where none is. */
  readonly saved: SavedView | null;
  /** All views of the connection, in a person's order. */
  readonly views: readonly SavedView[];
  /** The list as it is now, to be saved. */
  readonly content: Content;
  /** Whether that is not what is saved. */
  readonly isChanged: boolean;
  readonly revert: () => void;
  /** The columns of a saved view; null where the list has those of the person. */
  readonly columns: ColumnChoice | null;
  readonly changeColumns: (columns: ColumnChoice) => void;
}

/** The list of audits as the address names it: whole, as a view that is there from the start, or as a saved one. */
export function useOpenView(connection: string): OpenView {
  const id = useSearchParams()[0].get('view');
  const own = useOwnView(connection);
  const builtIn = { starred: useStarredView(connection), recent: useRecentView(connection) };
  const { starredAudits, recentAudits, columns: gridColumns } = usePreferences();
  const views = useSavedViews(connection);
  const saved = useMemo(() => views?.find((one) => one.id === id) ?? null, [views, id]);
  const edits = useEdits((all) => (saved === null ? undefined : all[saved.id]));
  const base = useMemo(() => (saved === null ? null : viewOf(saved)), [saved]);
  const edited = useMemo(() => (base === null ? null : { ...base, ...edits }), [base, edits]);
  useEffect(() => useShown.setState({ [connection]: id }), [connection, id]);
  const named = builtInViews.find((one) => one === id) ?? null;
  const kept = named === null ? null : named === 'starred' ? starredAudits : recentAudits;
  const only = useMemo(
    () => kept?.filter((audit) => audit.connection === connection).map((audit) => audit.id) ?? null,
    [kept, connection],
  );
  const edit = (part: Partial<Edited>) =>
    id !== null && useEdits.setState((all) => ({ [id]: { ...all[id], ...part } }));
  const [view, change] = edited === null ? (named === null ? own : builtIn[named]) : [edited, edit];
  const content = contentOf(view, edited?.columns ?? gridColumns.audits ?? {});
  return {
    id,
    kind:
      named ?? (id === null ? 'whole' : saved !== null ? 'saved' : views === undefined ? 'reading' : 'gone'),
    view,
    change,
    only,
    saved,
    views: views ?? [],
    content,
    isChanged: base !== null && JSON.stringify(contentOf(base, base.columns)) !== JSON.stringify(content),
    revert: () => saved !== null && forgetEdits(saved.id),
    columns: edited?.columns ?? null,
    changeColumns: (columns) => edit({ columns }),
  };
}

const useShown = create<Readonly<Record<string, string | null>>>()(() => ({}));

/** The view in which the list was shown last in this window, to which an audit leads back; null for the whole list. */
export function useLastView(connection: string): string | null {
  return useShown((shown) => shown[connection] ?? null);
}

/** Drops what was changed of a view, so that it shows as it is saved. */
export function forgetEdits(id: string): void {
  useEdits.setState({ [id]: {} });
}

function viewOf({ search, setup, columns }: SavedView): Edited {
  return { ...withSetup({ ...wholeList, search }, setup, sortable), columns };
}

function contentOf({ search, ...view }: ListView, columns: ColumnChoice): Content {
  return { search: search.slice(0, 400), setup: setupOf(view), columns };
}
