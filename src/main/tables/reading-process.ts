import { type TableChoice, tableLimits } from '../../shared/model/table.ts';
import type { Clock } from '../clock.ts';

/** A table by its path, or what is in its file. */
export type TableSource = { readonly path: string } | { readonly bytes: Uint8Array };

export type ReadingRequest =
  | (TableSource & { readonly choice: TableChoice })
  | { readonly path: string; readonly own: { readonly format: string; readonly version: number } };

/** A process that reads one file: it is told which, answers once, and is ended. */
export interface ReadingProcess {
  readonly post: (request: ReadingRequest) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: () => void) => void;
  readonly kill: () => void;
}

/** How a process begins, and by which time it is given up. */
export interface ReadingDeps {
  readonly fork: () => ReadingProcess;
  readonly clock: Pick<Clock, 'schedule'>;
}

type Answered = { readonly message: unknown } | { readonly ended: 'slow' | 'reader-ended' | 'given-up' };

/** Has a process of its own read one file. */
export function readApart(request: ReadingRequest, { fork, clock }: ReadingDeps) {
  const process = fork();
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const stopTimer = clock.schedule(tableLimits.milliseconds, () => resolve({ ended: 'slow' }));
  process.onMessage((message) => resolve({ message }));
  process.onExit(() => resolve({ ended: 'reader-ended' })); // this counts only where nothing was answered yet
  process.post(request);
  const answer = promise.finally(() => {
    stopTimer();
    process.kill();
  });
  return { answer, giveUp: () => resolve({ ended: 'given-up' }) };
}
