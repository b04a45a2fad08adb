import { z } from 'zod';
import { operationNames } from './api.ts';
import { faultReasons } from './fault-reason.ts';
import { tiers } from './model/limits.ts';

/**
 * Every way in which a request can end other than well. One code has one sentence for a person, in `messages`.
 *
 * Before the service: `invalid-input`, `invalid-address`, `no-secret`, `keychain-locked`, `keychain-unavailable`,
 * `keychain-timeout`, `secret-too-long`, `not-found-here`.
 * On the way: `unreachable` (name, refused, no route), `tls`, `timeout`, `interrupted` (the answer broke off),
 * `redirected`, `not-json` (HTML or another type), `unexpected-answer` (JSON of another shape).
 * From the service: `validation` 400, `unauthorized` 401, `credentials-rejected` (token endpoint), `no-credits` 402,
 * `forbidden` 403, `missing` 404, `conflict` 409, `too-large` 413, `throttled` 429, `refused` (another 4xx), `fault` 5xx.
 * Ours: `unknown-outcome` (a write that may have happened and could not be resolved), `differs` (another object has
 * our id), `cancelled`, `kept-back` (a person kept it while the service could not be reached), `read-only` (the connection may not write), `confirmation-needed` (a first write to production),
 * `journal-unavailable` (what is to be done cannot be written down, so nothing is done),
 * `still-initialising` (an audit has been for half an hour; not a failure yet), `file-not-written` (one that a person
 * chose for an export), `not-printed` (the printer or its driver failed), `managed` (this machine's policy decides
 * otherwise), `internal`.
 */
export const errorCodes = [
  'invalid-input',
  'invalid-address',
  'no-secret',
  'keychain-locked',
  'keychain-unavailable',
  'keychain-timeout',
  'secret-too-long',
  'not-found-here',
  'unreachable',
  'tls',
  'timeout',
  'interrupted',
  'redirected',
  'not-json',
  'unexpected-answer',
  'validation',
  'unauthorized',
  'credentials-rejected',
  'no-credits',
  'forbidden',
  'missing',
  'conflict',
  'too-large',
  'throttled',
  'refused',
  'fault',
  'unknown-outcome',
  'differs',
  'cancelled',
  'kept-back',
  'read-only',
  'confirmation-needed',
  'journal-unavailable',
  'plans-unfinished',
  'still-initialising',
  'file-not-written',
  'not-printed',
  'managed',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The one shape of a failure, everywhere: plain data, without stack, path, address, token or secret. */
export const AppError = z.strictObject({
  code: z.enum(errorCodes),
  operation: z.enum(operationNames).optional(),
  tier: z.enum(tiers).optional(),
  /** The layer at which an `unreachable` or a `tls` failed, where that is known. */
  reason: z.enum(faultReasons).optional(),
  /** HTTP status, where there was an answer. */
  status: z.number().int().optional(),
  /** The service's own words, verbatim, at most 2,000 characters. */
  detail: z.string().optional(),
  /** Messages by field, a nested field as `settings.use_sampling`, a list entry as `legal_entity_ids.1`. */
  fields: z.record(z.string(), z.array(z.string()).readonly()).readonly().optional(),
  /** Seconds that the service asks to wait. */
  retryAfterSeconds: z.number().optional(),
  /** Names one request in our log and, where it answers one, the service's. */
  requestId: z.string().optional(),
});
export type AppError = z.output<typeof AppError>;

/** An expected failure is a value (docs/architecture.md). */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: AppError };

export function succeed<Value>(value: Value): Reply<Value> {
  return { ok: true, value };
}

export function fail(
  code: ErrorCode,
  about: Omit<AppError, 'code'> = {},
): { readonly ok: false; readonly error: AppError } {
  return { ok: false, error: { code, ...about } };
}
