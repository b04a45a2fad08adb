import type { Operation } from './api.ts';
import type { Tier, WindowName } from './model/tiers.ts';
import type { Reason, Rule } from './reasons.ts';

// What the control plane of the sandbox tells its workbench, as both of them read it.

/** A request to the sandbox and what became of it, as a row of a list. */
export interface ExchangeHead {
  /** Counts up from 1; no number comes twice. */
  readonly id: number;
  /** ISO 8601, by the service's clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** Null where nothing was answered. */
  readonly status: number | null;
  readonly tier: Tier | null;
  readonly client_id: string | null;
  readonly duration_ms: number;
  readonly operation: Operation | null;
  /** By which rules it was refused. */
  readonly rules: readonly Rule[];
  /** What a fault did to it. */
  readonly fault: string | null;
}

/** What stands in an exchange in the place of a secret. */
export const removed = '(removed)';

/** A text of an exchange without what is secret in it. */
export interface RecordedText {
  readonly text: string;
  /** How many characters at its end were too many to keep. */
  readonly omitted: number;
  /** Whether something secret was taken out of it. */
  readonly isRedacted: boolean;
}

export interface RecordedSide {
  readonly headers: Readonly<Record<string, string>>;
  /** Null where it is not kept (any more). */
  readonly body: RecordedText | null;
}

export interface Exchange extends ExchangeHead {
  /** How much of the answer was sent. */
  readonly delivery: 'whole' | 'half' | 'none';
  readonly reasons: readonly Reason[];
  readonly request: RecordedSide;
  readonly answer: RecordedSide;
}

/** What is new since an exchange. */
export interface ExchangePage {
  /** Another one after each start of the service: its numbers begin again. */
  readonly run: string;
  /** Oldest first. */
  readonly results: readonly ExchangeHead[];
  /** Those before it are kept no more. */
  readonly oldest: number;
  /** The newest there is; where it is not among the results there are more of them. */
  readonly newest: number;
}

/** A fault that may still act. */
export interface WaitingFault {
  readonly id: string;
  readonly kind: string;
  /** Of a `status`. */
  readonly status?: number;
  /** Of a `delay`. */
  readonly seconds?: number;
  readonly method: string | null;
  readonly path: string;
  readonly tier: Tier | null;
  readonly probability: number;
  readonly seed: number;
  /** How many matching requests it still lets pass. */
  readonly skip: number;
  /** How often it may still act; null for ever. */
  readonly times: number | null;
  /** Requests for which it was drawn, and on which it acted. */
  readonly met: number;
  readonly taken: number;
}

/** How a window of a firm's tier stands. */
export interface WindowState {
  readonly window: WindowName;
  /** Null where it has none. */
  readonly limit: number | null;
  readonly counted: number;
  /** When it has room again, ISO 8601 by the service's clock; null where it has room, or never has: a limit of 0. */
  readonly room_at: string | null;
}

export interface AccountState {
  readonly client_id: string;
  readonly roles: readonly string[];
  /** Its windows of the tier `token`, which counts by client. */
  readonly token: readonly WindowState[];
}

export interface UserState {
  readonly email: string;
  readonly name: string;
}

export interface FirmState {
  readonly id: string;
  readonly accounts: readonly AccountState[];
  readonly credits: number;
  /** How many there are; `state/{firm}/users/` has them. */
  readonly users: number;
  readonly audits: number;
  /** All but `token`. */
  readonly tiers: readonly { readonly tier: Tier; readonly windows: readonly WindowState[] }[];
}

/** A fixture of the library. */
export interface ScenarioHead {
  /** With its prefix, as a fixture is asked for. */
  readonly name: string;
  readonly sentence: string;
}

/** A copy of the state that is kept under a name. */
export interface SnapshotHead {
  readonly name: string;
  /** ISO 8601, by the service's clock. */
  readonly taken_at: string;
}

/** A service beside the first one. */
export interface WorldHead {
  readonly name: string;
  readonly base_url: string;
  readonly client_id: string;
}

/** An audit of a firm as a row of a list. */
export interface AuditHead {
  readonly id: string;
  readonly name: string;
  readonly audit_type: string;
  readonly status: string;
  readonly client_organisation_id: string;
  readonly coupled_component_audit_ids: readonly string[];
}

/** Some audits of a firm, in order of creation. */
export interface AuditPage {
  readonly count: number;
  readonly results: readonly AuditHead[];
}

/** Everything that the service keeps of an audit. */
export interface AuditState {
  readonly audit: Readonly<Record<string, unknown>>;
  readonly components: readonly Readonly<Record<string, unknown>>[];
  readonly users: readonly Readonly<Record<string, unknown>>[];
}
