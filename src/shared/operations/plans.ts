import { z } from 'zod';
import { AuditCreation } from '../model/audit.ts';
import { QuotaUsage } from '../model/limits.ts';
import { tiers } from '../model/tiers.ts';
import {
  Differing,
  Plan,
  PlanAbout,
  PlanProgress,
  Scheduling,
  SentComponent,
  Step,
  StepProgress,
  stepStates,
} from '../plan.ts';
import { mostSteps } from '../rules/plans/plan-size.ts';
import type { Batch } from '../rules/plans/request-estimate.ts';
import type { MadePart as Part } from '../rules/plans/season-groups.ts';
import { Id, type LocalRow, OfConnection, pageSchema, paging } from './shapes.ts';

const MadePart = z.strictObject({
  audit: z.string().nullable(),
  creation: AuditCreation.nullable(),
  places: z.array(z.number().int()).readonly(),
  audits: z.array(z.strictObject({ creation: AuditCreation, isCoupled: z.boolean() })).readonly(),
}) satisfies z.ZodType<Part>;

const Batches = z
  .array(
    z.strictObject({
      count: z.number().int().min(1).max(mostSteps),
      needs: z.array(z.number().int().min(0)).readonly(),
      tier: z.enum(tiers).nullable(),
      listing: z.number().int().min(0).nullable(),
      waits: z.boolean(),
    }) satisfies z.ZodType<Batch>,
  )
  .min(1)
  .max(mostSteps)
  .readonly()
  .refine((batches) => batches.reduce((sum, { count }) => sum + count, 0) <= mostSteps)
  .refine((batches) =>
    batches.every(({ needs }, place) => needs.every((need) => need < place && batches[need]?.count === 1)),
  );

export const planOperations = {
  /** Polls these audits while they are being initialised; `audit-seen` tells what is read. */
  'audits.watch': {
    input: z.strictObject({
      connection: z.string(),
      ids: z.array(z.string().min(1).max(255)).min(1).max(100).readonly(),
    }),
    output: z.null(),
  },
  /** How many seconds tasks take from now, by the limits and what is used of them, if nothing goes wrong; null where a tier admits no request at all. */
  'plans.estimate': {
    input: z.strictObject({ connection: z.string(), scheduling: Scheduling.optional(), batches: Batches }),
    output: z.number().nullable(),
  },
  /**
   * Carries a plan out, whatever its journal says: a new one starts, a paused one resumes, a failed one is retried, a cancelled
   * one starts again under another id. Where its draft has changed, the older plan of that draft is cancelled. `before`: so many of its
   * steps were brought, and stand before those that it has here; `invalid-input` where they are not there.
   */
  'plans.submit': {
    input: z.strictObject({ ...Plan.shape, before: z.number().int().min(1).max(mostSteps).optional() }),
    output: PlanProgress,
  },
  /** Brings steps of a plan before it is submitted, from place `at` on: a long one crosses in parts, so that the page answers meanwhile. */
  'plans.bring': {
    input: z.strictObject({
      id: Plan.shape.id,
      at: z.number().int().min(0).max(mostSteps),
      steps: z.array(Step).min(1).max(mostSteps).readonly(),
    }),
    output: z.null(),
  },
  /** The newest first. */
  'plans.list': {
    input: z.strictObject({
      connection: z.string().optional(),
      about: PlanAbout.optional(),
      /** `undone`: those that have not ended, and those that ended before all was done, unless a newer plan does it again. */
      only: z.enum(['unended', 'undone']).optional(),
      ...paging,
    }),
    output: pageSchema(PlanProgress),
  },
  'plans.read': { input: Id, output: PlanProgress },
  'plans.steps': {
    input: z.strictObject({
      ...Id.shape,
      states: z.array(z.enum(stepStates)).max(stepStates.length).readonly().optional(),
      /** Only those that are done, and of which the service has something otherwise than it was sent. */
      differ: z.literal(true).optional(),
      ...paging,
    }),
    output: pageSchema(StepProgress),
  },
  /** A plan by the groups that it is about, and the audits that it creates for each. */
  'plans.parts': { input: Id, output: z.array(MadePart).readonly() },
  /** How each step stands, in the order of the plan. */
  'plans.states': { input: Id, output: z.array(z.enum(stepStates)).readonly() },
  /** What these component audits were created with, as far as plans of this connection have created them. */
  'plans.sentComponents': {
    input: z.strictObject({
      connection: z.string(),
      components: z.array(z.string().min(1).max(255)).min(1).max(20_000).readonly(),
    }),
    output: z.array(SentComponent).readonly(),
  },
  /**
   * What the service has otherwise than plans have sent it, of the object with this id and of what was done in it: a hundred steps, as long
   * as they are not dismissed; `all` of them, whatever a person has dismissed.
   */
  'plans.differing': {
    input: z.strictObject({
      connection: z.string(),
      about: z.string().min(1).max(255),
      all: z.literal(true).optional(),
    }),
    output: z.array(Differing).readonly(),
  },
  /** A person has seen in what a step differs: its object does not tell it any more. */
  'plans.dismiss': { input: z.strictObject({ ...Id.shape, step: z.string() }), output: z.null() },
  /**
   * Answers once the outcome of a step is decided: with the id of what it created or changed, or why it did not.
   * `unknown-outcome` where its plan is paused before that. The same answer is given after a restart.
   */
  'plans.outcome': { input: z.strictObject({ ...Id.shape, step: z.string() }), output: z.string() },
  /** Answers once a plan is paused or has ended, or only waits for a person to resolve a step. */
  'plans.wait': { input: Id, output: PlanProgress },
  /**
   * `pause` sends nothing new, and what was sent is brought to its end; `cancel` cancels the steps that were not started; `retry` retries what
   * has failed, with the same ids.
   */
  'plans.act': {
    input: z.strictObject({ ...Id.shape, act: z.enum(['pause', 'resume', 'cancel', 'retry']) }),
    output: PlanProgress,
  },
  /** A person resolves an `unclear` step: done, as `object`, or to be done again. */
  'plans.settle': {
    input: z.strictObject({
      ...Id.shape,
      step: z.string(),
      as: z.enum(['done', 'again']),
      object: z.string().min(1).max(255).optional(),
    }),
    output: PlanProgress,
  },
  'quota.read': { input: OfConnection, output: QuotaUsage },
  /** Seconds until the last of so many further requests of a person leaves; null where none ever does. */
  'quota.expected': {
    input: z.strictObject({
      connection: z.string(),
      tier: z.enum(tiers),
      requests: z.number().int().min(1).max(100_000),
    }),
    output: z.number().nullable(),
  },
} as const satisfies Record<string, LocalRow>;
