import { z } from 'zod';
import { tiers, windowNames } from './tiers.ts';

export const limitSources = ['service', 'specification'] as const;
export type LimitSource = (typeof limitSources)[number];

export const QuotaUsage = z.strictObject({
  tiers: z
    .array(
      z.strictObject({
        tier: z.enum(tiers),
        windows: z
          .array(
            z.strictObject({
              window: z.enum(windowNames),
              /** Null where there is none. */
              limit: z.number().nullable(),
              /** Who says so: the service, or the specification's table where it has not, or not in words that are understood. */
              from: z.enum(limitSources),
              used: z.number().int(),
              /** Of those, the ones that others must have sent for the service to refuse a request (429). */
              elsewhere: z.number().int(),
              /** What polling and plans may use of the limit at present; null where there is none. */
              background: z.number().nullable(),
              /** Milliseconds since 1970 at which the oldest request leaves the window; null where none is in it. */
              freesAt: z.number().nullable(),
            }),
          )
          .readonly(),
        /** The part of a window, from 0 to 1, that bulk work takes after an unforeseen refusal. */
        share: z.number(),
        /** Requests of others an hour at present, as far as refusals show. */
        others: z.number().int(),
        /** Milliseconds since 1970; null where the service has not asked to wait. */
        heldUntil: z.number().nullable(),
        waiting: z.number().int(),
        /** Milliseconds since 1970 at which a plan's next request goes; null where it may go now, or nobody can tell. */
        backgroundAt: z.number().nullable(),
      }),
    )
    .readonly(),
  /** Milliseconds since 1970; null until the service has answered what its limits are. */
  readAt: z.number().nullable(),
  /** That answer as it came, cut where it is long, where not all of it was understood; else null. */
  unread: z.string().nullable(),
});
export type QuotaUsage = z.output<typeof QuotaUsage>;
