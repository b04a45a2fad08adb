import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PlanProgress, StepProgress, StepState } from '../../shared/plan.ts';
import { call, unwrap } from './call.ts';

/** Steps of a plan that did not come about, or of which nobody can tell: at most a hundred of them, and how many there are. */
export interface Undone {
  readonly steps: readonly StepProgress[];
  readonly count: number;
}

const undoneStates: readonly StepState[] = ['failed', 'unclear', 'blocked', 'cancelled'];

/** What of a plan has come to nothing so far; it is read anew when that becomes more or less. */
export function useUndone(plan: PlanProgress | null): Undone {
  const count = plan === null ? 0 : undoneStates.reduce((sum, state) => sum + plan.counts[state], 0);
  const { data } = useQuery({
    queryKey: [plan?.connection, 'plans', plan?.id, 'undone', plan?.state, plan?.counts],
    queryFn: () => unwrap(call('plans.steps', { id: plan?.id ?? '', states: undoneStates, pageSize: 100 })),
    enabled: count > 0,
    staleTime: Number.POSITIVE_INFINITY, // what is told of the plan is part of the key
    placeholderData: keepPreviousData,
  });
  return { steps: count === 0 ? [] : (data?.results ?? []), count };
}
