import { z } from 'zod';
import { listOperations } from '../api.ts';
import { AppError } from '../error.ts';
import { tiers } from '../model/tiers.ts';
import { Id, type LocalRow } from './shapes.ts';

/** A list of the service: of which operation, of whose object, and of which kind. */
export const ListRequest = z.strictObject({
  operation: z.enum(listOperations),
  path: z.record(z.string(), z.string().min(1).max(255)).optional(),
  query: z.record(z.string(), z.string().max(255)).optional(),
});
export type ListRequest = z.output<typeof ListRequest>;

/** How far a list was read, and what is known of what is not there. */
export const CollectionState = z.strictObject({
  /** The limit that its pages count towards (specification, "Limits"). */
  tier: z.enum(tiers),
  /** How many the service says that there are; null while it has not said. */
  total: z.number().nullable(),
  /** Pages that are still to be read, by the service's count; null where it gave none, or nothing has come. */
  pagesLeft: z.number().nullable(),
  /** Whether it was read to its end; a reading that goes on leaves that so. */
  isAtEnd: z.boolean(),
  /** What of it came in a form that cannot be read; null where nothing did. */
  unread: z.strictObject({ count: z.number(), asItCame: z.array(z.string()).readonly() }).nullable(),
  /** Why entries may be missing though the list was read to its end; null where nothing says so. */
  doubt: z.enum(['changed', 'count', 'unread']).nullable(),
  isReading: z.boolean(),
  /** What ended the last reading before the end; what was read stays. */
  error: AppError.nullable(),
  /** When it was last read to its end, in milliseconds since 1970; 0 before. */
  readAt: z.number(),
  /** How many of its rows were read since the app was started; the others are from the offline copy. */
  fresh: z.number(),
  /** When the oldest row of the offline copy was read, in milliseconds since 1970; null where none is shown. */
  keptAt: z.number().nullable(),
});
export type CollectionState = z.output<typeof CollectionState>;

const of = { connection: z.string().min(1), list: ListRequest };

/** What has changed in a list since a window last asked. */
const RowChanges = z.strictObject({
  /** Of another epoch nothing is the same: these are its first rows. */
  epoch: z.string(),
  version: z.number().int(),
  /** Rows by their place in the service's order: it stays theirs within an epoch. */
  rows: z.array(z.tuple([z.number().int(), z.unknown()])),
  gone: z.array(z.number().int()),
  /** Whether there are more; then `state` is ahead of the rows. */
  isMore: z.boolean(),
  state: CollectionState,
});
export type RowChanges = z.output<typeof RowChanges>;

const CachedAudit = z.strictObject({
  /** When it was answered, in milliseconds since 1970. */
  at: z.number(),
  value: z.unknown(),
});
export type CachedAudit = z.output<typeof CachedAudit>;

/** Somebody in the users of audits that are known, by an address as the service spells it, and in how many of them. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly audits: number;
}

/** What main knows of the lists of a service. */
export const mirrorOperations = {
  /** Answers once the list was read to its end no longer ago than `freshFor` milliseconds; joins a reading that is under way. */
  'mirror.read': {
    input: z.strictObject({
      ...of,
      freshFor: z.number().nonnegative(),
      /** Whether a person waits for the end of it, or for what follows; else who shows it says so (`mirror.show`). */
      waits: z.boolean(),
    }),
    output: z.null(),
  },
  /**
   * The rows that have changed since a version of an epoch, in parts; all where the epoch is another. The users of no audit are everybody in those of
   * any (`KnownPerson`). It sends no request.
   */
  'mirror.rows': {
    input: z.strictObject({ ...of, epoch: z.string().nullable(), since: z.number().int().nonnegative() }),
    output: RowChanges,
  },
  /** An audit as it was answered last, by itself or in the list of all; null where it never was, or is kept no more. It sends no request. */
  'mirror.audit': {
    input: z.strictObject({ connection: z.string().min(1), ...Id.shape }),
    output: CachedAudit.nullable(),
  },
  /** When something of a connection was written down last, also before the app was started; null where nothing was. */
  'mirror.newest': {
    input: z.strictObject({ connection: z.string().min(1) }),
    output: z.strictObject({ at: z.number().nullable() }),
  },
  /** The lists that a window shows now: their pages leave before those that nobody waits for. */
  'mirror.show': {
    input: z.strictObject({ lists: z.array(z.strictObject(of)).max(1_000) }),
    output: z.null(),
  },
} as const satisfies Record<string, LocalRow>;
