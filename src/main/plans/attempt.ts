import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import type { Difference, PauseReason, StepState } from '../../shared/plan.ts';
import type { StepRecord } from './journal-rows.ts';
import { isAccepted, type Outcome, outcomeOf } from './outcomes.ts';
import { type Accepted, type Found, longPauses, type Sent } from './work.ts';

// One step is carried out exactly once, whatever becomes of the answers. A request that the service has accepted is never sent again: what
// came of it is looked at, and a person decides where nothing is found. One of which the answer was lost is looked for before it is sent
// again, and a refusal after it is believed only where nothing is found. The table is in docs/plans.md.

/** A moment by both clocks: sleep stops the monotonic one, and people set the other. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** How an attempt ended. */
export type Verdict =
  | {
      readonly as: 'done';
      readonly result: string | null;
      /** What the service has otherwise than it was sent. */
      readonly differences: readonly Difference[];
    }
  | { readonly as: 'failed'; readonly error: AppError }
  | { readonly as: 'unclear'; readonly error: AppError; readonly candidates: readonly string[] }
  | Rest;

/** The step waits until its plan is resumed. */
export interface Rest {
  readonly as: 'rest';
  /** `resolving` where it is still not known what became of it. */
  readonly state: 'waiting' | 'resolving';
  /** Why the plan is paused as well; null where it is already. */
  readonly pause: { readonly reason: PauseReason; readonly error: AppError | null } | null;
}

/** What of a task decides how it is carried out. */
export interface Traits {
  /** Milliseconds before each further look, until it is believed that nothing came of it. */
  readonly pauses: readonly number[];
  readonly ofNew: boolean;
  readonly prepares: boolean;
  /** Whether what is known of the service before it is sent must not be old. */
  readonly compares: boolean;
  /** Milliseconds after which it is old; as for all plans where absent. */
  readonly freshFor?: number | undefined;
  readonly rechecks: boolean;
  /** What it takes away must be gone before its success counts. */
  readonly verifies: boolean;
}

export const attemptStates = [
  'begun',
  'resolving',
  'comparing',
  'preparing',
  /** Waits for its turn: the request has not left yet. */
  'sending',
  'sent',
  /** Its turn came so late that it is compared with the service again, and not sent. */
  'outdated',
  'rechecking',
  'waiting to resolve',
  'waiting to compare',
  'waiting to send',
] as const;

export interface Attempt {
  readonly at: (typeof attemptStates)[number];
  readonly traits: Traits;
  /** Whether the outcome was unknown when the attempt began. */
  readonly isInDoubt: boolean;
  readonly mustCompare: boolean;
  readonly doubted: boolean;
  /** A person has said, or a look has shown, that nothing came of what was sent before this attempt. */
  readonly isSettled: boolean;
  /** The service has refused the account this step before, and a person has gone on since: refused again, it does not hold up the others. */
  readonly wasForbidden: boolean;
  /** The service has said yes to a request of this step: none is sent any more. */
  readonly accepted: Accepted | null;
  readonly pauses: readonly number[];
  readonly looks: number;
  /** The verdict if nothing is found. */
  readonly standing: Verdict | null;
  readonly sends: number;
  /** When this attempt last looked at the service; null where it has not. */
  readonly seen: Moment | null;
  /** When the request that is under way began, monotonic. */
  readonly began: number;
  readonly result: string | null;
}

export type AttemptEvent =
  | { readonly kind: 'begin' }
  /** What a look tells, before a request or after. */
  | { readonly kind: 'look'; readonly reply: Reply<Found> }
  | { readonly kind: 'prepared'; readonly reply: Reply<null>; readonly givenUp: boolean }
  /** The request is about to leave; it does not unless the state that follows is `sent`. */
  | { readonly kind: 'leave' }
  | {
      readonly kind: 'answer';
      readonly reply: Reply<Sent>;
      /** Its wait for its turn was given up. */
      readonly givenUp: boolean;
      /** Whether this refusal may mean that it had been done before. */
      readonly mayBeDone: boolean;
    }
  | { readonly kind: 'recheck'; readonly reply: Reply<Found> }
  | { readonly kind: 'waited' };

