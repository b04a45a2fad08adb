import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppError, fail, type Reply, succeed } from '../../shared/error.ts';
import { type Plan, type PlanProgress, type StepProgress, stepStates } from '../../shared/plan.ts';
import { carryOut, planIdOf, planSeen } from './plans.ts';
import { useProductionQuestion } from './production-question.ts';

const creation = { id: 'a', name: 'Molen', country: 'NL' };
const plan: Plan = {
  id: 'p',
  connection: 'c',
  title: 'Molen',
  steps: [{ key: 'client', after: [], subject: 'Molen', task: { kind: 'createClient', creation } }],
};

function progress(change: Partial<Omit<PlanProgress, 'counts'>> = {}, counts: object = {}): PlanProgress {
  const none = Object.fromEntries(stepStates.map((state) => [state, 0]));
  return {
    id: 'p',
    connection: 'c',
    title: 'Molen',
    state: 'running',
    pause: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    endedAt: null,
    // Every state is in it: `fromEntries` forgets which keys it was given.
    counts: { ...none, ...counts } as PlanProgress['counts'],
    remainingSeconds: null,
    ...change,
  };
}

function step(change: Partial<StepProgress>): StepProgress {
  const [first] = plan.steps;
  if (first === undefined) throw new Error('a plan without steps');
  return {
    ...first,
    state: 'waiting',
    attempts: 0,
    result: null,
    error: null,
    candidates: [],
    changedAt: '2026-01-05T09:00:00.000Z',
    ...change,
  };
}

/** A main process that is told what to answer: how the plan stands, how its step does, and what submitting it says. */
function main() {
  const calls: string[] = [];
  const answers: { plan: PlanProgress; step: StepProgress; submit: Reply<unknown>[] } = {
    plan: progress(),
    step: step({}),
    submit: [],
  };
  let rested: (reply: unknown) => void = () => {};
  const answer = (operation: string, input: unknown): unknown => {
    switch (operation) {
      case 'plans.submit':
        return answers.submit.shift() ?? succeed({ ...answers.plan, id: (input as Plan).id }); // what carryOut sends
      case 'plans.steps':
        return succeed({ count: 1, cursor: null, results: [answers.step] });
      case 'plans.wait':
        return new Promise((resolve) => {
          rested = resolve;
        });
      case 'connections.allowWrites':
        return succeed(null);
      default:
        return succeed(answers.plan);
    }
  };
  vi.stubGlobal('window', {
    auditDesk: {
      call: async (operation: string, input: unknown) => {
        calls.push(operation);
        return answer(operation, input);
      },
    },
  });
  return {
    answers,
    calls,
    asked: (operation: string) => calls.filter((one) => one === operation).length,
    /** What main tells unasked. */
    tell: (next: Partial<typeof answers>) => {
      Object.assign(answers, next);
      planSeen(answers.plan);
    },
    rest: () => rested(succeed(answers.plan)),
  };
}

let app: ReturnType<typeof main>;
beforeEach(() => {
  app = main();
});
afterEach(() => vi.unstubAllGlobals());

const offline: AppError = { code: 'unreachable' };

