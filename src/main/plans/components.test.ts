import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import type { Fetch } from '../api/exchange.ts';
import { createFakeClock } from '../testing/clock.ts';
import { componentStep, openPlanDesk, step } from '../testing/plan-desk.ts';
import type { Journal } from './journal.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(
  change?: Parameters<typeof openDesk>[0],
  changeFetch: (send: Fetch) => Fetch = (send) => send,
  changeJournal: (journal: Journal) => Journal = (journal) => journal,
) {
  const clock = createFakeClock();
  const desk = openDesk(change, { machineTime: clock.wall });
  return openPlanDesk(desk, { clock, path: join(folder, 'journal.db'), changeFetch, changeJournal });
}

const components = '/audits/consolidated/component-audits/';

/** Something on the way sends each creation twice, and answers what the second was answered. */
const twice =
  (send: Fetch): Fetch =>
  async (url, init) => {
    if (init.method === 'POST' && url.endsWith(components)) await send(url, { ...init });
    return send(url, init);
  };

describe('components, whose id the service chooses', () => {
  test('of one signature never at the same time: both lost, both found', async () => {
    const { fault, carryOut, states, count, steps } = open();
    await fault('POST', components, { kind: 'drop_after', times: 2 });
    await carryOut(componentStep('one', ['leaf']), componentStep('two', ['leaf']));
    expect(states()).toEqual(['done', 'done']);
    expect(new Set(steps('plan').map(({ result }) => result)).size).toBe(2);
    expect(await count(components)).toBe(4);
  });

  test('what stood there before is not taken for a creation', async () => {
    const { fault, carryOut, states, count } = open();
    await fault('POST', components, { kind: 'drop_before' });
    await carryOut(componentStep('one', ['sub'])); // the fixture has one like it
    expect(states()).toEqual(['done']);
    expect(await count(components)).toBe(3);
  });

  test('a second list, read after a first creation, does not hide it', async () => {
    let lists = 0;
    let release = (): void => {};
    const created = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow =
      (send: Fetch): Fetch =>
      async (url, init) => {
        if (!url.includes(components)) return send(url, init);
        if (init.method === 'GET') {
          lists += 1;
          if (lists === 2) await created;
          return send(url, init);
        }
        return send(url, init).finally(release);
      };
    const { fault, carryOut, states, count } = open(undefined, slow);
    await fault('POST', components, { kind: 'drop_after' });
    await carryOut(componentStep('one', ['leaf']), componentStep('two', ['group']));
    expect(states()).toEqual(['done', 'done']);
    expect(await count(components)).toBe(4);
  });

  test('carried out twice with the answer lost (F27), a person has to say which one it is', async () => {
    const { fault, carryOut, steps, plans, count } = open(undefined, twice);
    await fault('POST', components, { kind: 'drop_after', skip: 1 });
    await carryOut(
      componentStep('one', ['leaf']),
      step('scope', {
        kind: 'setOutOfScope',
        group: 'consolidated',
        component: { fromStep: 'one' },
        explanation: 'Sold.',
      }),
    );
    const [unclear, scope] = steps('plan');
    expect(unclear).toMatchObject({ state: 'unclear', error: { code: 'unknown-outcome' } });
    expect(unclear?.candidates).toHaveLength(2);
    expect(scope?.state).toBe('waiting');
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended' } });
    expect(plans.settle({ id: 'plan', step: 'one', as: 'done' })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    for (const other of ['component', 'consolidated', 'nothing'])
      expect(plans.settle({ id: 'plan', step: 'one', as: 'done', object: other })).toMatchObject({
        error: { code: 'invalid-input' },
      });
    const [object] = unclear?.candidates ?? [];
    const settled = plans.settle({ id: 'plan', step: 'one', as: 'done', object });
    expect(settled).toMatchObject({ ok: true, value: { state: 'running' } });
    expect(await count(components)).toBe(4);
  });

  test('what one step has created cannot be said to be the creation of another', async () => {
    const { fault, carryOut, steps, plans } = open(undefined, (send) => async (url, init) => {
      if (init.method === 'POST' && url.endsWith(components)) await send(url, { ...init });
      return send(url, init);
    });
    for (const skip of [1, 2]) await fault('POST', components, { kind: 'drop_after', skip });
    await carryOut(componentStep('one', ['leaf']), componentStep('two', ['leaf']));
    const [one, two] = steps('plan');
    expect([one?.state, two?.state]).toEqual(['unclear', 'unclear']);
    const shared = two?.candidates.find((id) => one?.candidates.includes(id));
    expect(plans.settle({ id: 'plan', step: 'one', as: 'done', object: shared })).toMatchObject({ ok: true });
    expect(plans.settle({ id: 'plan', step: 'two', as: 'done', object: shared })).toMatchObject({
      error: { code: 'invalid-input' },
    });
  });

  test('when a person says that it is none of them, it is sent again', async () => {
    const { fault, carryOut, steps, states, plans, pass, desk, count } = open();
    await fault('POST', components, { kind: 'drop_after' });
    await fault('GET', components, { kind: 'drop_before', skip: 1, times: 30 });
    const scope = { kind: 'setOutOfScope', group: 'consolidated', explanation: 'Sold.' } as const;
    await carryOut(
      componentStep('one', ['leaf']),
      step('scope', { ...scope, component: { fromStep: 'one' } }),
    );
    expect(states()).toEqual(['resolving', 'waiting']);
    await desk.post(components, { legal_entity_ids: ['leaf'], auditor_relation: 'inter_firm' }); // somebody else's
    await desk.control('DELETE', '/faults/');
    plans.resume('plan');
    await pass(30_000);
    expect(steps('plan')[0]?.candidates).toHaveLength(2);
    plans.cancel('plan'); // gives up what has not begun, of which there is nothing
    plans.settle({ id: 'plan', step: 'one', as: 'again' });
    await pass(30_000);
    expect(states()).toEqual(['done', 'cancelled']);
    expect(await count(components)).toBe(5);
  });

  test('what a person has dismissed is not asked about again, and stood there before, where no list of before is known', async () => {
    const lists: (readonly string[])[] = [];
    let isUnread = false;
    const { fault, carryOut, steps, states, plans, pass, desk, count } = open(
      undefined,
      undefined,
      (journal) => ({
        ...journal,
        formerComponents: (...given) => (isUnread ? null : journal.formerComponents(...given)),
        keepFormerComponents: (plan, group, ids) => {
          lists.push(ids);
          isUnread = false;
          journal.keepFormerComponents(plan, group, ids);
        },
      }),
    );
    await fault('POST', components, { kind: 'drop_after' });
    await fault('GET', components, { kind: 'drop_before', skip: 1, times: 30 });
    await carryOut(componentStep('one', ['leaf']));
    await desk.post(components, { legal_entity_ids: ['leaf'], auditor_relation: 'inter_firm' });
    await desk.control('DELETE', '/faults/');
    plans.resume('plan');
    await pass(30_000);
    expect(states()).toEqual(['unclear']);
    expect(lists).toEqual([['component', 'wide']]);
    const candidates = steps('plan')[0]?.candidates ?? [];
    expect(candidates).toHaveLength(2);
    isUnread = true; // as in an older journal
    expect(plans.settle({ id: 'plan', step: 'one', as: 'again' })).toMatchObject({ ok: true });
    expect(lists).toHaveLength(1);
    await pass(30_000);
    expect(states()).toEqual(['done']);
    expect(lists.at(-1)).toEqual(['component', 'wide', ...candidates]);
    expect(await count(components)).toBe(5);
  });

  test('a lost request that is carried out within a minute (F26) is found, and not sent again', async () => {
    const clock = createFakeClock();
    const desk = openDesk(undefined, { machineTime: clock.wall });
    let sends = 0;
    const { carryOut, states, count } = openPlanDesk(desk, {
      clock,
      path: join(folder, 'journal.db'),
      changeFetch: (send) => async (url, init) => {
        if (init.method !== 'POST' || !url.endsWith(components)) return send(url, init);
        sends += 1;
        clock.schedule(59_000, () => void send(url, { ...init }));
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      },
    });
    await carryOut(componentStep('one', ['leaf']));
    expect([states(), sends, await count(components)]).toEqual([['done'], 1, 3]);
  });

  test('carried out twice and answered once (F27), the twin is named before the plan ends; a person says which one it is', async () => {
    const { carryOut, steps, plans, pass, count, sent, changeLog } = open(undefined, twice);
    await carryOut(componentStep('one', ['leaf']), componentStep('two', ['group'], 'Another'));
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended' } });
    expect(await count(components)).toBe(6);
    for (const { state, error, result, candidates } of steps('plan')) {
      expect([state, error?.code]).toEqual(['unclear', 'made-twice']);
      expect(candidates).toHaveLength(2);
      expect(candidates).toContain(result);
    }
    expect(changeLog.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'unclear', 'unclear']);

    expect(plans.settle({ id: 'plan', step: 'one', as: 'again' })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    expect(plans.settle({ id: 'plan', step: 'one', as: 'done', object: 'component' })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    const [own, other] = steps('plan').map(({ candidates }) => candidates);
    expect(plans.settle({ id: 'plan', step: 'one', as: 'done', object: own?.at(0) })).toMatchObject({
      ok: true,
    });
    expect(plans.settle({ id: 'plan', step: 'two', as: 'done', object: other?.at(1) })).toMatchObject({
      ok: true,
    });
    await pass(120_000);
    expect(steps('plan')).toMatchObject([
      { state: 'done', result: own?.at(0), error: null },
      { state: 'done', result: other?.at(1), error: null },
    ]);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended' } });
    expect([await count(components), (await sent('POST')).length, (await sent('DELETE')).length]).toEqual([
      6, 4, 0,
    ]);
  });

  test('a component that a colleague makes meanwhile is no twin of another, nor is one that another plan makes', async () => {
    const { carryOut, states, desk, plans, pass } = open(undefined, (send) => async (url, init) => {
      const answer = await send(url, init);
      if (init.method === 'POST' && url.endsWith(components))
        await send(url, {
          ...init,
          body: JSON.stringify({ legal_entity_ids: ['group'], auditor_relation: 'self' }),
        });
      return answer;
    });
    await carryOut(componentStep('one', ['leaf']));
    expect(states()).toEqual(['done']);
    plans.submit({ id: 'later', connection: 'c', title: 'Later', steps: [componentStep('two', ['leaf'])] });
    await pass(60_000);
    expect(plans.read('later')).toMatchObject({ value: { state: 'ended', counts: { done: 1 } } });
    expect((await desk.get(components)).body).toMatchObject({ count: 6 });
  });

  test('accepted and not shown: a colleague’s component is not taken for it, a person says', async () => {
    const { carryOut, steps } = open(undefined, (send) => async (url, init) => {
      if (init.method !== 'POST' || !url.endsWith(components)) return send(url, init);
      await send(url, {
        ...init,
        body: JSON.stringify({ legal_entity_ids: ['group'], auditor_relation: 'self' }),
      });
      return new Response(null, { status: 204 });
    });
    await carryOut(componentStep('one', ['leaf']));
    expect(steps('plan')).toMatchObject([
      { state: 'unclear', attempts: 1, error: { code: 'accepted-unseen' } },
    ]);
    expect(steps('plan')[0]?.candidates).toHaveLength(1);
  });

  test('a group that cannot be read at the end keeps no plan from ending', async () => {
    let lists = 0;
    const { carryOut, states, plans } = open(undefined, (send) => async (url, init) => {
      if (init.method === 'GET' && url.includes(components)) {
        lists += 1;
        if (lists > 1) return Response.json({ detail: 'No.' }, { status: 500 });
      }
      return twice(send)(url, init);
    });
    await carryOut(componentStep('one', ['leaf']));
    expect([states(), plans.read('plan')]).toMatchObject([['done'], { value: { state: 'ended' } }]);
    expect(lists).toBe(4); // a read that fails in passing is asked three times
  });

  test('an earlier request that is carried out after all (F26) is noticed', async () => {
    let late: (() => Promise<unknown>) | null = null;
    const { carryOut, steps } = open(undefined, (send) => async (url, init) => {
      if (init.method !== 'POST' || !url.endsWith(components)) return send(url, init);
      if (late !== null) {
        await late();
        return send(url, init);
      }
      late = () => send(url, { ...init });
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
    });
    await carryOut(componentStep('one', ['leaf']));
    expect(steps('plan')).toMatchObject([{ state: 'unclear', attempts: 2 }]);
    expect(steps('plan')[0]?.candidates).toHaveLength(2);
  });

  test('a service that names them in its own way leaves it to a person', async () => {
    const renaming =
      (send: Fetch): Fetch =>
      async (url, init) => {
        const response = await send(url, init);
        if (init.method !== 'GET' || !url.includes(components)) return response;
        if (response.body === null) throw new Error('An answer without content.');
        const body = await text(response.body);
        const { status } = response;
        return Response.json(JSON.parse(body.replaceAll('Foglia S.r.l.', 'leaf / Groep')), { status });
      };
    const { fault, carryOut, steps } = open(undefined, renaming);
    await fault('POST', components, { kind: 'drop_after' });
    await carryOut(componentStep('one', ['leaf']));
    expect(steps('plan')).toMatchObject([{ state: 'unclear' }]);
    expect(steps('plan')[0]?.candidates).toHaveLength(1);
  });
});
