import { z } from 'zod';
import { AppError } from './error.ts';
import { AuditCreation } from './model/audit.ts';
import { UserAssignment } from './model/audit-user.ts';
import { ClientCreation } from './model/client-organisation.ts';
import { ComponentCreation } from './model/component-audit.ts';

const Identifier = z.string().min(1).max(255);

/** An id that is known, or that of what an earlier step of the same plan creates. */
export const Reference = z.union([Identifier, z.strictObject({ fromStep: z.string() })]);
export type Reference = z.output<typeof Reference>;

/** One thing to be done to the service. `awaitOpen` sends no write: it waits until an audit is initialised. */
export const Task = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('createClient'), creation: ClientCreation }),
  z.strictObject({
    kind: z.literal('createAudit'),
    creation: AuditCreation,
    /** Components to couple that this plan creates, besides those that the creation names. */
    couple: z.array(Reference).readonly().optional(),
  }),
  z.strictObject({ kind: z.literal('awaitOpen'), audit: Reference }),
  z.strictObject({ kind: z.literal('createComponent'), group: Reference, creation: ComponentCreation }),
  z.strictObject({
    kind: z.literal('setOutOfScope'),
    group: Reference,
    component: Reference,
    explanation: z.string().min(1),
  }),
  z.strictObject({ kind: z.literal('deleteComponent'), group: Reference, component: Reference }),
  z.strictObject({ kind: z.literal('assignUser'), audit: Reference, assignment: UserAssignment }),
  z.strictObject({ kind: z.literal('changeUser'), audit: Reference, assignment: UserAssignment }),
  z.strictObject({ kind: z.literal('removeUser'), audit: Reference, user: Identifier }),
  z.strictObject({ kind: z.literal('deleteAudit'), audit: Reference }),
]);
export type Task = z.output<typeof Task>;
export type TaskKind = Task['kind'];

export const Step = z.strictObject({
  /** Names the step within its plan. */
  key: z.string().min(1).max(100),
  /** Keys of earlier steps that must be done first; those that the task takes an id from count without being named. */
  after: z.array(z.string()).readonly(),
  /** What a person calls the thing that it is about, in nobody's language: a name, an address. */
  subject: z.string().max(400),
  task: Task,
});
export type Step = z.output<typeof Step>;

/** What is to be done, in an order that dependencies follow. Its id makes submitting it twice the same as once. */
export const Plan = z.strictObject({
  id: z.string().min(1).max(100),
  connection: z.string().min(1),
  title: z.string().max(400),
  steps: z.array(Step).min(1).max(10_000).readonly(),
});
export type Plan = z.output<typeof Plan>;

/**
 * `waiting`: not begun. `sending`: its request is, or may be, on its way. `resolving`: the answer was lost and is looked for.
 * `unclear`: what became of it cannot be told, a person has to. `blocked`: a step that it needs did not come about.
 */
export const stepStates = [
  'waiting',
  'sending',
  'resolving',
  'done',
  'failed',
  'unclear',
  'blocked',
  'cancelled',
] as const;
export type StepState = (typeof stepStates)[number];

/** A plan that is `ended` has no step left that it could carry out by itself; retrying or settling one takes it up again. */
export const planStates = ['running', 'paused', 'ended'] as const;
export type PlanState = (typeof planStates)[number];

/**
 * Why a plan rests: a person wanted it; the service forbids this account something (403); five faults in a row; its
 * credentials were rejected or cannot be had; a tier admits no request at all.
 */
export const pauseReasons = ['person', 'forbidden', 'faults', 'credentials', 'no-quota'] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const PlanProgress = z.strictObject({
  id: z.string(),
  connection: z.string(),
  title: z.string(),
  state: z.enum(planStates),
  pause: z.strictObject({ reason: z.enum(pauseReasons), error: AppError.nullable() }).nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  /** How many steps are in each state. */
  counts: z.record(z.enum(stepStates), z.number().int()).readonly(),
  /** Seconds until everything that can still be done is done, as far as the quota tells; null when it rests or has ended. */
  remainingSeconds: z.number().nullable(),
});
export type PlanProgress = z.output<typeof PlanProgress>;

export const StepProgress = z.strictObject({
  ...Step.shape,
  state: z.enum(stepStates),
  /** Requests of this step that were sent, lookups not counted. */
  attempts: z.number().int(),
  /** The id of what it created or found, once it is done. */
  result: z.string().nullable(),
  error: AppError.nullable(),
  /** Ids that may be what an `unclear` step has created. */
  candidates: z.array(z.string()).readonly(),
  /** ISO 8601, UTC. */
  changedAt: z.string(),
});
export type StepProgress = z.output<typeof StepProgress>;

/** How long a plan takes from now, by the limits and what is used of them, if nothing goes wrong. */
export const Estimate = z.strictObject({
  /** Null where a tier admits no request at all. */
  seconds: z.number().nullable(),
  /** How many requests of which tiers it needs. */
  calls: z.record(z.string(), z.number().int()).readonly(),
});
export type Estimate = z.output<typeof Estimate>;