describe('carryOut', () => {
  it('answers what the step has created as soon as it is done, and not when the plan ends', async () => {
    const reply = carryOut('origin', plan, 'client');
    await vi.waitFor(() => expect(app.asked('plans.steps')).toBe(1));
    app.tell({ plan: progress({}, { sending: 1 }), step: step({ state: 'sending' }) });
    await vi.waitFor(() => expect(app.asked('plans.steps')).toBe(2));
    app.tell({ plan: progress({}, { done: 1 }), step: step({ state: 'done', result: 'molen' }) });
    expect(await reply).toEqual(succeed('molen'));
  });

  it.each<[string, Partial<StepProgress>, Partial<PlanProgress>, Reply<string>]>([
    ['failed', { state: 'failed', error: { code: 'no-credits' } }, { state: 'ended' }, fail('no-credits')],
    ['unclear', { state: 'unclear' }, { state: 'ended' }, fail('unknown-outcome')],
    ['given up', { state: 'cancelled' }, { state: 'ended' }, fail('cancelled')],
    [
      'not begun when the plan rests',
      { state: 'waiting' },
      { state: 'paused', pause: { reason: 'faults', error: offline } },
      fail('unreachable'),
    ],
    [
      'not begun when a person stopped it',
      { state: 'waiting' },
      { state: 'paused', pause: { reason: 'person', error: null } },
      fail('cancelled'),
    ],
    [
      'not resolved when the plan rests',
      { state: 'resolving' },
      { state: 'paused', pause: { reason: 'faults', error: { ...offline, requestId: 'r' } } },
      fail('unknown-outcome', { requestId: 'r' }),
    ],
  ])('says what became of a step that is %s', async (_, changedStep, changedPlan, expected) => {
    const reply = carryOut('origin', plan, 'client');
    await vi.waitFor(() => expect(app.asked('plans.steps')).toBe(1));
    app.tell({ plan: progress(changedPlan), step: step(changedStep) });
    expect(await reply).toEqual(expected);
  });

  it('hears that a plan rests also where no event came', async () => {
    const reply = carryOut('origin', plan, 'client');
    await vi.waitFor(() => expect(app.asked('plans.steps')).toBe(1));
    app.answers.step = step({ state: 'done', result: 'molen' });
    app.rest();
    expect(await reply).toEqual(succeed('molen'));
  });

  it.each<[string, PlanProgress, string]>([
    ['rests', progress({ state: 'paused', pause: { reason: 'faults', error: offline } }), 'plans.resume'],
    ['has failed', progress({ state: 'ended' }, { failed: 1 }), 'plans.retry'],
  ])('takes a plan up again that %s', async (_, known, operation) => {
    app.answers.submit = [succeed(known)];
    app.answers.step = step({ state: 'done', result: 'molen' });
    expect(await carryOut('origin', plan, 'client')).toEqual(succeed('molen'));
    expect(app.calls.slice(0, 2)).toEqual(['plans.submit', operation]);
  });

  it('answers at once for a plan that has come to its end before', async () => {
    app.answers.submit = [succeed(progress({ state: 'ended' }, { done: 1 }))];
    app.answers.step = step({ state: 'done', result: 'molen' });
    expect(await carryOut('origin', plan, 'client')).toEqual(succeed('molen'));
    expect(app.calls).not.toContain('plans.retry');
  });

  it('begins anew after a plan that was given up', async () => {
    app.answers.submit = [succeed(progress({ state: 'ended' }, { cancelled: 1 }))];
    app.answers.step = step({ state: 'done', result: 'molen' });
    expect(await carryOut('origin', plan, 'client')).toEqual(succeed('molen'));
    expect(app.asked('plans.submit')).toBe(2);
  });

  it('asks once about production, and submits again when a person means it', async () => {
    app.answers.submit = [fail('confirmation-needed')];
    app.answers.step = step({ state: 'done', result: 'molen' });
    const reply = carryOut('origin', plan, 'client');
    await vi.waitFor(() => expect(useProductionQuestion.getState().question?.connection).toBe('c'));
    useProductionQuestion.getState().question?.answer(true);
    expect(await reply).toEqual(succeed('molen'));
    expect(app.calls.slice(0, 3)).toEqual(['plans.submit', 'connections.allowWrites', 'plans.submit']);
    expect(useProductionQuestion.getState().question).toBeNull();
  });

  it('sends nothing to production when a person does not mean it', async () => {
    app.answers.submit = [fail('confirmation-needed')];
    const reply = carryOut('origin', plan, 'client');
    await vi.waitFor(() => expect(useProductionQuestion.getState().question).not.toBeNull());
    useProductionQuestion.getState().question?.answer(false);
    expect(await reply).toEqual(fail('confirmation-needed'));
    expect(app.calls).toEqual(['plans.submit']);
  });

  it('gives up what the same origin wanted before', async () => {
    app.answers.step = step({ state: 'done', result: 'molen' });
    await carryOut('changed', plan, 'client');
    await carryOut('changed', plan, 'client');
    expect(app.calls).not.toContain('plans.cancel');
    await carryOut('changed', { ...plan, id: 'q' }, 'client');
    expect(app.asked('plans.cancel')).toBe(1);
  });

  it('says why a plan is not taken', async () => {
    app.answers.submit = [fail('read-only')];
    expect(await carryOut('origin', plan, 'client')).toEqual(fail('read-only'));
  });
});

describe('planIdOf', () => {
  it('is the same for the same content, and short enough for a plan', async () => {
    const origin = crypto.randomUUID();
    const id = await planIdOf(origin, creation);
    expect(id).toMatch(/^[\w-]{53}$/);
    expect(await planIdOf(origin, { ...creation })).toBe(id);
    expect(await planIdOf(origin, { ...creation, name: 'Molens' })).not.toBe(id);
    expect(await planIdOf(crypto.randomUUID(), creation)).not.toBe(id);
  });
});
