import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { planProgress } from '../../main/testing/plan-progress.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Plan } from '../../shared/plan.ts';
import { carryOut, readPlans, usePlansReading } from './plans.ts';

const creation = { id: 'a', name: 'Molen', country: 'NL' };
const plan: Plan = {
  id: 'p',
  connection: 'c',
  title: 'Molen',
  steps: [{ key: 'client', after: [], subject: 'Molen', task: { kind: 'createClient', creation } }],
};

/** A main process that is told what to answer. */
function main() {
  const calls: (readonly [operation: string, input: unknown])[] = [];
  const answers: Record<string, Reply<unknown>[]> = {};
  vi.stubGlobal('window', {
    auditDesk: {
      call: async (operation: string, input: unknown) => {
        calls.push([operation, input]);
        return answers[operation]?.shift() ?? succeed(null);
      },
    },
  });
  return { answers, calls, asked: () => calls.map(([operation]) => operation) };
}

let app: ReturnType<typeof main>;
beforeEach(() => {
  app = main();
});
afterEach(() => vi.unstubAllGlobals());

test('plans that cannot be read are none that are not there: it is told why, until they are', async () => {
  app.answers['plans.list'] = [
    fail('journal-unavailable', { reason: 'journal-in-use' }),
    succeed({ count: 0, cursor: null, results: [] }),
  ];
  await readPlans();
  expect(usePlansReading.getState().error).toEqual({ code: 'journal-unavailable', reason: 'journal-in-use' });
  await readPlans();
  expect(usePlansReading.getState().error).toBeNull();
});

test('plans that have not ended are read to the last, however many there are', async () => {
  const page = (id: string, cursor: string | null) =>
    succeed({ count: 2, cursor, results: [planProgress({ id, connection: 'many', state: 'paused' })] });
  app.answers['plans.list'] = [page('newer', 'next'), page('older', null)];
  await readPlans();
  expect(app.calls.map(([, input]) => input)).toEqual([
    { only: 'unended', pageSize: 100, cursor: undefined },
    { only: 'unended', pageSize: 100, cursor: 'next' },
  ]);
  expect(usePlansReading.getState()).toMatchObject({ isRead: true, error: null });
});

describe('carryOut', () => {
  const begun = succeed(planProgress({ id: 'begun' }));

  it('answers what became of the step of the plan that main began', async () => {
    app.answers['plans.submit'] = [begun];
    app.answers['plans.outcome'] = [succeed('molen')];
    const onBegun = vi.fn();
    expect(await carryOut(plan, 'client', { onBegun })).toEqual(succeed('molen'));
    expect(app.calls).toEqual([
      ['plans.submit', plan],
      ['plans.outcome', { id: 'begun', step: 'client' }],
    ]);
    expect(onBegun).toHaveBeenCalledExactlyOnceWith('begun');
  });

  it('has a person asked about production, and submits again when they mean it', async () => {
    app.answers['plans.submit'] = [fail('confirmation-needed'), begun];
    app.answers['plans.outcome'] = [succeed('molen')];
    expect(await carryOut(plan, 'client')).toEqual(succeed('molen'));
    expect(app.asked().slice(0, 3)).toEqual(['plans.submit', 'connections.act', 'plans.submit']);
  });

  it('sends nothing to production when they do not', async () => {
    app.answers['plans.submit'] = [fail('confirmation-needed')];
    app.answers['connections.act'] = [fail('confirmation-needed')];
    expect(await carryOut(plan, 'client')).toEqual(fail('confirmation-needed'));
    expect(app.asked()).toEqual(['plans.submit', 'connections.act']);
  });

  it('hands a plan of many steps over in parts', async () => {
    const steps = Array.from({ length: 600 }, (_, number) => ({
      key: `client ${number}`,
      after: [],
      subject: 'Molen',
      task: { kind: 'createClient', creation } as const,
    }));
    app.answers['plans.submit'] = [begun];
    await carryOut({ ...plan, steps }, 'client 0');
    expect(app.calls.slice(0, 3)).toEqual([
      ['plans.bring', { id: 'p', at: 0, steps: steps.slice(0, 250) }],
      ['plans.bring', { id: 'p', at: 250, steps: steps.slice(250, 500) }],
      ['plans.submit', { ...plan, steps: steps.slice(500), before: 500 }],
    ]);
  });

  it('submits nothing of which a part was not taken', async () => {
    app.answers['plans.bring'] = [fail('invalid-input')];
    const steps = Array.from({ length: 251 }, () => plan.steps[0]).filter((one) => one !== undefined);
    expect(await carryOut({ ...plan, steps }, 'client')).toEqual(fail('invalid-input'));
    expect(app.asked()).toEqual(['plans.bring']);
  });

  it('says why a plan is not taken', async () => {
    app.answers['plans.submit'] = [fail('read-only')];
    expect(await carryOut(plan, 'client')).toEqual(fail('read-only'));
    expect(app.asked()).toEqual(['plans.submit']);
  });
});
