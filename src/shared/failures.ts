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
  readonly says: Said;
}

/** What a failure means and what to do, by their names in `errors.json`, "means" and "acts": what leads to the same act shares it. */
type Said = readonly [means: string, act: string];

/** Each code has the sentence of what happened under its own name in `errors.json`, "codes". */
export const failures = {
  // From the service.
  /** 400 */
  validation: { layer: 'api', shows: 'accepted', says: ['unchanged', 'correct'] },
  /** 401 */
  unauthorized: {
    layer: 'credentials',
    shows: 'nothing',
    rest: 'credentials',
    says: ['token-refused', 'reconnect'],
  },
  /** The token endpoint's 400 and 401, or 401 to a token that is new. */
  'credentials-rejected': {
    layer: 'credentials',
    shows: 'nothing',
    rest: 'credentials',
    says: ['not-again', 'credentials'],
  },
  /** A token that is none by RFC 6750, or shorter than 20 or longer than 8,192 characters. */
  'token-unusable': {
    layer: 'credentials',
    shows: 'answered',
    rest: 'credentials',
    says: ['ignored', 'api'],
  },
  /** 402 */
  'no-credits': { layer: 'api', shows: 'accepted', says: ['unchanged', 'credits'] },
  /** 403 */
  forbidden: {
    layer: 'permission',
    shows: 'accepted',
    rest: 'forbidden',
    says: ['permission', 'permission'],
  },
  /** 404 or 410, which does not show that the token was accepted: a path is looked up before it is read. */
  missing: { layer: 'api', shows: 'answered', says: ['unseen', 'back'] },
  /** 409 */
  conflict: { layer: 'api', shows: 'accepted', says: ['unchanged', 'compare'] },
  /** 413 */
  'too-large': { layer: 'api', shows: 'answered', says: ['unchanged', 'shorten'] },
  /** 429; a plan has already waited for what a wait would help. */
  throttled: { layer: 'quota', shows: 'accepted', rest: 'no-quota', says: ['shared-limit', 'wait'] },
  /** Another 4xx. */
  refused: { layer: 'api', shows: 'answered', says: ['unchanged', 'provider'] },
  /** 5xx */
  fault: { layer: 'api', shows: 'answered', write: 'unknown', passes: true, says: ['perhaps', 'later'] },

  // On the way.
  /** No name, no route, or nobody there; a proxy's 407 too. */
  unreachable: {
    layer: 'network',
    shows: 'away',
    write: 'unsent',
    passes: true,
    says: ['unsent', 'network'],
  },
  /** A handshake that fails comes before anything is sent, but a broken record comes after. */
  tls: { layer: 'tls', shows: 'away', write: 'unknown', says: ['unsent', 'certificate'] },
  timeout: { layer: 'network', shows: 'away', write: 'unknown', passes: true, says: ['perhaps', 'later'] },
  /** The answer broke off. */
  interrupted: {
    layer: 'network',
    shows: 'away',
    write: 'unknown',
    passes: true,
    says: ['perhaps', 'later'],
  },
  redirected: { layer: 'api', shows: 'away', write: 'unknown', says: ['elsewhere', 'guest'] },
  /** A page or another type: somebody else's answer. */
  'not-json': { layer: 'api', shows: 'away', write: 'unknown', says: ['elsewhere', 'guest'] },
  /** JSON of another shape. */
  'unexpected-answer': { layer: 'api', shows: 'answered', write: 'unknown', says: ['ignored', 'api'] },

  // Ours.
  /** A write that may have happened and could not be resolved. */
  'unknown-outcome': { layer: 'app', says: ['answer-lost', 'look'] },
  /** What looks like what was to be made was there before anything was sent. */
  'already-there': { layer: 'app', says: ['looks-same', 'resolve'] },
  /** A colleague has made what a roll-forward was about to make. */
  'made-meanwhile': { layer: 'app', says: ['rolled-meanwhile', 'rolled-meanwhile'] },
  /** The service has accepted a write of which it shows nothing. */
  'accepted-unseen': { layer: 'app', says: ['sent-once', 'resolve'] },
  /** An audit that is waited for has a status that is none of the specification. */
  'status-unread': { layer: 'app', says: ['ignored', 'resolve'] },
  /** An open audit that does not show a coupling that its creation asked for. */
  'not-coupled': { layer: 'app', says: ['not-coupled', 'not-coupled'] },
  /** What was asked for once has come into its group twice, or looks so. */
  'made-twice': { layer: 'app', says: ['not-deleted', 'made-twice'] },
  /** Another object has our id. */
  differs: { layer: 'app', says: ['left', 'other-id'] },
  /** Somebody has changed since what was to be undone. */
  'changed-since': { layer: 'app', says: ['left', 'by-hand'] },
  /** Somebody did not want to wait any longer, also for a read that was on its way. */
  cancelled: { layer: 'app', shows: 'nothing', rest: 'person', says: ['unchanged', 'later'] },
  /** A person kept it while the service could not be reached. */
  'kept-back': { layer: 'app', says: ['entries-kept', 'queue'] },
  /** The connection may not write. */
  'read-only': { layer: 'app', rest: 'person', says: ['not-asked', 'connection'] },
  /** A first write to production. */
  'confirmation-needed': { layer: 'app', rest: 'person', says: ['once', 'confirm'] },
  /** What is to be done cannot be written down, so nothing is done. */
  'journal-unavailable': { layer: 'app', rest: 'disk', says: ['journal', 'disk'] },
  'plans-unfinished': { layer: 'app', says: ['plans', 'plans'] },
  /** An audit has been so for half an hour; it may still open, or go. */
  'still-initialising': { layer: 'app', says: ['checking', 'wait-provider'] },
  'still-deleting': { layer: 'app', says: ['checking', 'wait-provider'] },
  /** A file that a person chose for an export. */
  'file-not-written': { layer: 'app', says: ['file', 'place'] },
  /** A file of this app's own. */
  'not-saved': { layer: 'app', says: ['unsaved', 'disk'] },
  /** The printer or its driver failed. */
  'not-printed': { layer: 'app', says: ['unchanged', 'printer'] },
  /** This machine's policy does not allow it. */
  managed: { layer: 'app', rest: 'managed', says: ['unsaved', 'policy'] },
  /** A mistake in this app: it says nothing of what became of a request. */
  internal: { layer: 'app', write: 'unknown', says: ['perhaps', 'administrator'] },

  // Before the service.
  'invalid-input': { layer: 'app', says: ['unsent', 'administrator'] },
  'invalid-address': { layer: 'address', rest: 'credentials', says: ['address', 'url'] },
  'no-secret': { layer: 'credentials', rest: 'credentials', says: ['unsent', 'credentials'] },
  'keychain-locked': { layer: 'credentials', rest: 'credentials', says: ['unread-secret', 'keychain'] },
  'keychain-unavailable': { layer: 'credentials', rest: 'credentials', says: ['unread-secret', 'keychain'] },
  'keychain-timeout': { layer: 'credentials', rest: 'credentials', says: ['prompt', 'keychain'] },
  'secret-too-long': { layer: 'credentials', rest: 'credentials', says: ['unsaved', 'shorter-secret'] },
  /** The stored secret was entered for another address or client id. */
  'secret-elsewhere': { layer: 'credentials', rest: 'credentials', says: ['unsent-secret', 'credentials'] },
  /** A person said no to what the app asked in the system's own dialog. */
  declined: { layer: 'app', rest: 'person', says: ['unsaved', 'confirm'] },
  'not-found-here': { layer: 'app', rest: 'credentials', says: ['removed', 'back'] },
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
 * nothing about what the app does. Each has its sentence in `errors.json`, "reasons", and says what it means and what to do.
 */
const reasons = {
  offline: ['unsent', 'network'],
  name: ['unsent', 'network'],
  refused: ['unsent', 'port'],
  'no-route': ['unsent', 'network'],
  blocked: ['unsent', 'allow'],
  proxy: ['unsent', 'allow'],
  'proxy-credentials': ['unsent', 'proxy'],
  'needs-https': ['unsent', 'url'],
  'certificate-name': ['unsent', 'guest'],
  'certificate-date': ['unsent', 'certificate'],
  'certificate-self-signed': ['unsent', 'certificate'],
  'certificate-issuer': ['unsent', 'certificate'],
  'certificate-revoked': ['unsent', 'revoked'],
  'certificate-wanted': ['own-certificate', 'provider'],
  'no-tls': ['unsent', 'port'],
  'disk-full': ['file', 'place'],
  'folder-protected': ['file', 'place'],
  'folder-gone': ['file', 'place'],
  'file-in-use': ['file', 'place'],
  'answer-limit': ['ignored', 'api'],
  'list-limit': ['part', 'api'],
  'list-endless': ['part', 'api'],
  'list-unsure': ['ignored', 'later'],
  'list-unread': ['ignored', 'list'],
  'several-coupled': ['several-coupled', 'permission'],
  'scope-closed': ['unchanged', 'compare'],
  'limit-none': ['unsent', 'raise'],
  'journal-disk-full': ['journal', 'disk'],
  'journal-read-only': ['journal', 'disk'],
  'journal-fault': ['journal', 'disk'],
  'journal-in-use': ['journal', 'copy'],
} as const satisfies Readonly<Record<string, Said>>;
export type FaultReason = keyof typeof reasons;
export const faultReasons = Object.keys(reasons) as [FaultReason, ...FaultReason[]]; // keys of a literal: exactly these

/** What a failure means and what to do; where a reason is known, that says it more exactly. */
export function saidOf(
  code: ErrorCode,
  reason?: FaultReason,
): (typeof failures)[ErrorCode]['says'] | (typeof reasons)[FaultReason] {
  return reason === undefined ? failures[code].says : reasons[reason];
}
