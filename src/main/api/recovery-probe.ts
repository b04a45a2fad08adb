import { type Clock, pauseUnless } from '../clock.ts';
import type { ConnectionState } from './send-one.ts';

const delays = { first: 5_000, longest: 60_000 } as const; // milliseconds between looks, doubled with each further one

/** After a request of a person did not reach the service: finds out when it answers again. One for each connection. */
export type RecoveryProbe = ReturnType<typeof createRecoveryProbe>;

/** `look` asks once and answers whether the service is still not reached; where something else is in the way, nobody looks on. */
export function createRecoveryProbe(clock: Clock, look: (signal: AbortSignal) => Promise<boolean>) {
  let looking: AbortController | null = null;

  const stop = (): void => {
    looking?.abort();
    looking = null;
  };

  const goOn = async (own: AbortController): Promise<void> => {
    for (let delay: number = delays.first; ; delay = Math.min(delay * 2, delays.longest)) {
      if (!(await pauseUnless(clock, delay, own.signal))) return;
      const isAway = await look(own.signal).catch(() => false); // why it cannot be asked, whoever asks next is told
      if (own.signal.aborted) return;
      if (isAway) continue;
      stop();
      return;
    }
  };

  return {
    told: (state: ConnectionState): void => {
      if (state !== 'unreachable') return stop();
      if (looking !== null) return;
      looking = new AbortController();
      void goOn(looking);
    },
    stop,
  };
}
