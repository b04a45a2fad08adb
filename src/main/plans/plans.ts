import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Page } from '../../shared/model/page.ts';
import type { Plan, PlanProgress, StepProgress, StepState } from '../../shared/plan.ts';
import type { TrailEntry } from '../../shared/record.ts';
import { planFaults } from '../../shared/rules/plan.ts';
import { pause } from '../clock.ts';
import { endForGood } from './forgotten.ts';
import type { Journal } from './journal.ts';
import type { PlanRecord } from './journal-rows.ts';
import type { Tell, Written } from './ledger.ts';
import { createLocks } from './locks.ts';
import { createNews, progressOf, stepProgressOf } from './progress.ts';
import type { Run, RunSurroundings } from './run.ts';
import { takeUp } from './take-up.ts';

interface PageQuery {
  readonly cursor?: string | undefined;
  /** At most 100, which is also what it is unless told. */
  readonly pageSize?: number | undefined;
}

/**
 * All plans of this app: the only way in which it writes to a service. Every one fails as `journal-unavailable` where the
 * journal belongs to another process, and those that name a plan as `not-found-here` where there is none.
 */
export interface Plans {
  /**
   * Writes a plan down and begins to carry it out; the same plan again is the same as once. `invalid-input` for a plan
   * with faults, `differs` for another one under its id, `read-only` and `confirmation-needed` where it may not write, and
   * `not-found-here` for a connection that there is not.
   */
  readonly submit: (plan: Plan) => Reply<PlanProgress>;
  /** The latest first. */
  readonly list: (
    query: PageQuery & { readonly connection?: string | undefined },
  ) => Reply<Page<PlanProgress>>;
  readonly read: (id: string) => Reply<PlanProgress>;
  /** In the order of the plan. */
  readonly steps: (
    query: PageQuery & { readonly id: string; readonly states?: readonly StepState[] | undefined },
  ) => Reply<Page<StepProgress>>;
  /** Answers when the plan rests or has ended, which it has as well when only a person can say how it goes on. */
  readonly wait: (id: string) => Promise<Reply<PlanProgress>>;
  readonly pause: (id: string) => Reply<PlanProgress>;
  readonly resume: (id: string) => Reply<PlanProgress>;
  readonly cancel: (id: string) => Reply<PlanProgress>;
  readonly retry: (id: string) => Reply<PlanProgress>;
  /** Says what became of an unclear step; `invalid-input` where it is not unclear, or its object is not told. */
  readonly settle: (settlement: {
    readonly id: string;
    readonly step: string;
    readonly as: 'done' | 'again';
    readonly object?: string | undefined;
  }) => Reply<PlanProgress>;
  /**
   * Stops the plans of a connection, has it erased, and forgets them, finished or not; what was on its way and not answered by
   * then stands in the trail as unclear. Where the connection cannot be erased its plans go on, and the reply is that one.
   */
  readonly forget: (connection: string, erase: () => Promise<Reply<null>>) => Promise<Reply<null>>;
  /** Begins nothing any more; resolves when what was under way is written down. */
  readonly close: () => Promise<void>;
}

export interface PlansSurroundings
  extends Omit<RunSurroundings, 'journal' | 'locks' | 'tell' | 'onChange' | 'onEnd'> {
  /** Null where another process owns it. */
  readonly journal: Journal | null;
  /** Told of what became of writes, before the screen is; it may be told the same entries again after a crash. */
  readonly trail: (...entries: readonly TrailEntry[]) => void;
  /** The person's name in the operating system. */
  readonly person: string;
  readonly nameOf: (connection: string) => string;
  readonly onProgress: (progress: PlanProgress) => void;
}

const mostResults = 100;
const longestEnd = 5_000; // milliseconds for the answers that are on their way to plans that are forgotten

/** Opens the plans of a journal; those that were being carried out go on. */
export function openPlans(surroundings: PlansSurroundings): Plans {
  const { journal } = surroundings;
  return journal === null ? noPlans : plansOf(journal, surroundings);
}

