import { type UtilityProcess, utilityProcess } from 'electron';
import type { DemonstrationProcess } from './connections/demonstration.ts';
import type { Log } from './log.ts';
import { setAside } from './set-aside.ts';

/** How the demonstration is run, and what becomes of its data where it cannot be used. */
export function demonstrationDoor(entry: string, dataFile: string, log: Log) {
  return {
    fork: () => forkSandbox(entry, dataFile, log),
    setAside: () => setDemonstrationAside(dataFile, log, Date.now()),
  };
}

/** Runs the built service in a process of its own, with its data in a file, on a port that is free. */
export function forkSandbox(entry: string, dataFile: string, log: Log): DemonstrationProcess {
  const process: UtilityProcess = utilityProcess.fork(entry, ['--data', dataFile, '--port', '0'], {
    serviceName: 'Audit Desk demonstration',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.stderr?.on('data', (words: Buffer) => log.info('demonstration', { words: String(words) }));
  // Without a listener the event would be thrown here; its third part is a report that tells too much.
  process.on('error', (fault, at) => log.error('demonstration-failed', { fault, at }));
  return {
    onMessage: (listener) => process.on('message', listener),
    onExit: (listener) => process.on('exit', listener),
    kill: () => process.kill(),
  };
}

/** Sets a data file aside that the service cannot use, so that it can start afresh; false where that cannot be done. */
export function setDemonstrationAside(dataFile: string, log: Log, now: number): boolean {
  try {
    log.warn('demonstration-set-aside', { aside: setAside(dataFile, now) });
    return true;
  } catch (fault) {
    log.error('demonstration-not-set-aside', { fault });
    return false;
  }
}
