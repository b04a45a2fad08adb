import { type AppError, fail } from '../../shared/error.ts';
import type { FaultReason } from '../../shared/failures.ts';
import type { Difference, PauseReason } from '../../shared/plan.ts';
import { isWaiting } from '../../shared/rules/plans/plan.ts';
import { isAnotherComponent } from '../../shared/rules/plans/same-creation.ts';
import {
  type AttemptEvent,
  attemptNext,
  clearedFaults,
  type Moment,
  newAttempt,
  type Rest,
  type Verdict,
} from './attempt.ts';
import type { PlanRecord, StepRecord } from './journal-rows.ts';
import { behind, copyOf, done, put, queueOf, take } from './queue.ts';
import {
  type Given,
  isRunning,
  offered,
  type Resolution,
  type RunEffect,
  type RunEvent,
  type RunState,
  type Twins,
} from './run-state.ts';
import { creationsByGroup, idOf, objectOf, openCreations } from './steps.ts';

// The run of a plan as a pure machine: what happens comes in as events, what is to be done goes out as effects, and `run.ts`
// does it. Writes come first among the effects: the state that follows holds only where they succeed. See docs/plans.md.

const mostUnderWay = 6; // of one tier, of one plan

/** What comes of an event: the state that follows, and what is to be done, in this order. */
export function transition(
  state: RunState,
  event: RunEvent,
  given: Given,
): { readonly state: RunState; readonly effects: readonly RunEffect[] } {
  const change = changeOf(state, given);
  happen(change, event);
  const { given: _, effects, ...after } = change;
  return { state: after, effects };
}

/** A copy of the state that is being changed, and the effects. */
type Change = {
  -readonly [Name in keyof RunState]: RunState[Name] extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value>
    : RunState[Name] extends ReadonlySet<infer Entry>
      ? Set<Entry>
      : RunState[Name] extends readonly (infer Entry)[]
        ? Entry[]
        : RunState[Name];
} & { readonly given: Given; readonly effects: RunEffect[] };

function changeOf(state: RunState, given: Given): Change {
  return {
    ...state,
    steps: [...state.steps],
    queue: copyOf(state.queue),
    attempts: new Map(state.attempts),
    watched: new Set(state.watched),
    doomed: new Map(state.doomed),
    lookedOver: new Set(state.lookedOver),
    given,
    effects: [],
  };
}

function happen(to: Change, event: RunEvent): void {
  switch (event.kind) {
    case 'load':
      load(to);
      if (to.startsAt !== null) to.effects.push({ kind: 'hold', until: to.startsAt });
      return;
    case 'due':
      to.startsAt = null;
      return schedule(to);
    case 'schedule':
      return schedule(to);
    case 'pause':
      return pause(to, event.refused === null ? 'person' : 'credentials', event.refused);
    case 'resume':
      return resume(to);
    case 'cancel':
      return cancel(to);
    case 'retry':
      return retry(to);
    case 'resolve':
      return resolve(to, event.position, event.resolution);
    case 'close':
      to.isClosed = true;
      return void to.effects.push({ kind: 'stop waits' });
    case 'attempt':
      return attempted(to, event.position, event.event);
    case 'crash':
      return crashed(to, event.position, event.reason);
    case 'watch':
      return watched(to, event);
    case 'slow':
      return slow(to, event.position);
    case 'swept':
      return swept(to, event.paid, event.error);
    case 'looked over':
      return lookedOver(to, event.twins);
    case 'unwritten':
      return unwritten(to, event);
  }
}

/** Reads anew what can be begun: a person or another process may have changed the steps. */
function load(to: Change): void {
  const untold = to.steps.filter(({ told }) => !told);
  if (untold.length > 0) to.effects.push({ kind: 'tell', steps: untold });
  for (const step of untold) to.steps[step.position] = { ...step, told: true };
  const stuck = to.steps.filter(({ position, state }) => state === 'sending' && !to.attempts.has(position));
  write(
    to,
    stuck.map(({ position }) => position),
    () => ({ state: 'resolving', doubted: true }),
  );
  to.queue = queueOf(to.steps);
  const lost = to.steps.filter(({ state }) => ['failed', 'blocked', 'cancelled'].includes(state));
  block(
    to,
    lost.map(({ position }) => position),
  );
  for (const position of to.attempts.keys()) take(to.queue, position);
  to.effects.push({ kind: 'prioritise' });
}

/** Runs the plan from where it is. */
function goOn(to: Change): void {
  to.broken = null;
  to.startsAt = null; // a person has decided
  to.seen = null;
  to.faults = clearedFaults;
  to.effects.push({ kind: 'renew waits' });
  writePlan(to, { state: 'running', pause: null, endedAt: null });
  load(to);
  schedule(to);
}

