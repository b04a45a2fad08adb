import type { SQLOutputValue } from 'node:sqlite';
import type { AppError } from '../../shared/error.ts';
import type { PauseReason, PlanState, Step, StepState, Task } from '../../shared/plan.ts';

/** A plan as it is written down, without its steps. */
export interface PlanRecord {
  /** Counts plans in the order in which they came. */
  readonly number: number;
  readonly id: string;
  readonly connection: string;
  readonly title: string;
  readonly state: PlanState;
  readonly pause: { readonly reason: PauseReason; readonly error: AppError | null } | null;
  /** Whether what is in doubt is only looked for and not sent again, since the rest was cancelled. */
  readonly cancelled: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** A step as it is written down, with how far it has come. */
export interface StepRecord extends Step {
  readonly position: number;
  readonly state: StepState;
  readonly attempts: number;
  /** Whether a request of it was sent whose outcome was unknown at some time: a refusal after that may mean success. */
  readonly doubted: boolean;
  readonly result: string | null;
  readonly error: AppError | null;
  readonly candidates: readonly string[];
  /** Whether the trail has what became of it. */
  readonly told: boolean;
  readonly changedAt: string;
}

export type Row = Readonly<Record<string, SQLOutputValue>>;

// The file was checked when it was opened, and only the journal writes it: its columns hold what it put there.

/** Reads a row of the table of plans. */
export function planOf(row: Row): PlanRecord {
  return {
    number: Number(row.number),
    id: String(row.id),
    connection: String(row.connection),
    title: String(row.title),
    state: row.state as PlanState,
    pause: jsonOf(row.pause) as PlanRecord['pause'],
    cancelled: row.cancelled === 1,
    createdAt: String(row.created_at),
    endedAt: textOf(row.ended_at),
  };
}

/** Reads a row of the table of steps. */
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
    result: textOf(row.result),
    error: jsonOf(row.error) as AppError | null,
    candidates: jsonOf(row.candidates) as readonly string[],
    told: row.told === 1,
    changedAt: String(row.changed_at),
  };
}

function textOf(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function jsonOf(value: SQLOutputValue | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null;
}
