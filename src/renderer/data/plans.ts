import { useMemo } from 'react';
import { create } from 'zustand';
import type { AppError, ErrorCode, Reply } from '../../shared/error.ts';
import type { Plan, PlanProgress, StepProgress } from '../../shared/plan.ts';
import { call } from './call.ts';
import { sentOrKept } from './offline-question.ts';
import { permitted } from './production-question.ts';
import { useSeconds } from './seconds.ts';

type Plans = Readonly<Record<string, PlanProgress>>;

/** The plans that have not ended, and those that were told about since this page is open. */
const usePlanNews = create<Plans>()(() => ({}));

/** When each was told, in milliseconds since 1970: the time that is left runs from then on. */
const toldAt = new WeakMap<PlanProgress, number>();

/** Takes in how a plan stands now. */
export function planSeen(plan: PlanProgress): void {
  toldAt.set(plan, Date.now());
  usePlanNews.setState({ [plan.id]: plan });
}

/**
 * When everything that a plan can still do is done: seconds from now, and milliseconds since 1970; counted on from when it was
 * told. Null where nobody can tell.
 */
export function usePlanEnd(plan: PlanProgress): { readonly seconds: number; readonly at: number } | null {
  const { state, remainingSeconds } = plan;
  const told = toldAt.get(plan);
  const end =
    state === 'running' && remainingSeconds !== null && told !== undefined
      ? told + remainingSeconds * 1_000
      : null;
  const now = useSeconds(end !== null);
  return end === null ? null : { seconds: Math.max(0, end / 1_000 - now), at: end };
}

/** Takes in the plans that were begun before this page was opened; what was told about since is newer. */
export async function readPlans(): Promise<void> {
  const reply = await call('plans.list', { pageSize: 100 });
  if (!reply.ok) return; // nothing is said about plans that cannot be read: whoever submits one hears why
  const unended = reply.value.results.filter(({ state }) => state !== 'ended');
  for (const plan of unended) toldAt.set(plan, Date.now());
  usePlanNews.setState((known) => ({
    ...Object.fromEntries(unended.map((plan) => [plan.id, plan])),
    ...known,
  }));
}

/** How a plan stands; null where nothing is known of it. */
export function usePlan(id: string | null): PlanProgress | null {
  return usePlanNews((plans) => (id === null ? null : (plans[id] ?? null)));
}

/** The plans of a connection that are under way, and those that rest until somebody has them go on. */
export function useUnendedPlans(connection: string | null): readonly PlanProgress[] {
  const plans = usePlanNews();
  return Object.values(plans).filter((plan) => plan.connection === connection && plan.state !== 'ended');
}

/** How many plans are under way, through any connection. */
export function useRunningCount(): number {
  return usePlanNews((plans) => Object.values(plans).filter(({ state }) => state === 'running').length);
}

/** Plans as they stand now: as they were told about since they were read. */
export function useNewest(plans: readonly PlanProgress[]): readonly PlanProgress[] {
  const news = usePlanNews();
  return useMemo(() => plans.map((plan) => news[plan.id] ?? plan), [plans, news]);
}

/** The latest begun of all plans that are known of here; null before there is any. */
export function useLatestKnown(): string | null {
  const plans = usePlanNews();
  return useMemo(
    () =>
      Object.values(plans).toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]?.id ??
      null,
    [plans],
  );
}

/** The plans of a connection that are known and whose ids begin so; none while that is null. */
export function usePlansOf(connection: string, beginning: string | null): readonly PlanProgress[] {
  const plans = usePlanNews();
  return useMemo(
    () =>
      Object.values(plans).filter(
        (plan) => beginning !== null && plan.connection === connection && plan.id.startsWith(beginning),
      ),
    [plans, connection, beginning],
  );
}

/** Has a plan that rests go on, once a person has let it write where that has to be asked. */
export async function resumePlan({ id, connection }: PlanProgress): Promise<Reply<PlanProgress>> {
  return taken(await permitted(connection, () => call('plans.resume', { id })));
}

/** Has a plan send nothing new. */
export async function pausePlan(id: string): Promise<void> {
  taken(await call('plans.pause', { id }));
}

/** Gives up on what a plan has not begun. */
export async function cancelPlan(id: string): Promise<void> {
  taken(await call('plans.cancel', { id })); // where it is not known there is nothing to give up
}

