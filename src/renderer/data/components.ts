import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ComponentAudit, ComponentCreation } from '../../shared/model/component-audit.ts';
import type { Plan, Step } from '../../shared/plan.ts';
import { call, unwrap } from './call.ts';
import { collectionOptions, useWholeList, type WholeList } from './collection.ts';
import { onEvent } from './events.ts';
import { allSteps, type PlanWithSteps, useWithSteps } from './plan-steps.ts';
import { usePlansAbout } from './plans.ts';

/** The component audits of a group audit; its query begins as that of the audit does, and is read anew with it. */
export function componentsOptions(connection: string, group: string) {
  return collectionOptions<ComponentAudit>(
    [connection, 'audits', 'one', group, 'components'],
    { connection, operation: 'components.list', path: { audit_id: group } },
    60_000,
  );
}

// A group may have been read while a plan was adding to it: what was read since the plan was there is not fresh when it has ended.
onEvent((event, client) => {
  if (event.type !== 'plan-changed' || event.plan.state !== 'ended') return;
  const { connection, createdAt } = event.plan;
  void client.invalidateQueries({
    predicate: ({ queryKey: key, state: { dataUpdatedAt } }) =>
      key[0] === connection &&
      key[2] === 'one' &&
      key[4] === 'components' &&
      dataUpdatedAt >= Date.parse(createdAt),
    refetchType: 'none',
  });
});

/** Reads the components of these groups again wherever they are shown, after a coupling has changed them. */
export function componentsChanged(client: QueryClient, connection: string, groups: readonly string[]): void {
  for (const group of groups)
    void client.invalidateQueries({ queryKey: componentsOptions(connection, group).queryKey });
}

/** All component audits of a group audit, looked at once a minute for as long as somebody does. */
export function useComponents(connection: string, group: string, isWanted = true): WholeList<ComponentAudit> {
  return useWholeList({ ...componentsOptions(connection, group), isLookedAt: true }, isWanted);
}

/** What this app created component audits with, of those that it did and still knows; undefined until that is read. */
export function useSentComponents(
  connection: string,
  components: readonly string[],
): ReadonlyMap<string, ComponentCreation> | undefined {
  const { data } = useQuery({
    queryKey: [connection, 'plans', 'sent-components', components],
    queryFn: () => sentCreations(connection, components),
  });
  return data;
}

/** The same for whoever is no component of the interface. */
export async function sentCreations(
  connection: string,
  components: readonly string[],
): Promise<ReadonlyMap<string, ComponentCreation>> {
  if (components.length === 0) return new Map();
  const sent = await unwrap(call('plans.sentComponents', { connection, components }));
  return new Map(sent.map(({ component, creation }) => [component, creation]));
}

export type ComponentStep = Pick<Step, 'key' | 'subject'> & {
  readonly task: Extract<
    Step['task'],
    { readonly kind: 'createComponent' | 'setOutOfScope' | 'deleteComponent' }
  >;
};

interface Wanted {
  readonly id: string;
  readonly connection: string;
  readonly group: { readonly id: string; readonly name: string };
  /** Whether the group has to be opened by the service first. */
  readonly waits: boolean;
  readonly steps: readonly ComponentStep[];
}

export function componentsPlan({ id, connection, group, waits, steps }: Wanted): Plan {
  const open: Step = {
    key: 'open',
    after: [],
    subject: group.name,
    task: { kind: 'awaitOpen', audit: group.id },
  };
  return {
    id,
    connection,
    title: group.name,
    about: { kind: 'components', audit: group.id },
    steps: [...(waits ? [open] : []), ...steps.map((step) => ({ ...step, after: waits ? [open.key] : [] }))],
  };
}

/** The plans for the components of a group that are running, or were while this window was open, with their steps. */
export function useTreePlans(connection: string, group: string): readonly PlanWithSteps[] {
  return useWithSteps(connection, group, usePlansAbout(connection, 'components', group));
}

/** Reads the components again, once for each plan that was paused or ended since they were read. */
export function useReadAfterPlans(connection: string, group: string, plans: readonly PlanWithSteps[]): void {
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

/** The keys of all changes to the components of a group that were submitted, in the newest hundred of its plans. */
export async function sentKeys(connection: string, group: string): Promise<ReadonlySet<string>> {
  const about = { kind: 'components', audit: group } as const;
  const { results } = await unwrap(call('plans.list', { connection, about, pageSize: 100 }));
  const steps = await Promise.all(results.map(({ id }) => allSteps(id)));
  return new Set(steps.flat().map(({ key }) => key));
}
