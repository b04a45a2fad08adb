import type { AppError } from '../../shared/error.ts';
import type { PauseReason, Reference } from '../../shared/plan.ts';
import type { Clock } from '../clock.ts';
import type { PlanRecord, StepRecord } from './journal-rows.ts';

/** How waiting for an audit to open, or to be gone, ended; it never ends because the service is slow. */
export type Opening =
  | { readonly kind: 'open' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'rest'; readonly reason: PauseReason; readonly error: AppError }
  | { readonly kind: 'given-up' };

export interface OpeningOptions {
  readonly until: 'open' | 'gone';
  /** Milliseconds since 1970: when it was created, or its deletion was asked for, as far as is known. */
  readonly since: number;
  readonly plan: string;
  readonly step: string;
  readonly signal: AbortSignal;
}

/** Waits while the service opens or deletes an audit. */
export type UntilOpen = (connection: string, audit: string, options: OpeningOptions) => Promise<Opening>;

const slowAfter = 30 * 60_000; // milliseconds after which the step says that it is slow

interface OpeningDeps {
  readonly clock: Clock;
  readonly plan: PlanRecord;
  readonly steps: readonly StepRecord[];
  readonly untilOpen: UntilOpen;
  readonly signal: AbortSignal;
  /** It has taken half an hour; that is no failure. */
  readonly onSlow: () => void;
}

export async function awaitOpening(
  step: StepRecord,
  audit: string,
  { clock, plan, steps, untilOpen, signal, onSlow }: OpeningDeps,
): Promise<Opening> {
  const since = begunAt(step, plan, steps);
  const until = step.task.kind === 'awaitGone' ? 'gone' : 'open';
  const stopTimer = clock.schedule(Math.max(0, since + slowAfter - clock.wall()), onSlow);
  const about = { plan: plan.id, step: step.key };
  const opening = await untilOpen(plan.connection, audit, { until, since, ...about, signal });
  stopTimer();
  return opening;
}

function begunAt({ task }: StepRecord, plan: PlanRecord, steps: readonly StepRecord[]): number {
  const begun =
    task.kind === 'awaitGone'
      ? steps.find((other) => other.task.kind === 'deleteAudit' && isSame(other.task.audit, task.audit))
      : task.kind === 'awaitOpen'
        ? steps.find((other) => creates(other, task.audit))
        : undefined;
  return Date.parse(begun?.changedAt ?? plan.createdAt);
}

function creates({ key, task }: StepRecord, audit: Reference): boolean {
  return typeof audit === 'string'
    ? task.kind === 'createAudit' && task.creation.id === audit
    : key === audit.fromStep;
}

function isSame(one: Reference, other: Reference): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
