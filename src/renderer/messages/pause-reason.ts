import { failureOf } from '../../shared/failures.ts';
import type { PauseReason, PlanProgress } from '../../shared/plan.ts';

/** By what key of `plans.reason` it is said why a plan rests: a service that does not answer reports no errors. */
export function pauseReason(pause: PlanProgress['pause']): PauseReason | 'away' {
  if (pause === null) return 'person';
  const { reason, error } = pause;
  return reason === 'faults' && error !== null && failureOf(error.code).shows === 'away' ? 'away' : reason;
}
