import type { Limits, Tier } from '../../shared/model/tiers.ts';
import { type Awaitable, after } from '../awaitable.ts';
import type { Database, Moment } from '../store/store.ts';
import type { Holder } from '../store/tables.ts';
import { type Answer, because, detail, type ServiceRequest } from './exchange.ts';
import { tokenHash } from './secret.ts';

/** The service account that a request comes from. The request has no say in its firm. */
export interface Caller {
  readonly clientId: string;
  readonly firm: number;
  readonly limits: Readonly<Record<Tier, Limits>>;
  readonly isManager: boolean;
  /** Whether it may couple more than one component: `update:audit.linked_entity_audit` (decisions.md §9.8). */
  readonly mayCoupleSeveral: boolean;
}

export const challenge = { 'WWW-Authenticate': 'Bearer' } as const;
const noCredentials = because(
  detail(401, 'Authentication credentials were not provided.', challenge),
  'no-token',
);
export const invalidToken = because(detail(401, 'Invalid token.', challenge), 'unknown-token');

export type Identified =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly answer: Answer };

const byHolder = new WeakMap<Holder, Identified>(); // a store may answer the same row again

export function createIdentification({
  single: { accounts },
}: Pick<Database, 'single'>): (
  request: ServiceRequest,
  moment: Pick<Moment, 'now' | 'holder'>,
) => Awaitable<Identified> {
  return (request, { now, holder: known }) => {
    const hash = known === undefined ? tokenHashOf(request) : '';
    if (hash === null) return { ok: false, answer: noCredentials };
    return after(known === undefined ? accounts.holderOf(hash, now) : known, (holder): Identified => {
      if (holder == null) return { ok: false, answer: invalidToken };
      const identified = byHolder.get(holder) ?? { ok: true, caller: callerOf(holder) };
      byHolder.set(holder, identified);
      return identified;
    });
  };
}

let last: { readonly header: string; readonly hash: string | null } | null = null; // a change looks twice, and who asks often has one token

/** Null if the request has no token. */
export function tokenHashOf(request: ServiceRequest): string | null {
  const header = request.header('authorization') ?? '';
  if (last?.header !== header) {
    const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    last = { header, hash: token === undefined ? null : tokenHash(token) };
  }
  return last.hash;
}

const couplePermission = 'update:audit.linked_entity_audit';

function callerOf({ client_id: clientId, firm, limits, roles, denied }: Holder): Caller {
  const isManager = readNames(roles).includes('api_account_manager');
  return {
    clientId,
    firm,
    limits: readLimits(limits),
    isManager,
    mayCoupleSeveral: isManager && !readNames(denied).includes(couplePermission),
  };
}

type AllLimits = Readonly<Record<Tier, Limits>>;
let lastRead: { readonly text: string; readonly limits: AllLimits } | null = null;

export function readLimits(text: string): AllLimits {
  // Written by us, with every tier. Most firms have the same.
  if (lastRead?.text !== text) lastRead = { text, limits: JSON.parse(text) as AllLimits };
  return lastRead.limits;
}

export function readNames(text: string): readonly string[] {
  return JSON.parse(text) as readonly string[]; // written by us
}
