import { useCallback, useSyncExternalStore } from 'react';

/** The time in whole seconds since 1970; it changes only while it is watched. */
export function useSeconds(isWatched: boolean): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = isWatched ? setInterval(changed, 250) : undefined;
      return () => clearInterval(timer);
    },
    [isWatched],
  );
  return useSyncExternalStore(subscribe, seconds, seconds);
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
