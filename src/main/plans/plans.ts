import { randomUUID } from 'node:crypto';
import type { BridgeInput } from '../../shared/bridge.ts';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { ErrorCode } from '../../shared/failures.ts';
import type { Page } from '../../shared/model/page.ts';
import type {
  Differing,
  Plan,
  PlanProgress,
  Scheduling,
  SentComponent,
  StepProgress,
  StepState,
} from '../../shared/plan.ts';
import { isWaiting, planFaults } from '../../shared/rules/plans/plan.ts';
import { type MadePart, madeParts } from '../../shared/rules/plans/season-groups.ts';
import { type Clock, pause } from '../clock.ts';
import { diskReason } from '../storage/disk-fault.ts';
import type { Journal } from './journal.ts';
import type { PlanRecord, StepRecord } from './journal-rows.ts';
import { openRuns, type Progress, type Runs, type RunsDeps } from './loaded-runs.ts';
import { progressOf, stepProgressOf } from './progress.ts';
import type { Run } from './run.ts';
import { logCourse, type Tell } from './run-writer.ts';
import { auditOf } from './steps.ts';

/**
 * The only way in which this app writes to a service. All fail as `journal-unavailable` where another process owns the journal, and as
 * `not-found-here` for an unknown plan.
 */
export type Plans = ReturnType<typeof plansOf>;

export interface PlansDeps extends RunsDeps {
  /** Null where another process owns it. */
  readonly journal: Journal | null;
  /** Which plans go on by themselves; all, unless given. `counted`: it is there for forecasts alone. */
  readonly takesUp?: ((plan: string) => boolean | 'counted') | undefined;
}

const mostResults = 100; // of a page
const longestEnd = 5_000; // milliseconds for the answers that are on their way to plans that are forgotten

/** Opens the plans of a journal; those that were running are resumed. */
export function openPlans(deps: PlansDeps): Plans {
  const { journal } = deps;
  return journal === null ? { ...noPlans } : plansOf(journal, deps);
}

/** What is absent stays. */
export interface NewScheduling {
  readonly id: string;
  readonly scheduling: Partial<Scheduling>;
}

function plansOf(journal: Journal, deps: PlansDeps) {
  const runs = openRuns(journal, deps);
  const { untilSaid } = runs;
  const actions = actionsOn(runs, deps);
  const { act, actAllowed, read } = actions;
  const shared = { ...deps, journal, runs, actions };
  loadRunning(journal, runs, deps);

  return {
    ...pagesOf(journal, runs.progress),
    submit: (plan: Plan) => submit(plan, shared),
    read,
    /** What a component was created with, by a plan of this connection; null where none has created it. */
    sentComponents: (connection: string, components: readonly string[]): Reply<readonly SentComponent[]> =>
      succeed(journal.sentComponents(connection, components)),
    differing: (question: BridgeInput<'plans.differing'>): Reply<readonly Differing[]> =>
      succeed(journal.differing(question)),
    dismiss: ({ id, step }: BridgeInput<'plans.dismiss'>): Reply<null> => {
      const now = runs.progress(id);
      if (now === null) return fail('not-found-here');
      const written = writing(() => journal.dismiss(id, step), 'dismissal-not-written', id, deps.log);
      if (written.ok) deps.onProgress(now); // so that every window asks again
      return written;
    },
    /**
     * Answers once the outcome of a step is decided, with the id of its object; `unknown-outcome` if the plan is paused before, `cancelled`
     * when nobody waits any more.
     */
    outcome: ({ id, step }: BridgeInput<'plans.outcome'>, gone?: AbortSignal): Promise<Reply<string>> =>
      untilSaid(
        id,
        (now) => {
          const number = journal.plan(id)?.number;
          const record = number === undefined ? null : journal.step(number, step);
          if (number === undefined || record === null) return fail('not-found-here');
          const failures = () => journal.stepPage(number, { states: ['failed'], most: 1 }).results;
          return outcomeOfStep(record, now, () => failures()[0]?.error ?? null);
        },
        gone,
      ),
    /** Answers when the plan is paused or has ended. */
    wait: (id: string): Promise<Reply<PlanProgress>> =>
      untilSaid(id, (now) => (now.state === 'running' ? null : succeed(now))),
    pause: (id: string) => act(id, (run) => run.pause()),
    resume: (id: string) => actAllowed(id, resume),
    /** Pauses the plans of a connection whose credentials the service has refused: nothing of them can be sent. */
    refused: (connection: string): void => {
      const { error } = fail('credentials-rejected');
      for (const plan of journal.in('running'))
        if (plan.connection === connection) act(plan.id, (run) => run.pause(error));
    },
    /** Resumes the plans that are paused for this failure, since it has passed: those of a connection, or of all. */
    resumeAfter: (code: ErrorCode, connection: string | null = null): void => {
      for (const plan of journal.in('paused').filter(({ id }) => isTakenUp(deps, id)))
        if (plan.pause?.error?.code === code && (connection ?? plan.connection) === plan.connection)
          actAllowed(plan.id, resume);
    },
    cancel: (id: string) => act(id, (run) => run.cancel()),
    retry: (id: string) => actAllowed(id, (run) => run.retry()),
    /** Says what became of an unclear step; `invalid-input` where it is not unclear, or its object is not told. */
    settle: ({ id, step, as, object }: BridgeInput<'plans.settle'>) =>
      actAllowed(id, (run) => run.settle({ key: step, as, object })),
    /** Gives a plan another deadline or priority, by which it gets the quota; `journal-unavailable` where that cannot be written down. */
    schedule: ({ id, scheduling }: NewScheduling): Reply<PlanProgress> => {
      const record = runs.record(id);
      if (record === null) return fail('not-found-here');
      const { deadline = null, priority = 0 } = record.scheduling ?? {};
      const other = {
        deadline: scheduling.deadline === undefined ? deadline : scheduling.deadline,
        priority: scheduling.priority ?? priority,
      };
      const written = writing(() => runs.schedule(record, other), 'scheduling-not-written', id, deps.log);
      return written.ok ? read(id) : written;
    },
    forecast: runs.forecast, // as the schedule says
    startsBy: runs.startsBy,
    forget: (connection: string, erase: () => Promise<Reply<null>>) => forget(connection, erase, shared),
    close: runs.close,
  };
}

