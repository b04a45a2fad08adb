import type { Tier } from '../../shared/model/tiers.ts';

/** No token, secret, query or body is in the log. */
export interface Noted {
  /** Milliseconds since 1970 by the service's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Null if nothing was answered. */
  readonly status: number | null;
  readonly tier: Tier | null;
  readonly client_id: string | null;
  readonly duration: number;
}

export interface LoggedRequest extends Omit<Noted, 'at' | 'duration'> {
  readonly at: string;
  readonly duration_ms: number;
}

export function loggedAs({ at, duration, ...noted }: Noted): LoggedRequest {
  return {
    at: new Date(at).toISOString(),
    ...noted,
    duration_ms: Math.round(duration * 1_000) / 1_000,
  };
}

export const mostLogged = 1_000;

/** Keeps the last `capacity` requests in memory. */
export function createRequestLog(capacity: number) {
  let ring: Noted[] = [];
  let next = 0;
  return {
    add: (noted: Noted): void => {
      ring[next] = noted;
      next = (next + 1) % capacity;
    },
    /** Oldest first. */
    entries: () => [...ring.slice(next), ...ring.slice(0, next)].map(loggedAs),
    clear: (): void => {
      [ring, next] = [[], 0];
    },
  };
}