/** What is to be done next for an attempt: exactly one event comes of each. */
export type AttemptEffect =
  | { readonly kind: 'resolve'; readonly accepted: Accepted | null }
  | { readonly kind: 'compare' | 'prepare' | 'send' }
  | { readonly kind: 'recheck'; readonly result: string | null }
  /** For so long, of which chance takes up to a half where several would come at once. */
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly byChance: boolean };

/** How its plan stands when something happens to an attempt. */
export interface PlanSituation {
  readonly now: Moment;
  readonly faults: Faults;
  /** Whether the plan wants anything more to be sent. */
  readonly goesOn: boolean;
  /** Whether it still wants to know what became of what was sent. */
  readonly looksOn: boolean;
  readonly mayWrite: () => Reply<null>;
  /** When a person saw how the service stands; null for a plan that was loaded or resumed. */
  readonly seen: Moment | null;
}

/** What becomes of an attempt; the change of its step is on disk before the effect. */
export type AttemptNext = {
  readonly faults: Faults;
  readonly change?: {
    readonly state: StepState;
    readonly sends?: 1 | -1;
    readonly doubted?: true;
    readonly accepted?: true;
  };
} & ({ readonly attempt: Attempt; readonly effect: AttemptEffect | null } | { readonly verdict: Verdict });

const longWait = 15 * 60_000; // milliseconds
const mostSends = 3; // with an unknown outcome of which nothing came, or of something new that is not yet seen everywhere
const firstRepeat = 1_000; // milliseconds, doubled with each further one

/** Whether the last look at the service is too old to act on. */
export function isOld(seen: Moment | null, now: Moment, freshFor = longWait): boolean {
  if (seen === null) return true;
  return Math.max(now.monotonic - seen.monotonic, now.wall - seen.wall) >= freshFor;
}

export function newAttempt(
  step: Pick<StepRecord, 'state' | 'doubted' | 'accepted' | 'error'>,
  traits: Traits,
  mustCompare: boolean,
): Attempt {
  return {
    at: 'begun',
    traits,
    isInDoubt: step.doubted || step.accepted,
    mustCompare,
    doubted: step.doubted,
    isSettled: step.state === 'waiting' && step.doubted,
    wasForbidden: step.error?.code === 'forbidden',
    accepted: step.accepted ? { named: null } : null,
    pauses: step.state !== 'resolving' ? [] : step.accepted ? longPauses : traits.pauses,
    looks: 0,
    standing: null,
    sends: 0,
    seen: null,
    began: 0,
    result: null,
  };
}

export function attemptNext(attempt: Attempt, event: AttemptEvent, plan: PlanSituation): AttemptNext {
  switch (event.kind) {
    case 'begin':
      if (attempt.isInDoubt) return resolve(attempt, plan);
      return attempt.mustCompare ? compare(attempt, plan) : send(attempt, plan);
    case 'look':
      return attempt.at === 'comparing'
        ? compared(attempt, heard(event.reply), plan)
        : resolved(attempt, heard(event.reply), plan);
    case 'prepared':
      // Where what stands there cannot be read, a person says later what is new.
      if (event.reply.ok || isPageOfNothing(event.reply.error) || isAccepted(event.reply.error))
        return next({ ...attempt, at: 'sending' }, { kind: 'send' }, plan);
      return answered(attempt, { ...event, reply: event.reply, mayBeDone: false }, plan);
    case 'leave':
      if (attempt.traits.compares && isOld(attempt.seen ?? plan.seen, plan.now, attempt.traits.freshFor))
        return next({ ...attempt, at: 'outdated' }, null, plan);
      return { ...next({ ...attempt, at: 'sent' }, null, plan), change: { state: 'sending', sends: 1 } };
    case 'answer':
      return attempt.at === 'outdated' ? compare(attempt, plan) : answered(attempt, event, plan);
    case 'recheck':
      if (event.reply.ok && event.reply.value.kind === 'several')
        return end(unclear(event.reply.value.candidates), plan);
      return end(doneAs(attempt.result), plan);
    case 'waited':
      if (attempt.at === 'waiting to send') return send(attempt, plan);
      if (attempt.at === 'waiting to compare')
        return plan.goesOn ? compare(attempt, plan) : end(restOf('waiting'), plan);
      return plan.looksOn ? look(attempt, plan) : end(restOf('resolving'), plan);
  }
}

