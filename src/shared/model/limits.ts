import { z } from 'zod';
import { isRecord } from './tolerant.ts';

export const tiers = [
  'reference',
  'read',
  'read_heavy',
  'write',
  'write_heavy',
  'lifecycle',
  'token',
] as const;
export type Tier = (typeof tiers)[number];

export const windowNames = ['burst', 'sustained', 'daily'] as const;
export type WindowName = (typeof windowNames)[number];

/** How many requests a tier admits in each of its windows; a window that is missing is unlimited. */
export type Limits = Readonly<Partial<Record<WindowName, number>>>;

/** The specification's table of limits, in force until the service says otherwise (specification, "Rate limiting"). */
export const specifiedLimits: Readonly<Record<Tier, Limits>> = {
  reference: { burst: 120, sustained: 3_000 },
  read: { burst: 180, sustained: 6_000, daily: 60_000 },
  read_heavy: { burst: 30, sustained: 900, daily: 8_000 },
  write: { burst: 120, sustained: 4_000, daily: 40_000 },
  write_heavy: { burst: 30, sustained: 1_000, daily: 10_000 },
  lifecycle: { burst: 5, sustained: 60, daily: 300 },
  token: { burst: 10, sustained: 120 },
};

/** What is used of the quotas that a connection's requests count in. */
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
              used: z.number().int(),
              /** What polling and plans may use of the limit at present; null where there is none. */
              background: z.number().nullable(),
              /** Milliseconds since 1970 at which the oldest request leaves the window; null where none is in it. */
              freesAt: z.number().nullable(),
            }),
          )
          .readonly(),
        /** The part of a window, from 0 to 1, that bulk work takes after an unforeseen refusal. */
        share: z.number(),
        /** Milliseconds since 1970; null where the service has not asked to wait. */
        heldUntil: z.number().nullable(),
        waiting: z.number().int(),
        /** Milliseconds since 1970 at which a plan's next request goes; null where it may go now, or nobody can tell. */
        backgroundAt: z.number().nullable(),
      }),
    )
    .readonly(),
  limitsFrom: z.enum(['specification', 'service']),
  /** Milliseconds since 1970; null until the service has told its limits. */
  readAt: z.number().nullable(),
});
export type QuotaUsage = z.output<typeof QuotaUsage>;

/** The limits that the service has in force (decisions.md §5.7). A tier that cannot be read is left out. */
export const RateLimits = z.unknown().transform((value): RateLimits => {
  const entries = isRecord(value) && Array.isArray(value.tiers) ? value.tiers : [];
  return Object.fromEntries(
    entries.flatMap((entry: unknown) => {
      if (!isRecord(entry)) return [];
      const tier = tiers.find((name) => name === entry.tier);
      return tier === undefined || !isRecord(entry.windows) ? [] : [[tier, windows(entry.windows)]];
    }),
  );
});
export type RateLimits = Readonly<Partial<Record<Tier, Limits>>>;

function windows(value: Readonly<Record<string, unknown>>): Limits {
  return Object.fromEntries(
    windowNames.flatMap((name) => {
      const window = value[name];
      const limit = isRecord(window) ? window.limit : window;
      return typeof limit === 'number' && limit >= 0 ? [[name, limit]] : [];
    }),
  );
}
