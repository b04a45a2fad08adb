import type { AppError, ErrorCode } from '../../shared/error.ts';
import type { PauseReason } from '../../shared/plan.ts';

/** What a request that did not succeed means for its step and its plan. */
export type Outcome =
  /** It never left, for a reason that may pass. */
  | { readonly kind: 'unsent' }
  /** It may have been carried out. */
  | { readonly kind: 'unknown' }
  /** It was not carried out, and would not be if it were sent again. */
  | { readonly kind: 'refused' }
  /** It was not carried out, and nothing else of the plan would be. */
  | { readonly kind: 'rest'; readonly reason: PauseReason };

const unknown: readonly ErrorCode[] = [
  'tls', // a handshake does not end like this once it is through, but a broken record does
  'timeout',
  'interrupted',
  'redirected',
  'not-json',
  'unexpected-answer',
  'fault',
  'internal',
];

const rests: Readonly<Partial<Record<ErrorCode, PauseReason>>> = {
  'invalid-address': 'credentials',
  'no-secret': 'credentials',
  managed: 'credentials',
  'keychain-locked': 'credentials',
  'keychain-unavailable': 'credentials',
  'keychain-timeout': 'credentials',
  'secret-too-long': 'credentials',
  'not-found-here': 'credentials',
  unauthorized: 'credentials',
  'credentials-rejected': 'credentials',
  forbidden: 'forbidden',
  throttled: 'no-quota', // what a wait would help was waited for
  cancelled: 'person', // somebody did not want to wait any longer
  'read-only': 'person',
  'confirmation-needed': 'person',
  'journal-unavailable': 'faults',
};

/** The meaning of an error of a request; `sent` tells whether it left this machine at all. */
export function outcomeOf({ code, status }: AppError, sent: boolean): Outcome {
  const reason = rests[code];
  if (reason !== undefined) return { kind: 'rest', reason };
  // With 408 the service gave up on reading it, with 425 it was too early: what came of it they do not say.
  const isUnknown = unknown.includes(code) || status === 408 || status === 425;
  if (code === 'unreachable' || (isUnknown && !sent)) return { kind: 'unsent' };
  return { kind: isUnknown ? 'unknown' : 'refused' };
}
