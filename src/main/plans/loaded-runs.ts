import { fail, type Reply } from '../../shared/error.ts';
import type { PlanProgress, Scheduling } from '../../shared/plan.ts';
import type { ChangeLogEntry } from '../../shared/record.ts';
import { isWaiting } from '../../shared/rules/plans/plan.ts';
import type { Journal } from './journal.ts';
import type { PlanRecord } from './journal-rows.ts';
import { createLocks } from './locks.ts';
import { createNews, progressOf } from './progress.ts';
import { loadRun, type Run, type RunDeps } from './run.ts';
import type { Tell, Written } from './run-writer.ts';
import { createSchedule, type ScheduleDeps } from './schedule.ts';

export interface RunsDeps
  extends Omit<RunDeps, 'journal' | 'locks' | 'tell' | 'onChange' | 'onEnd' | 'schedule' | 'isScheduled'>,
    Pick<ScheduleDeps, 'time' | 'initialisingSeconds' | 'onOrder'> {
  /** Told what became of writes before the screen is; after a crash perhaps twice. */
  readonly changeLog: (...entries: readonly ChangeLogEntry[]) => void;
  readonly person: string;
  readonly nameOf: (connection: string) => string;
  readonly onProgress: (progress: PlanProgress) => void;
}

export type Progress = (id: string) => PlanProgress | null;

/** The plans that are loaded, each carried out by its run, and the order in which they get the quota. */
export type Runs = ReturnType<typeof openRuns>;

export function openRuns(journal: Journal, deps: RunsDeps) {
  const { clock, onProgress } = deps;
  const { runs, schedule, schedulingOf, note, drop, add, reschedule } = createLoaded(deps);
  const tell = entryTeller(deps);
  let closed = false;

  const progress: Progress = (id) => {
    const run = runs.get(id);
    if (run !== undefined) {
      const { scheduling: _, ...now } = run.progress(); // as it was loaded
      const behindOthers = now.remainingSeconds === null ? undefined : schedule.secondsLeft(id);
      return {
        ...now,
        ...schedulingOf(id),
        ...(behindOthers === undefined ? {} : { remainingSeconds: behindOthers }),
      };
    }
    const record = closed ? null : journal.plan(id);
    return record === null ? null : progressOf(record, journal.counts(record.number), null);
  };

  const publish = createNews(clock, (id: string) => {
    const now = progress(id);
    if (now !== null) onProgress(now);
  });
  const { untilSaid, askAgain } = createWaits(progress);
  const answer = (id: string): void => {
    if (!closed) askAgain(id);
  };

  const locks = createLocks(() => {
    for (const run of runs.values()) run.begin();
  });

  const load = (record: PlanRecord, isNew = false): Run => {
    const { id } = record;
    const known = runs.get(id);
    if (known !== undefined) return known;
    const onChange = (): void => {
      note(id);
      publish(id);
      answer(id);
    };
    const onEnd = (): void => {
      drop(id);
      onChange();
    };
    const isScheduled = (): boolean => schedulingOf(id).scheduling !== undefined;
    const run = add(record, () =>
      loadRun(record, { ...deps, journal, locks, tell, onChange, onEnd, schedule, isScheduled }, isNew),
    );
    if (isNew) publish(id); // one that has to wait for the quota would be told of only once it is sent
    return run;
  };

  return {
    progress,
    untilSaid,
    answer,
    tell,
    load,
    record: (id: string): PlanRecord | null => (closed ? null : journal.plan(id)),
    stop: async (id: string): Promise<void> => runs.get(id)?.close(),
    drop,
    /** Gives a plan another deadline or priority: written down when it returns. */
    schedule: ({ id, number }: PlanRecord, other: Scheduling): void => {
      journal.keepScheduling(number, other);
      reschedule(id, other);
      publish(id);
    },
    forecast: schedule.forecast,
    startsBy: schedule.startsBy,
    isClosed: () => closed,
    /** Begins nothing any more; resolves when what was under way is written down. */
    close: async (): Promise<void> => {
      closed = true;
      await Promise.all([...runs.values()].map((run) => run.close()));
    },
  };
}

