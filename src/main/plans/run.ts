import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { Audit } from '../../shared/model/audit.ts';
import type { PlanProgress } from '../../shared/plan.ts';
import { canBeUndone, isWaiting, tierOf } from '../../shared/rules/plans/plan.ts';
import { tasksLeft } from '../api/estimate.ts';
import type { CallOptions, Service } from '../api/service.ts';
import { type Clock, pauseUnless } from '../clock.ts';
import type { Log } from '../diagnostics/log.ts';
import { diskReason } from '../storage/disk-fault.ts';
import { type AttemptEffect, type AttemptEvent, isOld, type Moment } from './attempt.ts';
import type { Journal } from './journal.ts';
import type { PlanRecord } from './journal-rows.ts';
import type { Locks } from './locks.ts';
import { awaitOpening, type UntilOpen } from './opening.ts';
import { paidCreations, twinsOf } from './plan-looks.ts';
import { priorityOf, progressOf, remainingCalls, secondsFor } from './progress.ts';
import { transition } from './run-machine.ts';
import {
  type Given,
  initialState,
  isRunning,
  isWrite,
  type Resolution,
  type RunAction,
  type RunEvent,
  type RunState,
  resolvable,
} from './run-state.ts';
import { countsOf, createRunWriter, type Tell } from './run-writer.ts';
import type { Schedule } from './schedule.ts';
import { createdIn, idOf, openCreations, workOf } from './steps.ts';
import type { Work, WorkDeps } from './work.ts';

export interface RunDeps {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly locks: Locks;
  readonly mayWrite: (connection: string) => Reply<null>;
  readonly random: () => number;
  /** How long a plan that only deletes waits before it starts, in milliseconds: so long it can be undone. */
  readonly undoMilliseconds: number;
  /** The service of a connection, also after its settings have changed. */
  readonly service: (connection: string) => Pick<Service, 'call' | 'list' | 'all' | 'quota'>;
  readonly untilOpen: UntilOpen;
  /** Told how the service has answered for an audit that a plan creates: no step may wait for it to open. */
  readonly onCreated: (connection: string, audit: Audit) => void;
  readonly schedule: Pick<Schedule, 'rankOf'>;
  /** Whether the plan has a deadline or a priority, and so waits for the quota however small it is. */
  readonly isScheduled: () => boolean;
  /** A person resumes a plan that was paused for its credentials or permissions: asks for a new token. */
  readonly renewToken: (connection: string) => void;
  readonly tell: Tell;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}

/** The request was not sent: the last look at the service was too old. */
class Outdated extends Error {}

/** What the parts of a run share. */
interface RunParts {
  readonly deps: RunDeps;
  readonly opened: PlanRecord;
  readonly service: ReturnType<RunDeps['service']>;
  readonly state: () => RunState;
  readonly happen: (event: RunEvent) => void;
  /** The same, but throws a fault of the disk; then nothing has changed. */
  readonly apply: (event: RunEvent) => void;
  /** An attempt ended in an error that nobody expected. */
  readonly crash: (position: number, thrown: unknown) => void;
  /** Given when the app ends. */
  readonly ending: AbortSignal;
  /** Aborted when waiting requests are not to be sent any more. */
  readonly stopped: () => AbortSignal;
}

/** One plan that is being carried out, or is paused. */
export type Run = ReturnType<typeof loadRun>;

/**
 * Loads a plan from its journal. Unless a person has just submitted it, each step is compared with the service before it is sent. The
 * machine decides what happens; this carries it out.
 */
