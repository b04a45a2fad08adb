import { fail, type Reply } from '../../shared/error.ts';
import type { Tier } from '../../shared/model/limits.ts';
import { tierOfTask } from '../../shared/rules/plan.ts';
import { type Clock, pauseUnless } from '../clock.ts';
import type { Log } from '../log.ts';
import { attempt, type Verdict } from './attempt.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { Locks } from './locks.ts';
import { idOf, type WritingTask, workOf } from './steps.ts';
import type { PlanService } from './work.ts';

/** A step that is under way: the lock that it holds, and what comes of it, which never rejects. */
export interface Launch {
  readonly tier: Tier;
  readonly lock: string;
  /** Ends its waits, if it has not been sent. */
  readonly giveUp: () => void;
  readonly verdict: Promise<Verdict>;
}

/** What steps of every plan are carried out with. */
export interface LaunchSurroundings {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly locks: Locks;
  readonly mayWrite: (connection: string) => Reply<null>;
}

interface StepSurroundings extends LaunchSurroundings {
  readonly service: PlanService;
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly goesOn: () => boolean;
  readonly looksOn: () => boolean;
  /** Given when the app ends. */
  readonly ending: AbortSignal;
  /** Given when what has not been sent is not to be sent any more. */
  readonly sending: () => AbortSignal;
  readonly priority: () => 'interactive' | 'bulk';
}

/** Begins to carry a step out; null while another task is under way that it must be kept apart from. */
export function launch(position: number, task: WritingTask, surroundings: StepSurroundings): Launch | null {
  const { journal, clock, log, locks, service, ledger, ending } = surroundings;
  const { id, number: plan, connection } = ledger.plan();
  const step = ledger.steps[position];
  if (step === undefined) return null;
  const work = workOf(task, {
    service,
    resolve: (reference) => idOf(reference, ledger.steps),
    former: {
      read: (group) => journal.formerComponents(plan, group),
      keep: (group, ids) => {
        // The first list was read before anything was created; a later one may hold what we have created.
        if (journal.formerComponents(plan, group) === null) journal.keepFormerComponents(plan, group, ids);
      },
    },
    isCreation: journal.isCreation,
  });
  if (!locks.take(work.alone)) return null;

  const abort = new AbortController();
  const about = { plan: id, step: step.key };
  const begun = { doubted: step.doubted, resolving: step.state === 'resolving' };
  const verdict = attempt(work, begun, {
    clock,
    faults: surroundings.faults,
    mayWrite: () => surroundings.mayWrite(connection),
    goesOn: () => surroundings.goesOn() && !abort.signal.aborted,
    looksOn: surroundings.looksOn,
    pause: async (milliseconds) => {
      await pauseUnless(clock, milliseconds, [ending]);
    },
    sendOptions: () => ({
      ...about,
      priority: surroundings.priority(),
      signal: AbortSignal.any([surroundings.sending(), abort.signal]),
    }),
    lookOptions: () => ({ ...about, priority: 'interactive', signal: ending }),
    onSend: () =>
      ledger.keep([position], ({ attempts }) => ({ state: 'sending', attempts: attempts + 1, error: null })),
    onUnsent: () => ledger.keep([position], ({ attempts }) => ({ state: 'waiting', attempts: attempts - 1 })),
    onDoubt: () => ledger.keep([position], () => ({ state: 'resolving', doubted: true })),
  }).catch((thrown: unknown): Verdict => {
    if (!ending.aborted) log.error('step-not-carried-out', { ...about, thrown });
    const state = ledger.steps[position]?.state === 'waiting' ? 'waiting' : 'resolving';
    return { as: 'rest', state, pause: { reason: 'faults', error: fail('internal').error } };
  });
  return { tier: tierOfTask[task.kind], lock: work.alone, giveUp: () => abort.abort(), verdict };
}
