import type { Tier } from '../../shared/model/limits.ts';
import { call } from './call.ts';
import { useConnectionState } from './connection-state.ts';
import { useSeconds } from './seconds.ts';

export interface Countdown {
  readonly tier: Tier;
  readonly seconds: number;
  /** Gives up on everything that waits for this tier. */
  readonly stop: () => void;
}

/** What waits on a connection because the service asked for it, and for how long still. */
export function useWaits(connection: string | null): readonly Countdown[] {
  const waits = useConnectionState((state) => state.waits).filter((wait) => wait.connection === connection);
  const now = useSeconds(waits.length > 0);
  return waits.map(({ connection: waiting, tier, until }) => ({
    tier,
    seconds: Math.max(1, Math.ceil(until / 1_000) - now),
    stop: () => void call('waits.cancel', { connection: waiting, tier }),
  }));
}

/** Whether requests of a tier wait, and for how long still; null while none does. */
export function useWait(connection: string, tier: Tier): Countdown | null {
  return useWaits(connection).find((wait) => wait.tier === tier) ?? null;
}
