import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ComponentAudit } from '../../shared/model/component-audit.ts';
import type { Plan, PlanProgress, Step, StepProgress } from '../../shared/plan.ts';
import { call, unwrap } from './call.ts';
import { nextLookAtList } from './looking.ts';
import { planIdOf, usePlansOf } from './plans.ts';
import { useWholeList, type WholeList, wholeListOptions } from './whole-list.ts';

/** The component audits of a group audit; its query begins as that of the audit does, and is read anew with it. */
export function componentsOptions(connection: string, group: string) {
  return wholeListOptions<ComponentAudit>(
    [connection, 'audits', 'one', group, 'components'],
    (cursor, ask) => unwrap(ask('components.list', { connection, path: { audit_id: group }, cursor })),
    60_000,
  );
}

/** All component audits of a group audit, looked at once a minute for as long as somebody does. */
export function useComponents(connection: string, group: string): WholeList<ComponentAudit> {
  return useWholeList({
    ...componentsOptions(connection, group),
    refetchInterval: nextLookAtList,
  });
}

/** A change to the components of a group audit, as its plan names it. */
export type ComponentStep = Pick<Step, 'key' | 'subject'> & {
  readonly task: Extract<
    Step['task'],
    { readonly kind: 'createComponent' | 'setOutOfScope' | 'deleteComponent' }
  >;
};

interface Wanted {
  readonly connection: string;
  readonly group: { readonly id: string; readonly name: string };
  /** Whether the group has to be opened by the service first. */
  readonly waits: boolean;
  readonly steps: readonly ComponentStep[];
}

/** One plan of changes to the components of a group; the same steps with the same keys are the same plan. */
export async function componentsPlan({ connection, group, waits, steps }: Wanted): Promise<Plan> {
  const open: Step = {
    key: 'open',
    after: [],
    subject: group.name,
    task: { kind: 'awaitOpen', audit: group.id },
  };
  return {
    id: await planIdOf(await originOf(connection, group.id), steps),
    connection,
    title: group.name,
    steps: [...(waits ? [open] : []), ...steps.map((step) => ({ ...step, after: waits ? [open.key] : [] }))],
  };
}

// Plans are known by their ids alone when the app starts anew: those of one tree begin alike.
function originOf(connection: string, group: string): Promise<string> {
  return planIdOf('components', [connection, group]);
}

/** A plan of a tree, and its steps that show. */
export interface TreePlan {
  readonly plan: PlanProgress;
  readonly steps: readonly StepProgress[];
}

/** The plans for the components of a group that are under way, or that were while this window was open, with their steps. */
export function useTreePlans(connection: string, group: string): readonly TreePlan[] {
  const { data: origin } = useQuery({
    queryKey: [connection, 'plans', 'origin', group],
    queryFn: () => originOf(connection, group),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const plans = usePlansOf(connection, origin === undefined ? null : `${origin}-`);
  const { data: steps } = useQuery({
    queryKey: [
      connection,
      'plans',
      'steps-of-tree',
      group,
      plans.map(({ id, state, counts }) => [id, state, counts]),
    ],
    queryFn: async () =>
      Object.fromEntries(await Promise.all(plans.map(async ({ id }) => [id, await allSteps(id)] as const))),
    enabled: plans.length > 0,
    staleTime: Number.POSITIVE_INFINITY, // what is told of the plans is part of the key
    placeholderData: (before) => before,
  });
  return useMemo(() => plans.map((plan) => ({ plan, steps: steps?.[plan.id] ?? [] })), [plans, steps]);
}

async function allSteps(id: string): Promise<readonly StepProgress[]> {
  const steps: StepProgress[] = [];
  let cursor: string | undefined;
  do {
    const page = await unwrap(
      call('plans.steps', { id, pageSize: 100, ...(cursor === undefined ? {} : { cursor }) }),
    );
    steps.push(...page.results);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return steps;
}

/** Reads the components anew, once for each plan that rests or has ended since they were read. */
export function useReadAfterPlans(connection: string, group: string, plans: readonly TreePlan[]): void {
  const client = useQueryClient();
  const rested = plans.filter(({ plan }) => plan.state !== 'running').map(({ plan }) => plan);
  const key = JSON.stringify(rested.map(({ id, state, counts }) => [id, state, counts]));
  const isEnded = rested.every(({ state }) => state === 'ended');
  const newest = Math.max(0, ...rested.map(({ endedAt }) => Date.parse(endedAt ?? '') || 0));
  useEffect(() => {
    if (key === '[]') return;
    const { queryKey } = componentsOptions(connection, group);
    const readAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    if (!isEnded || newest > readAt) void client.invalidateQueries({ queryKey });
  }, [client, connection, group, key, isEnded, newest]);
}

/** The keys of all changes to the components of a group that were handed over to a plan, as far back as the newest hundred plans go. */
export async function sentKeys(connection: string, group: string): Promise<ReadonlySet<string>> {
  const origin = await originOf(connection, group);
  const { results } = await unwrap(call('plans.list', { connection, pageSize: 100 }));
  const own = results.filter(({ id }) => id.startsWith(`${origin}-`));
  const steps = await Promise.all(own.map(({ id }) => allSteps(id)));
  return new Set(steps.flat().map(({ key }) => key));
}
