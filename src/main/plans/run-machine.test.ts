import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Step, Task } from '../../shared/plan.ts';
import { isWaiting } from '../../shared/rules/plans/plan.ts';
import { documentedRows } from '../testing/documented.ts';
import type { AttemptEffect, AttemptEvent, Traits } from './attempt.ts';
import type { PlanRecord, StepRecord } from './journal-rows.ts';
import { transition } from './run-machine.ts';
import {
  type Given,
  initialState,
  type RunEffect,
  type RunEvent,
  type RunState,
  resolvable,
} from './run-state.ts';
import type { Found } from './work.ts';

type Random = () => number;

/** Numbers from 0 up to 1 by chance, the same ones for the same seed. */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const record: PlanRecord = {
  number: 1,
  id: 'plan',
  connection: 'c',
  title: 'A plan',
  about: {},
  state: 'running',
  pause: null,
  cancelled: false,
  createdAt: '2026-01-05T09:00:00.000Z',
  endedAt: null,
  deeds: [],
};

/** Steps of several kinds, some of which need others or must be kept apart. */
function randomSteps(random: Random): readonly StepRecord[] {
  const count = 1 + Math.floor(random() * 6);
  return Array.from({ length: count }, (_, position) => {
    const before = Math.floor(random() * position);
    const step: Step = {
      key: `s${position}`,
      after: position > 0 && random() < 0.4 ? [`s${before}`] : [],
      subject: '',
      task: randomTask(random, position),
    };
    return {
      ...step,
      position,
      state: 'waiting',
      attempts: 0,
      doubted: false,
      accepted: false,
      result: null,
      error: null,
      candidates: [],
      differences: [],
      told: true,
      changedAt: '',
    };
  });
}

function randomTask(random: Random, position: number): Task {
  const audit = `a${position}`;
  if (random() < 0.2) return { kind: 'awaitOpen', audit };
  if (random() < 0.5) return { kind: 'removeUser', audit, user: 'u' };
  const creation = { legal_entity_ids: ['e'], auditor_relation: 'self' };
  return { kind: 'createComponent', group: audit, creation };
}

/**
 * A run in a world that does what chance says: answers are lost before and after the service has done something, the disk is full,
 * a person acts. What a reading tells is true.
 */
