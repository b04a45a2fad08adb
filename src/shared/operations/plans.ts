import { z } from 'zod';
import { QuotaUsage } from '../model/limits.ts';
import { Estimate, Plan, PlanProgress, StepProgress, stepStates } from '../plan.ts';
import { Id, type LocalRow, pageSchema, paging } from './shapes.ts';

/** Plans, the quota that they need, and the audits that are looked at. */
export const planOperations = {
  /** Reads these audits again and again for as long as they are being initialised; `audit-seen` tells what is read. */
  'audits.watch': {
    input: z.strictObject({
      connection: z.string(),
      ids: z.array(z.string().min(1).max(255)).min(1).max(100).readonly(),
    }),
    output: z.null(),
  },
  'plans.estimate': { input: Plan, output: Estimate },
  /** Writes a plan down and begins with it. A plan whose id is known is not begun again, and answered as it stands. */
  'plans.submit': { input: Plan, output: PlanProgress },
  /** The newest first. */
  'plans.list': {
    input: z.strictObject({ connection: z.string().optional(), ...paging }),
    output: pageSchema(PlanProgress),
  },
  'plans.read': { input: Id, output: PlanProgress },
  'plans.steps': {
    input: z.strictObject({
      ...Id.shape,
      states: z.array(z.enum(stepStates)).max(stepStates.length).readonly().optional(),
      ...paging,
    }),
    output: pageSchema(StepProgress),
  },
  /** Answers once a plan is paused or has ended, or has nothing left to do but what a person has to settle. */
  'plans.wait': { input: Id, output: PlanProgress },
  /** Sends nothing new; what is under way is brought to its end. */
  'plans.pause': { input: Id, output: PlanProgress },
  'plans.resume': { input: Id, output: PlanProgress },
  /** Gives up on what has not begun. */
  'plans.cancel': { input: Id, output: PlanProgress },
  /** Takes up again what has failed, with the same ids. */
  'plans.retry': { input: Id, output: PlanProgress },
  /** A person tells what became of an `unclear` step: done, as `object`, or to be done again. */
  'plans.settle': {
    input: z.strictObject({
      ...Id.shape,
      step: z.string(),
      as: z.enum(['done', 'again']),
      object: z.string().min(1).max(255).optional(),
    }),
    output: PlanProgress,
  },
  'quota.read': { input: z.strictObject({ connection: z.string() }), output: QuotaUsage },
} as const satisfies Record<string, LocalRow>;
