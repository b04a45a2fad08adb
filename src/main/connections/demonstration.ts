import { z } from 'zod';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Credentials } from '../api/session.ts';
import type { Clock } from '../clock.ts';

/** The process of the demonstration service, as far as it is needed here. */
export interface DemonstrationProcess {
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: () => void) => void;
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

/** `onEnd` hears when a service that was running has ended without having been told to. */
export function createDemonstration(
  fork: () => DemonstrationProcess,
  clock: Clock,
  onEnd: () => void,
): Demonstration {
  let running: {
    readonly process: DemonstrationProcess;
    readonly ready: Promise<Reply<Credentials>>;
  } | null = null;

  const launch = (process: DemonstrationProcess): Promise<Reply<Credentials>> =>
    new Promise((resolve) => {
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
      process.onExit(() => {
        stopTimer();
        resolve(fail('unreachable')); // counts only where it had not become ready
        if (running?.process !== process) return;
        running = null;
        if (isReady) onEnd();
      });
    });

  return {
    start: () => {
      if (running === null) {
        const process = fork();
        running = { process, ready: launch(process) };
      }
      return running.ready;
    },
    stop: () => {
      const process = running?.process;
      running = null;
      process?.kill();
    },
  };
}