function resume(run: Run): void {
  run.resume();
  run.begin(); // one that runs and was not taken up
}

/** Whether a plan goes on by itself in this process. */
export function isTakenUp({ takesUp }: Pick<PlansDeps, 'takesUp'>, plan: string): boolean {
  return (takesUp?.(plan) ?? true) === true;
}

/** Writes something of a plan down; `journal-unavailable` where that fails. */
function writing(work: () => void, event: string, plan: string, log: PlansDeps['log']): Reply<null> {
  try {
    work();
    return succeed(null);
  } catch (thrown) {
    const reason = diskReason(thrown);
    log.error(event, { plan, reason, thrown });
    return fail('journal-unavailable', reason === null ? {} : { reason });
  }
}

type Actions = ReturnType<typeof actionsOn>;

type Work = (run: Run) => Reply<null> | void;

/** What a person has plans do. */
function actionsOn(runs: Runs, { mayWrite }: PlansDeps) {
  /** Has a plan do something, and answers how it is then. */
  const act = (id: string, work: Work): Reply<PlanProgress> => {
    const record = runs.record(id);
    if (record === null) return fail('not-found-here');
    const run = runs.load(record);
    const done = work(run);
    const now = runs.progress(id) ?? run.progress();
    if (now.state === 'ended') runs.drop(id); // loaded only to find that there was nothing to do
    return done !== undefined && !done.ok ? done : succeed(now);
  };
  return {
    act,
    /** The same for what may have a plan send something. */
    actAllowed: (id: string, work: Work): Reply<PlanProgress> => {
      const record = runs.record(id);
      if (record === null) return fail('not-found-here');
      const allowed = mayWrite(record.connection);
      return allowed.ok ? act(id, work) : allowed;
    },
    read: (id: string): Reply<PlanProgress> => {
      const now = runs.progress(id);
      return now === null ? fail('not-found-here') : succeed(now);
    },
  };
}

/** Loads the plans that were running at the last end; those of an older journal wait for a person. */
function loadRunning(journal: Journal, runs: Runs, deps: PlansDeps): void {
  const { log, takesUp } = deps;
  if (journal.isOlder()) pauseOlder(journal, log);
  for (const record of journal.in('running')) {
    const { id: plan, connection, number } = record;
    if (takesUp?.(plan) === false) continue;
    const run = runs.load(record);
    if (!isTakenUp(deps, plan)) continue;
    log.info('plan-taken-up', { plan, connection, counts: journal.counts(number) });
    run.begin();
  }
}

