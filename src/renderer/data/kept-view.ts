import { create } from 'zustand';

export type ChangeView<View> = (change: Partial<View>) => void;

/**
 * A hook for what a person has made of the list on a screen: how it looks for a connection, and how to change it. It lasts while
 * they look elsewhere and come back, as long as the window.
 */
export function keptView<View extends object>(
  initial: View,
): (connection: string) => readonly [View, ChangeView<View>] {
  const useViews = create<Readonly<Record<string, View>>>()(() => ({}));
  return (connection) => {
    const view = useViews((views) => views[connection] ?? initial);
    const change: ChangeView<View> = (part) =>
      useViews.setState((views) => ({ [connection]: { ...(views[connection] ?? initial), ...part } }));
    return [view, change];
  };
}
