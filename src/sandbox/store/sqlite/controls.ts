import { createFaults } from '../../http/faults.ts';
import { createLimiter, type LimiterOptions } from '../../http/limits.ts';
import { createRecorder } from '../../http/recorder.ts';
import type { Clock, Controls } from '../store.ts';

/** What is kept in this process: a data file has one process. */
export function createControls(clock: Clock) {
  const faults = createFaults();
  const limiters = new Map<string, ReturnType<typeof createLimiter>>();
  const limiterOf = (options: LimiterOptions) => {
    const name = `${options.windows} ${String(options.rejectedRequestsCount)}`;
    const limiter = limiters.get(name) ?? createLimiter(options);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    clock,
    faults,
    limiter: limiterOf,
    recorder: createRecorder,
    clear: (): void => {
      for (const one of [...limiters.values(), faults]) one.clear();
    },
  } satisfies Controls;
}