function schedule(to: Change): void {
  if (!isRunning(to) || to.startsAt !== null) return;
  for (const position of to.queue.openings) {
    if (to.watched.has(position)) continue;
    to.watched.add(position);
    to.effects.push({ kind: 'watch', position });
  }
  const most = to.faults.count > 1 ? 1 : mostUnderWay; // after two faults one at a time, until one succeeds
  if (to.queue.doubtful.size > 0) {
    for (const position of to.queue.doubtful)
      if (to.attempts.size < most && !to.attempts.has(position)) begin(to, position);
    return;
  }
  for (const [tier, row] of to.queue.ready) {
    const busy = [...to.attempts.values()].filter((one) => one.tier === tier).length;
    let room = most - (most === 1 ? to.attempts.size : busy);
    const taken = row.filter((position) => {
      if (room <= 0 || !begin(to, position)) return false;
      room -= 1;
      return true;
    });
    for (const position of taken) take(to.queue, position);
  }
  const isWaited = [...to.queue.ready.values()].some((row) => row.length > 0);
  if (to.attempts.size > 0 || to.watched.size > 0 || to.isSweeping || isWaited) return;
  if (lookOver(to)) return;
  writePlan(to, { state: 'ended', endedAt: textOf(to.given.now) });
  to.effects.push({ kind: 'end' });
}

/**
 * Before the plan ends, each group in which it has created components is looked at once: the service chose their ids, so it refuses none
 * that comes twice. Whether the plan waits for that.
 */
function lookOver(to: Change): boolean {
  if (to.isLookingOver) return true;
  const groups = [...creationsByGroup(to.steps).keys()].filter((group) => !to.lookedOver.has(group));
  if (groups.length === 0) return false;
  for (const group of groups) to.lookedOver.add(group);
  to.isLookingOver = true;
  to.effects.push({ kind: 'look over', groups });
  return true;
}

function lookedOver(to: Change, all: readonly Twins[]): void {
  to.isLookingOver = false;
  if (to.isClosed || to.broken !== null) return;
  const { error } = fail('made-twice');
  const asked = new Set(to.steps.flatMap(({ state, candidates }) => (state === 'unclear' ? candidates : [])));
  for (const { position, ids: like } of all) {
    const ids = like.filter((id) => !asked.has(id)); // a person says whose those are
    if (ids.length === 0) continue;
    const result = to.steps[position]?.result ?? null;
    const candidates = result === null ? ids : [result, ...ids];
    write(to, [position], () => ({ state: 'unclear', error, candidates }), true);
  }
  schedule(to);
}

/** Begins an attempt at a step unless another holds its lock. */
function begin(to: Change, position: number): boolean {
  const step = to.steps[position];
  const tier = to.queue.tiers[position] ?? null;
  if (step === undefined || tier === null || (to.isSweeping && step.task.kind === 'createAudit'))
    return false;
  const { alone: lock, ...traits } = to.given.workOf(position, to);
  const isTaken = [...to.attempts.values()].some((one) => one.lock === lock);
  if (isTaken || !to.given.isFree(lock)) return false;
  const mustCompare = to.seen === null || traits.freshFor !== undefined;
  to.attempts.set(position, { attempt: newAttempt(step, traits, mustCompare), lock, tier });
  to.effects.push({ kind: 'begin', position, lock });
  return true;
}

function attempted(to: Change, position: number, event: AttemptEvent): void {
  const underWay = to.attempts.get(position);
  if (underWay === undefined) return;
  const next = attemptNext(underWay.attempt, event, {
    now: to.given.now,
    faults: to.faults,
    goesOn: isRunning(to) && !to.plan.cancelled && !to.doomed.has(position),
    looksOn: !to.isClosed && to.broken === null && to.plan.pause?.reason !== 'faults',
    mayWrite: to.given.mayWrite,
    seen: to.seen,
  });
  to.faults = next.faults;
  if (next.change !== undefined) {
    const { sends = 0, ...change } = next.change;
    write(to, [position], ({ attempts, error }) => ({
      ...change,
      attempts: attempts + sends,
      error: sends === 1 ? null : error,
    }));
  }
  if ('verdict' in next) return judge(to, position, next.verdict);
  to.attempts.set(position, { ...underWay, attempt: next.attempt });
  if (next.effect !== null) to.effects.push({ kind: 'attempt', position, effect: next.effect });
}

function crashed(to: Change, position: number, reason: FaultReason | null): void {
  const state = to.steps[position]?.state === 'waiting' ? 'waiting' : 'resolving';
  const why =
    reason === null
      ? ({ reason: 'faults', error: fail('internal').error } as const)
      : ({ reason: 'disk', error: fail('journal-unavailable', { reason }).error } as const);
  judge(to, position, { as: 'rest', state, pause: why });
}

