import type { Tier } from '../shared/model/limits.ts';

/** What the log says of a request: never a token, a secret, a query or a body. */
interface Noted {
  /** By the service's clock: milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Null where nothing was answered. */
  readonly status: number | null;
  readonly tier: Tier | null;
  readonly client_id: string | null;
  /** Milliseconds. */
  readonly duration: number;
}

/** A request as the log is read. */
type LogEntry = Omit<Noted, 'at' | 'duration'> & {
  /** ISO 8601. */
  readonly at: string;
  readonly duration_ms: number;
};

export interface RequestLog {
  readonly add: (noted: Noted) => void;
  /** Oldest first. */
  readonly entries: () => readonly LogEntry[];
  readonly clear: () => void;
}

/** Keeps the last `capacity` requests. */
export function createRequestLog(capacity: number): RequestLog {
  let ring: Noted[] = [];
  let next = 0;
  return {
    add: (noted) => {
      ring[next] = noted;
      next = (next + 1) % capacity;
    },
    entries: () => [...ring.slice(next), ...ring.slice(0, next)].map(entryOf),
    clear: () => {
      [ring, next] = [[], 0];
    },
  };
}

// Written out only when it is read: every request is noted, few are looked at.
function entryOf({ at, duration, ...noted }: Noted): LogEntry {
  return { at: new Date(at).toISOString(), ...noted, duration_ms: Math.round(duration * 1_000) / 1_000 };
}
