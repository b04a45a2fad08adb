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
  priority: z.number().int().min(-10_000).max(10_000),
  /** What its whole network will take, as last year or as a file said. */
  components: z.number().int().min(0).max(10_000),
  coupled: z.number().int().min(0).max(10_000),
  /** Last year's audits below the one before it, by whose price its own is reckoned; absent where they are not known. */
  network: z.array(AuditId).max(10_000).readonly().optional(),
});
export type SeasonEntry = z.output<typeof SeasonEntry>;

/** What a person changes of a group, which is named by its entry, or where nothing is expected by the plan that creates it; what is absent stays. */
export const SeasonChange = z.strictObject({
  id: SeasonEntry.shape.id,
  deadline: SeasonEntry.shape.deadline.optional(),
  priority: SeasonEntry.shape.priority.optional(),
});
export type SeasonChange = z.output<typeof SeasonChange>;
