import type { BridgeInput } from '../../shared/bridge.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Plan, Step } from '../../shared/plan.ts';
import { mostSteps } from '../../shared/rules/plan-size.ts';

/** Steps that pages bring of plans before they submit them: of each page those of one plan, until that is submitted or the page is gone. */
export function createBroughtSteps() {
  const brought = new Map<number | null, { readonly id: string; readonly steps: readonly Step[] }>();
  return {
    bring: (
      { id, at, steps }: BridgeInput<'plans.bring'>,
      page: number | null,
      gone?: AbortSignal,
    ): Reply<null> => {
      const known = brought.get(page);
      brought.delete(page);
      const before = known?.id === id ? known.steps : [];
      if (at === 0 && gone?.aborted !== true) {
        brought.set(page, { id, steps });
        gone?.addEventListener('abort', () => brought.delete(page), { once: true });
        return succeed(null);
      }
      if (before.length !== at || at + steps.length > mostSteps) return fail('invalid-input');
      brought.set(page, { id, steps: [...before, ...steps] });
      return succeed(null);
    },
    /** The plan with what was brought of it, which is taken. */
    whole: ({ before = 0, ...plan }: BridgeInput<'plans.submit'>, page: number | null): Reply<Plan> => {
      if (before === 0) return succeed(plan);
      const known = brought.get(page);
      brought.delete(page);
      if (known?.id !== plan.id || known.steps.length !== before) return fail('invalid-input');
      const steps = [...known.steps, ...plan.steps];
      return steps.length > mostSteps ? fail('invalid-input') : succeed({ ...plan, steps });
    },
  };
}
