import type { AuditStatus, AuditType } from '../../shared/model/audit.ts';
import type { AuditorRelation } from '../../shared/model/terms.ts';

// Rows are numbered in the order of creation (`seq`), which is the order of every list (decisions.md §3.2).

/** An audit of the fixture, for a reset. */
export interface FixtureAuditRow {
  readonly firm: number;
  readonly document: string;
}

export interface FirmRow {
  readonly seq: number;
  readonly id: string;
  readonly credits: number;
  /** JSON: limits by tier, all tiers. */
  readonly limits: string;
}

export interface AccountRow {
  readonly seq: number;
  readonly firm: number;
  readonly client_id: string;
  readonly salt: string;
  readonly secret_hash: string;
  /** JSON: names. */
  readonly roles: string;
  /** JSON: names of permissions that it does not have in spite of its roles. */
  readonly denied: string;
}

export interface TokenRow {
  readonly hash: string;
  readonly account: number;
  readonly expires_at: number;
}

export interface ClientRow {
  readonly seq: number;
  readonly firm: number;
  readonly id: string;
  readonly name: string;
  readonly country: string;
  /** JSON: names. */
  readonly domains: string;
  readonly allow_password_login: number;
  readonly is_test: number;
}

export interface LegalEntityRow {
  readonly seq: number;
  readonly firm: number;
  /** `id` of its client organisation. */
  readonly client: string;
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly parent_id: string | null;
}

/** Audits of all types share their ids within a firm (decisions.md §4.1), and so one table. */
export interface AuditRow {
  readonly seq: number;
  readonly firm: number;
  readonly id: string;
  readonly audit_type: AuditType | 'component';
  readonly name: string;
  readonly work_package: string;
  readonly scoping_package: string;
  readonly client: string;
  /** JSON: ids in their order. */
  readonly legal_entities: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly language: string;
  readonly unit: string | null;
  /** JSON: value by setting id. */
  readonly settings: string;
  readonly status: AuditStatus;
  /** When `initializing` turns `open`, or a `deleting` audit is gone, in milliseconds since 1970. Null: it stays. */
  readonly changes_at: number | null;
  readonly scope_locked: number;
  readonly created_at: number;
  /** The part of its answer that never changes, as the beginning of the JSON. It saves reading and parsing columns. */
  readonly lasting: string;
  /** JSON: ids of the components that it is coupled to. They name it in `coupled_audit`. */
  readonly coupled_components: string;
  /** `seq` of its group audit. Only component audits have this and the columns below. */
  readonly group_audit: number | null;
  readonly country: string | null;
  readonly auditor_relation: AuditorRelation | null;
  readonly component_settings: string | null;
  readonly in_scope: number | null;
  readonly explanation: string | null;
  readonly content_items: number | null;
  /** `id` of the audit that is coupled to it. */
  readonly coupled_audit: string | null;
}

export type AnsweredAudit = Pick<
  AuditRow,
  'group_audit' | 'status' | 'changes_at' | 'lasting' | 'coupled_components'
>;

export interface AssignmentRow {
  readonly seq: number;
  readonly audit: number;
  /** E-mail in lower case (decisions.md §10.1). */
  readonly user: string;
  readonly role: string;
}
