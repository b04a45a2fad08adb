import { basename } from 'node:path';
import { type UtilityProcess, utilityProcess } from 'electron';
import type { DemonstrationProcess } from '../connections/demonstration.ts';
import type { Log } from '../diagnostics/log.ts';
import { setAside } from '../storage/set-aside.ts';
import type { ReadingProcess } from '../tables/reading-process.ts';

export function demonstrationProcess(entry: string, dataFile: string, log: Log) {
  return {
    fork: () => forkSandbox(entry, dataFile, log),
    setAside: () => setDemonstrationAside(dataFile, log, Date.now()),
  };
}

/** Runs the built service in a process of its own, with its data in a file, on a port that is free. */
export function forkSandbox(entry: string, dataFile: string, log: Log): DemonstrationProcess {
  const process = utilityProcess.fork(entry, ['--data', dataFile, '--port', '0'], {
    serviceName: 'Audit Desk demonstration',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.stderr?.on('data', (words: Buffer) => log.info('demonstration', { words: String(words) }));
  return followed(process, log, 'demonstration-failed');
}

/** Starts the process that reads one table. What it might say of a file's content is not heard. */
export function forkTableReader(entry: string, log: Log): ReadingProcess {
  const process = utilityProcess.fork(entry, [], { serviceName: 'Audit Desk tables', stdio: 'ignore' });
  return {
    ...followed(process, log, 'table-reader-failed'),
    post: (request) => process.postMessage(request, []),
  };
}

function followed(process: UtilityProcess, log: Log, failed: string): DemonstrationProcess {
  // Without a listener the event would be thrown; its third part, a report, tells too much for the log.
  process.on('error', (fault, place) => log.error(failed, { fault, place }));
  return {
    onMessage: (listener) => process.on('message', listener),
    onExit: (listener) => process.on('exit', listener),
    kill: () => process.kill(),
  };
}

/** Sets a data file aside that the service cannot use, so that it can start afresh; false where that cannot be done. */
export function setDemonstrationAside(dataFile: string, log: Log, now: number): boolean {
  try {
    log.warn('demonstration-set-aside', { aside: basename(setAside(dataFile, now)) });
    return true;
  } catch (fault) {
    log.error('demonstration-not-set-aside', { fault });
    return false;
  }
}
