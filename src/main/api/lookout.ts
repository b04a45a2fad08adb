import { type Clock, pauseUnless } from '../clock.ts';
import type { ConnectionState } from './evidence.ts';

/** Finds out by itself when a service answers again that a person's request has not reached. One a connection. */
export interface Lookout {
  /** What the last request told. */
  readonly told: (state: ConnectionState) => void;
  /** Looks no more. */
  readonly stop: () => void;
}

const delays = { first: 5_000, longest: 60_000 } as const; // milliseconds between looks, doubled with each further one

/** `look` asks once and answers whether the service is still not reached; where something else is in the way, nobody looks on. */
export function createLookout(clock: Clock, look: (signal: AbortSignal) => Promise<boolean>): Lookout {
  let looking: AbortController | null = null;

  const stop = (): void => {
    looking?.abort();
    looking = null;
  };

  const goOn = async (own: AbortController): Promise<void> => {
    for (let delay: number = delays.first; ; delay = Math.min(delay * 2, delays.longest)) {
      if (!(await pauseUnless(clock, delay, [own.signal]))) return;
      const isAway = await look(own.signal).catch(() => false); // why it cannot be asked, whoever asks next is told
      if (own.signal.aborted) return;
      if (isAway) continue;
      stop();
      return;
    }
  };

  return {
    told: (state) => {
      if (state !== 'unreachable') return stop();
      if (looking !== null) return;
      looking = new AbortController();
      void goOn(looking);
    },
    stop,
  };
}
