import { type TableChoice, tableLimits } from '../../shared/model/table.ts';
import type { Clock } from '../clock.ts';
import type { SessionRequest, TableSource } from '../imports/table-session.ts';

export type ReadingRequest =
  | (TableSource & { readonly choice: TableChoice })
  | { readonly path: string; readonly own: { readonly format: string; readonly version: number } };

/** A process for what comes from files. It reads one file, answers once, and is ended; or has the table of one, and answers until then. */
export interface ReadingProcess {
  readonly post: (request: ReadingRequest | SessionRequest) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: () => void) => void;
  readonly kill: () => void;
}

/** How a process begins, and by which time it is given up. */
export interface ReadingDeps {
  readonly fork: () => ReadingProcess;
  readonly clock: Pick<Clock, 'schedule'>;
}

type Answered =
  | { readonly message: unknown; readonly process: ReadingProcess }
  | { readonly ended: 'slow' | 'given-up' };

/** Has a process of its own read one file. Once it has answered it is ended, unless the request is that of a session. */
export function readApart(request: ReadingRequest | SessionRequest, { fork, clock }: ReadingDeps) {
  const process = fork();
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const stopTimer = clock.schedule(tableLimits.milliseconds, () => resolve({ ended: 'slow' }));
  process.onMessage((message) => resolve({ message, process }));
  process.onExit(() => resolve({ ended: 'slow' })); // this counts only where nothing was answered yet
  process.post(request);
  const answer = promise.then((answered) => {
    stopTimer();
    if ('ended' in answered || !('ask' in request)) process.kill();
    return answered;
  });
  return { answer, giveUp: () => resolve({ ended: 'given-up' }) };
}
