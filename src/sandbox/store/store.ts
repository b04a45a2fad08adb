import type { Limits, Tier } from '../../shared/model/tiers.ts';
import type { WaitingFault } from '../../shared/workbench.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Fault, FaultEffect } from '../http/faults.ts';
import type { LimiterOptions, WindowStand } from '../http/limits.ts';
import type { Recorder, RecorderOptions } from '../http/recorder.ts';
import type {
  AccountRow,
  AnsweredAudit,
  AssignmentRow,
  AuditRow,
  ClientRow,
  FirmRow,
  FixtureAuditRow,
  LegalEntityRow,
  TokenRow,
} from './schema.ts';

/** A list that reads only the rows of a slice. */
export interface Rows<Row> {
  readonly count: number;
  readonly slice: (from?: number, to?: number) => Awaitable<readonly Row[]>;
}

/** The owner of a token. */
export type Holder = Pick<AccountRow, 'firm' | 'client_id' | 'roles' | 'denied'> &
  Pick<FirmRow, 'limits'> &
  Pick<TokenRow, 'expires_at'>;

type New<Row> = Omit<Row, 'seq'>;
type Found<Row> = Awaitable<Row | undefined>;
type Numbered = Pick<AuditRow, 'seq'>;
type Changeable = Pick<AuditRow, 'seq' | 'status' | 'changes_at' | 'scope_locked' | 'coupled_components'>;

interface Accounts {
  /** Firms are numbered from 1 in their order. */
  readonly insertFirm: (row: New<FirmRow>) => Awaitable<unknown>;
  readonly firm: (seq: number) => Found<FirmRow>;
  readonly firmById: (id: string) => Found<FirmRow>;
  readonly changeFirm: (credits: number, limits: string, seq: number) => Awaitable<void>;
  readonly insertAccount: (row: New<AccountRow>) => Awaitable<unknown>;
  readonly account: (clientId: string) => Found<AccountRow>;
  readonly firstAccount: () => Found<AccountRow>;
  /** In their order. */
  readonly accountsOf: (firm: number) => Awaitable<readonly AccountRow[]>;
  readonly changeAccount: (salt: string, hash: string, roles: string, seq: number) => Awaitable<void>;
  readonly insertToken: (row: TokenRow) => Awaitable<unknown>;
  readonly removeExpiredTokens: (now: number) => Awaitable<void>;
  readonly revokeTokens: (account: number) => Awaitable<void>;
  readonly holderOf: (hash: string, now: number) => Found<Holder>;
}

interface Clients {
  readonly insert: (row: New<ClientRow>) => Awaitable<unknown>;
  readonly byId: (firm: number, id: string) => Found<ClientRow>;
  readonly listed: (firm: number) => Awaitable<Rows<ClientRow>>;
  readonly insertEntity: (row: New<LegalEntityRow>) => Awaitable<unknown>;
  readonly entityById: (firm: number, client: string, id: string) => Found<LegalEntityRow>;
  /** Of any client. */
  readonly someEntity: (firm: number, id: string) => Found<LegalEntityRow>;
  readonly listedEntities: (firm: number, client: string) => Awaitable<Rows<LegalEntityRow>>;
}

/** An audit, and the ids of those next to it in its network. */
export interface LinkedAudit extends Pick<AuditRow, 'id' | 'coupled_components' | 'coupled_audit'> {
  readonly group: string | null;
  readonly components: readonly string[];
}

/** An audit by itself, and the status of its group if it is a component. */
export interface AnsweredAlone extends AnsweredAudit {
  readonly group?: Pick<AuditRow, 'status' | 'changes_at'> | undefined;
}

interface Audits {
  /** Answers its number. */
  readonly insert: (row: New<AuditRow>) => Awaitable<number>;
  readonly byId: (firm: number, id: string) => Found<AuditRow>;
  readonly bySeq: (seq: number) => Found<AuditRow>;
  readonly answeredById: (firm: number, id: string) => Found<AnsweredAlone>;
  readonly listed: (firm: number) => Awaitable<Rows<AnsweredAudit>>;
  readonly components: (group: Pick<AuditRow, 'firm' | 'seq'>) => Awaitable<Rows<AuditRow>>;
  /** Those that there are, in any order. */
  readonly linked: (firm: number, ids: readonly string[]) => Awaitable<readonly LinkedAudit[]>;
  readonly setStatus: (row: Changeable) => Awaitable<void>;
  readonly setCoupledAudit: (audit: string | null, firm: number, component: string) => Awaitable<void>;
  readonly takeOutOfScope: (explanation: string, seq: number) => Awaitable<void>;
  readonly goneBy: (now: number) => Awaitable<readonly AuditRow[]>;
  readonly remove: (row: Pick<AuditRow, 'firm' | 'group_audit'> & Numbered) => Awaitable<void>;
}

interface Assignments {
  readonly insert: (row: New<AssignmentRow>) => Awaitable<unknown>;
  readonly find: (audit: number, user: string) => Found<AssignmentRow>;
  readonly listed: (audit: number) => Awaitable<Rows<AssignmentRow>>;
  readonly changeRole: (role: string, seq: number) => Awaitable<void>;
  readonly remove: (row: Pick<AssignmentRow, 'seq' | 'audit'>) => Awaitable<void>;
}

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

export type MetaKey = 'fixture' | 'clock-offset' | 'clock-frozen' | 'taken-at';

/** The state of the API, for one request. */
export interface Store {
  readonly accounts: Accounts;
  readonly clients: Clients;
  readonly audits: Audits;
  readonly users: Assignments;
  /** The audits of the fixture in their order, for a reset. */
  readonly fixtureAudits: {
    readonly add: (row: FixtureAuditRow) => Awaitable<unknown>;
    readonly of: (firm: number) => Iterable<FixtureAuditRow> | AsyncIterable<FixtureAuditRow>;
    readonly clear: () => Awaitable<void>;
  };
  readonly meta: (key: MetaKey) => Found<string>;
  readonly setMeta: (key: MetaKey, value: string) => Awaitable<void>;
  /** Removes everything except `meta` and the audits of the fixture. */
  readonly erase: () => Awaitable<void>;
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
