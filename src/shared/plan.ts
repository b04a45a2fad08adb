import { z } from 'zod';
import { AppError } from './error.ts';
import { AuditCreation } from './model/audit.ts';
import { UserAssignment } from './model/audit-user.ts';
import { ClientCreation } from './model/client-organisation.ts';
import { ComponentCreation } from './model/component-audit.ts';
import { mostSteps } from './rules/plans/plan-size.ts';

const Identifier = z.string().min(1).max(255);
const Ids = z.array(Identifier).readonly();

/** An audit as a plan has made it: what somebody has changed of it since is not deleted with it. */
export const MadeAudit = z.strictObject({
  creation: AuditCreation,
  users: z.array(UserAssignment).readonly(),
  components: Ids,
  /** Those of its components that the plan has set out of scope. */
  outOfScope: Ids,
  /** What the plan has coupled to them. */
  coupled: Ids,
  /** Those whom the plan has assigned to its components; absent in plans of versions before, which have assigned nobody there. */
  componentUsers: z
    .array(z.strictObject({ component: Identifier, ...UserAssignment.shape }))
    .readonly()
    .optional(),
});
export type MadeAudit = z.output<typeof MadeAudit>;

/** A component as a plan has made it. */
export const MadeComponent = z.strictObject({
  /** The name that was asked for; without it the service has chosen one. */
  name: z.string().max(400).optional(),
  isOutOfScope: z.boolean(),
  /** The audit that the plan has coupled to it. */
  coupled: Identifier.nullable(),
  /** Likewise. */
  users: z.array(UserAssignment).readonly().optional(),
});
export type MadeComponent = z.output<typeof MadeComponent>;

/** An id that is known, or that of what an earlier step of the same plan creates. */
export const Reference = z.union([Identifier, z.strictObject({ fromStep: z.string() })]);
export type Reference = z.output<typeof Reference>;

/**
 * One thing to be done to the service. Two send no write: `awaitOpen` waits until an audit is initialised, `awaitGone` until one
 * that is being deleted is gone (`404`).
 */
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
  z.strictObject({
    kind: z.literal('deleteComponent'),
    group: Reference,
    component: Reference,
    /** It is done only while the component is as it was made. */
    made: MadeComponent.optional(),
  }),
  z.strictObject({ kind: z.literal('assignUser'), audit: Reference, assignment: UserAssignment }),
  z.strictObject({
    kind: z.literal('changeUser'),
    audit: Reference,
    assignment: UserAssignment,
    /** The role that the person saw; without it nobody can tell what undoes it. */
    before: z.string().max(400).optional(),
    /** It is done only while the user has that role. */
    onlyIfBefore: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('removeUser'),
    audit: Reference,
    user: Identifier,
    before: z.string().max(400).optional(),
    onlyIfBefore: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('deleteAudit'),
    audit: Reference,
    /** It is done only while the audit is as it was made. */
    made: MadeAudit.optional(),
  }),
  z.strictObject({ kind: z.literal('awaitGone'), audit: Reference }),
]);
export type Task = z.output<typeof Task>;
export type TaskKind = Task['kind'];

export const Step = z.strictObject({
  key: z.string().min(1).max(100),
  /** Keys of earlier steps that must be done first; those that the task takes an id from count without being named. */
  after: z.array(z.string()).readonly(),
  /** What a person calls the thing that it is about, in nobody's language: a name, an address. */
  subject: z.string().max(400),
  task: Task,
});
export type Step = z.output<typeof Step>;

/** What a plan is about, for the screens that show it there; `draft` is what it was made from. */
export const PlanAbout = z.strictObject({
  kind: z.enum(['components', 'deletions', 'roll-forward', 'users']).optional(),
  audit: Identifier.optional(),
  draft: z.string().min(1).max(400).optional(),
  team: z.string().min(1).max(100).optional(),
});
export type PlanAbout = z.output<typeof PlanAbout>;

