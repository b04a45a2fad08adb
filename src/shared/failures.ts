import type { ConnectionLayer } from './model/connection.ts';

// Every failure, in one table. Retries, plans, lookups and screens read it. It imports no schema, so that the interface can read
// it too.

interface Failure {
  /** Where it comes from; `app` where this app itself decided it. */
  readonly layer: ConnectionLayer | 'app';
  /**
   * What it shows of the service when a request that was sent ends so: it was not reached (`away`), it answered, it answered and
   * accepted the token, or nothing. Absent where no request that was sent ends so.
   */
  readonly shows?: 'away' | 'answered' | 'accepted' | 'nothing';
  /** What became of a write that ends so: it never left, or it may have been carried out. Absent: it was not carried out. */
  readonly write?: 'unsent' | 'unknown';
  /** It passes by itself: a read is sent again. */
  readonly passes?: true;
  /** Why a plan is paused after it; absent where only its own step fails. */
  readonly rest?: 'credentials' | 'forbidden' | 'no-quota' | 'person' | 'managed' | 'disk';
}

/** Each code has its three sentences under its own name in `errors.json`, "codes". */
export const failures = {
  // From the service.
  /** 400 */
  validation: { layer: 'api', shows: 'accepted' },
  /** 401 */
  unauthorized: { layer: 'credentials', shows: 'nothing', rest: 'credentials' },
  /** The token endpoint's 400 and 401, or 401 to a token that is new. */
  'credentials-rejected': { layer: 'credentials', shows: 'nothing', rest: 'credentials' },
  /** A token that is none by RFC 6750, or shorter than 20 or longer than 8,192 characters. */
  'token-unusable': { layer: 'credentials', shows: 'answered', rest: 'credentials' },
  /** 402 */
  'no-credits': { layer: 'api', shows: 'accepted' },
  /** 403 */
  forbidden: { layer: 'permission', shows: 'accepted', rest: 'forbidden' },
  /** 404, which does not show that the token was accepted: a path is looked up before it is read. */
  missing: { layer: 'api', shows: 'answered' },
  /** 409 */
  conflict: { layer: 'api', shows: 'accepted' },
  /** 413 */
  'too-large': { layer: 'api', shows: 'answered' },
  /** 429; a plan has already waited for what a wait would help. */
  throttled: { layer: 'quota', shows: 'accepted', rest: 'no-quota' },
  /** Another 4xx. */
  refused: { layer: 'api', shows: 'answered' },
  /** 5xx */
  fault: { layer: 'api', shows: 'answered', write: 'unknown', passes: true },

  // On the way.
  /** No name, no route, or nobody there; a proxy's 407 too. */
  unreachable: { layer: 'network', shows: 'away', write: 'unsent', passes: true },
  /** A handshake that fails comes before anything is sent, but a broken record comes after. */
  tls: { layer: 'tls', shows: 'away', write: 'unknown' },
  timeout: { layer: 'network', shows: 'away', write: 'unknown', passes: true },
  /** The answer broke off. */
  interrupted: { layer: 'network', shows: 'away', write: 'unknown', passes: true },
  redirected: { layer: 'api', shows: 'away', write: 'unknown' },
  /** A page or another type: somebody else's answer. */
  'not-json': { layer: 'api', shows: 'away', write: 'unknown' },
  /** JSON of another shape. */
  'unexpected-answer': { layer: 'api', shows: 'answered', write: 'unknown' },

  // Ours.
  /** A write that may have happened and could not be resolved. */
  'unknown-outcome': { layer: 'app' },
  /** What looks like what was to be made was there before anything was sent. */
  'already-there': { layer: 'app' },
  /** The service has accepted a write of which it shows nothing. */
  'accepted-unseen': { layer: 'app' },
  /** An open audit that does not show a coupling that its creation asked for. */
  'not-coupled': { layer: 'app' },
  /** What was asked for once has come into its group twice, or looks so. */
  'made-twice': { layer: 'app' },
  /** Another object has our id. */
  differs: { layer: 'app' },
  /** Somebody has changed since what was to be undone. */
  'changed-since': { layer: 'app' },
  /** Somebody did not want to wait any longer, also for a read that was on its way. */
  cancelled: { layer: 'app', shows: 'nothing', rest: 'person' },
  /** A person kept it while the service could not be reached. */
  'kept-back': { layer: 'app' },
  /** The connection may not write. */
  'read-only': { layer: 'app', rest: 'person' },
  /** A first write to production. */
  'confirmation-needed': { layer: 'app', rest: 'person' },
  /** What is to be done cannot be written down, so nothing is done. */
  'journal-unavailable': { layer: 'app', rest: 'disk' },
  'plans-unfinished': { layer: 'app' },
  /** An audit has been so for half an hour; it may still open, or go. */
  'still-initialising': { layer: 'app' },
  'still-deleting': { layer: 'app' },
  /** A file that a person chose for an export. */
  'file-not-written': { layer: 'app' },
  /** A file of this app's own. */
  'not-saved': { layer: 'app' },
  /** The printer or its driver failed. */
  'not-printed': { layer: 'app' },
  /** This machine's policy does not allow it. */
  managed: { layer: 'app', rest: 'managed' },
  /** A mistake in this app: it says nothing of what became of a request. */
  internal: { layer: 'app', write: 'unknown' },

  // Before the service.
  'invalid-input': { layer: 'app' },
  'invalid-address': { layer: 'address', rest: 'credentials' },
  'no-secret': { layer: 'credentials', rest: 'credentials' },
  'keychain-locked': { layer: 'credentials', rest: 'credentials' },
  'keychain-unavailable': { layer: 'credentials', rest: 'credentials' },
  'keychain-timeout': { layer: 'credentials', rest: 'credentials' },
  'secret-too-long': { layer: 'credentials', rest: 'credentials' },
  /** The stored secret was entered for another address or client id. */
  'secret-elsewhere': { layer: 'credentials', rest: 'credentials' },
  /** A person said no to what the app asked in the system's own dialog. */
  declined: { layer: 'app', rest: 'person' },
  'not-found-here': { layer: 'app', rest: 'credentials' },
} as const satisfies Readonly<Record<string, Failure>>;