export function loadRun(opened: PlanRecord, deps: RunDeps, isNew: boolean) {
  const { journal, log } = deps;
  const { connection, id } = opened;
  const service = deps.service(connection);
  const ending = new AbortController();
  const idle: (() => void)[] = [];
  let stopped = new AbortController();
  const loop = openLoop(opened, deps, isNew, {
    perform: (effect) => perform(effect),
    traitsOf: (position, of) => attempts.traitsOf(position, of),
    onChange: deps.onChange,
    onDone: () => tellIdle(),
  });
  const { state, happen } = loop;
  const shared = { deps, opened, service, ending: ending.signal };
  const parts: RunParts = { ...loop, ...shared, stopped: () => stopped.signal };
  const attempts = createAttempts(parts);
  const watches = createWatches(parts);
  const perform = performer(parts, attempts, watches, {
    stop: () => stopped.abort(),
    renew: () => {
      if (stopped.signal.aborted) stopped = new AbortController(); // else what waits by it could not be stopped
    },
    end: deps.onEnd,
  });

  const tellIdle = (): void => {
    if (state().attempts.size === 0 && watches.count() === 0) for (const tell of idle.splice(0)) tell();
  };

  happen({ kind: 'load' });
  return {
    progress: () => progressFor(state(), attempts.priority(), service),
    isRunning: () => isRunning(state()),
    left: () => tasksLeft(state().steps),
    goesOnWithin: (milliseconds: number) => {
      const { steps, attempts: underWay } = state();
      if (!steps.some(({ state: of, task }) => of === 'waiting' && tierOf(task.kind) !== null)) return false;
      const since = deps.clock.wall() - milliseconds;
      return (
        underWay.size > 0 || steps.some((step) => step.state === 'done' && Date.parse(step.changedAt) > since)
      );
    },
    /** Whether it goes before others as what a person waits for. */
    isSmall: () => attempts.priority() === 'interactive',
    /** It has another deadline or priority. */
    rescheduled: () => attempts.prioritise(),
    /** Looks again what can be begun. */
    begin: () => happen({ kind: 'schedule' }),
    pause: (refused: AppError | null = null) => happen({ kind: 'pause', refused }),
    resume: () => {
      if (state().broken !== null) log.info('plan-resumed', { plan: id, connection });
      happen({ kind: 'resume' });
    },
    /** Cancels what has not begun; what is under way is finished. */
    cancel: () => happen({ kind: 'cancel' }),
    /** Failed and blocked steps wait again, under the same ids. */
    retry: () => happen({ kind: 'retry' }),
    settle: (resolution: Resolution): Reply<null> => {
      const found = resolvable(state(), resolution, journal.isCreation);
      if (!found.ok) return found;
      happen({ kind: 'resolve', position: found.value, resolution });
      return succeed(null);
    },
    /** Begins nothing any more; resolves when nothing is under way. */
    close: (): Promise<void> => {
      ending.abort();
      happen({ kind: 'close' });
      return new Promise((resolve) => {
        idle.push(resolve);
        tellIdle();
      });
    },
  };
}

interface LoopDeps {
  readonly perform: (action: RunAction) => void;
  readonly traitsOf: Given['workOf'];
  readonly onChange: () => void;
  readonly onDone: () => void;
}

