import type { Fetch } from '../src/main/api/exchange.ts';
import { type EngineParts, startEngine, type TorturedEngine } from './engine.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** An engine in simulated time that can be killed: then it sends nothing, and its timers end. */
export interface MortalEngine extends TorturedEngine {
  readonly kill: () => void;
}

/** Starts an engine on the journal of the one before. */
export function startMortal(
  time: SimulatedTime,
  wire: Fetch,
  parts: Omit<EngineParts, 'clock' | 'fetch' | 'baseUrl'>,
): MortalEngine {
  const { clock, kill } = time.mortal();
  let alive = true;
  const engine = startEngine({
    ...parts,
    clock,
    baseUrl: 'http://127.0.0.1:4000',
    heard: (entry) => {
      if (alive) parts.heard?.(entry); // an answer that comes later reaches nobody
    },
    fetch: (url, init) => (alive ? wire(url, init) : new Promise(() => {})),
  });
  return {
    ...engine,
    kill: () => {
      alive = false;
      kill();
      engine.die();
    },
  };
}
