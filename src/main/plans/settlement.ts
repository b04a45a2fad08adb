import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { idOf, objectOf } from './steps.ts';

/**
 * A person says what became of an unclear step: it created `object`, or nothing of what might have been it, and is then
 * sent again. `invalid-input` where the step is not unclear, it is not said which object it created, or that one cannot be it.
 */
export function settleByHand(journal: Journal, ledger: Ledger, { key, as, object }: Settlement): Reply<null> {
  const step = ledger.steps.find((one) => one.key === key && one.state === 'unclear');
  if (step === undefined) return fail('invalid-input');
  const { position, candidates, task } = step;
  if (as === 'done') {
    const own = objectOf(task, ledger.steps); // null where the service chose it
    const result = object ?? own;
    if (result === null || (own !== null && result !== own)) return fail('invalid-input');
    const isOneOfThem = candidates.length === 0 || candidates.includes(result); // none: nobody could look
    if (own === null && (!isOneOfThem || journal.isCreation(result))) return fail('invalid-input');
    ledger.settle([position], () => ({ state: 'done', result, error: null, candidates: [] }));
    return succeed(null);
  }
  if (task.kind === 'createComponent') {
    const { number } = ledger.plan();
    const group = idOf(task.group, ledger.steps);
    const former = journal.formerComponents(number, group) ?? [];
    journal.keepFormerComponents(number, group, [...former, ...candidates]);
  }
  // Also of a plan that was cancelled since, unless it has something else in doubt, which was not asked for again.
  if (!ledger.steps.some(({ state }) => state === 'resolving')) ledger.keepPlan({ cancelled: false });
  ledger.keep([position], () => ({ state: 'waiting', error: null, candidates: [] }));
  return succeed(null);
}

export interface Settlement {
  readonly key: string;
  readonly as: 'done' | 'again';
  readonly object?: string | undefined;
}
