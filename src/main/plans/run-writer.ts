import { failureFacts, type Log } from '../diagnostics/log.ts';
import type { Journal } from './journal.ts';
import type { PlanRecord, StepCounts, StepRecord } from './journal-rows.ts';
import type { RunState, RunWrite } from './run-state.ts';
import { auditOf, objectOf } from './steps.ts';

/** What became of a write; `object` is the id that it is about and `audit` where it was done, as far as they are known. */
export interface Written {
  readonly step: StepRecord;
  readonly object: string | null;
  readonly audit: string | null;
}

/** Enters what became of writes in the change log, of all of them or of none. */
export type Tell = (plan: PlanRecord, all: readonly Written[]) => void;

interface RunWriterDeps {
  readonly journal: Journal;
  readonly log: Pick<Log, 'info'>;
  readonly tell: Tell;
}

export function countsOf(steps: readonly StepRecord[]): StepCounts {
  const counts = new Map<StepRecord['state'], number>();
  for (const { state } of steps) counts.set(state, (counts.get(state) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Logs when a plan begins, pauses, resumes, is cancelled or ends. */
export function logCourse(
  log: Pick<Log, 'info'>,
  before: PlanRecord,
  after: PlanRecord,
  counts: () => StepCounts,
): void {
  const about = { plan: after.id, connection: after.connection };
  if (after.cancelled && !before.cancelled) log.info('plan-cancelled', about);
  if (after.state === before.state) return;
  if (after.state === 'running') log.info('plan-resumed', about);
  if (after.state === 'ended') log.info('plan-ended', { ...about, counts: counts() });
  if (after.state === 'paused')
    log.info('plan-paused', {
      ...about,
      why: after.pause?.reason,
      ...failureFacts(after.pause?.error ?? null),
      counts: counts(),
    });
}

/** Writes what a run has decided to the journal, the change log and the log, before anybody hears of it. */
export function createRunWriter(opened: PlanRecord, { journal, log, tell }: RunWriterDeps) {
  let written = opened;
  const logged = new Set<string>();

  /** Logs the first step of each cause only: thousands can fail for one. */
  const logFailures = ({ id: plan, connection }: PlanRecord, steps: readonly StepRecord[]): void => {
    for (const { position, task, state, error } of steps) {
      const cause = { task: task.kind, ...failureFacts(error) };
      const spelled = JSON.stringify([state, cause]);
      if ((state !== 'failed' && state !== 'unclear') || logged.has(spelled)) continue;
      logged.add(spelled);
      log.info(`step-${state}`, { plan, connection, step: position, ...cause });
    }
  };

  const tellAll = (untold: readonly StepRecord[], { plan, steps }: RunState): void => {
    tell(
      plan,
      untold.map((step) => ({
        step,
        object: step.result ?? objectOf(step.task, steps),
        audit: auditOf(step.task, steps),
      })),
    );
    journal.keepSteps(
      plan.number,
      untold.map((step) => ({ ...step, told: true })),
    );
  };

  return (effect: RunWrite, after: RunState): void => {
    const { plan } = after; // the state that follows
    switch (effect.kind) {
      case 'write plan':
        journal.keepPlan(effect.plan);
        logCourse(log, written, effect.plan, () => countsOf(after.steps));
        written = effect.plan;
        return;
      case 'write steps':
        journal.keepSteps(plan.number, effect.steps);
        if (!effect.tell) return;
        logFailures(plan, effect.steps);
        return tellAll(effect.steps, after);
      case 'tell':
        return tellAll(effect.steps, after);
      case 'write former': {
        // If the list was never read, it will be before anything is sent.
        const former = journal.formerComponents(plan.number, effect.group);
        if (former !== null)
          journal.keepFormerComponents(plan.number, effect.group, [...former, ...effect.ids]);
      }
    }
  };
}
