import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { FaultReason } from '../../shared/failures.ts';
import type { Tier } from '../../shared/model/tiers.ts';
import {
  type Attempt,
  type AttemptEffect,
  type AttemptEvent,
  clearedFaults,
  type Faults,
  type Moment,
  type Traits,
} from './attempt.ts';
import type { PlanRecord, StepRecord } from './journal-rows.ts';
import type { Opening } from './opening.ts';
import { type Queue, queueOf } from './queue.ts';
import { objectOf } from './steps.ts';

/** A step that is under way, with the lock that it holds. */
interface UnderWay {
  readonly attempt: Attempt;
  readonly lock: string;
  readonly tier: Tier;
}

export interface RunState {
  readonly plan: PlanRecord;
  readonly steps: readonly StepRecord[];
  readonly queue: Queue;
  readonly attempts: ReadonlyMap<number, UnderWay>;
  readonly watched: ReadonlySet<number>;
  /** Steps that were given up while they waited to be sent, with the reason. */
  readonly doomed: ReadonlyMap<number, AppError>;
  readonly isSweeping: boolean;
  /** Groups in which it is looked, or was, whether what was created there came twice. */
  readonly lookedOver: ReadonlySet<string>;
  readonly isLookingOver: boolean;
  /** Why nothing can be written down any more; null while it can. */
  readonly broken: FaultReason | 'unknown' | null;
  readonly isClosed: boolean;
  readonly faults: Faults;
  /** When a person saw how the service stands; null for a plan that was loaded or resumed. */
  readonly seen: Moment | null;
  /** When the plan starts, in milliseconds since 1970, for as long as a person can undo it; null once it may start. */
  readonly startsAt: number | null;
}

/** A person says what became of an unclear step: it made `object`, or nothing and is sent again. */
export interface Resolution {
  readonly key: string;
  readonly as: 'done' | 'again';
  readonly object?: string | undefined;
}

/** Components that a group has besides what a step has created there, and that may be the same creation. */
export interface Twins {
  readonly position: number;
  readonly ids: readonly string[];
}

export type RunEvent =
  | { readonly kind: 'load' }
  | { readonly kind: 'schedule' }
  /** The time in which a person could undo the plan is over. */
  | { readonly kind: 'due' }
  /** By a person, or since the service refuses the credentials. */
  | { readonly kind: 'pause'; readonly refused: AppError | null }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'resolve'; readonly position: number; readonly resolution: Resolution }
  | { readonly kind: 'close' }
  | { readonly kind: 'attempt'; readonly position: number; readonly event: AttemptEvent }
  /** An attempt ended in an error of ours, or of the disk. */
  | { readonly kind: 'crash'; readonly position: number; readonly reason: FaultReason | null }
  | {
      readonly kind: 'watch';
      readonly position: number;
      readonly opening: Opening;
      /** The poller has stopped: asking again would be answered at once, without end. */
      readonly isOver: boolean;
    }
  | { readonly kind: 'slow'; readonly position: number }
  /** These would cost credits that the firm does not have. */
  | { readonly kind: 'swept'; readonly paid: readonly number[]; readonly error: AppError }
  /** What has come twice of what the plan has created, as far as its groups could be read. */
  | { readonly kind: 'looked over'; readonly twins: readonly Twins[] }
  /** What an event asked for could not be written down. */
  | {
      readonly kind: 'unwritten';
      readonly event: RunEvent;
      readonly reason: FaultReason | null;
      /** What is written down; null where that cannot be read either. */
      readonly journal: Pick<RunState, 'plan' | 'steps'> | null;
    };

/** What is written down before anything else of an event is done. */
export type RunWrite =
  | { readonly kind: 'write plan'; readonly plan: PlanRecord }
  /** Those with `tell` are told to the change log as well. */
  | { readonly kind: 'write steps'; readonly steps: readonly StepRecord[]; readonly tell: boolean }
  /** The change log may not have heard of these. */
  | { readonly kind: 'tell'; readonly steps: readonly StepRecord[] }
  /** Components that a person says are not ours count as former ones. */
  | { readonly kind: 'write former'; readonly group: string; readonly ids: readonly string[] };

export type RunAction =
  | { readonly kind: 'begin'; readonly position: number; readonly lock: string }
  | { readonly kind: 'attempt'; readonly position: number; readonly effect: AttemptEffect }
  /** An attempt has ended: its lock is free. */
  | { readonly kind: 'release'; readonly position: number; readonly lock: string }
  | { readonly kind: 'give up'; readonly position: number }
  | { readonly kind: 'watch'; readonly position: number }
  | { readonly kind: 'sweep'; readonly error: AppError }
  /** Looks once in each of these groups. */
  | { readonly kind: 'look over'; readonly groups: readonly string[] }
  /** Ends the waits of what has not been sent. */
  | { readonly kind: 'stop waits' }
  | { readonly kind: 'renew waits' }
  | { readonly kind: 'renew token' }
  | { readonly kind: 'prioritise' }
  | { readonly kind: 'hold'; readonly until: number }
  | { readonly kind: 'end' };

export type RunEffect = RunWrite | RunAction;

const writes: readonly RunEffect['kind'][] = ['write plan', 'write steps', 'tell', 'write former'];

export function isWrite(effect: RunEffect): effect is RunWrite {
  return writes.includes(effect.kind);
}

/** What the machine asks from outside; the same answers for the same moment. */
export interface Given {
  readonly now: Moment;
  readonly mayWrite: () => Reply<null>;
  readonly workOf: (position: number, state: RunState) => Traits & { readonly alone: string };
  readonly isFree: (lock: string) => boolean;
}

/** A plan as its journal has it, before its `load`. */
export function initialState(
  plan: PlanRecord,
  steps: readonly StepRecord[],
  seen: Moment | null,
  startsAt: number | null,
): RunState {
  return {
    plan,
    steps,
    queue: queueOf(steps),
    attempts: new Map(),
    watched: new Set(),
    doomed: new Map(),
    isSweeping: false,
    lookedOver: new Set(),
    isLookingOver: false,
    broken: null,
    isClosed: false,
    faults: clearedFaults,
    seen,
    startsAt,
  };
}

export function isRunning({ plan, broken, isClosed }: RunState): boolean {
  return plan.state === 'running' && broken === null && !isClosed;
}

/** What a person chooses from: what was found for a step, with what they have dismissed before. */
export function offered(found: readonly string[], dismissed: readonly string[]): readonly string[] {
  return found.length === 0 ? found : [...new Set([...found, ...dismissed])];
}

/** The step that a person resolves; `invalid-input` if it is not unclear, or if the object is missing or cannot be it. */
export function resolvable(
  { steps }: Pick<RunState, 'steps'>,
  { key, as, object }: Resolution,
  isCreation: (component: string) => boolean,
): Reply<number> {
  const step = steps.find((one) => one.key === key && one.state === 'unclear');
  if (step === undefined) return fail('invalid-input');
  if (as === 'again')
    return step.error?.code === 'made-twice' ? fail('invalid-input') : succeed(step.position);
  const own = objectOf(step.task, steps); // null where the service chose it
  const result = object ?? own;
  if (result === null) return fail('invalid-input');
  if (own !== null && result !== own && !step.candidates.includes(result)) return fail('invalid-input');
  const isOneOfThem = step.candidates.length === 0 || step.candidates.includes(result); // none: nobody could look
  if (own === null && (!isOneOfThem || (isCreation(result) && result !== step.result)))
    return fail('invalid-input');
  return succeed(step.position);
}