function plansOf(journal: Journal, surroundings: PlansSurroundings): Plans {
  const { clock, mayWrite, trail, person, nameOf, onProgress } = surroundings;
  const runs = new Map<string, Run>();
  const waiting = new Map<string, Set<(progress: PlanProgress) => void>>();
  let closed = false;

  const progress = (id: string): PlanProgress | null => {
    const run = runs.get(id);
    if (run !== undefined) return run.progress();
    const record = closed ? null : journal.plan(id);
    return record === null ? null : progressOf(record, journal.counts(record.number), null);
  };

  const publish = createNews(clock, (id: string) => {
    const now = progress(id);
    if (now !== null) onProgress(now);
  });

  const release = (id: string): void => {
    const waiters = waiting.get(id);
    const now = waiters === undefined ? null : progress(id);
    if (now === null) return;
    waiting.delete(id);
    for (const answer of waiters ?? []) answer(now);
  };

  const entryOf = (plan: PlanRecord, { step, object }: Written): readonly TrailEntry[] => {
    const { task, state } = step;
    if (task.kind === 'awaitOpen' || (state !== 'done' && state !== 'failed' && state !== 'unclear'))
      return [];
    const about = { connection: plan.connection, connectionName: nameOf(plan.connection), plan: plan.id };
    return [
      {
        at: step.changedAt,
        person,
        ...about,
        step: step.key,
        task: task.kind,
        subject: step.subject,
        object,
        outcome: state,
        code: step.error?.code ?? null,
      },
    ];
  };

  const tell: Tell = (plan, all) => {
    const entries = all.flatMap((written) => entryOf(plan, written));
    if (entries.length > 0) trail(...entries);
  };

  const locks = createLocks(() => {
    for (const run of runs.values()) run.begin();
  });

  const runOf = (record: PlanRecord): Run => {
    const known = runs.get(record.id);
    if (known !== undefined) return known;
    const changed = (): void => {
      publish(record.id);
      if (runs.get(record.id)?.rests() !== false) release(record.id);
    };
    const run = takeUp(record, {
      ...surroundings,
      journal,
      locks,
      tell,
      onChange: changed,
      onEnd: () => {
        runs.delete(record.id);
        changed();
      },
    });
    runs.set(record.id, run);
    return run;
  };

  /** Has a plan do something, and answers how it is then. */
  const act = (id: string, work: (run: Run) => Reply<null> | void): Reply<PlanProgress> => {
    const record = closed ? null : journal.plan(id);
    if (record === null) return fail('not-found-here');
    const run = runOf(record);
    const done = work(run);
    const now = run.progress();
    if (now.state === 'ended') runs.delete(id); // taken up only to find that there was nothing to do
    return done !== undefined && !done.ok ? done : succeed(now);
  };

  const reading = (id: string): Reply<PlanProgress> => {
    const now = progress(id);
    return now === null ? fail('not-found-here') : succeed(now);
  };

  /** The same for what may have a plan send something. */
  const actAllowed = (id: string, work: (run: Run) => Reply<null> | void): Reply<PlanProgress> => {
    const record = closed ? null : journal.plan(id);
    if (record === null) return fail('not-found-here');
    const allowed = mayWrite(record.connection);
    return allowed.ok ? act(id, work) : allowed;
  };

  for (const record of journal.running()) runOf(record).begin();

  return {
    submit: (plan) => {
      if (closed) return fail('journal-unavailable');
      const known = journal.plan(plan.id);
      if (known !== null) return journal.holds(known, plan) ? reading(plan.id) : fail('differs');
      const [fault] = planFaults(plan);
      if (fault !== undefined) return fail('invalid-input', { detail: `${fault.code}: ${fault.step}` });
      const writes = plan.steps.some(({ task }) => task.kind !== 'awaitOpen');
      const allowed = mayWrite(plan.connection);
      if (!allowed.ok && (writes || allowed.error.code === 'not-found-here')) return allowed;
      try {
        const record = journal.add(plan, new Date(clock.wall()).toISOString());
        return act(record.id, (run) => run.begin());
      } catch (thrown) {
        surroundings.log.error('plan-not-written', { plan: plan.id, thrown });
        return fail('journal-unavailable');
      }
    },
    list: ({ connection, cursor, pageSize }) => {
      const most = mostOf(pageSize);
      const { count, results } = journal.plans({ connection, before: numberOf(cursor), most });
      const last = results.length < most ? undefined : results.at(-1);
      return succeed({
        count,
        cursor: last === undefined ? null : String(last.number),
        results: results.map(
          (record) => progress(record.id) ?? progressOf(record, journal.counts(record.number), null),
        ),
      });
    },
    read: reading,
    steps: ({ id, states, cursor, pageSize }) => {
      const record = journal.plan(id);
      if (record === null) return fail('not-found-here');
      const most = mostOf(pageSize);
      const { count, results } = journal.stepPage(record.number, { states, behind: numberOf(cursor), most });
      const last = results.length < most ? undefined : results.at(-1);
      return succeed({
        count,
        cursor: last === undefined ? null : String(last.position),
        results: results.map(stepProgressOf),
      });
    },
    wait: (id) => {
      const now = progress(id);
      if (now === null) return Promise.resolve(fail('not-found-here'));
      if (now.state !== 'running') return Promise.resolve(succeed(now));
      return new Promise((resolve) => {
        const waiters = waiting.get(id) ?? new Set();
        waiting.set(id, waiters);
        waiters.add((then) => resolve(succeed(then)));
      });
    },
    pause: (id) => act(id, (run) => run.pause()),
    resume: (id) => actAllowed(id, (run) => run.resume()),
    cancel: (id) => act(id, (run) => run.cancel()),
    retry: (id) => actAllowed(id, (run) => run.retry()),
    settle: ({ id, step, as, object }) => actAllowed(id, (run) => run.settle({ key: step, as, object })),
    forget: async (connection, erase) => {
      const stopping = journal.of(connection).flatMap(({ id }) => runs.get(id)?.close() ?? []);
      await Promise.race([Promise.all(stopping), pause(clock, longestEnd)]);
      for (const { id } of journal.of(connection)) runs.delete(id);
      const erased = await erase();
      if (!erased.ok) {
        for (const record of journal.running()) if (record.connection === connection) runOf(record).begin();
        return erased;
      }
      for (const record of journal.of(connection)) {
        void runs.get(record.id)?.close(); // somebody had it go on meanwhile
        runs.delete(record.id);
        const ended = endForGood(record, { journal, clock, tell });
        release(record.id);
        onProgress(ended);
        journal.remove(record.number);
      }
      return erased;
    },
    close: async () => {
      closed = true;
      await Promise.all([...runs.values()].map((run) => run.close()));
    },
  };
}

function mostOf(pageSize: number | undefined): number {
  return Math.min(Math.max(1, pageSize ?? mostResults), mostResults);
}

function numberOf(cursor: string | undefined): number | undefined {
  const number = Number(cursor ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : undefined;
}

const unavailable = (): Reply<never> => fail('journal-unavailable');

const noPlans: Plans = {
  submit: unavailable,
  list: unavailable,
  read: unavailable,
  steps: unavailable,
  wait: () => Promise.resolve(unavailable()),
  pause: unavailable,
  resume: unavailable,
  cancel: unavailable,
  retry: unavailable,
  settle: unavailable,
  forget: (_, erase) => erase(),
  close: () => Promise.resolve(),
};