/** How a plan stands, and what happens to it: decided by the machine, written down, and then done. */
function openLoop(
  opened: PlanRecord,
  deps: RunDeps,
  isNew: boolean,
  { perform, traitsOf, onChange, onDone }: LoopDeps,
): Pick<RunParts, 'state' | 'happen' | 'apply' | 'crash'> {
  const { journal, clock, log, locks } = deps;
  const { connection, id } = opened;
  const write = createRunWriter(opened, deps);
  const steps = journal.steps(opened.number);
  // After a restart the time runs anew: nobody could undo the plan meanwhile.
  const isHeld = deps.undoMilliseconds > 0 && canBeUndone(steps);
  const startsAt = isHeld ? clock.wall() + deps.undoMilliseconds : null;
  let state = initialState(opened, steps, isNew ? momentOf(clock) : null, startsAt);
  const given = (): Given => ({
    now: momentOf(clock),
    mayWrite: () => deps.mayWrite(connection),
    isFree: locks.isFree,
    workOf: traitsOf,
  });

  const apply = (event: RunEvent): void => {
    const before = state;
    const { state: after, effects } = transition(before, event, given());
    state = after; // what is written is told of at once
    try {
      for (const effect of effects) if (isWrite(effect)) write(effect, after);
    } catch (thrown) {
      state = before;
      throw thrown;
    }
    for (const effect of effects) if (effect.kind === 'begin') locks.take(effect.lock);
    const isWritten = effects.some(({ kind }) => kind === 'write plan' || kind === 'write steps');
    const isOther = after.broken !== before.broken || after.startsAt !== before.startsAt;
    if (isWritten || isOther) onChange();
    for (const effect of effects) if (!isWrite(effect)) perform(effect);
    onDone();
  };

  const happen = (event: RunEvent): void => {
    try {
      apply(event);
    } catch (thrown) {
      // Only an attempt that would have gone on crashes; one that had ended is over.
      const goesOn =
        event.kind === 'attempt' && transition(state, event, given()).state.attempts.has(event.position);
      if (goesOn) return crash(event.position, thrown);
      const reason = diskReason(thrown);
      // The journal may be closed; the next start looks for what is missing.
      if (!state.isClosed)
        log.error('plan-not-carried-on', { plan: id, connection, reason: reason ?? 'unknown', thrown });
      apply({ kind: 'unwritten', event, reason, journal: readJournal(deps, opened) });
    }
  };

  const crash = (position: number, thrown: unknown): void => {
    if (!state.isClosed) log.error('step-not-carried-out', { plan: id, step: position, thrown }); // its key may be an id of the service
    happen({ kind: 'crash', position, reason: diskReason(thrown) });
  };
  return { state: () => state, happen, apply, crash };
}

/** Carries effects out, once everything is written down. */
function performer(
  parts: RunParts,
  attempts: ReturnType<typeof createAttempts>,
  watches: ReturnType<typeof createWatches>,
  waits: Readonly<Record<'stop' | 'renew' | 'end', () => void>>,
) {
  const { deps, opened, happen } = parts;
  return (effect: RunAction): void => {
    switch (effect.kind) {
      case 'begin':
        return attempts.begin(effect.position);
      case 'attempt':
        return attempts.carryOut(effect.position, effect.effect);
      case 'release':
        attempts.forget(effect.position);
        deps.locks.free(effect.lock);
        return happen({ kind: 'schedule' });
      case 'give up':
        return attempts.giveUp(effect.position);
      case 'watch':
        return void watches.begin(effect.position);
      case 'sweep':
        return sweep(parts, effect.error);
      case 'look over':
        return lookOver(parts, effect.groups, attempts.priority());
      case 'stop waits':
        return waits.stop();
      case 'renew waits':
        return waits.renew();
      case 'renew token':
        return deps.renewToken(opened.connection);
      case 'prioritise':
        return attempts.prioritise();
      case 'hold':
        return hold(parts, effect.until);
      case 'end':
        return waits.end();
    }
  };
}

/** Has the plan start when nobody can undo it any more, unless the app ends before. */
function hold({ deps: { clock }, happen, ending }: RunParts, until: number): void {
  void pauseUnless(clock, until - clock.wall(), ending).then((isOver) => isOver && happen({ kind: 'due' }));
}

function momentOf(clock: Clock): Moment {
  return { wall: clock.wall(), monotonic: clock.monotonic() };
}

/** A plan and its steps as they are written down; null where that cannot be read. */
function readJournal(
  { journal }: RunDeps,
  { id, number }: PlanRecord,
): Pick<RunState, 'plan' | 'steps'> | null {
  try {
    const plan = journal.plan(id);
    return plan === null ? null : { plan, steps: journal.steps(number) };
  } catch {
    return null; // it may be closed
  }
}

/** Finds the other creations that would cost credits. */
function sweep({ service, state, happen, ending: signal }: RunParts, error: AppError): void {
  const looked = paidCreations(service, state().steps, { priority: 'interactive', signal });
  void looked.then((paid) => happen({ kind: 'swept', paid, error }));
}