function next(attempt: Attempt, effect: AttemptEffect | null, { faults }: PlanSituation): AttemptNext {
  return { attempt, effect, faults };
}

function end(verdict: Verdict, { faults }: PlanSituation): AttemptNext {
  return { verdict, faults };
}

/** Looks until it is known what became of a request. */
function resolve(attempt: Attempt, plan: PlanSituation): AttemptNext {
  return look({ ...attempt, looks: 0 }, plan);
}

function look(attempt: Attempt, plan: PlanSituation): AttemptNext {
  const { accepted } = attempt;
  return next(
    { ...attempt, at: 'resolving', began: plan.now.monotonic },
    { kind: 'resolve', accepted },
    plan,
  );
}

/** Looks, before a request leaves, whether what it is to do is done already. */
function compare(attempt: Attempt, plan: PlanSituation): AttemptNext {
  return next({ ...attempt, at: 'comparing', began: plan.now.monotonic }, { kind: 'compare' }, plan);
}

function send(attempt: Attempt, plan: PlanSituation): AttemptNext {
  if (attempt.accepted !== null) return end(unclear([], 'accepted-unseen'), plan); // a person decides
  if (!plan.goesOn) return end(restOf('waiting'), plan);
  const allowed = plan.mayWrite();
  if (!allowed.ok) return end(restOf('waiting', 'person', allowed.error), plan);
  const begun = { ...attempt, began: plan.now.monotonic };
  return attempt.traits.prepares
    ? next({ ...begun, at: 'preparing' }, { kind: 'prepare' }, plan)
    : next({ ...begun, at: 'sending' }, { kind: 'send' }, plan);
}

function compared(attempt: Attempt, reply: Reply<Found>, plan: PlanSituation): AttemptNext {
  if (!reply.ok) {
    const outcome = outcomeIn(attempt, reply.error, true);
    if (outcome.kind === 'rest') return end(restOf('waiting', outcome.reason, reply.error), plan);
    if (reply.error.code === 'forbidden') return end({ as: 'failed', error: reply.error }, plan); // again
    const after = afterFault({ ...attempt, at: 'waiting to compare' }, reply.error, 'waiting', plan);
    const isUnreadable = outcome.kind === 'refused' || ('verdict' in after && isOfOtherShape(reply.error));
    return isUnreadable ? end({ as: 'unclear', error: reply.error, candidates: [] }, plan) : after;
  }
  switch (reply.value.kind) {
    case 'done':
      return end(doneAs(reply.value.result, reply.value.differences), cleared(plan));
    case 'several':
      return end(unclear(reply.value.candidates, reply.value.code ?? 'already-there'), plan);
    case 'refused':
      return end({ as: 'failed', error: reply.value.error }, plan);
    case 'absent':
    case 'unsure':
    case 'otherwise':
      return send({ ...attempt, seen: plan.now }, plan);
  }
}

/** A 404 that is no answer of the service may be somebody's on the way: it proves nothing, and a wait does not change it. */
function isPageOfNothing({ code, status }: AppError): boolean {
  return code === 'not-json' && status === 404;
}

/** An answer of the service in a shape that this app does not read: where it comes again and again, waiting changes nothing. */
function isOfOtherShape(error: AppError): boolean {
  return error.code === 'unexpected-answer' && error.reason === undefined && isAccepted(error);
}

function heard(reply: Reply<Found>): Reply<Found> {
  return !reply.ok && isPageOfNothing(reply.error) ? succeed({ kind: 'unsure' }) : reply;
}

function doneAs(result: string | null, differences: readonly Difference[] = []): Verdict {
  return { as: 'done', result, differences };
}