/** The id of the plan for some content: whoever asks for the same again means the same plan. */
export async function planIdOf(origin: string, content: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content)));
  const digits = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${origin}-${digits.slice(0, 16)}`;
}

/** What each origin has submitted last: the plan that it wanted, and the one that this became. */
const submitted = new Map<string, { readonly wanted: string; readonly id: string }>();

/**
 * Carries a plan out as far as one of its first hundred steps, and answers the id of what that has created. The same plan
 * again takes up what rests or has failed; what its origin wanted before, with other content, is given up.
 * `unknown-outcome` where the plan rests before it is known what became of the step; otherwise what it rests for, and
 * `cancelled` where a person had it rest.
 */
export async function carryOut(
  origin: string,
  plan: Plan,
  step: string,
  keeps: 'draft' | 'screen' = 'screen',
): Promise<Reply<string>> {
  const former = submitted.get(origin);
  if (former !== undefined && former.wanted !== plan.id) await cancelPlan(former.id);
  const begun = await submitPlan(plan, keeps);
  if (!begun.ok) return begun;
  submitted.set(origin, { wanted: plan.id, id: begun.value.id });
  return settled(begun.value.id, step);
}

/**
 * Writes a plan down and begins with it, once a person has let it write where that has to be asked, and has chosen that it waits
 * where the service cannot be reached; the same plan again takes up what rests or has failed. `keeps` is where it stays unsent.
 */
export async function submitPlan(
  plan: Plan,
  keeps: 'draft' | 'screen' = 'screen',
): Promise<Reply<PlanProgress>> {
  const { connection, title } = plan;
  return taken(
    await sentOrKept({ connection, title, keeps }, () => permitted(connection, () => begin(plan))),
  );
}

/** Takes up again, with the same ids, what of a plan has failed. */
export async function retryPlan({ id, connection }: PlanProgress): Promise<Reply<PlanProgress>> {
  return taken(await permitted(connection, () => call('plans.retry', { id })));
}

/** Tells what became of an unclear step, as a person found out: it made `object`, or nothing and is done again. */
export async function settleStep(
  { id, connection }: PlanProgress,
  settlement: { readonly step: string; readonly as: 'done' | 'again'; readonly object?: string },
): Promise<Reply<PlanProgress>> {
  return taken(await permitted(connection, () => call('plans.settle', { id, ...settlement })));
}

async function begin(plan: Plan): Promise<Reply<PlanProgress>> {
  const reply = await call('plans.submit', plan);
  if (!reply.ok) return reply;
  const { id, state, counts } = reply.value;
  if (state === 'paused') return call('plans.resume', { id });
  if (state !== 'ended') return reply;
  // What was given up stays so: whoever wants it after all begins anew.
  if (counts.cancelled > 0) return begin({ ...plan, id: `${id}-again` });
  return counts.failed > 0 ? call('plans.retry', { id }) : reply;
}

function taken(reply: Reply<PlanProgress>): Reply<PlanProgress> {
  if (reply.ok) planSeen(reply.value);
  return reply;
}

async function settled(id: string, key: string): Promise<Reply<string>> {
  const rest = call('plans.wait', { id });
  for (;;) {
    const before = usePlanNews.getState()[id];
    const [plan, steps] = [await call('plans.read', { id }), await call('plans.steps', { id })];
    if (!plan.ok) return plan;
    if (!steps.ok) return steps;
    const step = steps.value.results.find((one) => one.key === key);
    const outcome = step === undefined ? failed('internal') : outcomeOf(step, plan.value);
    if (outcome !== null) return outcome;
    await Promise.race([rest, changed(id, before)]);
  }
}

/** What became of a step; null while that is open. */
function outcomeOf({ state, result, error }: StepProgress, plan: PlanProgress): Reply<string> | null {
  switch (state) {
    case 'done':
      return { ok: true, value: result ?? '' };
    case 'failed':
    case 'blocked':
      return error === null ? failed('internal') : { ok: false, error };
    case 'cancelled':
      return failed('cancelled');
    case 'unclear':
      return unknown(error);
    case 'waiting':
      if (plan.state !== 'paused') return null;
      return plan.pause?.error ? { ok: false, error: plan.pause.error } : failed('cancelled');
    case 'sending':
    case 'resolving':
      return plan.state === 'paused' ? unknown(plan.pause?.error ?? error) : null;
  }
}

// The schemas beside `fail` in `shared/error.ts` stay out of the interface (decisions/0002).
function failed(code: ErrorCode, about: Omit<AppError, 'code'> = {}): Reply<never> {
  return { ok: false, error: { code, ...about } };
}

function unknown(error: AppError | null): Reply<never> {
  const { code: _, ...about } = error ?? { code: null };
  return failed('unknown-outcome', about);
}

function changed(id: string, before: PlanProgress | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = usePlanNews.subscribe((plans) => {
      if (plans[id] === before) return;
      end();
      resolve();
    });
    if (usePlanNews.getState()[id] === before) return;
    end();
    resolve();
  });
}
