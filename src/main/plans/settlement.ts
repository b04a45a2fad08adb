import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { idOf, objectOf } from './steps.ts';

/**
 * A person says what became of an unclear step: it created `object`, or nothing of what might have been it, and is then
 * sent again. `invalid-input` where the step is not unclear, or it is not said which object it created.
 */
export function settleByHand(journal: Journal, ledger: Ledger, { key, as, object }: Settlement): Reply<null> {
  const step = ledger.steps.find((one) => one.key === key && one.state === 'unclear');
  if (step === undefined) return fail('invalid-input');
  const { position, candidates, task } = step;
  if (as === 'done') {
    const result = object ?? objectOf(task, ledger.steps);
    if (result === null) return fail('invalid-input');
    ledger.settle([position], () => ({ state: 'done', result, error: null, candidates: [] }));
    return succeed(null);
  }
  if (task.kind === 'createComponent') {
    const { number } = ledger.plan();
    const group = idOf(task.group, ledger.steps);
    const former = journal.formerComponents(number, group) ?? [];
    journal.keepFormerComponents(number, group, [...former, ...candidates]);
  }
  ledger.keep([position], () => ({ state: 'waiting', error: null, candidates: [] }));
  return succeed(null);
}

export interface Settlement {
  readonly key: string;
  readonly as: 'done' | 'again';
  readonly object?: string | undefined;
}