/** Finds what has come twice of what the plan has created. */
function lookOver(
  { deps, opened, service, state, happen, ending }: RunParts,
  groups: readonly string[],
  priority: 'interactive' | 'bulk',
): void {
  const { journal, log } = deps;
  const known = { service, former: formerOf(journal, opened), isCreation: journal.isCreation };
  const looked = twinsOf(groups, state().steps, known, { plan: opened.id, priority, signal: ending });
  void looked
    .catch((thrown: unknown) => {
      if (!ending.aborted) log.error('groups-not-looked-over', { plan: opened.id, thrown });
      return [];
    })
    .then((twins) => happen({ kind: 'looked over', twins }));
}

function createWatches({ deps, service, state, happen, stopped }: RunParts) {
  let count = 0;
  return {
    count: () => count,
    begin: async (position: number): Promise<void> => {
      const { plan, steps } = state();
      const step = steps[position];
      if (step === undefined || !isWaiting(step.task)) return;
      const signal = stopped();
      count += 1;
      const opening = await awaitOpening(step, idOf(step.task.audit, steps), {
        clock: deps.clock,
        plan,
        steps,
        service,
        untilOpen: deps.untilOpen,
        signal,
        onSlow: () => happen({ kind: 'slow', position }),
      });
      count -= 1;
      happen({ kind: 'watch', position, opening, isOver: opening.kind === 'given-up' && !signal.aborted });
    },
  };
}

/** Carries out what attempts need, one thing after the other, and tells the machine. */
function createAttempts(parts: RunParts) {
  const { deps, opened, state, happen, ending, service } = parts;
  const works = new Map<number, Work>();
  const known = { found: new Set<string>(), unaddressed: new Map<string, Set<string>>() };
  const givenUp = new Map<number, AbortController>();
  let priority: 'interactive' | 'bulk' = 'bulk';

  const carryOut = async (position: number, effect: AttemptEffect): Promise<AttemptEvent> => {
    const work = works.get(position);
    const key = state().steps[position]?.key;
    if (work === undefined || key === undefined) throw new Error('Nothing is under way there.');
    const looking: CallOptions = { plan: opened.id, step: key, priority: 'interactive', signal: ending };
    switch (effect.kind) {
      case 'resolve':
        return { kind: 'look', reply: await work.look(looking, effect.accepted) };
      case 'compare':
        return { kind: 'look', reply: await (work.compare ?? work.look)(looking) };
      case 'prepare': {
        const reply = (await work.prepare?.(looking)) ?? succeed(null);
        return { kind: 'prepared', reply, givenUp: ending.aborted };
      }
      case 'send': {
        const own = givenUp.get(position)?.signal;
        const signal = AbortSignal.any(own === undefined ? [parts.stopped()] : [parts.stopped(), own]);
        const rank = (): number => deps.schedule.rankOf(opened.id);
        return send(parts, position, work, { plan: opened.id, step: key, priority, signal, rank });
      }
      case 'recheck': {
        const reply = await work.recheck?.(effect.result, looking);
        return { kind: 'recheck', reply: reply ?? succeed({ kind: 'absent' }) };
      }
      case 'wait': {
        const milliseconds = effect.milliseconds * (effect.byChance ? 0.5 + deps.random() / 2 : 1);
        await pauseUnless(deps.clock, milliseconds, ending);
        return { kind: 'waited' };
      }
    }
  };

  return {
    priority: () => priority,
    prioritise: (): void => {
      priority = deps.isScheduled()
        ? 'bulk'
        : priorityOf(remainingCalls(state().steps, new Map()), service.quota());
    },
    traitsOf: (position: number, of: RunState): ReturnType<Given['workOf']> => {
      const work = workAt(parts, position, of, known);
      works.set(position, work);
      return {
        alone: work.alone,
        pauses: work.pauses,
        ofNew: work.ofNew,
        prepares: work.prepare !== undefined,
        compares: work.compare !== undefined,
        freshFor: work.freshFor,
        rechecks: work.recheck !== undefined,
        verifies: work.verifies === true,
      };
    },
    begin: (position: number): void => {
      givenUp.set(position, new AbortController());
      happen({ kind: 'attempt', position, event: { kind: 'begin' } });
    },
    carryOut: (position: number, effect: AttemptEffect): void => {
      void carryOut(position, effect).then(
        (event) => happen({ kind: 'attempt', position, event }),
        (thrown: unknown) => parts.crash(position, thrown),
      );
    },
    giveUp: (position: number): void => givenUp.get(position)?.abort(),
    forget: (position: number): void => {
      works.delete(position);
      givenUp.delete(position);
    },
  };
}

