import type { AppError } from '../../shared/error.ts';
import type { PauseReason } from '../../shared/plan.ts';
import type { Clock } from '../clock.ts';
import type { PlanRecord, StepRecord } from './journal-rows.ts';
import type { Ledger } from './ledger.ts';

/** How waiting for an audit to open ended; being slow never ends it. */
export type Opening =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'rest'; readonly reason: PauseReason; readonly error: AppError }
  | { readonly kind: 'given-up' };

export interface OpeningOptions {
  /** Milliseconds since 1970: when it was created, as far as is known. */
  readonly since: number;
  readonly plan: string;
  readonly step: string;
  readonly signal: AbortSignal;
}

export type UntilOpen = (connection: string, audit: string, options: OpeningOptions) => Promise<Opening>;

const slowAfter = 30 * 60_000; // milliseconds after which the step says that it is slow

interface Surroundings {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly untilOpen: UntilOpen;
  readonly signal: AbortSignal;
  /** It has taken half an hour, which is no failure. */
  readonly onSlow: () => void;
}

/** Waits for the audit of a step to open, for as long as that takes. */
export async function awaitOpening(
  step: StepRecord,
  audit: string,
  { clock, ledger, untilOpen, signal, onSlow }: Surroundings,
): Promise<Opening> {
  const plan = ledger.plan();
  const since = createdAt(step, plan, ledger.steps);
  const stopTimer = clock.schedule(Math.max(0, since + slowAfter - clock.wall()), onSlow);
  const opening = await untilOpen(plan.connection, audit, { since, plan: plan.id, step: step.key, signal });
  stopTimer();
  return opening;
}

function createdAt({ task }: StepRecord, plan: PlanRecord, steps: readonly StepRecord[]): number {
  const reference = task.kind === 'awaitOpen' ? task.audit : '';
  const creator = steps.find((other) =>
    typeof reference === 'string'
      ? other.task.kind === 'createAudit' && other.task.creation.id === reference
      : other.key === reference.fromStep,
  );
  return Date.parse(creator?.changedAt ?? plan.createdAt);
}
