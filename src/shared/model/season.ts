import { z } from 'zod';

const AuditId = z.string().min(1).max(255);

/** Where a deadline comes from: a person, a file, or the firm's rule. */
export const deadlineSources = ['typed', 'imported', 'rule'] as const;

/**
 * A group that is expected in a season, and what is remembered of it on this computer. It is expected because there is an audit before it, or
 * because a file said so.
 */
export const SeasonEntry = z.strictObject({
  id: z.string().min(1).max(600),
  connection: z.string().min(1).max(100),
  name: z.string().min(1).max(255),
  client: AuditId,
  /** The audit before it; null where there was none. */
  predecessor: AuditId.nullable(),
  /** The audit that follows it, which the plan creates or somebody has named; null before it is rolled forward. */
  successor: AuditId.nullable(),
  deadline: z.strictObject({ day: z.iso.date(), from: z.enum(deadlineSources) }).nullable(),
  /** The day on which its deadline was changed last, and what it was; absent while it is the first. */
  changed: z.strictObject({ on: z.iso.date(), before: z.iso.date().nullable() }).optional(),
  priority: z.number().int().min(-10_000).max(10_000),
  /** Who leads it, and who plans it, as somebody has written; absent before. */
  partner: z.string().max(255).optional(),
  manager: z.string().max(255).optional(),
  /** What its whole network will take, as last year or as a file said. */
  components: z.number().int().min(0).max(10_000),
  coupled: z.number().int().min(0).max(10_000),
  /** Last year's audits below the one before it, by whose price its own is reckoned; absent where they are not known. */
  network: z.array(AuditId).max(10_000).readonly().optional(),
});
export type SeasonEntry = z.output<typeof SeasonEntry>;

/** So many whole months and days after the end of a period, for the groups of one country or client; the firm's rule is a setting. */
export const DeadlineRule = z.strictObject({
  id: z.string().min(1).max(400),
  connection: z.string().min(1).max(100),
  of: z.enum(['country', 'client']),
  /** The code of the country, or the id of the client. */
  key: AuditId,
  months: z.number().int().min(0).max(24),
  days: z.number().int().min(0).max(30),
});
export type DeadlineRule = z.output<typeof DeadlineRule>;

/** What a person changes of a group, which is named by its entry, or where nothing is expected by the plan that creates it; what is absent stays. */
export const SeasonChange = z.strictObject({
  id: SeasonEntry.shape.id,
  deadline: SeasonEntry.shape.deadline.optional(),
  priority: SeasonEntry.shape.priority.optional(),
  partner: SeasonEntry.shape.partner,
  manager: SeasonEntry.shape.manager,
});
export type SeasonChange = z.output<typeof SeasonChange>;
