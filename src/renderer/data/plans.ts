import { create } from 'zustand';
import type { AppError, Reply } from '../../shared/error.ts';
import type { Plan, PlanAbout, PlanProgress } from '../../shared/plan.ts';
import { everyEntry } from '../../shared/rules/service/every-entry.ts';
import { call, errorOf, unwrap } from './call.ts';
import { isAway, isUnreachable, useConnectionState } from './connection-state.ts';

type Plans = Readonly<Record<string, PlanProgress>>;

/** Plans that have not ended, and those that main told about since this page was opened. */
const usePlanNews = create<Plans>()(() => ({}));

interface PlansReading {
  /** Whether the plans that have not ended are all known: before, no plan on the screen does not mean that there is none. */
  readonly isRead: boolean;
  /** Why they could not be read; null where they were, or are still being read. */
  readonly error: AppError | null;
  /** Whether another copy of the app held them until it ended, and nobody has put that notice away. */
  readonly areTakenOver: boolean;
}

export const usePlansReading = create<PlansReading>()(() => ({
  isRead: false,
  error: null,
  areTakenOver: false,
}));

/** When main told about each plan, in milliseconds since 1970: the time left counts from then. */
export const toldAt = new WeakMap<PlanProgress, number>();

export function planSeen(plan: PlanProgress): void {
  toldAt.set(plan, Date.now());
  usePlanNews.setState({ [plan.id]: plan });
}

/** Reads the plans that were submitted before this page was opened; what main tells meanwhile is newer. */
export async function readPlans(): Promise<void> {
  const unended = await everyEntry((cursor) =>
    unwrap(call('plans.list', { only: 'unended', pageSize: 100, cursor })),
  ).catch((thrown: unknown) => {
    usePlansReading.setState({ error: errorOf(thrown) });
    return null;
  });
  if (unended === null) return;
  for (const plan of unended) toldAt.set(plan, Date.now());
  usePlanNews.setState((known) => ({
    ...Object.fromEntries(unended.map((plan) => [plan.id, plan])),
    ...known,
  }));
  usePlansReading.setState({ isRead: true, error: null });
}

export function usePlan(id: string | null): PlanProgress | null {
  return usePlanNews((plans) => (id === null ? null : (plans[id] ?? null)));
}

/** The running and the paused plans of a connection. */
export function useUnendedPlans(connection: string | null): readonly PlanProgress[] {
  const plans = usePlanNews();
  return Object.values(plans).filter((plan) => plan.connection === connection && plan.state !== 'ended');
}

export function useRunningCount(): number {
  return usePlanNews((plans) => Object.values(plans).filter(({ state }) => state === 'running').length);
}

/** Plans with the newest status that main told. */
export function useNewest(plans: readonly PlanProgress[]): readonly PlanProgress[] {
  const news = usePlanNews();
  return plans.map((plan) => news[plan.id] ?? plan);
}

/** The newest of all known plans; null before there is any. */
export function useLatestKnown(): string | null {
  const plans = usePlanNews();
  return (
    Object.values(plans).toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]?.id ?? null
  );
}

export function usePlansAbout(
  connection: string,
  kind: PlanAbout['kind'],
  audit?: string,
): readonly PlanProgress[] {
  const plans = usePlanNews();
  return Object.values(plans).filter(
    ({ connection: own, about }) =>
      own === connection && about.kind === kind && (audit === undefined || about.audit === audit),
  );
}

/** Resumes a paused plan, once a person has allowed writes where that is needed. */
export async function resumePlan({ id, connection }: PlanProgress): Promise<Reply<PlanProgress>> {
  return taken(await permitted(connection, () => call('plans.act', { id, act: 'resume' })));
}

/** Has a plan send nothing new. */
export async function pausePlan(id: string): Promise<void> {
  taken(await call('plans.act', { id, act: 'pause' }));
}

/** Gives up on what a plan has not begun. */
export async function cancelPlan(id: string): Promise<void> {
  taken(await call('plans.act', { id, act: 'cancel' })); // where it is not known there is nothing to give up
}

/** Where an unsent plan stays, and what hears the id under which it was submitted. */
interface Submitting {
  readonly keeps?: 'draft' | 'screen';
  readonly onBegun?: (id: string) => void;
}

/**
 * Submits a plan, waits for one of its steps, and answers the id of what that has created. `unknown-outcome` where the plan is
 * paused before the outcome is known; otherwise why it is paused, and `cancelled` where a person paused it.
 */
export async function carryOut(
  plan: Plan,
  step: string,
  { onBegun, ...options }: Submitting = {},
): Promise<Reply<string>> {
  const begun = await submitPlan(plan, options);
  if (!begun.ok) return begun;
  onBegun?.(begun.value.id);
  return call('plans.outcome', { id: begun.value.id, step });
}

