import { useSearchParams } from 'react-router';
import { usePreferences } from '../../data/preferences.ts';
import { rememberedView } from '../../data/remembered-view.ts';
import { type OpenView, viewedList } from '../../parts/views/open-view.tsx';
import { type ListView, sortable, wholeList } from './list-view.ts';

/** The views that are there from the start: each shows a list of audits that the app keeps. */
export const builtInViews = ['starred', 'recent'] as const;
type BuiltInView = (typeof builtInViews)[number];

const useOwnView = rememberedView<ListView>('audits', wholeList, sortable);
const useStarredView = rememberedView<ListView>('audits-starred', wholeList, sortable);
const useRecentView = rememberedView<ListView>('audits-recent', { ...wholeList, sort: null }, sortable);
const useViewed = viewedList<ListView>('audits', wholeList, sortable);

export interface OpenAudits extends Omit<OpenView<ListView>, 'kind'> {
  readonly kind: OpenView<ListView>['kind'] | BuiltInView;
  /** The only audits that show, in this order unless the list is sorted; null for all. */
  readonly only: readonly string[] | null;
}

/** The list of audits as the address names it: whole, as a view that is there from the start, or as a saved one. */
export function useOpenView(connection: string): OpenAudits {
  const named = useSearchParams()[0].get('view');
  const builtIn = builtInViews.find((one) => one === named) ?? null;
  const views = {
    own: useOwnView(connection),
    starred: useStarredView(connection),
    recent: useRecentView(connection),
  };
  const open = useViewed(connection, views[builtIn ?? 'own']);
  const { starredAudits, recentAudits } = usePreferences();
  const kept = builtIn === null ? null : builtIn === 'starred' ? starredAudits : recentAudits;
  const only = kept?.filter((audit) => audit.connection === connection).map((audit) => audit.id) ?? null;
  return { ...open, kind: builtIn ?? open.kind, only };
}