function resolved(attempt: Attempt, reply: Reply<Found>, plan: PlanSituation): AttemptNext {
  const { accepted, traits, standing } = attempt;
  const unseen = accepted === null ? 'unknown-outcome' : 'accepted-unseen';
  if (!reply.ok) {
    if (isTakenAway(attempt)) return end(doneAs(accepted?.named ?? null), plan);
    const outcome = outcomeIn(attempt, reply.error, true);
    if (outcome.kind === 'rest') return end(restOf('resolving', outcome.reason, reply.error), plan);
    if (outcome.kind === 'refused') return end(unclear([], unseen), plan);
    const after = afterFault({ ...attempt, at: 'waiting to resolve' }, reply.error, 'resolving', plan);
    if ('attempt' in after || !isOfOtherShape(reply.error)) return after;
    return resolved(attempt, succeed({ kind: 'unsure' }), { ...plan, faults: after.faults });
  }
  const found = reply.value;
  if (found.kind === 'unsure' && (isTakenAway(attempt) || (traits.verifies && isGone(standing))))
    return end(doneAs(accepted?.named ?? null), cleared(plan));
  const isOpen =
    ['absent', 'unsure'].includes(found.kind) || (found.kind === 'otherwise' && accepted !== null);
  const pause = isOpen ? attempt.pauses[attempt.looks] : undefined;
  if (pause !== undefined) {
    const waiting = { ...attempt, at: 'waiting to resolve', looks: attempt.looks + 1 } as const;
    return next(waiting, { kind: 'wait', milliseconds: pause, byChance: false }, plan);
  }
  switch (found.kind) {
    case 'done':
      return end(doneAs(found.result, found.differences), cleared(plan));
    case 'refused':
      if (isTakenAway(attempt)) return end(doneAs(accepted?.named ?? null), plan);
      return end(accepted === null ? { as: 'failed', error: found.error } : unclear([], unseen), plan);
    case 'several':
      return end(unclear(found.candidates, unseen), plan);
    case 'unsure':
      if (attempt.isSettled) break;
      if (standing?.as !== 'failed') return end(unclear([], unseen), plan);
      // A refusal may come of what was carried out: then its words are kept for the person who decides.
      return end(unclear([], unseen, standing.error), plan);
    case 'absent':
      if (standing !== null) return end(standing, plan);
      break;
    case 'otherwise':
      break;
  }
  return send({ ...attempt, standing: null, isSettled: false, seen: plan.now }, plan);
}

/** Whether the service has said in its own words that it took something away, and no look has shown it since. */
function isTakenAway({ accepted, traits, looks }: Attempt): boolean {
  return traits.verifies && looks === 0 && accepted !== null && accepted.named !== null;
}

/** Whether the service has said that what was to be taken away is not there. */
function isGone(standing: Verdict | null): boolean {
  return standing?.as === 'failed' && standing.error.code === 'missing';
}

function answered(
  attempt: Attempt,
  { reply, givenUp, mayBeDone }: Omit<Extract<AttemptEvent, { readonly kind: 'answer' }>, 'kind'>,
  plan: PlanSituation,
): AttemptNext {
  const { doubted, sends, traits } = attempt;
  const sent = attempt.at === 'sent';
  if (reply.ok) {
    const { named, isShown } = reply.value;
    if (!isShown) return taken(attempt, named, plan);
    const recheck = { kind: 'recheck', result: named } as const;
    if (doubted && traits.rechecks)
      return next({ ...attempt, at: 'rechecking', result: named }, recheck, cleared(plan));
    return end(doneAs(named), cleared(plan));
  }
  if (givenUp) return end(restOf('waiting'), plan);
  const { error } = reply;
  if (sent && isAccepted(error)) return taken(attempt, null, plan);
  const outcome = outcomeIn(attempt, error, sent);
  switch (outcome.kind) {
    case 'unsent': {
      const after = afterFault({ ...attempt, at: 'waiting to send' }, error, 'waiting', plan);
      return sent ? { ...after, change: { state: 'waiting', sends: -1 } } : after;
    }
    case 'unknown': {
      const standing: Verdict | null = sends + 1 >= mostSends ? { as: 'failed', error } : null;
      const lost = { ...attempt, doubted: true, pauses: traits.pauses, sends: sends + 1, standing };
      const faults = notedFault(plan.faults, attempt.began, plan.now.monotonic);
      const noted = { ...plan, faults };
      const after = isTooMany(faults)
        ? end(restOf('resolving', 'faults', error), noted)
        : resolve(lost, noted);
      return { ...after, change: { state: 'resolving', doubted: true } };
    }
    case 'rest':
    case 'refused':
      break;
  }
  const refused: Verdict =
    outcome.kind === 'rest' ? restOf('waiting', outcome.reason, error) : { as: 'failed', error };
  const known = outcome.kind === 'refused' ? cleared(plan) : plan; // the service is there, and answers
  if (outcome.kind === 'refused' && error.code === 'missing' && traits.ofNew && sends + 1 < mostSends) {
    const wait = { kind: 'wait', milliseconds: firstRepeat * 2 ** sends, byChance: false } as const;
    const { pauses } = traits;
    const waiting = { ...attempt, at: 'waiting to resolve', sends: sends + 1, looks: 0, pauses } as const;
    return next(waiting, wait, known);
  }
  if (!sent || !(doubted || mayBeDone)) return end(refused, known);
  // An earlier request may still be under way in the service; what it says is not there may be shown for a while.
  const isGoing = traits.verifies && error.code === 'missing';
  const pauses = isGoing ? longPauses : doubted && mayBeDone ? traits.pauses : [];
  return resolve({ ...attempt, standing: refused, pauses }, known);
}