function pauseOlder(journal: Journal, log: PlansDeps['log']): void {
  for (const record of journal.in('running')) {
    const paused = { ...record, state: 'paused', pause: { reason: 'older', error: null } } as const;
    journal.keepPlan(paused);
    logCourse(log, record, paused, () => journal.counts(record.number));
  }
  journal.accept();
}

function pagesOf(journal: Journal, progress: Progress) {
  return {
    /** The latest first. */
    list: ({
      connection,
      about,
      only,
      cursor,
      pageSize: most = mostResults,
    }: BridgeInput<'plans.list'>): Reply<Page<PlanProgress>> => {
      const { count, results } = journal.plans({ connection, about, only, before: numberOf(cursor), most });
      const last = results.length < most ? undefined : results.at(-1);
      return succeed({
        count,
        cursor: last === undefined ? null : String(last.number),
        results: results.map(
          (record) => progress(record.id) ?? progressOf(record, journal.counts(record.number), null),
        ),
      });
    },
    parts: (id: string): Reply<readonly MadePart[]> => {
      const record = journal.plan(id);
      return record === null ? fail('not-found-here') : succeed(madeParts(journal.steps(record.number)));
    },
    states: (id: string): Reply<readonly StepState[]> => {
      const record = journal.plan(id);
      return record === null ? fail('not-found-here') : succeed(journal.states(record.number));
    },
    /** In the order of the plan. */
    steps: ({
      id,
      cursor,
      pageSize: most = mostResults,
      ...only
    }: BridgeInput<'plans.steps'>): Reply<Page<StepProgress>> => {
      const record = journal.plan(id);
      if (record === null) return fail('not-found-here');
      const { count, results } = journal.stepPage(record.number, { ...only, behind: numberOf(cursor), most });
      const last = results.length < most ? undefined : results.at(-1);
      return succeed({
        count,
        cursor: last === undefined ? null : String(last.position),
        results: results.map(stepProgressOf),
      });
    },
  };
}

interface ActionDeps extends PlansDeps {
  readonly journal: Journal;
  readonly runs: Runs;
  readonly actions: Actions;
}

/**
 * Begins a new plan, resumes or retries a known one, and begins a cancelled one anew under another id. `invalid-input` for a plan
 * with faults, `differs` for another plan under its id, unless both are from the same draft: then the former is cancelled.
 */
function submit(
  plan: Plan,
  { journal, runs, actions, clock, log, mayWrite }: ActionDeps,
): Reply<PlanProgress> {
  if (runs.isClosed()) return fail('journal-unavailable');
  const former = journal.submittedAs(plan.id);
  const same = former.find((record) => journal.holds(record, plan));
  if (same === undefined && !former.every((record) => isOfDraft(record, plan))) return fail('differs');
  const known = same === undefined ? null : resumeOrRetry(runs.progress(same.id), same.id, actions);
  if (known !== null) return known;
  const [fault] = planFaults(plan);
  if (fault !== undefined) return fail('invalid-input', { detail: `${fault.code}: ${fault.step}` });
  const writes = plan.steps.some(({ task }) => !isWaiting(task));
  const allowed = mayWrite(plan.connection);
  if (!allowed.ok && (writes || allowed.error.code === 'not-found-here')) return allowed;
  try {
    for (const { id, state } of former) if (state !== 'ended') actions.act(id, (run) => run.cancel());
    const id = former.length === 0 ? plan.id : randomUUID();
    const record = journal.add({ ...plan, id }, new Date(clock.wall()).toISOString(), plan.id);
    log.info('plan-begun', { plan: id, connection: plan.connection, tasks: tasksOf(plan) });
    runs.load(record, true);
    return actions.act(record.id, (run) => run.begin());
  } catch (thrown) {
    const reason = diskReason(thrown);
    log.error('plan-not-written', { plan: plan.id, connection: plan.connection, reason, thrown });
    return fail('journal-unavailable', reason === null ? {} : { reason });
  }
}

/** Resumes or retries a known plan; null for one that was cancelled, which begins anew. */
function resumeOrRetry(
  now: PlanProgress | null,
  id: string,
  { read, actAllowed }: Actions,
): Reply<PlanProgress> | null {
  if (now?.state === 'paused') return actAllowed(id, (run) => run.resume());
  if (now?.state !== 'ended') return read(id);
  if (now.counts.cancelled > 0) return null;
  return now.counts.failed > 0 ? actAllowed(id, (run) => run.retry()) : succeed(now);
}

