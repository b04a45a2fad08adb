import { useCallback, useSyncExternalStore } from 'react';

/** The clock in whole seconds since 1970; it moves only while it is watched. */
export function useSeconds(isWatched: boolean): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = isWatched ? setInterval(changed, 250) : undefined;
      return () => clearInterval(timer);
    },
    [isWatched],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 1_000));
}
