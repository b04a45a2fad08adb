import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Reply } from '../../shared/error.ts';
import type { Draft } from '../../shared/model/draft.ts';
import type { Plan, PlanAbout, PlanProgress, Step } from '../../shared/plan.ts';
import { madeIn, type Opposite, ofUnchanged, oppositesOf } from '../../shared/rules/plans/opposite.ts';
import { auditsOptions } from './audits.ts';
import { call, unwrap } from './call.ts';
import { type collectionOptions, readWholeListAnew } from './collection.ts';
import { componentsOptions } from './components.ts';
import { draftsQuery, removeDraft, saveDraft } from './drafts.ts';
import { allSteps } from './plan-steps.ts';
import { submitPlan } from './plans.ts';
import { auditUsersOptions } from './users.ts';

/** What would undo the steps of a plan that are done, the last one first. */
export function oppositesQuery({ id, connection, counts }: PlanProgress) {
  return queryOptions({
    queryKey: [connection, 'plans', id, 'opposites', counts.done],
    queryFn: async () => {
      const steps = await allSteps(id);
      const deleted = steps.flatMap(({ task, state }) =>
        state === 'done' && task.kind === 'deleteComponent' && typeof task.component === 'string'
          ? [task.component]
          : [],
      );
      const known = await Promise.all(
        deleted.map(async (component) => {
          const sent = await unwrap(call('plans.sentComponent', { connection, component }));
          return [component, sent?.creation ?? null] as const;
        }),
      );
      const creations = new Map(known);
      return oppositesOf(steps, (component) => creations.get(component) ?? null);
    },
    staleTime: Number.POSITIVE_INFINITY, // what is done is part of the key
  });
}

/** The same, less what somebody has changed since, which is read anew whenever it is asked for. */
export function unchangedOppositesQuery(client: QueryClient, plan: PlanProgress) {
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
      const opposites = await client.fetchQuery(oppositesQuery(plan));
      const made = madeIn(opposites);
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
      return ofUnchanged(opposites, { audits, usersOf, componentsOf });
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Stages what undoes a plan as a draft of the plan's own, and sends nothing. */
export function stageOpposites(
  client: QueryClient,
  { id, connection, title }: PlanProgress,
  opposites: readonly Opposite[],
): Promise<Reply<unknown>> {
  const steps = opposites.flatMap((one) => (one.kind === 'steps' ? [one.step.key] : []));
  const draft = { id: crypto.randomUUID(), kind: 'opposite', connection, title } as const;
  return saveDraft(client, { ...draft, content: { plan: id, steps } });
}

export interface StagedOpposite {
  readonly draft: Draft;
  readonly opposites: readonly Extract<Opposite, { readonly kind: 'steps' }>[];
}

/** What is staged to undo a plan; null where nothing is. */
export function useStagedOpposite(plan: PlanProgress): StagedOpposite | null {
  const { data: drafts } = useQuery(draftsQuery(plan.connection));
  const draft = drafts?.find(({ kind, content }) => kind === 'opposite' && content['plan'] === plan.id);
  const { data: all } = useQuery({ ...oppositesQuery(plan), enabled: draft !== undefined });
  return useMemo(() => {
    if (draft === undefined || all === undefined) return null;
    const keys = keysOf(draft);
    const opposites = all.flatMap((one) => (one.kind === 'steps' && keys.has(one.step.key) ? [one] : []));
    return { draft, opposites };
  }, [draft, all]);
}

function keysOf({ content }: Draft): ReadonlySet<unknown> {
  return new Set(Array.isArray(content['steps']) ? content['steps'] : []);
}

/** Takes one step out of what is staged; with the last one the draft goes. */
export function unstage(
  client: QueryClient,
  { draft }: StagedOpposite,
  step: string,
): Promise<Reply<unknown>> {
  const steps = [...keysOf(draft)].filter((key) => key !== step);
  if (steps.length === 0) return removeDraft(client, draft.connection, draft.id);
  const { savedAt: _, ...kept } = draft;
  return saveDraft(client, { ...kept, content: { ...draft.content, steps } });
}

/** The plan that sends what is staged. Its id is the draft's, so that it is sent once. */
export function oppositePlan({ draft, opposites }: StagedOpposite, title: string): Plan {
  const keys = new Set(opposites.flatMap(({ steps }) => steps.map(({ key }) => key)));
  const steps = opposites
    .flatMap((one) => one.steps)
    .map((step) => ({ ...step, after: step.after.filter((key) => keys.has(key)) }));
  const { id, connection } = draft;
  return { id, connection, title, about: { ...aboutOf(steps), draft: id }, steps };
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

/** Sends what is staged, and drops the draft once a plan has it. */
export async function sendOpposite(client: QueryClient, plan: Plan): Promise<Reply<PlanProgress>> {
  const reply = await submitPlan(plan, { keeps: 'draft' });
  if (reply.ok) await removeDraft(client, plan.connection, plan.id);
  return reply;
}
