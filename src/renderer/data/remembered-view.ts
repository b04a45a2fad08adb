import { create } from 'zustand';

export type ChangeView<View> = (change: Partial<View>) => void;

/** A hook for how a person has set up the list on a screen, by connection. It lasts as long as the window. */
export function rememberedView<View extends object>(
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
