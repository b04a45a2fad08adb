import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { fail } from '../../shared/error.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, fromStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Rig = Partial<Parameters<typeof openPlanDesk>[1]>;

function open(change?: Parameters<typeof openDesk>[0], rig: Rig = {}) {
  const clock = createFakeClock();
  const desk = openDesk(change, { machineTime: clock.wall });
  return openPlanDesk(desk, { clock, path: join(folder, 'journal.db'), ...rig });
}

describe('a plan', () => {
  const group = { ...creation, id: 'G', audit_type: 'consolidated', legal_entity_id: 'group' };
  const anna = 'anna.smit@firm.example';
  const assigned = { id: anna, role: 'audit_auditor' };

  test('of every kind of task is carried out in order', async () => {
    const { plans, pass, steps, desk, changeLog } = open();
    plans.submit(
      planOf(
        step('client', {
          kind: 'createClient',
          creation: { id: 'molen', name: 'Molen B.V.', country: 'NL' },
        }),
        step('group', { kind: 'createAudit', creation: group }),
        step('open', { kind: 'awaitOpen', audit: fromStep('group') }),
        step('sub', {
          kind: 'createComponent',
          group: fromStep('open'),
          creation: { legal_entity_ids: ['sub'], auditor_relation: 'inter_firm' },
        }),
        step('leaf', {
          kind: 'createComponent',
          group: fromStep('open'),
          creation: { legal_entity_ids: ['leaf'], auditor_relation: 'self' },
        }),
        step('scope', {
          kind: 'setOutOfScope',
          group: 'G',
          component: fromStep('leaf'),
          explanation: 'Sold.',
        }),
        step('user', { kind: 'assignUser', audit: fromStep('open'), assignment: assigned }),
        step(
          'role',
          { kind: 'changeUser', audit: 'G', assignment: { id: anna, role: 'audit_engagement_leader' } },
          ['user'],
        ),
        step('off', { kind: 'removeUser', audit: 'G', user: anna }, ['role']),
        step('coupled', {
          kind: 'createAudit',
          creation: { ...creation, id: 'S', legal_entity_id: 'sub' },
          couple: [fromStep('sub')],
        }),
        step('gone', { kind: 'deleteComponent', group: 'G', component: fromStep('leaf') }, ['scope']),
        step('deleted', { kind: 'deleteAudit', audit: fromStep('coupled') }),
      ),
    );
    const ended = plans.wait('plan');
    await pass(120_000, () => steps('plan').every(({ state }) => state === 'done'));
    expect(steps('plan').map(({ key, state }) => `${key} ${state}`)).toEqual(
      steps('plan').map(({ key }) => `${key} done`),
    );
    expect(await ended).toMatchObject({ ok: true, value: { state: 'ended', counts: { done: 12 } } });
    expect((await desk.get('/audits/G/component-audits/')).body).toMatchObject({
      count: 1,
      results: [{ legal_entity_ids: ['sub'] }],
    });
    expect(changeLog.map((entry) => entry.step)).not.toContain('open'); // it writes nothing
    expect(changeLog).toHaveLength(11);
  });

  test('twice is the same as once; another one under its id is refused', async () => {
    const { plans, pass, sent } = open();
    const plan = planOf(auditStep(creation));
    plans.submit(plan);
    expect(plans.submit(plan)).toMatchObject({ ok: true });
    await pass(1_000);
    expect(plans.submit(plan)).toMatchObject({ ok: true, value: { state: 'ended' } });
    expect(plans.submit({ ...plan, title: 'Other' })).toMatchObject({ error: { code: 'differs' } });
    expect(await sent('POST')).toHaveLength(1);
  });

  test('with faults is refused, and so is one of a connection that may not write', () => {
    const { plans } = open();
    expect(plans.submit(planOf(componentStep('a', ['sub']), componentStep('a', ['sub'])))).toMatchObject({
      error: { code: 'invalid-input', detail: 'duplicate-key: a' },
    });
    const { plans: reading } = open(undefined, {
      mayWrite: () => fail('read-only'),
      path: join(folder, 'other.db'),
    });
    expect(reading.submit(planOf(auditStep(creation)))).toMatchObject({ error: { code: 'read-only' } });
    const waits = planOf(step('open', { kind: 'awaitOpen', audit: 'audit' }));
    expect(reading.submit(waits)).toMatchObject({ ok: true });
    expect(reading.list({})).toMatchObject({ value: { count: 1 } });
    const { plans: nobodys } = open(undefined, {
      mayWrite: () => fail('not-found-here'),
      path: join(folder, 'third.db'),
    });
    expect(nobodys.submit(waits)).toEqual(fail('not-found-here'));
    expect(nobodys.list({})).toMatchObject({ value: { count: 0 } });
  });

  test('that may not write any more rests before it sends, and goes on when it may', async () => {
    let allowed = true;
    const { plans, pass, sent } = open(undefined, {
      mayWrite: () => (allowed ? { ok: true, value: null } : fail('confirmation-needed')),
    });
    plans.submit(planOf(auditStep(creation), auditStep({ ...creation, id: 'second' }, ['new'])));
    allowed = false;
    await pass(1_000);
    expect(plans.read('plan')).toMatchObject({
      value: { state: 'paused', pause: { reason: 'person', error: { code: 'confirmation-needed' } } },
    });
    expect(plans.resume('plan')).toMatchObject({ error: { code: 'confirmation-needed' } });
    allowed = true;
    plans.resume('plan');
    await pass(1_000);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 2 } } });
    expect(await sent('POST')).toHaveLength(2);
  });

  test('that nobody knows', async () => {
    const { plans } = open();
    for (const reply of [
      plans.read('x'),
      plans.pause('x'),
      plans.steps({ id: 'x' }),
      plans.states('x'),
      await plans.wait('x'),
    ])
      expect(reply).toMatchObject({ error: { code: 'not-found-here' } });
  });
});

