import { z } from 'zod';
import { AccessToken, TokenRequest } from './model/access-token.ts';
import { Audit, AuditCreation } from './model/audit.ts';
import { AuditUser, RoleChange, UserAssignment } from './model/audit-user.ts';
import {
  ClientCreation,
  ClientOrganisation,
  LegalEntity,
  legalEntitiesIn,
} from './model/client-organisation.ts';
import { ComponentAudit, ComponentCreation, OutOfScope } from './model/component-audit.ts';
import type { Page } from './model/page.ts';
import { RateLimits } from './model/rate-limits.ts';
import { Role } from './model/role.ts';
import type { Tier } from './model/tiers.ts';
import { WorkPackage } from './model/work-package.ts';

/**
 * How an operation of the service looks on the wire. A row with `list` answers a page of it, one with `item` a
 * single object, one with neither an empty body.
 */
interface Row {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/v1/${string}/`;
  readonly tier: Tier;
  /** Query parameters of its own, besides those of paging. */
  readonly query?: z.ZodType<Readonly<Record<string, string | undefined>>>;
  readonly body?: z.ZodType;
  /** The token request alone is form-encoded and carries no token. */
  readonly form?: true;
  readonly list?: z.ZodType;
  /** Makes several entries of one that holds them. */
  readonly expand?: (entries: readonly unknown[]) => readonly unknown[];
  readonly item?: z.ZodType;
  /**
   * The id that the answer must have as well, by its name in paths; it is in the body of a creation. What has another one is no answer
   * to what was asked. Addresses of users compare without case (decisions.md §10.1).
   */
  readonly named?: 'id' | 'audit_id' | 'work_package_id' | 'component_audit_id' | 'user_id';
}

/** THE service table: every operation of the specification's "Endpoints", with the tiers of decisions.md §12.2. */
export const operations = {
  'tokens.issue': {
    method: 'POST',
    path: '/api/v1/oauth/token/',
    tier: 'token',
    form: true,
    body: TokenRequest,
    item: AccessToken,
  },
  'workPackages.list': {
    method: 'GET',
    path: '/api/v1/work-packages/',
    tier: 'reference',
    list: WorkPackage,
  },
  'workPackages.read': {
    method: 'GET',
    path: '/api/v1/work-packages/{work_package_id}/',
    tier: 'reference',
    item: WorkPackage,
    named: 'work_package_id',
  },
  'clients.list': {
    method: 'GET',
    path: '/api/v1/client-organisations/',
    tier: 'read',
    list: ClientOrganisation,
  },
  'clients.create': {
    method: 'POST',
    path: '/api/v1/client-organisations/',
    tier: 'write',
    body: ClientCreation,
    item: ClientOrganisation,
    named: 'id',
  },
  'legalEntities.list': {
    method: 'GET',
    path: '/api/v1/client-organisations/{id}/legal-entities/',
    tier: 'read',
    list: LegalEntity,
    expand: legalEntitiesIn,
  },
  'audits.list': { method: 'GET', path: '/api/v1/audits/', tier: 'read_heavy', list: Audit },
  'audits.create': {
    method: 'POST',
    path: '/api/v1/audits/',
    tier: 'lifecycle',
    body: AuditCreation,
    item: Audit,
    named: 'audit_id',
  },
  'audits.read': {
    method: 'GET',
    path: '/api/v1/audits/{audit_id}/',
    tier: 'read',
    item: Audit,
    named: 'audit_id',
  },
  'audits.delete': { method: 'DELETE', path: '/api/v1/audits/{audit_id}/', tier: 'lifecycle' },
  'components.list': {
    method: 'GET',
    path: '/api/v1/audits/{audit_id}/component-audits/',
    tier: 'read',
    list: ComponentAudit,
  },
  'components.create': {
    method: 'POST',
    path: '/api/v1/audits/{group_audit_id}/component-audits/',
    tier: 'lifecycle',
    body: ComponentCreation,
    item: ComponentAudit,
  },
  'components.setOutOfScope': {
    method: 'PATCH',
    path: '/api/v1/audits/{group_audit_id}/component-audits/{component_audit_id}/',
    tier: 'write',
    body: OutOfScope,
    item: ComponentAudit,
    named: 'component_audit_id',
  },
  'components.delete': {
    method: 'DELETE',
    path: '/api/v1/audits/{audit_id}/component-audits/{component_audit_id}/',
    tier: 'lifecycle',
  },
  'users.list': { method: 'GET', path: '/api/v1/audits/{audit_id}/users/', tier: 'read', list: AuditUser },
  'users.assign': {
    method: 'POST',
    path: '/api/v1/audits/{audit_id}/users/',
    tier: 'write',
    body: UserAssignment,
    item: AuditUser,
    named: 'user_id',
  },
  'users.change': {
    method: 'PATCH',
    path: '/api/v1/audits/{audit_id}/users/{user_id}/',
    tier: 'write',
    body: RoleChange,
    item: AuditUser,
    named: 'user_id',
  },
  'users.remove': { method: 'DELETE', path: '/api/v1/audits/{audit_id}/users/{user_id}/', tier: 'write' },
  'roles.list': {
    method: 'GET',
    path: '/api/v1/roles/',
    tier: 'reference',
    query: z.strictObject({ associated_model: z.string().optional() }),
    list: Role,
  },
  'rateLimits.read': { method: 'GET', path: '/api/v1/rate-limits/', tier: 'reference', item: RateLimits },
} as const satisfies Record<string, Row>;

export type Operations = typeof operations;
export type Operation = keyof Operations;
export const operationNames = Object.keys(operations) as readonly Operation[]; // keys of a literal: exactly these

/** A row, for code that serves all operations alike. */
export type AnyRow = Row;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

type Empty = unknown; // adds nothing to an intersection

/** The ids in an operation's path, by their names in its template. */
export type PathIds<Name extends Operation> = [ParameterNames<Operations[Name]['path']>] extends [never]
  ? Empty
  : { readonly path: Readonly<Record<ParameterNames<Operations[Name]['path']>, string>> };

export type QueryOf<Name extends Operation> = Operations[Name] extends {
  readonly query: infer Query extends z.ZodType;
}
  ? { readonly query?: z.input<Query> }
  : Empty;

export type BodyOf<Name extends Operation> = Operations[Name] extends {
  readonly body: infer Body extends z.ZodType;
}
  ? { readonly body: z.input<Body> }
  : Empty;

type CursorOf<Name extends Operation> = Operations[Name] extends { readonly list: z.ZodType }
  ? {
      /** The `cursor` of the page before; absent for the first. */
      readonly cursor?: string | undefined;
      /** Entries a page: at most 100, which is also the default of this app. */
      readonly pageSize?: number | undefined;
    }
  : Empty;

/** What an operation takes: path ids, query and body, as far as it has them. */
export type InputOf<Name extends Operation> = PathIds<Name> & QueryOf<Name> & BodyOf<Name> & CursorOf<Name>;

/** What an operation gives: a page for a list, an object for an item, null for an empty answer. */
export type OutputOf<Name extends Operation> = Operations[Name] extends {
  readonly list: infer Entry extends z.ZodType;
}
  ? Page<z.output<Entry>>
  : Operations[Name] extends { readonly item: infer Item extends z.ZodType }
    ? z.output<Item>
    : null;

export type ListOperation = {
  [Name in Operation]: Operations[Name] extends { readonly list: z.ZodType } ? Name : never;
}[Operation];
export const listOperations = operationNames.filter(
  (name): name is ListOperation => 'list' in operations[name],
);
export type EntryOf<Name extends ListOperation> = Operations[Name] extends {
  readonly list: infer Entry extends z.ZodType;
}
  ? z.output<Entry>
  : never;

export type { Role } from './model/role.ts';

export function pathIdNames(template: string): readonly string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].flatMap((match) => match.slice(1));
}

/** Whether an id can stand in a path: `.` and `..` would change the path itself (decisions.md §1.2). */
export function isAddressable(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..';
}
