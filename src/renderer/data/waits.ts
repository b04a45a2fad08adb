import { useEffect, useState } from 'react';
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
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null
    ? null
    : {
        seconds: Math.max(1, Math.ceil((until - now) / 1_000)),
        stop: () => void call('waits.cancel', { connection, tier }),
      };
}