function judge(to: Change, position: number, verdict: Verdict): void {
  const doom = to.doomed.get(position);
  to.doomed.delete(position);
  to.queue.doubtful.delete(position);
  switch (verdict.as) {
    case 'done':
      isDone(to, position, verdict);
      break;
    case 'failed':
      failed(to, [position], verdict.error);
      if (verdict.error.code === 'no-credits' && !to.isSweeping) {
        to.isSweeping = true;
        to.effects.push({ kind: 'sweep', error: verdict.error });
      }
      break;
    case 'unclear': {
      const { error, candidates: found } = verdict;
      const change = ({ candidates }: StepRecord): StepChange => ({
        state: 'unclear',
        error,
        candidates: offered(found, candidates),
      });
      write(to, [position], change, true);
      break;
    }
    case 'rest':
      rested(to, position, verdict, doom);
  }
  release(to, position);
}

function release(to: Change, position: number): void {
  const lock = to.attempts.get(position)?.lock;
  to.attempts.delete(position);
  if (lock !== undefined) to.effects.push({ kind: 'release', position, lock });
}

function rested(to: Change, position: number, { state, pause: why }: Rest, doom: AppError | undefined): void {
  if (state === 'waiting' && doom !== undefined) return failed(to, [position], doom);
  if (state === 'waiting' && to.plan.cancelled) return write(to, [position], () => ({ state: 'cancelled' }));
  if (state === 'waiting') put(to.queue, position);
  else to.queue.doubtful.add(position);
  const error = why?.reason === 'forbidden' ? why.error : null;
  write(to, [position], ({ doubted }) => ({ state, doubted: doubted || state === 'resolving', error }));
  if (why !== null && !to.isClosed) pause(to, why.reason, why.error);
}

function isDone(
  to: Change,
  position: number,
  { result, differences = [] }: Pick<StepRecord, 'result'> & Partial<Pick<StepRecord, 'differences'>>,
): void {
  const task = to.steps[position]?.task;
  if (task?.kind === 'createComponent') to.lookedOver.delete(idOf(task.group, to.steps));
  write(to, [position], () => ({ state: 'done', result, differences, error: null, candidates: [] }), true);
  done(to.queue, position, to.steps);
}

function failed(
  to: Change,
  positions: readonly number[],
  error: AppError,
  differences: readonly Difference[] = [],
): void {
  write(to, positions, () => ({ state: 'failed', error, differences }), true);
  block(to, positions);
}

function block(to: Change, positions: readonly number[]): void {
  const waiting = behind(to.queue, positions).filter((position) => to.steps[position]?.state === 'waiting');
  write(to, waiting, () => ({ state: 'blocked' }));
}

function pause(to: Change, reason: PauseReason, error: AppError | null): void {
  if (to.plan.state !== 'running') return;
  writePlan(to, { state: 'paused', pause: { reason, error } });
  to.effects.push({ kind: 'stop waits' });
}

function resume(to: Change): void {
  const reason = to.plan.pause?.reason;
  if (reason === 'credentials' || reason === 'forbidden') to.effects.push({ kind: 'renew token' });
  if (to.plan.state === 'paused' || to.broken !== null) goOn(to);
}

function cancel(to: Change): void {
  const waiting = to.steps.filter(({ position, state }) => state === 'waiting' && !to.attempts.has(position));
  if (to.plan.state === 'ended' && waiting.length === 0) return;
  writePlan(to, { cancelled: true });
  write(
    to,
    waiting.map(({ position }) => position),
    () => ({ state: 'cancelled' }),
  );
  to.effects.push({ kind: 'stop waits' });
  goOn(to);
}

function retry(to: Change): void {
  const lost = to.steps.filter(({ state }) => state === 'failed' || state === 'blocked');
  if (lost.length === 0) return;
  writePlan(to, { cancelled: false });
  write(
    to,
    lost.map(({ position }) => position),
    () => ({ state: 'waiting', error: null }),
  );
  goOn(to);
}

function resolve(to: Change, position: number, { as, object }: Resolution): void {
  const step = to.steps[position];
  if (step?.state !== 'unclear') return;
  const { task, candidates, doubted } = step;
  const result = as === 'done' ? (object ?? objectOf(task, to.steps)) : null;
  const others = candidates.filter((id) => id !== result);
  notOurs(to, step, others);
  if (as === 'done') {
    write(to, [position], () => ({ state: 'done', result, error: null, candidates: [] }), true);
    return goOn(to);
  }
  // A cancelled plan runs again, unless another step is in doubt, which nobody asked to send again.
  if (!to.steps.some(({ state }) => state === 'resolving')) writePlan(to, { cancelled: false });
  // A person has looked: the step is looked up once more and sent, without another question.
  const looksAgain = doubted || task.kind !== 'createComponent';
  write(to, [position], () => ({
    state: 'waiting',
    doubted: looksAgain,
    accepted: false,
    error: null,
    candidates: task.kind === 'createComponent' ? candidates : [], // dismissed: they are not asked about again
  }));
  goOn(to);
}

