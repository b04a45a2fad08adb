import type { SQLOutputValue } from 'node:sqlite';
import type { AppError } from '../../shared/error.ts';
import type {
  Difference,
  PauseReason,
  PlanAbout,
  PlanProgress,
  PlanState,
  Scheduling,
  Step,
  StepState,
  Task,
} from '../../shared/plan.ts';

/** How many steps of a plan are in each state. */
export type StepCounts = Readonly<Partial<Record<StepState, number>>>;

export interface PlanRecord {
  /** Counts plans in the order in which they came. */
  readonly number: number;
  readonly id: string;
  readonly connection: string;
  readonly title: string;
  readonly about: PlanAbout;
  /** Undefined where it has neither a deadline nor a priority. */
  readonly scheduling?: Scheduling | undefined;
  readonly state: PlanState;
  readonly pause: { readonly reason: PauseReason; readonly error: AppError | null } | null;
  /** After a cancellation unknown outcomes are looked for, and nothing is sent again. */
  readonly cancelled: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly deeds: PlanProgress['deeds'];
}

export interface StepRecord extends Step {
  readonly position: number;
  readonly state: StepState;
  readonly attempts: number;
  /** Whether the outcome of a request was unknown at some time: a later refusal may then mean success. */
  readonly doubted: boolean;
  /** Whether the service has accepted a request: none is sent again unless a person says so. */
  readonly accepted: boolean;
  readonly result: string | null;
  readonly error: AppError | null;
  readonly candidates: readonly string[];
  readonly differences: readonly Difference[];
  /** Whether the change log has what became of it. */
  readonly told: boolean;
  readonly changedAt: string;
}

export type Row = Readonly<Record<string, SQLOutputValue>>;

// The file was checked when it was opened, and only the journal writes it: its columns hold what it put there.

export function planOf(row: Row, deeds: readonly Row[]): PlanRecord {
  return {
    number: Number(row.number),
    id: String(row.id),
    connection: String(row.connection),
    title: String(row.title),
    about: jsonOf(row.about) as PlanAbout,
    scheduling: schedulingOf(row),
    state: row.state as PlanState,
    pause: jsonOf(row.pause) as PlanRecord['pause'],
    cancelled: row.cancelled === 1,
    createdAt: String(row.created_at),
    endedAt: textOf(row.ended_at),
    deeds: deeds.map(({ kind, count, subject }) => ({
      kind: kind as PlanProgress['deeds'][number]['kind'],
      count: Number(count),
      subject: String(subject),
    })),
  };
}

export function stepOf(row: Row): StepRecord {
  return {
    position: Number(row.position),
    key: String(row.key),
    after: jsonOf(row.after) as readonly string[],
    subject: String(row.subject),
    task: jsonOf(row.task) as Task,
    state: row.state as StepState,
    attempts: Number(row.attempts),
    doubted: row.doubted === 1,
    accepted: row.accepted === 1,
    result: textOf(row.result),
    error: jsonOf(row.error) as AppError | null,
    candidates: jsonOf(row.candidates) as readonly string[],
    differences: jsonOf(row.differences) as readonly Difference[],
    told: row.told === 1,
    changedAt: String(row.changed_at),
  };
}

function schedulingOf({ deadline, priority }: Row): Scheduling | undefined {
  const scheduling = { deadline: textOf(deadline), priority: Number(priority) };
  return scheduling.deadline === null && scheduling.priority === 0 ? undefined : scheduling;
}

function textOf(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function jsonOf(value: SQLOutputValue | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null;
}
