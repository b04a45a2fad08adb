import type { AppError, ErrorCode } from '../../shared/error.ts';

const most = { attempts: 3, retries: 16 } as const; // the latter at once, out of a full budget
const base = 500; // milliseconds
const cap = 20_000;

/**
 * Milliseconds to wait before a read is sent again that has failed so many times, or null where it is not: full jitter over
 * 0.5 s × 2^n, at most 20 s, three attempts in all; not before the moment that a 503 names, and not at all where that is further
 * away: whoever asked is told. `random` is from 0 to 1.
 */
export function retryDelay(error: AppError, failures: number, random: number): number | null {
  if (failures >= most.attempts || !isTransient(error)) return null;
  const backoff = random * Math.min(cap, base * 2 ** (failures - 1));
  const named = (error.retryAfterSeconds ?? 0) * 1_000;
  return named > cap ? null : Math.ceil(Math.max(1, backoff, named));
}

const passing: readonly ErrorCode[] = ['unreachable', 'timeout', 'interrupted', 'fault'];

function isTransient({ code, status = 0 }: AppError): boolean {
  return passing.includes(code) || [408, 425].includes(status) || (code === 'not-json' && status >= 500);
}

/** Whether a failure is the way's or the service's own, and not an answer to what was asked; a proxy's 407 is the way's. */
export function isOutage({ code, status = 0 }: AppError): boolean {
  if (passing.includes(code) || code === 'tls') return true;
  return (code === 'not-json' || code === 'redirected') && (status < 400 || status >= 500);
}

/** Whether a failure says that the service was not reached, a web page in its place included. */
export function isNoAnswer(error: AppError): boolean {
  return error.code === 'not-json' || isOutage(error);
}

/** Keeps a service that fails from being asked much more often than needed: 1.2 times, over a hundred failures. */
export interface RetryBudget {
  readonly take: () => boolean;
  /** A request succeeded: a tenth of a retry comes back. */
  readonly succeeded: () => void;
}

export function createRetryBudget(): RetryBudget {
  let tenths = most.retries * 10;
  return {
    take: () => {
      if (tenths < 10) return false;
      tenths -= 10;
      return true;
    },
    succeeded: () => {
      tenths = Math.min(most.retries * 10, tenths + 1);
    },
  };
}
