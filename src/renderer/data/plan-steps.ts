import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { BridgeInput } from '../../shared/bridge.ts';
import type { Plan, PlanProgress, Step, StepProgress, StepState } from '../../shared/plan.ts';
import {
  type Batch,
  batchesOf,
  countCalls,
  estimatedTasks,
} from '../../shared/rules/plans/request-estimate.ts';
import { everyEntry } from '../../shared/rules/service/every-entry.ts';
import { call, unwrap } from './call.ts';
import { onEvent } from './events.ts';
import { type LongList, useLongList, useReadAgain } from './long-list.ts';

/** Steps that failed or whose outcome is unknown: at most a hundred of them, and how many there are. */
export interface Undone {
  readonly steps: readonly StepProgress[];
  readonly count: number;
}

const undoneStates: readonly StepState[] = ['failed', 'unclear', 'blocked', 'cancelled'];

/** The steps of a plan that came to nothing so far; read again when their number changes. */
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

/** What the time that steps take depends on, and how many requests of which tiers they need. */
export interface PlanNeeds {
  readonly batches: readonly Batch[];
  readonly calls: ReturnType<typeof countCalls>;
}

export function needsOf(steps: readonly Step[]): PlanNeeds {
  return { batches: batchesOf(estimatedTasks(steps)), calls: countCalls(steps) };
}

/** How many seconds a plan takes from now, null where it never ends; of the same needs it is asked again after half a minute. */
export function estimateQuery(
  { connection, scheduling }: Pick<Plan, 'connection' | 'scheduling'>,
  { batches }: PlanNeeds,
) {
  return queryOptions({
    queryKey: [connection, 'plans', 'estimate', scheduling, batches],
    queryFn: () =>
      unwrap(
        call('plans.estimate', { connection, ...(scheduling === undefined ? {} : { scheduling }), batches }),
      ),
    enabled: batches.length > 0,
  });
}

onEvent((event, client) => {
  if (event.type === 'limits-read')
    void client.invalidateQueries({ queryKey: [event.connection, 'plans', 'estimate'] });
});

/** Of which steps a list is: those in some states, or those that are done but not as they were sent; else all. */
export type StepsWanted = Pick<BridgeInput<'plans.steps'>, 'states' | 'differ'>;

/** The steps of a plan in its order; they follow the plan. */
export function usePlanSteps(plan: PlanProgress, wanted: StepsWanted): LongList<StepProgress> {
  const { connection, id } = plan;
  const list = useLongList([connection, 'plans', id, 'steps', wanted], (cursor) =>
    unwrap(call('plans.steps', { id, ...wanted, cursor })),
  );
  useReadAgain(plan, list.readAgain);
  return list;
}

/** How many steps of a plan are done, but not as they were sent. */
export function useDifferingCount({ connection, id, counts }: PlanProgress): number {
  const { data } = useQuery({
    queryKey: [connection, 'plans', id, 'differ', counts.done],
    queryFn: async () => (await unwrap(call('plans.steps', { id, differ: true, pageSize: 1 }))).count ?? 0,
    enabled: counts.done > 0,
    staleTime: Number.POSITIVE_INFINITY, // what is told of the plan is part of the key
    placeholderData: keepPreviousData,
  });
  return data ?? 0;
}

/** All steps of a plan. Throws where they cannot be read. */
export function allSteps(id: string): Promise<readonly StepProgress[]> {
  return everyEntry((cursor) => unwrap(call('plans.steps', { id, pageSize: 100, cursor })));
}

export interface PlanWithSteps {
  readonly plan: PlanProgress;
  readonly steps: readonly StepProgress[];
  readonly isRead: boolean;
}

/** Plans with all their steps, which stay up to date; `place` tells apart the screens that ask. */
export function useWithSteps(
  connection: string,
  place: string,
  plans: readonly PlanProgress[],
): readonly PlanWithSteps[] {
  const { data: steps } = useQuery({
    queryKey: [
      connection,
      'plans',
      'with-steps',
      place,
      plans.map(({ id, state, counts }) => [id, state, counts]),
    ],
    queryFn: async () =>
      Object.fromEntries(await Promise.all(plans.map(async ({ id }) => [id, await allSteps(id)] as const))),
    enabled: plans.length > 0,
    staleTime: Number.POSITIVE_INFINITY, // what is told of the plans is part of the key
    placeholderData: (before) => before,
  });
  return plans.map((plan) => ({
    plan,
    steps: steps?.[plan.id] ?? [],
    isRead: steps?.[plan.id] !== undefined,
  }));
}

export interface CurrentStep {
  readonly step: StepProgress;
  /** Whether it was sent; else it is the next one. */
  readonly isSent: boolean;
}

/** The step that a running plan is at; null where it is paused, or only waits for audits to open. */
export function useCurrentStep(plan: PlanProgress): CurrentStep | null {
  const { data } = useQuery({
    queryKey: [plan.connection, 'plans', plan.id, 'current', plan.counts],
    queryFn: () => readCurrent(plan.id),
    enabled: plan.state === 'running',
    staleTime: Number.POSITIVE_INFINITY, // what is told of the plan is part of the key
    placeholderData: keepPreviousData,
  });
  return plan.state === 'running' ? (data ?? null) : null;
}

async function readCurrent(id: string): Promise<CurrentStep | null> {
  const first = async (states: readonly StepState[]) =>
    (await unwrap(call('plans.steps', { id, states, pageSize: 1 }))).results[0];
  const sent = await first(['sending', 'resolving']);
  if (sent !== undefined) return { step: sent, isSent: true };
  const next = await first(['waiting']);
  return next === undefined ? null : { step: next, isSent: false };
}

/** At most a hundred steps that are done; null before they were read. */
export function useDone(plan: PlanProgress, isWanted: boolean): readonly StepProgress[] | null {
  const { data } = useQuery({
    queryKey: [plan.connection, 'plans', plan.id, 'done', plan.counts.done],
    queryFn: () => unwrap(call('plans.steps', { id: plan.id, states: ['done'], pageSize: 100 })),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  return data?.results ?? null;
}
