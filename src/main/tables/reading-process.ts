import { tableLimits } from '../../shared/model/table.ts';
import type { Clock } from '../clock.ts';
import type { SessionRequest } from '../imports/table-session.ts';

/** A file that the app itself has written. */
export interface OwnRequest {
  readonly path: string;
  readonly own: { readonly format: string; readonly version: number };
}

/** A process for what comes from files. It has the table of one, and answers until it is ended; or reads a file of our own, and answers once. */
export interface ReadingProcess {
  readonly post: (request: OwnRequest | SessionRequest) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: () => void) => void;
  readonly kill: () => void;
}

/** What a process says before it reads; its answer comes next. */
export const ready = 'ready';

const longestStart = 60_000; // milliseconds, on a machine that is busy

/** How a process begins, and by which time it is given up. */
export interface ReadingDeps {
  readonly fork: () => ReadingProcess;
  readonly clock: Pick<Clock, 'schedule'>;
}

type Answered =
  | { readonly message: unknown; readonly process: ReadingProcess }
  | { readonly ended: 'slow' | 'given-up' };

/** Has a process of its own read one file. Once it has answered it is ended, unless the request is that of a session. */
export function readApart(request: OwnRequest | SessionRequest, { fork, clock }: ReadingDeps) {
  const process = fork();
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const endAfter = (milliseconds: number) => clock.schedule(milliseconds, () => resolve({ ended: 'slow' }));
  let stopTimer = endAfter(longestStart);
  let isReady = false;
  process.onMessage((message) => {
    if (isReady || message !== ready) return resolve({ message, process });
    isReady = true;
    stopTimer();
    stopTimer = endAfter(tableLimits.milliseconds);
  });
  process.onExit(() => resolve({ ended: 'slow' })); // this counts only where nothing was answered yet
  process.post(request);
  const answer = promise.then((answered) => {
    stopTimer();
    if ('ended' in answered || !('ask' in request)) process.kill();
    return answered;
  });
  return { answer, giveUp: () => resolve({ ended: 'given-up' }) };
}
