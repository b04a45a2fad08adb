import type { AppError } from '../../shared/error.ts';
import { failureOf } from '../../shared/failures.ts';
import type { PauseReason } from '../../shared/plan.ts';

/** What a request that did not succeed means for its step and its plan. */
export type Outcome =
  /** It was not sent, for a reason that may pass. */
  | { readonly kind: 'unsent' }
  /** The service may have carried it out. */
  | { readonly kind: 'unknown' }
  /** The service refused it, and would again. */
  | { readonly kind: 'refused' }
  /** The service refused it, and would refuse the rest of the plan. */
  | { readonly kind: 'rest'; readonly reason: PauseReason };

/** Whether the service has said yes, in an answer that this app cannot use: it broke off, or is not about what was asked. */
export function isAccepted({ status = 0 }: AppError): boolean {
  return status >= 200 && status <= 299;
}

/** The meaning of an error of a request; `sent` tells whether it left this machine at all. */
export function outcomeOf({ code, status }: AppError, sent: boolean): Outcome {
  const { rest, write } = failureOf(code);
  if (rest !== undefined) return { kind: 'rest', reason: rest };
  // 408 and 425 do not say whether it was carried out.
  const isUnknown = write === 'unknown' || status === 408 || status === 425;
  if (write === 'unsent' || (isUnknown && !sent)) return { kind: 'unsent' };
  return { kind: isUnknown ? 'unknown' : 'refused' };
}