/** A person says that these are not what the step has created: they count as components of before, once no other step may have created them. */
function notOurs(to: Change, { position, task }: StepRecord, dismissed: readonly string[]): void {
  if (task.kind !== 'createComponent') return;
  const group = idOf(task.group, to.steps);
  const alike = openCreations(to.steps, group).filter(
    (open) => open.position !== position && !isAnotherComponent(open.creation, task.creation),
  );
  const ids = dismissed.filter((id) => alike.every((open) => open.dismissed.includes(id)));
  if (ids.length > 0) to.effects.push({ kind: 'write former', group, ids });
}

function watched(
  to: Change,
  { position, opening, isOver }: Extract<RunEvent, { readonly kind: 'watch' }>,
): void {
  to.watched.delete(position);
  const step = to.steps[position];
  if (to.isClosed || isOver || step === undefined || !isWaiting(step.task)) return;
  if (opening.kind === 'rest') pause(to, opening.reason, opening.error);
  const isThere = opening.kind === 'open' || opening.kind === 'gone';
  if (isThere || opening.kind === 'failed' || opening.kind === 'unread') to.queue.openings.delete(position);
  const differences = 'differences' in opening ? opening.differences : [];
  if (opening.kind === 'failed') failed(to, [position], opening.error, differences);
  if (opening.kind === 'unread') write(to, [position], () => ({ state: 'unclear', error: opening.error }));
  if (isThere) isDone(to, position, { result: idOf(step.task.audit, to.steps), differences });
  schedule(to);
}

/** Waiting has taken half an hour; that is no failure. */
function slow(to: Change, position: number): void {
  if (!to.watched.has(position)) return;
  const code = to.steps[position]?.task.kind === 'awaitGone' ? 'still-deleting' : 'still-initialising';
  write(to, [position], () => ({ error: fail(code).error }));
}

/** The firm has no credits: its other paid creations are not even sent (decisions.md §7.6). */
function swept(to: Change, paid: readonly number[], error: AppError): void {
  to.isSweeping = false;
  if (to.isClosed) return;
  const own = paid.filter((position) => to.steps[position]?.state === 'waiting');
  for (const position of own) {
    take(to.queue, position);
    if (!to.attempts.has(position)) continue;
    to.doomed.set(position, error);
    to.effects.push({ kind: 'give up', position });
  }
  failed(
    to,
    own.filter((position) => !to.attempts.has(position)),
    error,
  );
  schedule(to);
}

/** Sends nothing more until somebody resumes the plan; what is written counts. */
function unwritten(
  to: Change,
  { event, reason, journal }: Extract<RunEvent, { readonly kind: 'unwritten' }>,
): void {
  to.broken = reason ?? 'unknown';
  if (journal !== null) {
    to.plan = journal.plan;
    to.steps = [...journal.steps];
  }
  to.effects.push({ kind: 'stop waits' });
  // What has ended by the event has ended all the same.
  if (event.kind === 'swept') to.isSweeping = false;
  if (event.kind === 'looked over') to.isLookingOver = false;
  if (event.kind === 'watch') to.watched.delete(event.position);
  if (event.kind !== 'attempt' && event.kind !== 'crash') return;
  to.queue.doubtful.delete(event.position);
  release(to, event.position);
}

type StepChange = Partial<
  Pick<
    StepRecord,
    'state' | 'attempts' | 'doubted' | 'accepted' | 'result' | 'error' | 'candidates' | 'differences'
  >
>;

/** Changes steps and has them written; outcomes go to the change log too, before the screen. */
function write(
  to: Change,
  positions: readonly number[],
  change: (step: StepRecord) => StepChange,
  tell = false,
): void {
  const changedAt = textOf(to.given.now);
  const steps = positions.flatMap((position) => {
    const step = to.steps[position];
    return step === undefined
      ? []
      : [{ ...step, changedAt, ...change(step), ...(tell ? { told: false } : {}) }];
  });
  if (steps.length === 0) return;
  to.effects.push({ kind: 'write steps', steps, tell });
  for (const step of steps) to.steps[step.position] = tell ? { ...step, told: true } : step;
}

function writePlan(
  to: Change,
  change: Partial<Pick<PlanRecord, 'state' | 'pause' | 'cancelled' | 'endedAt'>>,
): void {
  to.plan = { ...to.plan, ...change };
  to.effects.push({ kind: 'write plan', plan: to.plan });
}

function textOf({ wall }: Moment): string {
  return new Date(wall).toISOString();
}
