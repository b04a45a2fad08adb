import { type Operation, operations } from '../../shared/api.ts';
import { type AppError, fail, type Reply } from '../../shared/error.ts';

/** A failure, as that of another operation that it has kept from being sent. */
export function inName(error: AppError, operation: Operation): Reply<never> {
  return { ok: false, error: { ...error, operation } };
}

/** Why nothing was sent: a wait that was given up, or a limit of 0, which no waiting changes. */
export function notAdmitted(why: 'given-up' | 'never', operation: Operation): Reply<never> {
  const { tier } = operations[operation];
  return fail(why === 'never' ? 'throttled' : 'cancelled', { operation, tier });
}

/** Whether the service itself refused a request for its quota. */
export function isThrottled(reply: Reply<unknown>): boolean {
  return !reply.ok && reply.error.code === 'throttled' && reply.error.status === 429;
}
