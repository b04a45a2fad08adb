import { type AppError, fail } from '../../shared/error.ts';
import type { PauseReason } from '../../shared/plan.ts';
import type { Rest, Verdict } from './attempt.ts';
import { paidCreations } from './credits.ts';
import { createFaults } from './faults.ts';
import type { PlanRecord } from './journal-rows.ts';
import { type Launch, launch } from './launch.ts';
import { openLedger } from './ledger.ts';
import { awaitOpening } from './opening.ts';
import { priorityOf, progressOf, remainingCalls, secondsFor } from './progress.ts';
import { queueOf } from './queue.ts';
import type { Priority, Run, RunSurroundings } from './run.ts';
import { settleByHand } from './settlement.ts';
import { idOf } from './steps.ts';

const mostUnderWay = 6; // of one tier, of one plan

/** Takes a plan up where its journal says that it stands; one that is running goes on when it is told to begin. */
export function takeUp(opened: PlanRecord, surroundings: RunSurroundings): Run {
  const { journal, clock, log, locks, onChange, onEnd } = surroundings;
  const { connection } = opened;
  const ledger = openLedger(opened, {
    journal,
    clock,
    tell: surroundings.tell,
    onChange: () => onChange(run),
  });
  const { steps } = ledger;
  const faults = createFaults(clock, surroundings.random);
  const service = surroundings.service(connection);
  const underWay = new Map<number, Launch>();
  const openings = new Map<number, AbortController>();
  const doomed = new Map<number, AppError>(); // paid creations that were given up while they waited for their turn
  const ending = new AbortController();
  const idle: (() => void)[] = [];
  let sending = new AbortController(); // ends the waits of what has not been sent
  let queue = queueOf(steps);
  let priority: Priority = 'bulk';
  let [sweeping, broken] = [false, false];

  const isRunning = (): boolean => ledger.plan().state === 'running' && !broken && !ending.signal.aborted;

  const stopWaits = (): void => {
    sending.abort();
    for (const opening of openings.values()) opening.abort();
  };

  const rest = (reason: PauseReason, error: AppError | null): void => {
    if (ledger.plan().state !== 'running') return;
    ledger.keepPlan({ state: 'paused', pause: { reason, error } });
    stopWaits();
  };

  /** Reads anew what can be begun, since steps or the plan were changed by hand. */
  const prepare = (): void => {
    ledger.catchUp();
    const stuck = steps.filter(({ position, state }) => state === 'sending' && !underWay.has(position));
    ledger.keep(
      stuck.map(({ position }) => position),
      () => ({ state: 'resolving', doubted: true }),
    );
    queue = queueOf(steps);
    const lost = steps.filter(({ state }) => ['failed', 'blocked', 'cancelled'].includes(state));
    block(lost.map(({ position }) => position));
    for (const position of underWay.keys()) queue.take(position);
    priority = priorityOf(remainingCalls(steps, new Map()), service.quota());
  };

  const goOn = (): void => {
    broken = false;
    if (sending.signal.aborted) sending = new AbortController(); // else what waits by it could not be stopped
    faults.clear();
    ledger.keepPlan({ state: 'running', pause: null, endedAt: null });
    prepare();
    begin();
  };

  const begin = (): void => {
    if (!isRunning()) return;
    for (const position of queue.openings) if (!openings.has(position)) void open(position);
    const most = faults.count() > 1 ? 1 : mostUnderWay; // after two faults one at a time, until one succeeds
    if (queue.doubtful.size > 0) {
      for (const position of queue.doubtful)
        if (underWay.size < most && !underWay.has(position)) take(position);
      return;
    }
    for (const [tier, row] of queue.ready) {
      const busy = [...underWay.values()].filter((one) => one.tier === tier).length;
      let room = most - (most === 1 ? underWay.size : busy);
      const taken = row.filter((position) => {
        if (room <= 0 || !take(position)) return false;
        room -= 1;
        return true;
      });
      for (const position of taken) queue.take(position);
    }
    const waiting = [...queue.ready.values()].some((row) => row.length > 0);
    if (underWay.size > 0 || openings.size > 0 || sweeping || waiting) return;
    ledger.keepPlan({ state: 'ended', endedAt: new Date(clock.wall()).toISOString() });
    onEnd(run);
  };

  /** Begins a step, unless there is one under way that it must be kept apart from. */
  const take = (position: number): boolean => {
    const step = steps[position];
    if (step === undefined || step.task.kind === 'awaitOpen') return false;
    if (sweeping && step.task.kind === 'createAudit') return false;
    const launched = launch(position, step.task, {
      ...surroundings,
      service,
      ledger,
      faults,
      goesOn: () => isRunning() && !ledger.plan().cancelled,
      looksOn: () => !ending.signal.aborted && !broken && ledger.plan().pause?.reason !== 'faults',
      ending: ending.signal,
      sending: () => sending.signal,
      priority: () => priority,
    });
    if (launched === null) return false;
    underWay.set(position, launched);
    void follow(position, launched);
    return true;
  };

  const follow = async (position: number, { verdict, lock }: Launch): Promise<void> => {
    const came = await verdict;
    underWay.delete(position);
    queue.doubtful.delete(position);
    written(() => settled(position, came));
    locks.free(lock);
    written(begin);
    tellIdle();
  };

  /** Where something cannot be written down nothing more is sent, until somebody has the plan go on. */
  const written = (work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      if (ending.signal.aborted) return; // the journal may be closed; the next start looks for what is missing
      log.error('plan-not-carried-on', { plan: opened.id, thrown });
      broken = true;
      stopWaits();
      onChange(run);
    }
  };

  const tellIdle = (): void => {
    if (underWay.size === 0 && openings.size === 0) for (const tell of idle.splice(0)) tell();
  };

  const settled = (position: number, verdict: Verdict): void => {
    switch (verdict.as) {
      case 'done': {
        const { result } = verdict;
        ledger.settle([position], () => ({ state: 'done', result, error: null, candidates: [] }));
        queue.done(position);
        return;
      }
      case 'failed':
        failed([position], verdict.error);
        if (verdict.error.code === 'no-credits') void sweep(verdict.error);
        return;
      case 'unclear': {
        const { error, candidates } = verdict;
        ledger.settle([position], () => ({ state: 'unclear', error, candidates }));
        return;
      }
      case 'rest':
        rested(position, verdict);
    }
  };

  const rested = (position: number, { state, pause }: Rest): void => {
    const doom = doomed.get(position);
    doomed.delete(position);
    if (state === 'waiting' && doom !== undefined) return failed([position], doom);
    if (state === 'waiting' && ledger.plan().cancelled)
      return ledger.keep([position], () => ({ state: 'cancelled' }));
    if (state === 'waiting') queue.put(position);
    else queue.doubtful.add(position);
    ledger.keep([position], ({ doubted }) => ({ state, doubted: doubted || state === 'resolving' }));
    if (pause !== null && !ending.signal.aborted) rest(pause.reason, pause.error);
  };

  const block = (positions: readonly number[]): void =>
    ledger.keep(
      queue.behind(positions).filter((position) => steps[position]?.state === 'waiting'),
      () => ({ state: 'blocked' }),
    );

  const failed = (positions: readonly number[], error: AppError): void => {
    ledger.settle(positions, () => ({ state: 'failed', error }));
    block(positions);
  };

  /** The firm has no credits left: its other creations that cost some are not even sent (decisions.md §7.6). */
  const sweep = async (error: AppError): Promise<void> => {
    if (sweeping) return;
    sweeping = true;
    const paid = await paidCreations(service, steps, { priority: 'interactive', signal: ending.signal });
    sweeping = false;
    if (ending.signal.aborted) return;
    for (const position of paid) {
      queue.take(position);
      if (underWay.has(position)) doomed.set(position, error);
      underWay.get(position)?.giveUp();
    }
    written(() => {
      failed(
        paid.filter((position) => !underWay.has(position)),
        error,
      );
      begin();
    });
  };

  const open = async (position: number): Promise<void> => {
    const step = steps[position];
    if (step?.task.kind !== 'awaitOpen') return;
    const abort = new AbortController();
    openings.set(position, abort);
    const audit = idOf(step.task.audit, steps);
    const { untilOpen } = surroundings;
    const slow = { error: fail('still-initialising').error };
    const onSlow = (): void => written(() => ledger.keep([position], () => slow));
    const around = { clock, ledger, untilOpen, signal: abort.signal, onSlow };
    const opening = await awaitOpening(step, audit, around);
    openings.delete(position);
    // Where nobody looks at audits any more, asking again would be answered at once, and so without end.
    const isOver = opening.kind === 'given-up' && !abort.signal.aborted;
    if (!ending.signal.aborted && !isOver)
      written(() => {
        if (opening.kind === 'rest') rest(opening.reason, opening.error);
        if (opening.kind === 'open' || opening.kind === 'failed') queue.openings.delete(position);
        if (opening.kind === 'failed') failed([position], opening.error);
        if (opening.kind === 'open') settled(position, { as: 'done', result: audit });
        begin();
      });
    tellIdle();
  };

  const run: Run = {
    rests: () => broken || ledger.plan().state !== 'running',
    progress: () => {
      const plan = ledger.plan();
      const pause = { reason: 'faults', error: fail('journal-unavailable').error } as const;
      if (broken) return progressOf({ ...plan, state: 'paused', pause }, ledger.counts(), null);
      const calls = isRunning() ? remainingCalls(steps, underWay) : null;
      const seconds = calls === null ? null : secondsFor(calls, priority, service.quota());
      return progressOf(plan, ledger.counts(), seconds);
    },
    begin: () => written(begin),
    pause: () => rest('person', null),
    resume: () => {
      if (ledger.plan().state === 'paused' || broken) written(goOn);
    },
    cancel: () => {
      const waiting = steps.filter(({ position, state }) => state === 'waiting' && !underWay.has(position));
      if (ledger.plan().state === 'ended' && waiting.length === 0) return;
      written(() => {
        ledger.keepPlan({ cancelled: true });
        ledger.keep(
          waiting.map(({ position }) => position),
          () => ({ state: 'cancelled' }),
        );
        stopWaits();
        goOn();
      });
    },
    retry: () => {
      const lost = steps.filter(({ state }) => state === 'failed' || state === 'blocked');
      if (lost.length === 0) return;
      written(() => {
        ledger.keepPlan({ cancelled: false });
        ledger.keep(
          lost.map(({ position }) => position),
          () => ({ state: 'waiting', error: null }),
        );
        goOn();
      });
    },
    settle: (settlement) => {
      const said = settleByHand(journal, ledger, settlement);
      if (said.ok) written(goOn);
      return said;
    },
    close: () => {
      ending.abort();
      stopWaits();
      return new Promise((resolve) => {
        idle.push(resolve);
        tellIdle();
      });
    },
  };
  written(prepare);
  return run;
}
