import { z } from 'zod';
import { operationNames } from './api.ts';
import { type ErrorCode, errorCodes, faultReasons } from './failures.ts';
import { tiers } from './model/tiers.ts';

/** The one shape of a failure, everywhere: plain data, without stack, path, address, token or secret. */
export const AppError = z.strictObject({
  code: z.enum(errorCodes),
  operation: z.enum(operationNames).optional(),
  tier: z.enum(tiers).optional(),
  /** The layer at which an `unreachable` or a `tls` failed, or why a file was not written, where that is known. */
  reason: z.enum(faultReasons).optional().catch(undefined), // one of an earlier version is left out
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