export type ErrorCode = keyof typeof failures;
export const errorCodes = Object.keys(failures) as [ErrorCode, ...ErrorCode[]]; // keys of a literal: exactly these

export function failureOf(code: ErrorCode): Failure {
  return failures[code];
}

interface Ended {
  readonly code: ErrorCode;
  readonly status?: number | undefined;
}

/** Whether the service was not reached, or was in no state to answer; a web page in its place included. */
export function isNoAnswer({ code }: Ended): boolean {
  const { passes, shows } = failureOf(code);
  return passes === true || shows === 'away';
}

/** The same, except for a page or a redirect that refuses with a 4xx: somebody on the way has answered. */
export function isOutage({ code, status = 0 }: Ended): boolean {
  return failureOf(code).passes === true || (isNoAnswer({ code }) && (status < 400 || status >= 500));
}

/** Whether another server may have answered, which its own words do not say. Where a reason is known, that says more exactly what is wrong. */
export function isStrange({
  code,
  reason,
}: {
  readonly code: ErrorCode;
  readonly reason?: unknown;
}): boolean {
  return reason === undefined && strange.some((one) => one === code);
}

const strange: readonly ErrorCode[] = ['missing', 'unexpected-answer'];

/**
 * What is known of a failure besides its code: which part of the way failed, why a file could not be written, what of an answer or a
 * list was more than the app reads, or what a refusal means of this very request. It says to a person where to look, and changes
 * nothing about what the failure means. Each has its sentences in `errors.json`, "reasons".
 */
export const faultReasons = [
  'offline',
  'name',
  'refused',
  'no-route',
  'blocked',
  'proxy',
  'proxy-credentials',
  'network-changed',
  'network-suspended',
  'needs-https',
  'certificate-name',
  'certificate-date',
  'certificate-self-signed',
  'certificate-issuer',
  'certificate-revoked',
  'certificate-wanted',
  'no-tls',
  'disk-full',
  'folder-protected',
  'folder-gone',
  'file-in-use',
  'answer-bytes',
  'answer-values',
  'answer-depth',
  'answer-text',
  'answer-entries',
  'list-rows',
  'list-bytes',
  'list-endless',
  'list-unsure',
  'list-unread',
  'several-coupled',
  'scope-closed',
  'limit-none',
  'journal-disk-full',
  'journal-read-only',
  'journal-fault',
  'journal-in-use',
] as const;
export type FaultReason = (typeof faultReasons)[number];
