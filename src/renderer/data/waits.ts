import type { Tier } from '../../shared/model/tiers.ts';
import { call } from './call.ts';
import { useConnectionState } from './connection-state.ts';
import { useSeconds } from './seconds.ts';

export interface Countdown {
  readonly tier: Tier;
  readonly seconds: number;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Whether the service has asked for it (429), or the limit that this app keeps to. */
  readonly reason: 'asked' | 'limit';
  /** Gives up on everything that waits for this tier. */
  readonly stop: () => void;
  /** Sends the next one, whatever it waits for. */
  readonly tryNow: () => void;
}

/** Whether the service asks to wait so long that the time of day is shown instead of a countdown. */
export function isAskedForLong({ seconds, reason }: Pick<Countdown, 'seconds' | 'reason'>): boolean {
  return reason === 'asked' && seconds > 3_600;
}

export function useWaits(connection: string | null): readonly Countdown[] {
  const waits = useConnectionState((state) => state.waits).filter((wait) => wait.connection === connection);
  const now = useSeconds(waits.length > 0);
  return waits.map(({ connection: waiting, tier, until, isAsked }) => ({
    tier,
    until,
    reason: isAsked ? 'asked' : 'limit',
    seconds: Math.max(1, Math.ceil(until / 1_000) - now),
    stop: () => void call('waits.act', { connection: waiting, tier, act: 'cancel' }),
    tryNow: () => void call('waits.act', { connection: waiting, tier, act: 'tryNow' }),
  }));
}

export function useWait(connection: string, tier: Tier): Countdown | null {
  return useWaits(connection).find((wait) => wait.tier === tier) ?? null;
}