/** How a step is sent and looked for, by how its plan stands. */
function workAt(
  { deps, opened, service, state }: RunParts,
  position: number,
  of: RunState,
  known: Pick<WorkDeps, 'found' | 'unaddressed'>,
): Work {
  const { journal, clock } = deps;
  const { steps, plan } = of;
  const { task, doubted, candidates = [] } = steps[position] ?? {};
  if (task === undefined || isWaiting(task)) throw new Error('A step is begun that writes nothing.');
  return workOf(task, {
    service,
    resolve: (reference) => idOf(reference, steps),
    former: formerOf(journal, opened),
    perhapsCreated: (group) =>
      isOld(state().seen, momentOf(clock)) ? openCreations(state().steps, group) : [],
    isPlanned: (audit) => typeof audit === 'string' && createdIn(steps.slice(0, position)).has(audit),
    rolled: plan.about.kind === 'roll-forward' && !doubted ? createdIn(steps) : null,
    plannedAt: plan.createdAt,
    onCreated: (audit) => deps.onCreated(plan.connection, audit),
    isCreation: journal.isCreation,
    dismissed: candidates,
    ...known,
  });
}

function formerOf(journal: Journal, { number }: PlanRecord): WorkDeps['former'] {
  return {
    read: (group) => journal.formerComponents(number, group),
    keep: (group, ids) => {
      // Only the first list is kept: a later one may have components of ours.
      if (journal.formerComponents(number, group) === null) journal.keepFormerComponents(number, group, ids);
    },
  };
}

/** Sends the request of a step; the intent is written down as it leaves. */
async function send(
  { apply, state }: RunParts,
  position: number,
  work: Work,
  options: CallOptions,
): Promise<AttemptEvent> {
  const beforeSend = (): void => {
    apply({ kind: 'attempt', position, event: { kind: 'leave' } });
    if (state().attempts.get(position)?.attempt.at === 'outdated') throw new Outdated();
  };
  const reply = await work.send({ ...options, beforeSend }).catch((thrown: unknown) => {
    if (thrown instanceof Outdated) return fail('cancelled');
    throw thrown;
  });
  if (reply.ok) return { kind: 'answer', reply, givenUp: false, mayBeDone: false };
  const { error } = reply;
  const givenUp = options.signal?.aborted === true && error.code === 'cancelled';
  return { kind: 'answer', reply, givenUp, mayBeDone: work.mayBeDone(error) };
}

function progressFor(
  state: RunState,
  priority: 'interactive' | 'bulk',
  service: Pick<Service, 'quota'>,
): PlanProgress {
  const { plan, steps, broken, attempts } = state;
  const counts = countsOf(steps);
  if (broken !== null) {
    const about = broken === 'unknown' ? {} : { reason: broken };
    const pause = { reason: 'disk', error: fail('journal-unavailable', about).error } as const;
    return progressOf({ ...plan, state: 'paused', pause }, counts, null);
  }
  if (!isRunning(state)) return progressOf(plan, counts, null);
  const calls = remainingCalls(steps, attempts);
  const progress = progressOf(plan, counts, secondsFor(calls, priority, service.quota()));
  return state.startsAt === null
    ? progress
    : { ...progress, startsAt: new Date(state.startsAt).toISOString() };
}
