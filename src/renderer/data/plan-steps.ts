import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Estimate, Plan, PlanProgress, StepProgress, StepState } from '../../shared/plan.ts';
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

/** How long a plan takes from now and what it needs; the same content is asked about again after half a minute. */
export function estimateQuery(plan: Plan) {
  return queryOptions<Estimate>({
    queryKey: [plan.connection, 'plans', 'estimate', plan.steps],
    queryFn: () => unwrap(call('plans.estimate', plan)),
  });
}