/** The runs with what their schedule has to know of them. */
function createLoaded(deps: RunsDeps) {
  const runs = new Map<string, Run>();
  const records = new Map<string, Pick<PlanRecord, 'connection' | 'scheduling'>>();
  const active = new Set<string>();
  const schedule = createSchedule(
    () =>
      [...runs].flatMap(([id, run]) => {
        const record = records.get(id);
        if (record === undefined || !run.isRunning()) return [];
        const { connection, scheduling } = record;
        return [
          {
            id,
            connection,
            scheduling,
            isSmall: run.isSmall(),
            left: run.left,
            goesOnWithin: run.goesOnWithin,
          },
        ];
      }),
    { ...deps, quota: (connection) => deps.service(connection).quota() },
  );
  /** Has the order made anew when a plan begins, rests or ends. */
  const note = (id: string): void => {
    const isActive = runs.get(id)?.isRunning() ?? false;
    if (isActive === active.has(id)) return;
    if (isActive) active.add(id);
    else active.delete(id);
    schedule.changed();
  };
  return {
    runs,
    schedule,
    note,
    schedulingOf: (id: string): { readonly scheduling?: Scheduling } => {
      const scheduling = records.get(id)?.scheduling;
      return scheduling === undefined ? {} : { scheduling };
    },
    add: (record: PlanRecord, load: () => Run): Run => {
      records.set(record.id, record);
      const run = load();
      runs.set(record.id, run);
      note(record.id);
      return run;
    },
    drop: (id: string): void => {
      runs.delete(id);
      records.delete(id);
      note(id);
    },
    reschedule: (id: string, scheduling: Scheduling): void => {
      const record = records.get(id);
      if (record === undefined) return;
      const isNone = scheduling.deadline === null && scheduling.priority === 0;
      records.set(id, { ...record, scheduling: isNone ? undefined : scheduling });
      runs.get(id)?.rescheduled();
      schedule.changed();
    },
  };
}

/** Those who wait until something can be said of a plan: they ask again whenever it changes. */
function createWaits(progress: Progress) {
  const waiting = new Map<string, Set<() => void>>();
  return {
    askAgain: (id: string): void => {
      for (const tryAgain of waiting.get(id) ?? []) tryAgain();
    },
    untilSaid: <Value>(
      id: string,
      say: (now: PlanProgress) => Reply<Value> | null,
      gone?: AbortSignal,
    ): Promise<Reply<Value>> =>
      new Promise((resolve) => {
        const waiters = waiting.get(id) ?? new Set();
        const end = (reply: Reply<Value>): void => {
          waiters.delete(tryAgain);
          if (waiters.size === 0) waiting.delete(id);
          gone?.removeEventListener('abort', giveUp);
          resolve(reply);
        };
        const tryAgain = (): void => {
          const now = progress(id);
          const said = now === null ? fail('not-found-here') : say(now);
          if (said !== null) end(said);
        };
        const giveUp = (): void => end(fail('cancelled'));
        if (gone?.aborted === true) return resolve(fail('cancelled'));
        gone?.addEventListener('abort', giveUp);
        waiting.set(id, waiters.add(tryAgain));
        tryAgain();
      }),
  };
}

/** Enters what became of writes in the change log. */
function entryTeller({ changeLog, person, nameOf }: RunsDeps): Tell {
  const entryOf = (plan: PlanRecord, { step, object, audit }: Written): readonly ChangeLogEntry[] => {
    const { task, state } = step;
    if (isWaiting(task) || (state !== 'done' && state !== 'failed' && state !== 'unclear')) return [];
    if (state !== 'failed' && step.attempts === 0) return []; // nothing was sent: it was there before
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
        ...(audit === null ? {} : { audit }),
        outcome: state,
        code: step.error?.code ?? null,
      },
    ];
  };
  return (plan, all) => {
    const entries = all.flatMap((written) => entryOf(plan, written));
    if (entries.length > 0) changeLog(...entries);
  };
}
