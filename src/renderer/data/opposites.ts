import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Reply } from '../../shared/error.ts';
import type { Draft } from '../../shared/model/draft.ts';
import type { Plan, PlanProgress } from '../../shared/plan.ts';
import { madeIn, type Opposite, ofUnchanged, oppositesOf } from '../../shared/rules/opposite.ts';
import { auditsOptions } from './audits.ts';
import { call, unwrap } from './call.ts';
import { componentsOptions } from './components.ts';
import { draftsQuery, removeDraft, saveDraft } from './drafts.ts';
import { allSteps } from './plan-steps.ts';
import { submitPlan } from './plans.ts';
import { type Change, stageInTree } from './staged-changes.ts';
import { auditUsersOptions } from './users.ts';
import { readWholeListAnew, type wholeListOptions } from './whole-list.ts';

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
    optionsOf: (connection: string, id: string) => ReturnType<typeof wholeListOptions<Entry>>,
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
      const usersOf = await each(there(made.usersOf), auditUsersOptions);
      const componentsOf = await each(there(made.componentsOf), componentsOptions);
      return ofUnchanged(opposites, { audits, usersOf, componentsOf });
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The groups in whose trees something was staged. */
type Staged = readonly string[];

/**
 * Stages what undoes a plan, and sends nothing: changes of components in the trees of their groups, everything else as a draft of
 * the plan's own.
 */
export async function stageOpposites(
  client: QueryClient,
  plan: PlanProgress,
  opposites: readonly Opposite[],
): Promise<Reply<Staged>> {
  const { id, connection, title, about } = plan;
  const trees = Map.groupBy(opposites.flatMap(treeChange), ({ group }) => group);
  for (const [group, changes] of trees) {
    const name = about.audit === group ? title : group;
    const staged = changes.map(({ change }) => change);
    const reply = await stageInTree(client, connection, { id: group, name }, staged);
    if (!reply.ok) return reply;
  }
  const steps = opposites.flatMap((one) => (one.kind === 'steps' ? [one.step.key] : []));
  if (steps.length > 0) {
    const draft = { id: crypto.randomUUID(), kind: 'opposite', connection, title } as const;
    const reply = await saveDraft(client, { ...draft, content: { plan: id, steps } });
    if (!reply.ok) return reply;
  }
  return { ok: true, value: [...trees.keys()] };
}

function treeChange(opposite: Opposite): readonly { readonly group: string; readonly change: Change }[] {
  const key = crypto.randomUUID();
  const name = opposite.step.subject;
  if (opposite.kind === 'delete-component') {
    const { group, component, made } = opposite;
    return [{ group, change: { key, kind: 'delete', component, name, made } }];
  }
  if (opposite.kind !== 'create-component') return [];
  const { group, creation } = opposite;
  return [{ group, change: { key, kind: 'create', creation, name } }];
}

export interface StagedOpposite {
  readonly draft: Draft;
  readonly opposites: readonly Extract<Opposite, { readonly kind: 'steps' }>[];
}

/** What is staged to undo a plan, apart from the trees; null where nothing is. */
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
  const audits = new Set(steps.map(({ task }) => ('audit' in task ? task.audit : null)));
  const [audit] = audits.size === 1 ? audits : [];
  const isOfUsers = steps.every(({ task }) => task.kind !== 'deleteAudit' && task.kind !== 'awaitGone');
  const place = isOfUsers && typeof audit === 'string' ? ({ kind: 'users', audit } as const) : {};
  const { id, connection } = draft;
  const about = { ...(isOfUsers ? place : ({ kind: 'deletions' } as const)), draft: id };
  return { id, connection, title, about, steps };
}

/** Sends what is staged, and drops the draft once a plan has it. */
export async function sendOpposite(client: QueryClient, plan: Plan): Promise<Reply<PlanProgress>> {
  const reply = await submitPlan(plan, { keeps: 'draft' });
  if (reply.ok) await removeDraft(client, plan.connection, plan.id);
  return reply;
}
