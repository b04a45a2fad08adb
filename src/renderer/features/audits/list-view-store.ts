import { create } from 'zustand';
import { type ListView, wholeList } from './list-view.ts';

/** The view that was made of each connection's list; it lasts as long as the window. */
const useViews = create<Readonly<Record<string, ListView>>>()(() => ({}));

export type ChangeView = (change: Partial<ListView>) => void;

/** What the list of a connection looks like, and how to change it. */
export function useListView(connection: string): readonly [ListView, ChangeView] {
  const view = useViews((views) => views[connection] ?? wholeList);
  const change: ChangeView = (part) =>
    useViews.setState((views) => ({ [connection]: { ...(views[connection] ?? wholeList), ...part } }));
  return [view, change];
}
