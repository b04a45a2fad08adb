import { z } from 'zod';
import { operationNames } from './api.ts';
import { errorCodes } from './failures.ts';
import { tiers } from './model/tiers.ts';

/** One request that was sent, or would have been: never a token, a secret or a body. */
export const RequestEntry = z.strictObject({
  /** ISO 8601, UTC: when it was sent. */
  at: z.string(),
  connection: z.string(),
  operation: z.enum(operationNames),
  /** As it was sent, with ids and query, without the host; null for one that a former version wrote down. */
  method: z.string().nullable().default(null),
  path: z.string().nullable().default(null),
  tier: z.enum(tiers),
  /** HTTP status; null where there was no answer. */
  status: z.number().int().nullable(),
  outcome: z.union([z.literal('ok'), z.enum(errorCodes)]),
  milliseconds: z.number(),
  /** Counted from 1, over the repetitions of one call. */
  attempt: z.number().int(),
  plan: z.string().nullable(),
  step: z.string().nullable(),
  requestId: z.string(),
});
export type RequestEntry = z.output<typeof RequestEntry>;

/** What became of one write, for as long as this app is installed: rows are added, never changed or removed. */
export const ChangeLogEntry = z.strictObject({
  at: z.string(),
  /** The person's name in the operating system. */
  person: z.string(),
  connection: z.string(),
  connectionName: z.string(),
  plan: z.string(),
  step: z.string(),
  /** The kind of the step's task. */
  task: z.string(),
  subject: z.string(),
  /** The id of what was created, changed or removed, where it is known. */
  object: z.string().nullable(),
  /** The audit that it was done to or in; missing where there is none, and in what a former version wrote down. */
  audit: z.string().optional(),
  outcome: z.enum(['done', 'failed', 'unclear']),
  /** The code of what went wrong; null where nothing did. */
  code: z.enum(errorCodes).nullable(),
});
export type ChangeLogEntry = z.output<typeof ChangeLogEntry>;

/** Which entries a list shows: those of a connection, a plan or an audit, from a moment on, those that have all words of a search, those that failed. */
export const EntryFilter = z.strictObject({
  connection: z.string().optional(),
  plan: z.string().optional(),
  /** An audit: what was done to it and in it. */
  audit: z.string().max(255).optional(),
  outcome: z.array(z.literal('failed')).max(1).readonly().optional(),
  /** ISO 8601, UTC. */
  from: z.iso.datetime().optional(),
  search: z.string().max(400).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  pageSize: z.number().int().min(1).max(100).optional(),
});
export type EntryFilter = z.output<typeof EntryFilter>;

/** The same for requests, of which more is known: those that have one of the values; `failed` stands for every outcome but `ok`. */
export const RequestFilter = EntryFilter.extend({
  operation: z.array(z.enum(operationNames)).max(100).readonly().optional(),
  tier: z.array(z.enum(tiers)).max(100).readonly().optional(),
  outcome: z
    .array(z.union([z.literal('failed'), z.literal('ok'), z.enum(errorCodes)]))
    .max(100)
    .readonly()
    .optional(),
});
export type RequestFilter = z.output<typeof RequestFilter>;

/** What a look at the whole change log found; `broken` is the first row that is not as it was written, null where each is. */
export const ChangeLogCheck = z.strictObject({ rows: z.number().int(), broken: z.number().int().nullable() });
export type ChangeLogCheck = z.output<typeof ChangeLogCheck>;

/** A file of this app that was damaged or lost, renamed and kept, or that lacks its latest content. */
export const FileAside = z.strictObject({
  file: z.enum(['audit-desk', 'journal', 'records']),
  name: z.string(),
  /** ISO 8601, UTC: when that was found. */
  at: z.string(),
  /** `lost`: it was gone or empty. `older`: it is in use, and an empty one of this name stands for what it lacks. */
  how: z.enum(['damaged', 'lost', 'older']),
});
export type FileAside = z.output<typeof FileAside>;

/** A copy of connections, settings and drafts that was made before an update. */
export const StoreCopy = z.strictObject({
  name: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type StoreCopy = z.output<typeof StoreCopy>;

/** A secret in the keychain that no connection has: what it belongs to, as far as the entry says so, and never itself. */
export const OrphanedSecret = z.strictObject({
  account: z.string(),
  baseUrl: z.string().nullable(),
  clientId: z.string().nullable(),
});
export type OrphanedSecret = z.output<typeof OrphanedSecret>;
