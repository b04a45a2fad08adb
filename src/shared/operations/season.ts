import { z } from 'zod';
import { SeasonChange, SeasonEntry } from '../model/season.ts';
import { Scheduling } from '../plan.ts';
import { mostExpected, sizeOf } from '../rules/plans/deadline-order.ts';
import type { LocalRow } from './shapes.ts';

/** A group that no plan has been made for yet, by what it will take. */
const ExpectedGroup = z.strictObject({
  id: SeasonEntry.shape.id,
  scheduling: Scheduling,
  components: SeasonEntry.shape.components,
  /** Audits that are coupled to components of it. */
  coupled: SeasonEntry.shape.coupled,
});
export type ExpectedGroup = z.output<typeof ExpectedGroup>;

const ForecastEntry = z.strictObject({
  /** Of a plan, or of an expected group. */
  id: z.string(),
  /** ISO 8601, UTC; null where nobody can tell: a limit of none, or a step that a person has to resolve. */
  readyAt: z.string().nullable(),
  /** The same as a day of this computer's calendar. */
  readyOn: z.iso.date().nullable(),
  /**
   * The last day of this computer's calendar on which it may be begun, by noon, so that all that are begun by their days meet their
   * deadlines; null without a deadline, and where it never ends. Of a plan it says when the rest of it is due.
   */
  startBy: z.iso.date().nullable(),
  /** Whether it is small and not scheduled, and so goes before all that are. */
  goesFirst: z.boolean(),
});
export type ForecastEntry = z.output<typeof ForecastEntry>;

export const seasonOperations = {
  /**
   * Changes what is named of groups, also of the plans that create them, and nothing else of them; what is neither expected nor
   * planned any more is left out.
   */
  'season.change': {
    input: z.strictObject({
      connection: z.string(),
      changes: z.array(SeasonChange).min(1).max(1_000).readonly(),
    }),
    output: z.null(),
  },
  /**
   * When each plan that shares the quota of this connection is done, and each group that no plan creates yet, in the order in which they get it,
   * if nothing goes wrong and nobody else uses more. Plans that rest are left out. `not-found-here` without an address.
   */
  'season.forecast': {
    input: z.strictObject({
      connection: z.string(),
      /** Groups that a person is about to make, in place of those that this computer expects; null for these. */
      instead: z
        .array(ExpectedGroup)
        .max(mostExpected.groups)
        .readonly()
        .refine((groups) => sizeOf(groups) <= mostExpected.works)
        .nullable(),
    }),
    output: z.strictObject({
      /** This computer's day. */
      today: z.iso.date(),
      /** Null where the groups that are expected are more than one forecast takes. */
      entries: z.array(ForecastEntry).readonly().nullable(),
      /** Whether the service was asked for its limits in vain: those of the specification are reckoned with. */
      isBySpecification: z.boolean(),
    }),
  },
} as const satisfies Record<string, LocalRow>;
