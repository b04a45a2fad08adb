import { useCallback, useSyncExternalStore } from 'react';
import type { Tier } from '../../shared/model/limits.ts';
import { call } from './call.ts';
import { useConnectionState } from './connection-state.ts';

export interface Countdown {
  readonly seconds: number;
  /** Gives up on everything that waits for this tier. */
  readonly stop: () => void;
}

/** Whether requests of a tier wait because the service asked for it, and for how long still; null while none does. */
export function useWait(connection: string, tier: Tier): Countdown | null {
  const until = useConnectionState(
    ({ waits }) => waits.find((wait) => wait.connection === connection && wait.tier === tier)?.until ?? null,
  );
  const now = useSeconds(until !== null);
  return until === null
    ? null
    : {
        seconds: Math.max(1, Math.ceil(until / 1_000) - now),
        stop: () => void call('waits.cancel', { connection, tier }),
      };
}

/** The clock in whole seconds since 1970; it moves only while it is watched. */
function useSeconds(isWatched: boolean): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = isWatched ? setInterval(changed, 250) : undefined;
      return () => clearInterval(timer);
    },
    [isWatched],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 1_000));
}