function createWorld(random: Random) {
  const steps = randomSteps(random);
  const traits = steps.map((): Traits & { readonly alone: string } => ({
    alone: `lock ${Math.floor(random() * 4)}`,
    pauses: random() < 0.5 ? [] : [1_000, 2_000],
    ofNew: random() < 0.3,
    prepares: random() < 0.3,
    compares: random() < 0.3,
    rechecks: random() < 0.3,
    verifies: random() < 0.2,
  }));
  const now = { wall: 0, monotonic: 0 };
  let [isAllowed, isFull, isKind] = [true, false, false];
  let state: RunState = initialState(
    record,
    steps,
    random() < 0.5 ? { ...now } : null,
    random() < 0.2 ? now.wall + 10_000 : null,
  );
  const locks = new Set<string>();
  const pending: {
    readonly position: number;
    readonly effect: AttemptEffect | { readonly kind: 'watch' | 'sweep' | 'hold' | 'look over' };
  }[] = [];
  const executed = steps.map(() => 0);
  const unread = steps.map(() => false); // a request may have been carried out, and nobody has looked since
  const seen = new Set<string>();

  const given = (): Given => ({
    now: { ...now },
    mayWrite: () => (isAllowed ? succeed(null) : fail('read-only')),
    isFree: (lock) => !locks.has(lock),
    workOf: (position) => traits[position] ?? { ...none, alone: '' },
  });

  const happen = (event: RunEvent): void => {
    const before = state;
    const next = transition(before, event, given());
    const writes = next.effects.filter(({ kind }) => kind.startsWith('write') || kind === 'tell');
    if (isFull && writes.length > 0) {
      if (event.kind === 'attempt' && next.state.attempts.has(event.position))
        return happen({ kind: 'crash', position: event.position, reason: 'disk-full' });
      return happen({ kind: 'unwritten', event, reason: 'disk-full', journal: null });
    }
    checkWritten(before, next.state, next.effects);
    seen.add(`${standing(before)} | ${event.kind} | ${standing(next.state)}`);
    state = next.state;
    for (const effect of next.effects) if (effect.kind === 'begin') locks.add(effect.lock);
    for (const effect of next.effects) perform(effect);
  };

  const perform = (effect: RunEffect): void => {
    if (effect.kind === 'begin')
      happen({ kind: 'attempt', position: effect.position, event: { kind: 'begin' } });
    if (effect.kind === 'attempt') pending.push(effect);
    if (effect.kind === 'watch') pending.push({ position: effect.position, effect: { kind: 'watch' } });
    if (effect.kind === 'hold' || effect.kind === 'sweep' || effect.kind === 'look over')
      pending.push({ position: -1, effect: { kind: effect.kind } });
    if (effect.kind !== 'release') return;
    locks.delete(effect.lock);
    happen({ kind: 'schedule' });
  };

  const look = (position: number): Reply<Found> => {
    if (!isKind && random() < 0.3)
      return fail(random() < 0.5 ? 'unreachable' : random() < 0.5 ? 'forbidden' : 'timeout');
    unread[position] = false;
    if (!isKind && random() < 0.1) return succeed({ kind: 'several', candidates: [`r${position}`, 'other'] });
    return succeed(
      (executed[position] ?? 0) > 0 ? { kind: 'done', result: `r${position}` } : { kind: 'absent' },
    );
  };

  /** A request leaves, or does not, and something becomes of it. */
  const send = (position: number): void => {
    const isStopped = !isKind && random() < 0.15; // its wait is given up, or it is never reached
    if (isStopped)
      return attempted(position, {
        kind: 'answer',
        reply: fail(random() < 0.5 ? 'cancelled' : 'unreachable'),
        givenUp: random() < 0.5,
        mayBeDone: false,
      });
    happen({ kind: 'attempt', position, event: { kind: 'leave' } });
    const at = state.attempts.get(position)?.attempt.at;
    if (at === undefined) return; // the intent could not be written: nothing leaves
    const refusal = (code: Parameters<typeof fail>[0]) =>
      attempted(position, { kind: 'answer', reply: fail(code), givenUp: false, mayBeDone: random() < 0.3 });
    if (at !== 'sent') return refusal('cancelled');
    must(state.startsAt === null, 'sent while it can be undone');
    must(state.steps[position]?.state === 'sending', 'no intent before the request'); // the intent is written before the request leaves
    must(unread[position] === false && executed[position] === 0, 'sent twice without a look');
    const fate = isKind ? 0 : random();
    if (fate > 0.9) return refusal('no-credits');
    if (fate > 0.8) return refusal('validation');
    if (fate > 0.75) return refusal('missing');
    if (fate > 0.7) return refusal('forbidden');
    if (fate > 0.6) return refusal('unreachable');
    const isLost = fate > 0.3;
    if (!isLost || fate > 0.45) executed[position] = (executed[position] ?? 0) + 1;
    if (!isLost)
      return attempted(position, {
        kind: 'answer',
        reply: succeed({ named: `r${position}`, isShown: random() < 0.7 }),
        givenUp: false,
        mayBeDone: false,
      });
    unread[position] = true;
    refusal('interrupted');
  };

  const attempted = (position: number, event: AttemptEvent): void =>
    happen({ kind: 'attempt', position, event });

  const answer = ({ position, effect }: (typeof pending)[number]): void => {
    now.wall += random() * 1_000_000;
    now.monotonic = now.wall;
    if (!isKind && random() < 0.03 && state.attempts.has(position))
      return happen({ kind: 'crash', position, reason: null });
    switch (effect.kind) {
      case 'resolve':
      case 'compare':
        return attempted(position, { kind: 'look', reply: look(position) });
      case 'prepare': {
        const reply = isKind || random() < 0.8 ? succeed(null) : fail('unreachable');
        return attempted(position, { kind: 'prepared', reply, givenUp: false });
      }
      case 'send':
        return send(position);
      case 'recheck':
        return attempted(position, { kind: 'recheck', reply: look(position) });
      case 'wait':
        return attempted(position, { kind: 'waited' });
      case 'watch': {
        const fate = isKind ? 1 : random();
        if (fate < 0.1) happen({ kind: 'slow', position });
        const opening =
          fate < 0.1
            ? ({ kind: 'failed', error: fail('missing').error } as const)
            : fate < 0.2
              ? ({ kind: 'rest', reason: 'forbidden', error: fail('forbidden').error } as const)
              : fate < 0.4
                ? ({ kind: 'given-up' } as const)
                : ({ kind: 'open', differences: [] } as const);
        return happen({ kind: 'watch', position, opening, isOver: false });
      }
      case 'hold':
        return happen({ kind: 'due' });
      case 'look over': {
        const made = state.steps.filter((one) => one.task.kind === 'createComponent' && one.state === 'done');
        const twice = made.filter(() => !isKind && random() < 0.1);
        const twins = twice.map((one) => ({ ...one, ids: ['twin'] }));
        const wasFull = isFull;
        isFull = wasFull || (!isKind && random() < 0.2); // the disk may fail while it is looked
        if (isFull) happen({ kind: 'pause', refused: null });
        isFull = wasFull;
        return happen({ kind: 'looked over', twins });
      }
      case 'sweep': {
        const paid = steps.flatMap((step) =>
          random() < 0.5 && !isWaiting(step.task) ? [step.position] : [],
        );
        return happen({ kind: 'swept', paid, error: fail('no-credits').error });
      }
    }
  };

  const resolveOne = (): void => {
    const step = state.steps.find((one) => one.state === 'unclear');
    if (step === undefined) return;
    const isDone = (executed[step.position] ?? 0) > 0;
    const said = {
      key: step.key,
      as: isDone ? 'done' : 'again',
      object: isDone ? `r${step.position}` : undefined,
    } as const;
    const resolution = isDone && step.task.kind === 'removeUser' ? { ...said, object: 'u' } : said;
    const found = resolvable(state, resolution, () => false);
    if (found.ok) {
      unread[step.position] = false; // a person has looked
      happen({ kind: 'resolve', position: found.value, resolution });
    }
  };

  const act = (): void => {
    const acts: readonly (() => void)[] = [
      () => happen({ kind: 'pause', refused: null }),
      () => happen({ kind: 'resume' }),
      () => happen({ kind: 'retry' }),
      () => happen({ kind: 'schedule' }),
      () => (random() < 0.3 ? happen({ kind: 'cancel' }) : undefined),
      resolveOne,
      () => void (isFull = random() < 0.3),
      () => void (isAllowed = random() < 0.8),
    ];
    acts[Math.floor(random() * acts.length)]?.();
  };

  const answerAny = (): boolean => {
    const [next] = pending.splice(Math.floor(random() * pending.length), 1);
    if (next !== undefined) answer(next);
    return next !== undefined;
  };

  /** Whether it was cancelled, or needs what was. */
  const isGivenUp = ({ state: own, after }: StepRecord): boolean =>
    own === 'cancelled' ||
    (own === 'blocked' && state.steps.some((step) => after.includes(step.key) && isGivenUp(step)));
  const isLost = (step: StepRecord): boolean =>
    step.state === 'failed' || (step.state === 'blocked' && !isGivenUp(step));

  /** A person who wants all of it done, and a service that does what it is asked. */
  const toTheEnd = (): void => {
    [isAllowed, isFull, isKind] = [true, false, true];
    for (let turn = 0; turn < 500; turn += 1) {
      for (let answers = 0; answerAny(); answers += 1) must(answers < 1_000, 'it does not end');
      // Whatever is not under way rests, has ended, or waits for a person who can have it go on.
      must(isAtRest(state), 'nothing is under way, and nobody can do anything');
      if (state.plan.state === 'paused' || state.broken !== null) happen({ kind: 'resume' });
      else if (state.steps.some((step) => step.state === 'unclear')) resolveOne();
      else if (state.steps.some(isLost)) happen({ kind: 'retry' });
      else break;
    }
    const left = state.steps.filter((step) => step.state !== 'done' && !isGivenUp(step));
    expect(left).toEqual([]);
    expect(state.plan.state).toBe('ended');
    for (const { position, state: now_, task } of state.steps) {
      if (isWaiting(task)) continue;
      expect(executed[position]).toBeLessThanOrEqual(1);
      if (now_ === 'done') expect(executed[position]).toBe(1);
    }
  };

  happen({ kind: 'load' });
  happen({ kind: 'schedule' });
  return {
    seen,
    run: (turns: number): void => {
      for (let turn = 0; turn < turns; turn += 1) if (random() < 0.25 || !answerAny()) act();
      toTheEnd();
    },
  };
}

