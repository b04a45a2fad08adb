import type { Operation } from '../../../shared/api.ts';
import type { Tier } from '../../../shared/model/limits.ts';
import type { RequestEntry } from '../../../shared/record.ts';

// What can be filtered by, in the order of the lists. The tables of the service bring their schemas along, which the
// interface does not bundle (decisions/0002); a name that is missing here does not compile.

type Spelled<Name extends string> = Name extends `${infer Noun}.${infer Verb}` ? `${Noun}-${Verb}` : never;

/** Every operation by the key of its words. */
export const operationKeys = {
  'tokens.issue': 'tokens-issue',
  'workPackages.list': 'workPackages-list',
  'workPackages.read': 'workPackages-read',
  'clients.list': 'clients-list',
  'clients.create': 'clients-create',
  'legalEntities.list': 'legalEntities-list',
  'audits.list': 'audits-list',
  'audits.create': 'audits-create',
  'audits.read': 'audits-read',
  'audits.delete': 'audits-delete',
  'components.list': 'components-list',
  'components.create': 'components-create',
  'components.setOutOfScope': 'components-setOutOfScope',
  'components.delete': 'components-delete',
  'users.list': 'users-list',
  'users.assign': 'users-assign',
  'users.change': 'users-change',
  'users.remove': 'users-remove',
  'roles.list': 'roles-list',
  'rateLimits.read': 'rateLimits-read',
} as const satisfies { readonly [Name in Operation]: Spelled<Name> };
export const operationChoices = Object.keys(operationKeys) as readonly Operation[]; // keys of a literal: exactly these

const tierNames = {
  reference: true,
  read: true,
  read_heavy: true,
  write: true,
  write_heavy: true,
  lifecycle: true,
  token: true,
} as const satisfies Readonly<Record<Tier, true>>;
export const tierChoices = Object.keys(tierNames) as readonly Tier[]; // as above

/** Whether a request that was sent can end so, by every code of an error. */
const endsRequests = {
  validation: true,
  unauthorized: true,
  'credentials-rejected': true,
  'no-credits': true,
  forbidden: true,
  missing: true,
  conflict: true,
  'too-large': true,
  throttled: true,
  refused: true,
  fault: true,
  unreachable: true,
  tls: true,
  timeout: true,
  interrupted: true,
  redirected: true,
  'not-json': true,
  'unexpected-answer': true,
  cancelled: true,
  'invalid-input': false,
  'invalid-address': false,
  'no-secret': false,
  'keychain-locked': false,
  'keychain-unavailable': false,
  'keychain-timeout': false,
  'secret-too-long': false,
  'not-found-here': false,
  'unknown-outcome': false,
  differs: false,
  'kept-back': false,
  'read-only': false,
  'confirmation-needed': false,
  'journal-unavailable': false,
  'plans-unfinished': false,
  'still-initialising': false,
  'file-not-written': false,
  'not-printed': false,
  managed: false,
  internal: false,
} as const satisfies Readonly<Record<Exclude<RequestEntry['outcome'], 'ok'>, boolean>>;
type Outcome = {
  [Code in keyof typeof endsRequests]: (typeof endsRequests)[Code] extends true ? Code : never;
}[keyof typeof endsRequests];

/** The outcomes that a request can have, besides `ok`, in the order of the list. */
export const outcomeChoices = Object.entries(endsRequests).flatMap(
  ([code, can]) => (can ? [code as Outcome] : []), // a key of the literal above, whose value is true
);

/** How far back is shown, in seconds; null for everything. */
export const periods = {
  all: null,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
} as const;
export type Period = keyof typeof periods;
export const periodChoices = Object.keys(periods) as readonly Period[]; // as above
