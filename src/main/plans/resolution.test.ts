import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Step } from '../../shared/plan.ts';
import type { Fetch } from '../api/exchange.ts';
import { createFakeClock } from '../testing/clock.ts';
import { lieNames, lies } from '../testing/lies.ts';
import { auditStep, componentStep, fromStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(change?: Parameters<typeof openDesk>[0], changeFetch: (send: Fetch) => Fetch = (send) => send) {
  const clock = createFakeClock();
  const desk = openDesk(change, { machineTime: clock.wall });
  return openPlanDesk(desk, { clock, path: join(folder, 'journal.db'), changeFetch });
}

const anna = 'Anna.Smit@firm.example';
const components = '/audits/consolidated/component-audits/';

interface Case {
  readonly step: Step;
  readonly method: string;
  readonly path: string;
}

const cases: readonly Case[] = [
  {
    step: step('client', { kind: 'createClient', creation: { id: 'molen', name: 'Molen', country: 'NL' } }),
    method: 'POST',
    path: '/client-organisations/',
  },
  { step: auditStep(creation), method: 'POST', path: '/audits/' },
  { step: componentStep('component', ['leaf']), method: 'POST', path: components },
  { step: componentStep('named', ['leaf', 'sub'], ' Noord '), method: 'POST', path: components },
  {
    step: step('scope', {
      kind: 'setOutOfScope',
      group: 'consolidated',
      component: 'component',
      explanation: 'Sold.',
    }),
    method: 'PATCH',
    path: components,
  },
  {
    step: step('deleted', { kind: 'deleteComponent', group: 'consolidated', component: 'component' }),
    method: 'DELETE',
    path: components,
  },
  { step: step('gone', { kind: 'deleteAudit', audit: 'audit' }), method: 'DELETE', path: '/audits/' },
  {
    step: step('assigned', {
      kind: 'assignUser',
      audit: 'consolidated',
      assignment: { id: anna.toLowerCase(), role: 'audit_auditor' },
    }),
    method: 'POST',
    path: '/audits/consolidated/users/',
  },
  {
    step: step('changed', {
      kind: 'changeUser',
      audit: 'audit',
      assignment: { id: anna.toLowerCase(), role: 'audit_engagement_leader' },
      before: 'audit_auditor',
    }),
    method: 'PATCH',
    path: '/audits/audit/users/',
  },
  {
    step: step('removed', { kind: 'removeUser', audit: 'audit', user: anna.toLowerCase() }),
    method: 'DELETE',
    path: '/audits/audit/users/',
  },
];

/** Faults whose outcome nobody is told, and whether they were carried out all the same. */
const losses = [
  ['drop_before', false],
  ['drop_after', true],
  ['truncate', true],
  ['not_json', true],
  ['status', false],
] as const;

describe('a lost answer', () => {
  test.each(cases.flatMap((one) => losses.map(([kind, done]) => [one.step.key, kind, done, one] as const)))(
    '%s, %s: exactly once',
    async (_, kind, done, { step: asked, method, path }) => {
      const { fault, carryOut, states, sent, steps } = open();
      // An empty answer has nothing to cut: the service means what it says.
      const hasBody = method !== 'DELETE' || kind !== 'truncate';
      await fault(method, path, { kind, ...(kind === 'status' ? { status: 502 } : {}) });
      await carryOut(asked);
      expect(states()).toEqual(['done']);
      const requests = await sent(method);
      expect(requests).toHaveLength(done ? 1 : 2);
      expect(steps('plan')[0]?.attempts).toBe(done ? 1 : 2);
      if (hasBody) expect(requests.filter((status) => status === 409)).toEqual([]);
    },
  );

  test.each(cases.map((one) => [one.step.key, one] as const))(
    '%s: a look that fails is repeated',
    async (_, { step: asked, method, path }) => {
      const { fault, carryOut, states, sent } = open();
      await fault(method, path, { kind: 'drop_after' });
      await fault('GET', '/', {
        kind: 'drop_before',
        skip: asked.task.kind === 'createComponent' ? 1 : 0,
        times: 2,
      });
      await carryOut(asked);
      expect(states()).toEqual(['done']);
      expect(await sent(method)).toHaveLength(1);
    },
  );
});

describe('a success that is none', () => {
  test.each(
    cases.flatMap((one) =>
      lieNames.flatMap((lie) => [true, false].map((done) => [one.step.key, lie, done, one] as const)),
    ),
  )(
    'security 55: %s, answered with %s, carried out: %j: never sent again, and done only where it is there',
    async (_, lie, done, { step: asked, method, path }) => {
      let lied = 0;
      const { carryOut, steps, sent } = open(undefined, (send) => async (url, init) => {
        if (init.method !== method || !url.includes(`/api/v1${path}`) || lied > 0) return send(url, init);
        lied += 1;
        if (done) await send(url, init);
        const authorization = new Headers(init.headers).get('authorization');
        const sentBody = typeof init.body === 'string' ? init.body : '';
        const answer = lies[lie]({ method, url, authorization, body: sentBody });
        return new Response(answer.body === '' ? null : answer.body, answer);
      });
      await carryOut(asked);
      expect(lied).toBe(1);
      expect(steps('plan')).toMatchObject([
        done
          ? { state: 'done', attempts: 1 }
          : { state: 'unclear', attempts: 1, error: { code: 'accepted-unseen' } },
      ]);
      expect(await sent(method)).toHaveLength(done ? 1 : 0);
    },
  );
});

describe('creations under our id (decisions.md §4.3)', () => {
  test.each([409, 400])(
    'what is there already and the same is success, where the service says %i',
    async (status) => {
      const { desk, carryOut, states, count } = open((fixture) => ({
        ...fixture,
        variants: { duplicate_id_status: status },
      }));
      await desk.post('/audits/', creation);
      await carryOut(auditStep(creation));
      expect(states()).toEqual(['done']);
      expect(await count('/audits/')).toBe(3);
    },
  );

  test('what is there already and another thing is told, field by field', async () => {
    const { desk, carryOut, steps } = open();
    await desk.post('/audits/', { ...creation, period_end: '2027-01-31' });
    await carryOut(auditStep(creation));
    expect(steps('plan')).toMatchObject([
      { state: 'failed', error: { code: 'differs', fields: { period_end: [] } } },
    ]);
  });

  test('what is there already, of the same client, entity and period, is it: in what it differs is told', async () => {
    const { desk, carryOut, steps } = open();
    await desk.post('/audits/', { ...creation, name: 'Other' });
    await carryOut(auditStep(creation));
    expect(steps('plan')).toMatchObject([
      { state: 'done', differences: [{ field: 'name', sent: creation.name, there: 'Other' }] },
    ]);
  });

  describe('a group that somebody else has made and fills with the same components: none is created twice, a person decides', () => {
    const group = { ...creation, id: 'G', audit_type: 'consolidated' };
    const component = { legal_entity_ids: ['leaf'], auditor_relation: 'self' };
    const sub = { ...component, legal_entity_ids: ['sub'] };
    const inside = '/audits/G/component-audits/';
    const create = (key: string, own: typeof component, after: readonly string[] = []) =>
      step(key, { kind: 'createComponent', group: fromStep('open'), creation: own }, after);
    const opening = [auditStep(group), step('open', { kind: 'awaitOpen', audit: fromStep('G') })];

    test('at once', async () => {
      const { desk, pass, plans, carryOut, steps, count } = open();
      await desk.post('/audits/', group);
      await pass(5_000, () => false);
      await desk.post(inside, component);
      await carryOut(...opening, create('leaf', component), create('sub', sub));
      expect(steps('plan').map(({ state, error }) => [state, error?.code])).toEqual([
        ['done', undefined],
        ['done', undefined],
        ['unclear', 'already-there'],
        ['done', undefined],
      ]);
      expect(await count(inside)).toBe(2);
      // A person has two of theirs seen before one more is made, each once.
      expect(plans.settle({ id: 'plan', step: 'leaf', as: 'again' })).toMatchObject({ ok: true });
      await desk.post(inside, component);
      await pass(60_000, () => steps('plan')[2]?.state === 'unclear');
      expect(steps('plan')[2]?.candidates).toHaveLength(2);
      expect(plans.settle({ id: 'plan', step: 'leaf', as: 'again' })).toMatchObject({ ok: true });
      await pass(60_000, () => steps('plan')[2]?.state === 'done');
      expect(steps('plan')[2]?.state).toBe('done');
      expect(await count(inside)).toBe(4);
    });

    test('while the app was closed', async () => {
      const clock = createFakeClock();
      const desk = openDesk(undefined, { machineTime: clock.wall });
      const start = () => openPlanDesk(desk, { clock, path: join(folder, 'journal.db') });
      const first = start();
      await desk.post('/audits/', group);
      first.plans.submit(planOf(...opening, create('leaf', component), create('sub', sub, ['leaf'])));
      await first.pass(1_000);
      expect(first.states()).toEqual(['done', 'waiting', 'waiting', 'waiting']);
      first.kill();
      await clock.advance(5_000);
      await desk.post(inside, sub);
      const second = start();
      await second.pass(300_000, () => !second.states().includes('waiting'));
      await second.pass(60_000);
      expect(second.states()).toEqual(['done', 'done', 'done', 'unclear']);
      expect(await second.count(inside)).toBe(2);
    });
  });

  test('credits that ran out with the lost creation do not make it fail', async () => {
    const { fault, carryOut, states, sent } = open((fixture) => ({
      ...fixture,
      firms: fixture.firms.map((firm) => ({ ...firm, credits: 10 })),
    }));
    await fault('POST', '/audits/', { kind: 'drop_after' });
    // A copy that lags behind does not show it for as long as it is looked for.
    await fault('GET', '/audits/new/', { kind: 'status', status: 404, times: 3 });
    await carryOut(auditStep(creation));
    expect(states()).toEqual(['done']);
    expect(await sent('POST')).toEqual([null, 409]);
  });

  test('a service that carries a request out twice (F27) creates one', async () => {
    const { carryOut, states, count } = open(undefined, (send) => async (url, init) => {
      if (init.method === 'POST' && url.endsWith('/audits/')) await send(url, { ...init });
      return send(url, init);
    });
    await carryOut(auditStep(creation));
    expect(states()).toEqual(['done']);
    expect(await count('/audits/')).toBe(3);
  });
});

describe('users (decisions.md §10.2)', () => {
  test('assigned already with that role is success; with another role it is a conflict for a person', async () => {
    const { carryOut, steps } = open();
    const assign = (role: string) => ({
      kind: 'assignUser' as const,
      audit: 'audit',
      assignment: { id: anna.toUpperCase(), role },
    });
    await carryOut(step('same', assign('audit_auditor')), step('other', assign('audit_engagement_leader')));
    expect(steps('plan')).toMatchObject([
      { state: 'done', result: anna },
      { state: 'failed', error: { code: 'conflict', fields: { role: ['audit_auditor'] } } },
    ]);
  });

  test('a service that knows addresses only as it spells them is spoken to in its spelling', async () => {
    const { carryOut, states } = open(undefined, (send) => (url, init) => {
      const exact =
        !url.includes('/users/a') && !url.includes('/users/A')
          ? true
          : url.includes(encodeURIComponent(anna));
      return exact
        ? send(url, init)
        : Promise.resolve(new Response('{"detail":"Not found."}', { status: 404 }));
    });
    await carryOut(
      step('changed', {
        kind: 'changeUser',
        audit: 'audit',
        assignment: { id: anna.toLowerCase(), role: 'audit_engagement_leader' },
      }),
      step('removed', { kind: 'removeUser', audit: 'audit', user: anna.toLowerCase() }, ['changed']),
    );
    expect(states()).toEqual(['done', 'done']);
  });

  test('who is not there is removed already, and cannot be changed', async () => {
    const { carryOut, states } = open();
    await carryOut(
      step('removed', { kind: 'removeUser', audit: 'audit', user: 'b@firm.example' }),
      step('changed', {
        kind: 'changeUser',
        audit: 'audit',
        assignment: { id: 'b@firm.example', role: 'audit_auditor' },
      }),
    );
    expect(states()).toEqual(['done', 'failed']);
  });
});

test('what has just been created may not be seen everywhere at once (F28)', async () => {
  const { fault, carryOut, states } = open();
  await fault('PATCH', components, { kind: 'status', status: 404, body: { detail: 'Not found.' }, times: 2 });
  await carryOut(
    componentStep('one', ['leaf']),
    step('scope', {
      kind: 'setOutOfScope',
      group: 'consolidated',
      component: { fromStep: 'one' },
      explanation: 'Sold.',
    }),
  );
  expect(states()).toEqual(['done', 'done']);
});
