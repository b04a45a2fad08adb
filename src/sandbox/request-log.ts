import type { Tier } from '../shared/model/limits.ts';

/** What the log says of a request: never a token, a secret, a query or a body. */
interface LogEntry {
  /** ISO 8601, by the service's clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Null where nothing was answered. */
  readonly status: number | null;
  readonly tier: Tier | null;
  readonly client_id: string | null;
  readonly duration_ms: number;
}

export interface RequestLog {
  readonly add: (entry: LogEntry) => void;
  /** Oldest first. */
  readonly entries: () => readonly LogEntry[];
  readonly clear: () => void;
}

/** Keeps the last `capacity` requests. */
export function createRequestLog(capacity: number): RequestLog {
  let ring: LogEntry[] = [];
  let next = 0;
  return {
    add: (entry) => {
      ring[next] = entry;
      next = (next + 1) % capacity;
    },
    entries: () => [...ring.slice(next), ...ring.slice(0, next)],
    clear: () => {
      [ring, next] = [[], 0];
    },
  };
}