/**
 * Stops the plans of a connection, has it erased, and forgets them; what is not answered by then is unclear in the change log. If the
 * connection cannot be erased, its plans go on.
 */
async function forget(
  connection: string,
  erase: () => Promise<Reply<null>>,
  { journal, runs, clock, log, onProgress }: ActionDeps,
): Promise<Reply<null>> {
  const stopping = journal.of(connection).map(({ id }) => runs.stop(id));
  await Promise.race([Promise.all(stopping), pause(clock, longestEnd)]);
  for (const { id } of journal.of(connection)) runs.drop(id);
  const erased = await erase();
  if (!erased.ok) {
    for (const record of journal.in('running'))
      if (record.connection === connection) runs.load(record).begin();
    return erased;
  }
  for (const record of journal.of(connection)) {
    void runs.stop(record.id); // somebody had it go on meanwhile
    runs.drop(record.id);
    const ended = endForGood(record, { journal, clock, tell: runs.tell });
    log.info('plan-forgotten', { plan: record.id, connection, counts: ended.counts });
    runs.answer(record.id);
    onProgress(ended);
    journal.remove(record.number);
    runs.answer(record.id);
  }
  return erased;
}

function isOfDraft({ connection, about }: PlanRecord, plan: Plan): boolean {
  return connection === plan.connection && about.draft !== undefined && about.draft === plan.about?.draft;
}

/** What became of a step; null while that is open. */
function outcomeOfStep(
  { state, result, error }: StepRecord,
  plan: PlanProgress,
  firstFailure: () => AppError | null,
): Reply<string> | null {
  const failed = (cause: AppError | null): Reply<never> =>
    cause === null ? fail('internal') : { ok: false, error: cause };
  const unknown = (cause: AppError | null): Reply<never> => {
    const { code: _, ...about } = cause ?? { code: null };
    return fail('unknown-outcome', about);
  };
  switch (state) {
    case 'done':
      return succeed(result ?? '');
    case 'failed':
      return failed(error);
    case 'blocked':
      return failed(firstFailure());
    case 'cancelled':
      return fail('cancelled');
    case 'unclear':
      return unknown(error);
    case 'waiting':
      if (plan.state !== 'paused') return null;
      return plan.pause?.error ? failed(plan.pause.error) : fail('cancelled');
    case 'sending':
    case 'resolving':
      return plan.state === 'paused' ? unknown(plan.pause?.error ?? error) : null;
  }
}

function tasksOf({ steps }: Plan): Readonly<Record<string, number>> {
  const kinds = Map.groupBy(steps, ({ task }) => task.kind);
  return Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length]));
}

function numberOf(cursor: string | undefined): number | undefined {
  const number = Number(cursor ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : undefined;
}

const unavailable = (): Reply<never> => fail('journal-unavailable', { reason: 'journal-in-use' });

const noPlans: Plans = {
  submit: unavailable,
  list: unavailable,
  read: unavailable,
  steps: unavailable,
  states: unavailable,
  parts: unavailable,
  sentComponents: unavailable,
  differing: unavailable,
  dismiss: unavailable,
  outcome: async () => unavailable(),
  wait: async () => unavailable(),
  pause: unavailable,
  resume: unavailable,
  refused: () => {},
  resumeAfter: () => {},
  cancel: unavailable,
  retry: unavailable,
  settle: unavailable,
  schedule: unavailable,
  forecast: () => null,
  startsBy: () => new Map(),
  forget: (_, erase) => erase(),
  close: async () => {},
};

const inDoubt: readonly StepState[] = ['sending', 'resolving'];

/** Ends a plan for good in the journal and the change log, where unknown outcomes are unclear. The caller removes its rows once that is told. */
function endForGood(
  record: PlanRecord,
  { journal, clock, tell }: { readonly journal: Journal; readonly clock: Clock; readonly tell: Tell },
): PlanProgress {
  const steps = journal.steps(record.number);
  const doubtful = steps.filter(({ state }) => inDoubt.includes(state));
  tell(
    record,
    doubtful.map((step) => ({
      step: { ...step, state: 'unclear' },
      object: null,
      audit: auditOf(step.task, steps),
    })),
  );
  const endedAt = new Date(clock.wall()).toISOString();
  const ended: PlanRecord = { ...record, state: 'ended', cancelled: true, pause: null, endedAt };
  journal.keepPlan(ended);
  return progressOf(ended, journal.counts(record.number), null);
}
