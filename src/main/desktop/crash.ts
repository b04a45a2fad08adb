import type { Log } from '../diagnostics/log.ts';

interface CrashDeps {
  readonly log: Pick<Log, 'error'>;
  /** Whether all files are closed: a fault after that is only logged. */
  readonly isClosed: () => boolean;
  /** Milliseconds that this process has run. */
  readonly age: () => number;
  /** Returns when the person has read it. */
  readonly tell: (startsAgain: boolean) => void;
  readonly relaunch: () => void;
  readonly end: () => void;
}

const shortestLife = 60_000; // milliseconds; what fails sooner would fail again and again

/**
 * Whether Electron's own code threw while Chromium told it of a request: no frame is ours. An answer may do that, whose header or status
 * is none to Node, and after a restart it would do it again.
 */
function isOfNetwork(fault: unknown): boolean {
  const stack = fault instanceof Error ? (fault.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return (
    frames.every((frame) => /^\s+at (?:[^(]*\()?(?:node:|<anonymous>)/.test(frame)) &&
    frames.some((frame) => frame.includes('node:electron/js2c/')) &&
    frames.some((frame) => frame.includes(' SimpleURLLoaderWrapper.'))
  );
}

/**
 * After an error that nobody caught main does not go on, since nobody knows its state. It tells the person and starts anew, at most once
 * a minute. The journal has what was in progress. Of Electron's network the state is known: the request runs into its time limit.
 */
export function watchForCrashes(
  process: Pick<NodeJS.EventEmitter, 'on'>,
  { log, isClosed, age, tell, relaunch, end }: CrashDeps,
): void {
  let isEnding = false;
  const crashed = (event: string) => (fault: unknown) => {
    if (isEnding) return; // what follows while it is being told
    isEnding = true;
    if (isClosed()) return log.error(event, { fault });
    const startsAgain = age() >= shortestLife;
    try {
      log.error(event, { fault, stack: fault instanceof Error ? fault.stack : null, startsAgain });
      tell(startsAgain);
      if (startsAgain) relaunch();
    } finally {
      end();
    }
  };
  const uncaught = crashed('uncaught');
  process.on('uncaughtException', (fault: unknown) => {
    if (!isOfNetwork(fault)) return uncaught(fault);
    log.error('network-threw', { fault, stack: fault instanceof Error ? fault.stack : null });
  });
  process.on('unhandledRejection', crashed('unhandled'));
}
