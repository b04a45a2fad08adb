import type { PlanProgress, StepState } from '../../shared/plan.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from './journal.ts';
import type { PlanRecord } from './journal-rows.ts';
import type { Tell } from './ledger.ts';
import { progressOf } from './progress.ts';

const inDoubt: readonly StepState[] = ['sending', 'resolving'];

/**
 * Ends a plan that nothing carries out any more, for good, in the journal and for the trail, where what is not known stands as
 * unclear; answers how it has ended. Its rows are the caller's to remove, once that is told.
 */
export function endForGood(
  record: PlanRecord,
  { journal, clock, tell }: { readonly journal: Journal; readonly clock: Clock; readonly tell: Tell },
): PlanProgress {
  const doubtful = journal.steps(record.number).filter(({ state }) => inDoubt.includes(state));
  tell(
    record,
    doubtful.map((step) => ({ step: { ...step, state: 'unclear' }, object: null })),
  );
  const endedAt = new Date(clock.wall()).toISOString();
  const ended: PlanRecord = { ...record, state: 'ended', cancelled: true, pause: null, endedAt };
  journal.keepPlan(ended);
  return progressOf(ended, journal.counts(record.number), null);
}
