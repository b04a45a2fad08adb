import { utilityProcess } from 'electron';
import type { Log } from '../diagnostics/log.ts';
import type { ReadingProcess } from '../tables/reading-process.ts';

/** Starts the process that reads one table. What it might say of a file's content is not heard. */
export function forkTableReader(entry: string, log: Log): ReadingProcess {
  const process = utilityProcess.fork(entry, [], {
    serviceName: 'Audit Desk tables',
    stdio: 'ignore',
  });
  // Without a listener the event would be thrown; its third part, a report, tells too much for the log.
  process.on('error', (fault, place) => log.error('table-reader-failed', { fault, place }));
  return {
    post: (request) => process.postMessage(request, []),
    onMessage: (listener) => process.on('message', listener),
    onExit: (listener) => process.on('exit', listener),
    kill: () => process.kill(),
  };
}