const none: Traits = {
  pauses: [],
  ofNew: false,
  prepares: false,
  compares: false,
  rechecks: false,
  verifies: false,
};

function must(holds: boolean, fault: string): void {
  if (!holds) throw new Error(fault);
}

/** Whatever is different after an event is written down by it, before anything else is done. */
function checkWritten(before: RunState, after: RunState, effects: readonly RunEffect[]): void {
  const steps = new Map<number, StepRecord>();
  let plan = before.plan;
  for (const effect of effects) {
    if (effect.kind === 'write plan') plan = effect.plan;
    if (effect.kind === 'write steps')
      for (const step of effect.steps) steps.set(step.position, effect.tell ? { ...step, told: true } : step);
  }
  must(isDeepStrictEqual(after.plan, plan), 'a plan changed that was not written');
  for (const step of after.steps)
    if (step !== before.steps[step.position])
      must(isDeepStrictEqual(steps.get(step.position), step), 'a step changed that was not written');
  const told = effects.flatMap((effect) =>
    effect.kind === 'write steps' && effect.tell ? effect.steps : [],
  );
  for (const { position, state } of after.steps)
    if (state !== before.steps[position]?.state && ['done', 'failed', 'unclear'].includes(state))
      must(
        told.some((step) => step.position === position),
        'an outcome that the change log has not',
      );
}

function isAtRest({ plan, broken, attempts, watched }: RunState): boolean {
  return (plan.state !== 'running' || broken !== null) && attempts.size === 0 && watched.size === 0;
}

function standing({ plan, broken }: RunState): string {
  return broken === null ? plan.state : 'broken';
}

describe('the run of a plan', () => {
  test('intent before request, outcome before news, nothing twice without a look, no dead end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), fc.integer({ min: 0, max: 120 }), (start, turns) =>
        createWorld(randomOf(start)).run(turns),
      ),
      { numRuns: 500 },
    );
  });
});

test('docs/plans.md has every transition of a plan, and no other', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 6_000; seed += 1) {
    const world = createWorld(randomOf(seed));
    world.run(60);
    for (const one of world.seen) seen.add(one);
  }
  expect([...seen].toSorted()).toEqual(documentedRows('A plan').toSorted());
});
