import type { StepProgress, StepState, TaskKind } from '../../../shared/plan.ts';

/** The titles of the columns, in their order. */
export interface PlanTitles {
  readonly subject: string;
  readonly task: string;
  readonly state: string;
  readonly reason: string;
  readonly object: string;
  readonly attempts: string;
  readonly changedAt: string;
  readonly code: string;
  readonly requestId: string;
}

interface Words {
  readonly titles: PlanTitles;
  readonly task: (kind: TaskKind) => string;
  readonly state: (state: StepState) => string;
  readonly reason: (step: StepProgress) => string;
}

/** What became of every step as a table, its titles first; moments are ISO 8601 in UTC (ux B8). */
export function planTable(
  steps: readonly StepProgress[],
  { titles, task, state, reason }: Words,
): readonly (readonly string[])[] {
  const { subject, attempts, object, changedAt, code, requestId } = titles;
  return [
    [subject, titles.task, titles.state, titles.reason, object, attempts, changedAt, code, requestId],
    ...steps.map((step) => [
      step.subject,
      task(step.task.kind),
      state(step.state),
      reason(step),
      step.result ?? '',
      String(step.attempts),
      step.changedAt,
      step.error?.code ?? '',
      step.error?.requestId ?? '',
    ]),
  ];
}