/** What an error means: refused to the account again after a person has gone on, it means this step alone. */
function outcomeIn({ wasForbidden }: Attempt, error: AppError, sent: boolean): Outcome {
  return wasForbidden && error.code === 'forbidden' ? { kind: 'refused' } : outcomeOf(error, sent);
}

/** The service has accepted the request: it is looked at what came of it, and it is not sent again. */
function taken(attempt: Attempt, named: string | null, plan: PlanSituation): AttemptNext {
  const accepted = { ...attempt, accepted: { named }, doubted: true, pauses: longPauses, standing: null };
  return {
    ...resolve(accepted, cleared(plan)),
    change: { state: 'resolving', doubted: true, accepted: true },
  };
}

/** Tries again after a while; after too many faults a person is asked. */
function afterFault(
  attempt: Attempt,
  error: AppError,
  state: Rest['state'],
  plan: PlanSituation,
): AttemptNext {
  const faults = notedFault(plan.faults, attempt.began, plan.now.monotonic);
  const noted = { ...plan, faults };
  if (isTooMany(faults)) return end(restOf(state, 'faults', error), noted);
  return next(attempt, { kind: 'wait', milliseconds: faultDelay(faults), byChance: true }, noted);
}

function cleared(plan: PlanSituation): PlanSituation {
  return { ...plan, faults: clearedFaults };
}

function unclear(
  candidates: readonly string[],
  code: 'unknown-outcome' | 'accepted-unseen' | 'already-there' | 'made-meanwhile' = 'unknown-outcome',
  refusal?: AppError,
): Verdict {
  return { as: 'unclear', error: { ...refusal, ...fail(code).error }, candidates };
}

function restOf(state: Rest['state'], reason?: PauseReason, error: AppError | null = null): Rest {
  return { as: 'rest', state, pause: reason === undefined ? null : { reason, error } };
}

/** Consecutive faults of a plan; those of requests that ran at the same time count as one. */
export interface Faults {
  readonly count: number;
  /** When the last was noted, monotonic. */
  readonly lastNoted: number;
}

export const clearedFaults: Faults = { count: 0, lastNoted: Number.NEGATIVE_INFINITY };

const mostFaults = 5;
const firstDelay = 1_000; // milliseconds, doubled with each further one
const longestDelay = 20_000;

/** Notes the fault of a request that began at a time (monotonic). */
export function notedFault(faults: Faults, began: number, now: number): Faults {
  return began >= faults.lastNoted ? { count: faults.count + 1, lastNoted: now } : faults;
}

/** Whether a person has to be asked. */
export function isTooMany({ count }: Faults): boolean {
  return count >= mostFaults;
}

/** Milliseconds to wait before what failed is tried again, of which chance takes up to a half. */
export function faultDelay({ count }: Faults): number {
  return Math.min(firstDelay * 2 ** Math.max(0, count - 1), longestDelay);
}
