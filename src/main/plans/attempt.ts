import { type AppError, fail, type Reply } from '../../shared/error.ts';
import type { PauseReason } from '../../shared/plan.ts';
import type { CallOptions } from '../api/service.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from './faults.ts';
import { outcomeOf } from './outcomes.ts';
import type { Found, Work } from './work.ts';

/** How carrying a step out ended, for the time being. */
export type Verdict =
  | { readonly as: 'done'; readonly result: string | null }
  | { readonly as: 'failed'; readonly error: AppError }
  | { readonly as: 'unclear'; readonly error: AppError; readonly candidates: readonly string[] }
  | Rest;

/** The step is left as it is, for when its plan goes on. */
export interface Rest {
  readonly as: 'rest';
  /** `resolving` where it is still not known what became of it. */
  readonly state: 'waiting' | 'resolving';
  /** Why the plan has to rest as well; null where it does already. */
  readonly pause: { readonly reason: PauseReason; readonly error: AppError | null } | null;
}

/** What an attempt needs from its plan; each `on…` is on disk when it returns. */
export interface AttemptSurroundings {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly mayWrite: () => Reply<null>;
  /** Whether the plan wants anything more to be sent. */
  readonly goesOn: () => boolean;
  /** Whether it still wants to know what became of what was sent. */
  readonly looksOn: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly sendOptions: () => CallOptions;
  readonly lookOptions: () => CallOptions;
  readonly onSend: () => void;
  /** It turned out that the last request had never left. */
  readonly onUnsent: () => void;
  readonly onDoubt: () => void;
}

const mostSends = 3; // with an unknown outcome of which nothing came, or of something new that is not yet seen everywhere
const firstRepeat = 1_000; // milliseconds, doubled with each further one

/**
 * Carries one step out, exactly once whatever becomes of the answers: a request that may have been carried out is looked
 * for before it is sent again, and a refusal after it is believed only when nothing is found.
 */
export async function attempt(
  work: Work,
  begun: { readonly doubted: boolean; readonly resolving: boolean },
  surroundings: AttemptSurroundings,
): Promise<Verdict> {
  const { clock, faults } = surroundings;
  let { doubted } = begun;
  let inDoubt = doubted;
  let pauses = begun.resolving ? work.pauses : [];
  let standing: Verdict | null = null; // what it comes to if nothing is found
  let sends = 0;

  const send = async () => {
    let sent = false;
    const options = surroundings.sendOptions();
    const reply = await work.send({
      ...options,
      beforeSend: () => {
        surroundings.onSend();
        sent = true;
      },
    });
    const givenUp = options.signal?.aborted === true && !reply.ok && reply.error.code === 'cancelled';
    return { reply, sent, givenUp };
  };

  for (;;) {
    if (inDoubt) {
      const found = await lookUntilKnown(work, pauses, surroundings);
      if ('as' in found) return found;
      switch (found.kind) {
        case 'done':
          faults.clear();
          return { as: 'done', result: found.result };
        case 'refused':
          return { as: 'failed', error: found.error };
        case 'several':
          return unclear(found.candidates);
        case 'absent':
          if (standing !== null) return standing;
          break;
        case 'otherwise':
          break;
      }
      standing = null;
      inDoubt = false;
    }

    if (!surroundings.goesOn()) return { as: 'rest', state: 'waiting', pause: null };
    const allowed = surroundings.mayWrite();
    if (!allowed.ok) return restOf('waiting', 'person', allowed.error);
    const began = clock.monotonic();
    const prepared = await work.prepare?.(surroundings.lookOptions());
    const { reply, sent, givenUp } =
      prepared === undefined || prepared.ok
        ? await send()
        : { reply: prepared, sent: false, givenUp: surroundings.lookOptions().signal?.aborted === true };

    if (reply.ok) {
      faults.clear();
      return doubted ? rechecked(work, reply.value, surroundings) : { as: 'done', result: reply.value };
    }
    if (givenUp) return { as: 'rest', state: 'waiting', pause: null };
    const { error } = reply;
    const outcome = outcomeOf(error, sent);
    if (outcome.kind === 'unsent') {
      if (sent) surroundings.onUnsent();
      if (faults.note(began)) return restOf('waiting', 'faults', error);
      await surroundings.pause(faults.delay());
      continue;
    }
    if (outcome.kind === 'unknown') {
      surroundings.onDoubt();
      [doubted, inDoubt, pauses] = [true, true, work.pauses];
      sends += 1;
      if (faults.note(began)) return restOf('resolving', 'faults', error);
      if (sends >= mostSends) standing = { as: 'failed', error };
      continue;
    }
    const refused: Verdict =
      outcome.kind === 'rest' ? restOf('waiting', outcome.reason, error) : { as: 'failed', error };
    if (outcome.kind === 'refused') faults.clear(); // the service is there, and answers
    if (outcome.kind === 'refused' && error.code === 'missing' && work.ofNew && sends + 1 < mostSends) {
      await surroundings.pause(firstRepeat * 2 ** sends);
      sends += 1;
      inDoubt = doubted;
      pauses = [];
      continue;
    }
    const mayBeDone = work.mayBeDone(error);
    if (!sent || !(doubted || mayBeDone)) return refused;
    [inDoubt, standing] = [true, refused];
    pauses = doubted && mayBeDone ? work.pauses : []; // an earlier request may still be under way in the service
  }
}

/** Looks until it is known what became of a request, or until the plan rests. */
async function lookUntilKnown(
  work: Work,
  pauses: readonly number[],
  surroundings: AttemptSurroundings,
): Promise<Found | Verdict> {
  const { clock, faults } = surroundings;
  let looks = 0;
  for (;;) {
    const began = clock.monotonic();
    const reply = await work.look(surroundings.lookOptions());
    if (reply.ok) {
      const wait = reply.value.kind === 'absent' ? pauses[looks] : undefined;
      if (wait === undefined) return reply.value;
      looks += 1;
      await surroundings.pause(wait);
    } else {
      const outcome = outcomeOf(reply.error, true);
      if (outcome.kind === 'rest') return restOf('resolving', outcome.reason, reply.error);
      if (outcome.kind === 'refused') return unclear([]);
      if (faults.note(began)) return restOf('resolving', 'faults', reply.error);
      await surroundings.pause(faults.delay());
    }
    if (!surroundings.looksOn()) return { as: 'rest', state: 'resolving', pause: null };
  }
}

/** A request succeeded after an earlier one was lost: what if that one has been carried out since? */
async function rechecked(
  work: Work,
  result: string | null,
  { lookOptions }: AttemptSurroundings,
): Promise<Verdict> {
  const found = await work.recheck?.(result, lookOptions());
  if (found?.ok && found.value.kind === 'several') return unclear(found.value.candidates);
  return { as: 'done', result };
}

function unclear(candidates: readonly string[]): Verdict {
  return { as: 'unclear', error: fail('unknown-outcome').error, candidates };
}

function restOf(state: Rest['state'], reason: PauseReason, error: AppError): Rest {
  return { as: 'rest', state, pause: { reason, error } };
}
