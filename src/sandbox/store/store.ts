import type { Limits, Tier } from '../../shared/model/tiers.ts';
import type { WaitingFault } from '../../shared/workbench.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Fault, FaultEffect } from '../http/faults.ts';
import type { LimiterOptions, WindowStand } from '../http/limits.ts';
import type { Recorder, RecorderOptions } from '../http/recorder.ts';
import type { Holder, Tables } from './tables.ts';

/** The clock does not leave the year 9999: later years have more digits. */
export const endOfTime = Date.UTC(10_000, 0, 1);

/** The service's clock: the machine's, moved and held by the control plane. Times are milliseconds since 1970. */
export interface Clock {
  readonly read: () => Awaitable<{ readonly now: number; readonly isFrozen: boolean }>;
  /** Moves it to a time, never back. A clock that is held stays held. */
  readonly set: (time: number) => Awaitable<void>;
  readonly freeze: (frozen: boolean) => Awaitable<void>;
  /** Returns to the machine's time. */
  readonly reset: () => Awaitable<void>;
}

/** Faults that wait for requests. If several match, the first one added acts. */
export interface Faults {
  /** Answers its id. */
  readonly add: (fault: Fault) => Awaitable<string>;
  /** The effect on a request. It counts as one of the fault's `times`. */
  readonly take: (method: string, path: string, tierOf: () => Tier | null) => Awaitable<FaultEffect | null>;
  /** Those that may still act, in the order in which they do. */
  readonly entries: () => Awaitable<readonly WaitingFault[]>;
  /** Whether there was one. */
  readonly remove: (id: string) => Awaitable<boolean>;
  readonly clear: () => Awaitable<void>;
}

/** Counts requests by key: a firm's tier, or a client id for tokens. */
export interface Limiter {
  /** Answers null, or the whole seconds to wait for a request that it refuses (decisions.md §12.1). */
  readonly admit: (key: string, limits: Limits, now: number) => Awaitable<number | null>;
  readonly windows: (key: string, limits: Limits, now: number) => Awaitable<readonly WindowStand[]>;
}

/** What is kept beside the state of the API. All requests share it. */
export interface Controls {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly limiter: (options: LimiterOptions) => Limiter;
  /** For the requests to one service. */
  readonly recorder: (options: RecorderOptions) => Recorder;
  /** Forgets faults and used quota. */
  readonly clear: () => Awaitable<void>;
}

/** The state of the API, for one request. */
export interface Store extends Tables {
  readonly controls: Controls;
}

/** What a request may change: one firm by its number, tokens, or anything. */
export type Part = number | 'tokens' | 'all';

/** A copy of the whole state that was kept under a name. */
export interface Snapshot {
  readonly name: string;
  /** By the service's clock. */
  readonly taken_at: number;
}

/** Copies of the whole state. The clock goes to the time of what is restored; faults and used quota are forgotten with it. None is called inside of `read` or `write`. */
export interface Snapshots {
  readonly all: () => Awaitable<readonly Snapshot[]>;
  /** Whether the name was free. */
  readonly keep: (name: string, takenAt: number) => Awaitable<boolean>;
  /** Whether there was one. */
  readonly restore: (name: string) => Awaitable<boolean>;
  /** Whether there was one. */
  readonly remove: (name: string) => Awaitable<boolean>;
  /** The content of a file that another service can read, whatever its store. */
  readonly write: (takenAt: number) => Awaitable<Uint8Array>;
  /** Restores such a content, and answers whether it did. Throws `UnusableFile`, and the state stays, if it is another one. */
  readonly read: (bytes: Uint8Array, unless?: 'filled') => Awaitable<boolean>;
}

/** What a request begins with. */
export interface Moment {
  /** By the service's clock. */
  readonly now: number;
  /** Whether audits that were deleted have to go. */
  readonly isDue: boolean;
  readonly hasFaults: boolean;
  /** Another one once another process has put another fixture in place of the state's. */
  readonly fixture: string;
  /** Whose token the request has: null if it is nobody's. Undefined: it was not looked up with the rest. */
  readonly holder?: Holder | null;
}

/** Where the state of a service is kept. */
export interface Database {
  /** Carries out a request, with the hash of its token if it has one. A store that cannot keep requests apart carries out one at a time. */
  readonly turn: <Value>(
    work: (moment: Moment) => Awaitable<Value>,
    tokenHash?: () => string | null,
  ) => Awaitable<Value>;
  /** Reads a state that no other request changes meanwhile. */
  readonly read: <Value>(work: (store: Store) => Awaitable<Value>) => Awaitable<Value>;
  /** Reads and changes a state, all of it or, if it fails, nothing. No other request changes the part meanwhile. */
  readonly write: <Value>(part: Part, work: (store: Store) => Awaitable<Value>) => Awaitable<Value>;
  /** For a request outside of `read` and `write`. */
  readonly controls: Controls;
  /** For one look-up by itself, which needs no state that stays. */
  readonly single: Store;
  readonly snapshots: Snapshots;
  /** Why the database cannot answer now, if an error is about that. */
  readonly outageOf: (error: unknown) => string | null;
  readonly close: () => Awaitable<void>;
}
