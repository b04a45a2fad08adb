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

/** Raise it with every change of the tables. A file of another version is refused. */
export const schemaVersion = 5;

export const definitions = `
create table meta (key text primary key, value text not null) without rowid;
create table kept_audit (seq integer primary key, firm integer not null, document text not null);
create index kept_audit_firm on kept_audit (firm);
create table firm (seq integer primary key, id text not null unique, credits real not null, limits text not null);
create table account (
  seq integer primary key, firm integer not null, client_id text not null unique, salt text not null,
  secret_hash text not null, roles text not null, denied text not null);
create table token (hash text primary key, account integer not null, expires_at integer not null) without rowid;
create index token_expiry on token (expires_at);
create index token_account on token (account);
create table client (
  seq integer primary key, firm integer not null, id text not null, name text not null, country text not null,
  domains text not null, allow_password_login integer not null, is_test integer not null, unique (firm, id));
create table legal_entity (
  seq integer primary key, firm integer not null, client text not null, id text not null, name text not null,
  country text not null, parent_id text, unique (firm, id, client));
create index legal_entity_client on legal_entity (firm, client);
create table audit (
  seq integer primary key, firm integer not null, id text not null, audit_type text not null, name text not null,
  work_package text not null, scoping_package text not null, client text not null, legal_entities text not null,
  period_start text not null, period_end text not null, language text not null, unit text, settings text not null,
  status text not null, changes_at integer, scope_locked integer not null, created_at integer not null,
  lasting text not null, coupled_components text not null, group_audit integer, country text, auditor_relation text,
  component_settings text, in_scope integer, explanation text, content_items integer, coupled_audit text,
  unique (firm, id));
create index audit_listed on audit (firm) where group_audit is null;
create index audit_group on audit (group_audit) where group_audit is not null;
create index audit_change on audit (status, changes_at);
create table assignment (
  seq integer primary key, audit integer not null, "user" text not null, role text not null, unique (audit, "user"));
`;
