import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Plan, PlanAbout, PlanProgress, Step } from '../../shared/plan.ts';
import { type Inverse, inversesOf, madeIn, ofUnchanged } from '../../shared/rules/plans/inverse.ts';
import { auditsOptions } from './audits.ts';
import { type collectionOptions, readWholeListAnew } from './collection.ts';
import { componentsOptions, sentCreations } from './components.ts';
import { allSteps } from './plan-steps.ts';
import { auditUsersOptions } from './users.ts';

/** What would undo the steps of a plan that are done, the last one first. */
export function inversesQuery({ id, connection, counts }: PlanProgress) {
  return queryOptions({
    queryKey: [connection, 'plans', id, 'inverses', counts.done],
    queryFn: async () => {
      const steps = await allSteps(id);
      const deleted = steps.flatMap(({ task, state }) =>
        state === 'done' && task.kind === 'deleteComponent' && typeof task.component === 'string'
          ? [task.component]
          : [],
      );
      const creations = await sentCreations(connection, deleted);
      return inversesOf(steps, (component) => creations.get(component) ?? null);
    },
    staleTime: Number.POSITIVE_INFINITY, // what is done is part of the key
  });
}

/** The same, less what somebody has changed since, which is read anew whenever it is asked for. */
export function unchangedInversesQuery(client: QueryClient, plan: PlanProgress) {
  const { id, connection, counts } = plan;
  const each = async <Entry extends { readonly id: string }>(
    ids: readonly string[],
    optionsOf: (connection: string, id: string) => ReturnType<typeof collectionOptions<Entry>>,
  ) =>
    new Map(
      await Promise.all(
        ids.map(async (one) => [one, await readWholeListAnew(client, optionsOf(connection, one))] as const),
      ),
    );
  return queryOptions({
    queryKey: [connection, 'plans', id, 'unchanged', counts.done],
    queryFn: async () => {
      const inverses = await client.fetchQuery(inversesQuery(plan));
      const made = madeIn(inverses);
      const isInAudits = made.usersOf.length + made.componentsOf.length > 0;
      const all = isInAudits ? await readWholeListAnew(client, auditsOptions(connection)) : [];
      const audits = new Map(all.map((audit) => [audit.id, audit]));
      const there = (ids: readonly string[]) => ids.filter((one) => audits.has(one));
      const componentsOf = await each(there(made.componentsOf), componentsOptions);
      const components = new Set([...componentsOf.values()].flat().map(({ id: own }) => own));
      const inside = made.usersOfComponents.filter((one) => components.has(one));
      const usersOf = await each(
        [...made.usersOf.filter((one) => audits.has(one) || components.has(one)), ...inside],
        auditUsersOptions,
      );
      return ofUnchanged(inverses, { audits, usersOf, componentsOf });
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The plan that sends what undoes another. What is sent first may wait for some that are left out: those do not count. */
export function undoPlan(
  { id, connection, title }: Pick<Plan, 'id' | 'connection' | 'title'>,
  inverses: readonly Inverse[],
): Plan {
  const all = inverses.flatMap((one) => (one.kind === 'steps' ? one.steps : []));
  const keys = new Set(all.map(({ key }) => key));
  const steps = all.map((step) => ({ ...step, after: step.after.filter((key) => keys.has(key)) }));
  return { id, connection, title, about: aboutOf(steps), steps };
}

/** The screen that shows a plan: that of the users of its only audit; else that of deletions, which tells what no screen of its own does. */
function aboutOf(steps: readonly Step[]): PlanAbout {
  const isOfUsers = steps.every(
    ({ task }) => 'audit' in task && task.kind !== 'deleteAudit' && task.kind !== 'awaitGone',
  );
  if (!isOfUsers) return { kind: 'deletions' };
  const [audit, ...others] = new Set(steps.map(({ task }) => ('audit' in task ? task.audit : null)));
  return typeof audit === 'string' && others.length === 0 ? { kind: 'users', audit } : {};
}
