import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const worthIts30Milliseconds = 32 * 1_024 * 1_024; // bytes

/**
 * Gives back to the system what is no longer needed. By itself the engine keeps the room that a large fixture took
 * while it was read, several times what the service needs from then on.
 */
export function releaseMemory(): void {
  if (getHeapStatistics().total_heap_size < worthIts30Milliseconds) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