/** Where a plan stands beside others that want the same quota. */
export const Scheduling = z.strictObject({
  /** The last day on which it is in time, by this computer's calendar; null where it has no deadline. */
  deadline: z.iso.date().nullable(),
  /** By hand: a plan with a larger number goes first, whatever the deadlines; 0 unless somebody has changed it. */
  priority: z.number().int().min(-10_000).max(10_000),
});
export type Scheduling = z.output<typeof Scheduling>;

/** What is to be done, in an order that dependencies follow. Its id makes submitting it twice the same as once. */
export const Plan = z.strictObject({
  id: z.string().min(1).max(100),
  connection: z.string().min(1),
  title: z.string().max(400),
  about: PlanAbout.optional(),
  scheduling: Scheduling.optional(),
  steps: z.array(Step).min(1).max(mostSteps).readonly(),
});
export type Plan = z.output<typeof Plan>;

/**
 * `waiting`: not started. `sending`: its request is, or may be, on its way. `resolving`: the answer was lost and the outcome is
 * looked up. `unclear`: a person has to resolve it. `blocked`: a step that it needs has failed.
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

/** An `ended` plan has no step left that it could carry out by itself; a retry or a resolved step lets it go on. */
export const planStates = ['running', 'paused', 'ended'] as const;
export type PlanState = (typeof planStates)[number];

/**
 * Why a plan is paused: a person wanted it; the service forbids this account something (403); five faults in a row; its
 * credentials were rejected or cannot be read; a tier admits no request at all; its journal is from an earlier time; the policy
 * of this computer does not allow it; what it sends cannot be written down.
 */
export const pauseReasons = [
  'person',
  'forbidden',
  'faults',
  'credentials',
  'no-quota',
  'older',
  'managed',
  'disk',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The kinds of task that write. */
export const deedKinds = [
  'createClient',
  'createAudit',
  'createComponent',
  'setOutOfScope',
  'deleteComponent',
  'assignUser',
  'changeUser',
  'removeUser',
  'deleteAudit',
] as const satisfies readonly TaskKind[];

export const PlanProgress = z.strictObject({
  id: z.string(),
  connection: z.string(),
  title: z.string(),
  about: PlanAbout,
  /** Where somebody has given it a deadline or a priority. */
  scheduling: Scheduling.optional(),
  state: z.enum(planStates),
  pause: z.strictObject({ reason: z.enum(pauseReasons), error: AppError.nullable() }).nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  /** ISO 8601, UTC. While it is there, nothing was sent: a person can still undo the plan. */
  startsAt: z.string().optional(),
  counts: z.record(z.enum(stepStates), z.number().int()).readonly(),
  /** How many writes of each kind its steps are, in the order of the plan, with the subject of the first. */
  deeds: z
    .array(z.strictObject({ kind: z.enum(deedKinds), count: z.number().int(), subject: z.string() }))
    .readonly(),
  /** Seconds until all remaining steps are done, as far as the quota tells; null when the plan is paused or has ended. */
  remainingSeconds: z.number().nullable(),
});
export type PlanProgress = z.output<typeof PlanProgress>;

/** What this app has sent to create a component audit, of which the service's answers do not give everything back. */
export const SentComponent = z.strictObject({
  component: z.string(),
  creation: ComponentCreation,
  /** When it was done; ISO 8601, UTC. */
  at: z.string(),
});
export type SentComponent = z.output<typeof SentComponent>;

/** A field in which what is there is not what was sent, both as a person reads them. */
export const Difference = z.strictObject({ field: z.string(), sent: z.string(), there: z.string() });
export type Difference = z.output<typeof Difference>;

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
  /** What of a `done` step the service has otherwise than it was sent. */
  differences: z.array(Difference).readonly(),
  /** ISO 8601, UTC. */
  changedAt: z.string(),
});
export type StepProgress = z.output<typeof StepProgress>;

/** A step that is done, of which the service has something otherwise than it was sent. */
export const Differing = z.strictObject({ plan: z.string(), step: StepProgress });
export type Differing = z.output<typeof Differing>;
