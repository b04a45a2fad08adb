import { z } from 'zod';
import { unusableDataStatus } from '../../shared/demonstration-process.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Credentials } from '../api/session.ts';
import type { Clock } from '../clock.ts';

export interface DemonstrationProcess {
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: (status: number) => void) => void;
  readonly kill: () => void;
}

/** The demonstration service: one process, started when first needed and again after it has ended. */
export interface Demonstration {
  readonly start: () => Promise<Reply<Credentials>>;
  readonly stop: () => void;
}

const Ready = z.object({
  base_url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});
const longestStart = 20_000; // milliseconds

interface Parts {
  readonly fork: () => DemonstrationProcess;
  /** Sets the service's data file aside where the service cannot use it; answers whether that worked. */
  readonly setAside: () => boolean;
  readonly clock: Clock;
  /** Hears when a service that was running has ended without having been told to. */
  readonly onEnd: () => void;
}

/** A service that refuses its data file is started once more without it. */
export function createDemonstration({ fork, setAside, clock, onEnd }: Parts): Demonstration {
  let running: {
    readonly process: DemonstrationProcess;
    readonly ready: Promise<Reply<Credentials>>;
  } | null = null;

  const launch = (isFirst: boolean): Promise<Reply<Credentials>> => {
    const process = fork();
    const ready = new Promise<Reply<Credentials>>((resolve) => {
      let isReady = false;
      const stopTimer = clock.schedule(longestStart, () => {
        resolve(fail('timeout'));
        process.kill();
      });
      process.onMessage((message) => {
        const parsed = Ready.safeParse(message);
        if (!parsed.success || isReady) return;
        isReady = true;
        stopTimer();
        const { base_url: baseUrl, client_id: clientId, client_secret: secret } = parsed.data;
        resolve(succeed({ baseUrl, clientId, secret }));
      });
      process.onExit((status) => {
        stopTimer();
        const isCurrent = running?.process === process;
        if (isCurrent) running = null;
        const isRefused = status === unusableDataStatus && !isReady && isFirst && isCurrent;
        // This counts only if the service was not ready yet.
        resolve(isRefused && setAside() ? launch(false) : fail('unreachable'));
        if (isCurrent && isReady) onEnd();
      });
    });
    running = { process, ready };
    return ready;
  };

  return {
    start: () => running?.ready ?? launch(true),
    stop: () => {
      const process = running?.process;
      running = null;
      process?.kill();
    },
  };
}
