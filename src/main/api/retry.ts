import type { AppError } from '../../shared/error.ts';
import { failureOf } from '../../shared/failures.ts';

const most = { attempts: 3, retries: 16 } as const; // the latter at once, out of a full budget
const base = 500; // milliseconds
const cap = 20_000;

/**
 * Milliseconds before a failed read is repeated; null where it is not. Full jitter over 0.5 s × 2^n, at most 20 s, three attempts in all;
 * not before the moment that a 503 names, and not at all if that is further away. `random` is from 0 to 1.
 */
export function retryDelay(error: AppError, failures: number, random: number): number | null {
  if (failures >= most.attempts || !isTransient(error)) return null;
  const backoff = random * Math.min(cap, base * 2 ** (failures - 1));
  const named = (error.retryAfterSeconds ?? 0) * 1_000;
  return named > cap ? null : Math.ceil(Math.max(1, backoff, named));
}

function isTransient({ code, status = 0 }: AppError): boolean {
  return (
    failureOf(code).passes === true || [408, 425].includes(status) || (code === 'not-json' && status >= 500)
  );
}

/** Keeps a service that fails from being asked much more often than needed: 1.2 times, over a hundred failures. */
export type RetryBudget = ReturnType<typeof createRetryBudget>;

export function createRetryBudget() {
  let tenths = most.retries * 10;
  return {
    take: (): boolean => {
      if (tenths < 10) return false;
      tenths -= 10;
      return true;
    },
    /** A request succeeded: a tenth of a retry comes back. */
    succeeded: (): void => {
      tenths = Math.min(most.retries * 10, tenths + 1);
    },
  };
}