describe('classes of failure', () => {
  test('400 fails the step, and what needs it is blocked; retrying sends it again under the same id', async () => {
    const { plans, pass, steps, fault, sent } = open();
    await fault('POST', '/audits/', { kind: 'status', status: 400, body: { name: ['No.'] } });
    plans.submit(
      planOf(
        auditStep(creation),
        step('open', { kind: 'awaitOpen', audit: 'new' }),
        step('user', {
          kind: 'assignUser',
          audit: fromStep('open'),
          assignment: { id: 'anna.smit@firm.example', role: 'audit_auditor' },
        }),
        auditStep({ ...creation, id: 'other' }, []),
      ),
    );
    await pass(2_000);
    expect(steps('plan').map(({ state }) => state)).toEqual(['failed', 'blocked', 'blocked', 'done']);
    expect(steps('plan')[0]?.error).toMatchObject({ code: 'validation', fields: { name: ['No.'] } });
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended' } });
    plans.retry('plan');
    await pass(10_000);
    expect(steps('plan').map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(await sent('POST')).toHaveLength(4); // both audits, one of them twice, and the user
  });

  test('402 stops what costs credits and goes on with test organisations: on the 7th of 20 (F31)', async () => {
    const { plans, pass, steps, sent } = open((fixture) => ({
      ...fixture,
      firms: fixture.firms.map((firm) => ({ ...firm, credits: 60 })),
    }));
    const paid = Array.from({ length: 20 }, (_, index) => auditStep({ ...creation, id: `paid-${index}` }));
    const trial = { ...creation, client_organisation_id: 'trial', legal_entity_id: 'trial' };
    plans.submit(planOf(...paid, auditStep({ ...trial, id: 'free' })));
    await pass(600_000, () => steps('plan').every(({ state }) => state !== 'waiting'));
    const states = steps('plan').map(({ key, state, error }) => [key, state, error?.code]);
    expect(states.filter(([, state]) => state === 'done').map(([key]) => key)).toEqual([
      'paid-0',
      'paid-1',
      'paid-2',
      'paid-3',
      'paid-4',
      'paid-5',
      'free',
    ]);
    expect(states.filter(([, , code]) => code === 'no-credits')).toHaveLength(14);
    expect((await sent('POST')).length).toBeLessThan(14); // those that were under way together, and the free one
  });

  test('402 gives up on paid creations that wait for their turn', async () => {
    const { plans, pass, steps, sent } = open((fixture) => ({
      ...fixture,
      rate_limits: { ...fixture.rate_limits, lifecycle: { burst: 2 } },
      firms: fixture.firms.map((firm) => ({ ...firm, credits: 10 })),
    }));
    plans.submit(
      planOf(...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => auditStep({ ...creation, id }))),
    );
    await pass(5_000); // the third would go after a minute
    expect(steps('plan').map(({ state, attempts }) => `${state} ${attempts}`)).toEqual([
      'done 1',
      'failed 1',
      ...Array.from({ length: 6 }, () => 'failed 0'),
    ]);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended' } });
    expect(await sent('POST')).toHaveLength(2);
  });

  test('403 rests the plan; the step waits', async () => {
    const { plans, pass, steps, fault } = open();
    await fault('POST', '/audits/', { kind: 'status', status: 403 });
    plans.submit(planOf(auditStep(creation), auditStep({ ...creation, id: 'second' }, ['new'])));
    await pass(1_000);
    expect(plans.read('plan')).toMatchObject({
      value: { state: 'paused', pause: { reason: 'forbidden', error: { code: 'forbidden', status: 403 } } },
    });
    expect(steps('plan').map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    plans.resume('plan');
    await pass(1_000);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 2 } } });
  });

  test.each([
    ['two requests', 'POST', '/audits/', 3],
    ['what is compared before one', 'GET', '/audits/new/', null],
  ])(
    '403 to %s, and to one again after a person has resumed: that has failed, the other goes on',
    async (_, method, path, times) => {
      const { plans, pass, steps, fault } = open();
      await fault(method, path, { kind: 'status', status: 403, times });
      plans.submit(planOf(auditStep(creation), auditStep({ ...creation, id: 'second' })));
      if (method === 'GET') plans.pause('plan'); // what is resumed is compared first
      if (method === 'GET') plans.resume('plan');
      await pass(5_000);
      expect(plans.read('plan')).toMatchObject({ value: { pause: { reason: 'forbidden' } } });
      plans.resume('plan');
      await pass(5_000);
      expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 1, failed: 1 } } });
      expect(steps('plan').find(({ state }) => state === 'failed')).toMatchObject({
        error: { code: 'forbidden' },
      });
    },
  );

  test('five faults in a row rest it, and what is in doubt is looked for when it goes on', async () => {
    const { plans, pass, steps, fault, desk, sent } = open();
    await fault('', '', { method: null, path: '/api/v1/audits/', kind: 'drop_before', times: 30 });
    plans.submit(planOf(auditStep(creation)));
    await pass(120_000);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'paused', pause: { reason: 'faults' } } });
    expect(steps('plan')[0]?.state).toBe('resolving');
    await desk.control('DELETE', '/faults/');
    plans.resume('plan');
    await pass(20_000);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 1 } } });
    expect(await sent('POST')).toHaveLength(2);
  });

  test('a service that fails on one step for ever fails that step, once it is sure that nothing came of it', async () => {
    const { plans, pass, steps, fault, sent } = open();
    await fault('POST', '/audits/', { kind: 'status', status: 500, times: null });
    plans.submit(planOf(auditStep(creation)));
    await pass(60_000);
    expect(steps('plan')).toMatchObject([{ state: 'failed', attempts: 3, error: { code: 'fault' } }]);
    expect(await sent('POST')).toHaveLength(3);
  });

  test('rejected credentials rest it', async () => {
    const { plans, pass, desk } = open();
    await desk.control('POST', '/service-accounts/north-manager/', { client_secret: 'other' });
    plans.submit(planOf(auditStep(creation)));
    await pass(1_000);
    expect(plans.read('plan')).toMatchObject({
      value: { pause: { reason: 'credentials', error: { code: 'credentials-rejected' } } },
    });
  });

  test('a tier that admits nothing rests it', async () => {
    const { plans, pass, sent } = open((fixture) => ({
      ...fixture,
      rate_limits: { lifecycle: { burst: 0 } },
    }));
    // More than a minute's worth, so that the limits are read before the first.
    const many = Array.from({ length: 7 }, (_, index) => auditStep({ ...creation, id: `a-${index}` }));
    plans.submit(planOf(...many));
    await pass(1_000);
    expect(plans.read('plan')).toMatchObject({ value: { pause: { reason: 'no-quota' } } });
    expect(await sent('POST')).toHaveLength(0);
  });
});

test('audits that nobody looks at any more are not waited for in a loop', async () => {
  const { plans, poller, pass, steps } = open();
  poller.close();
  plans.submit(planOf(auditStep(creation), step('open', { kind: 'awaitOpen', audit: fromStep('new') })));
  await pass(1_000);
  expect(steps('plan').map(({ state }) => state)).toEqual(['done', 'waiting']);
  await plans.close();
});