/**
 * Submits a plan, once a person has allowed writes where that is needed, and has chosen to queue it where the service cannot be
 * reached. The same plan again resumes. `keeps` is where an unsent plan stays.
 */
export async function submitPlan(
  plan: Plan,
  { keeps = 'screen' }: Pick<Submitting, 'keeps'> = {},
): Promise<Reply<PlanProgress>> {
  return submitAs({ ...plan, keeps }, () => submitInParts(plan));
}

/** The same of a plan that main has made. */
export async function submitAs(
  { connection, title, keeps = 'screen' }: Pick<Plan, 'connection' | 'title'> & Pick<Submitting, 'keeps'>,
  submit: () => Promise<Reply<PlanProgress>>,
): Promise<Reply<PlanProgress>> {
  return taken(await sendOrAsk({ connection, title, keeps }, () => permitted(connection, submit)));
}

const partSize = 250; // steps: to hand so many over takes less than a frame

/** Hands a plan to main; one of many steps in parts, between which the window answers. */
async function submitInParts(plan: Plan): Promise<Reply<PlanProgress>> {
  const { id, steps } = plan;
  let at = 0;
  for (; at + partSize < steps.length; at += partSize) {
    const brought = await call('plans.bring', { id, at, steps: steps.slice(at, at + partSize) });
    if (!brought.ok) return brought;
  }
  return call('plans.submit', at === 0 ? plan : { ...plan, steps: steps.slice(at), before: at });
}

/** Retries what has failed, with the same ids. */
export async function retryPlan({ id, connection }: PlanProgress): Promise<Reply<PlanProgress>> {
  return taken(await permitted(connection, () => call('plans.act', { id, act: 'retry' })));
}

/** Resolves a step whose outcome is unknown, as a person found out: it made `object`, or nothing and is done again. */
export async function resolveStep(
  { id, connection }: PlanProgress,
  settlement: { readonly step: string; readonly as: 'done' | 'again'; readonly object?: string },
): Promise<Reply<PlanProgress>> {
  return taken(await permitted(connection, () => call('plans.settle', { id, ...settlement })));
}

function taken(reply: Reply<PlanProgress>): Reply<PlanProgress> {
  if (reply.ok) planSeen(reply.value);
  return reply;
}

/** Calls `act`; where it needs a person's permission, asks for that and calls it again. */
async function permitted<Value>(connection: string, act: () => Promise<Reply<Value>>): Promise<Reply<Value>> {
  const reply = await act();
  if (reply.ok || reply.error.code !== 'confirmation-needed') return reply;
  const allowed = await call('connections.act', { id: connection, act: 'allowWrites' });
  return allowed.ok ? act() : allowed;
}

interface Question {
  readonly connection: string;
  readonly title: string;
  /** Where it stays if it is not sent: as a draft on disk, or on the screen that made it. */
  readonly keeps: 'draft' | 'screen';
  readonly answer: (queue: boolean) => void;
}

/** The question whether a change waits for a service that cannot be reached; null while it is not asked. */
export const useOfflineQuestion = create<{
  readonly question: Question | null;
  /** Connections of which somebody chose that changes wait; true until they answer. */
  readonly queues: Readonly<Record<string, true>>;
}>()(() => ({ question: null, queues: {} }));

export function useIsQueued(connection: string): boolean {
  return useOfflineQuestion(({ queues }) => queues[connection] === true);
}

/**
 * Sends a change. While the service cannot be reached a person chooses first: the change waits, or it is not sent and fails as
 * `kept-back`.
 */
async function sendOrAsk<Value>(
  about: Omit<Question, 'answer'>,
  send: () => Promise<Reply<Value>>,
): Promise<Reply<Value>> {
  if (isUnreachable(about.connection)) {
    if (!(await asked(about))) return { ok: false, error: { code: 'kept-back' } };
    await waitForService(about.connection);
  }
  return send();
}

/** Queues all that can wait until the service is known to answer, instead of failing again and again. */
export async function waitForService(connection: string): Promise<void> {
  const queues = (of: Readonly<Record<string, true>>) => useOfflineQuestion.setState({ queues: of });
  queues({ ...useOfflineQuestion.getState().queues, [connection]: true });
  const end = useConnectionState.subscribe((state) => {
    if (isAway(state, connection)) return;
    end();
    const { [connection]: _, ...others } = useOfflineQuestion.getState().queues;
    queues(others);
  });
  await call('connections.act', { id: connection, act: 'doubt' });
}

function asked(about: Omit<Question, 'answer'>): Promise<boolean> {
  useOfflineQuestion.getState().question?.answer(false); // one question at a time: the newer one counts
  return new Promise((resolve) => {
    const answer = (queue: boolean): void => {
      useOfflineQuestion.setState({ question: null });
      resolve(queue);
    };
    useOfflineQuestion.setState({ question: { ...about, answer } });
  });
}
