import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Step } from '../../shared/plan.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, fromStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'older-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const components = '/audits/consolidated/component-audits/';
const leaf = (key: string, name: string): Step => componentStep(key, ['leaf'], name);

/** An app whose process can end, and whose journal can be put back to a copy; its second place remembers. */
function openMachine() {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const path = join(folder, 'journal.db');
  const start = () => openPlanDesk(desk, { clock, path });
  return {
    clock,
    desk,
    start,
    copy: () => copyFileSync(path, `${path}.copy`),
    putBack: () => {
      for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
      copyFileSync(`${path}.copy`, path);
    },
  };
}

/** Submits a plan and pauses it at once, copies the journal, carries the plan out, and puts the copy back. */
async function putBack(...all: readonly Step[]) {
  const machine = openMachine();
  const before = machine.start();
  before.plans.submit(planOf(...all));
  before.kill(); // before anything could leave: the copy has a plan that is running, with nothing sent
  machine.copy();
  const first = machine.start();
  await first.pass(600_000, () => {
    const now = first.plans.read('plan');
    return now.ok && now.value.state !== 'running';
  });
  expect(new Set(first.states())).toEqual(new Set(['done']));
  first.kill();
  machine.putBack();
  return { ...machine, ...machine.start() };
}

test('a journal that was put back to an earlier time runs nothing by itself, and compares when a person has it go on', async () => {
  const fourteen = Array.from({ length: 14 }, (_, index) => leaf(`c${index}`, `Leaf ${index}`));
  const { plans, pass, desk, states, steps, count, sent } = await putBack(...fourteen);
  const before = (await sent('POST')).length;
  await pass(60_000);
  expect(plans.read('plan')).toMatchObject({
    value: { state: 'paused', pause: { reason: 'older', error: null } },
  });
  plans.resume('plan');
  await pass(600_000, () => states().every((state) => state !== 'waiting'));
  expect(new Set(states())).toEqual(new Set(['unclear']));
  expect((await sent('POST')).length).toBe(before);
  expect(await count(components)).toBe(16);
  // Each is asked about with the one that looks the same; nothing was sent by this journal.
  const { body } = await desk.get(components);
  const { results } = body as { readonly results: readonly { readonly id: string; readonly name: string }[] };
  for (const { subject, attempts, candidates, error, key } of steps('plan')) {
    expect([subject, attempts, error?.code]).toEqual([key, 0, 'already-there']);
    expect(candidates).toEqual(
      results.filter(({ name }) => name === `Leaf ${key.slice(1)}`).map(({ id }) => id),
    );
  }
});

test('what a person says of them ends the plan: one is it, the other is to be made as well', async () => {
  const { plans, pass, steps, count, states } = await putBack(leaf('one', 'One'), leaf('two', 'Two'));
  plans.resume('plan');
  await pass(60_000, () => states().every((state) => state === 'unclear'));
  const [one] = steps('plan');
  const object = one?.candidates[0] ?? '';
  expect(plans.settle({ id: 'plan', step: 'one', as: 'done', object })).toMatchObject({ ok: true });
  expect(plans.settle({ id: 'plan', step: 'two', as: 'again' })).toMatchObject({ ok: true });
  await pass(120_000, () => states().every((state) => state === 'done'));
  expect(steps('plan').map(({ key, state, attempts }) => `${key} ${state} ${attempts}`)).toEqual([
    'one done 0',
    'two done 1',
  ]);
  expect(await count(components)).toBe(5);
});

test.each([
  ['one of them is it', (first: string) => ({ as: 'done', object: first }) as const, 4],
  ['neither is it', () => ({ as: 'again' }) as const, 5],
])(
  'of two that look the same, what a person says of the first step is not said of the second: %s',
  async (_, said, there) => {
    const { fault, plans, pass, steps, count, states } = await putBack(
      leaf('one', 'Alike'),
      auditStep(creation),
      { ...leaf('two', 'Alike'), after: [creation.id] },
    );
    await fault('GET', `/audits/${creation.id}/`, { kind: 'drop_before', times: 3 });
    plans.resume('plan');
    await pass(60_000, () => states()[0] === 'unclear');
    expect(states()[2]).toBe('waiting');
    const [first = '', second = '', ...more] = steps('plan')[0]?.candidates ?? [];
    expect([second === '', more]).toEqual([false, []]);
    expect(plans.settle({ id: 'plan', step: 'one', ...said(first) })).toMatchObject({ ok: true });
    await pass(120_000, () => states()[0] === 'done' && states()[2] === 'unclear');
    expect(steps('plan')[2]).toMatchObject({
      state: 'unclear',
      candidates: expect.arrayContaining([second]),
    });
    expect(plans.settle({ id: 'plan', step: 'two', as: 'done', object: second })).toMatchObject({ ok: true });
    await pass(120_000, () => states().every((state) => state === 'done'));
    expect(states()).toEqual(['done', 'done', 'done']);
    expect(await count(components)).toBe(there);
  },
);

test('what has an id of ours is found and not sent, and the change log is told nothing of it', async () => {
  const group = { ...creation, id: 'G', audit_type: 'consolidated', legal_entity_id: 'group' };
  const { plans, pass, steps, sent, changeLog } = await putBack(
    auditStep(group),
    step('open', { kind: 'awaitOpen', audit: fromStep('G') }),
    step('user', {
      kind: 'assignUser',
      audit: fromStep('open'),
      assignment: { id: 'anna.smit@firm.example', role: 'audit_auditor' },
    }),
    step('gone', { kind: 'deleteComponent', group: 'consolidated', component: 'component' }),
  );
  const before = [...(await sent('POST')), ...(await sent('DELETE'))].length;
  plans.resume('plan');
  await pass(120_000, () => steps('plan').every(({ state }) => state === 'done'));
  expect(steps('plan').map(({ key, state, attempts }) => `${key} ${state} ${attempts}`)).toEqual([
    'G done 0',
    'open done 0',
    'user done 0',
    'gone done 0',
  ]);
  expect([...(await sent('POST')), ...(await sent('DELETE'))].length).toBe(before);
  expect(changeLog).toEqual([]);
});

test('an audit that was made anew under its id since is not deleted: a person is asked', async () => {
  const machine = openMachine();
  const before = machine.start();
  await machine.clock.advance(1_000);
  before.plans.submit(planOf(step('gone', { kind: 'deleteAudit', audit: 'audit' })));
  before.kill();
  machine.copy();
  const first = machine.start();
  await first.pass(60_000);
  expect(first.states()).toEqual(['done']);
  first.plans.submit({ ...planOf(auditStep({ ...creation, id: 'audit' })), id: 'second' });
  await first.pass(60_000);
  first.kill();
  machine.putBack();
  const { plans, pass, steps, desk } = machine.start();
  plans.resume('plan');
  await pass(60_000);
  expect(steps('plan')).toMatchObject([{ state: 'unclear', attempts: 0, error: { code: 'already-there' } }]);
  expect((await desk.get('/audits/audit/')).body).toMatchObject({ status: 'open' });
  plans.settle({ id: 'plan', step: 'gone', as: 'again' }); // somebody means it
  await pass(60_000);
  expect(steps('plan')).toMatchObject([{ state: 'done', attempts: 1 }]);
});

test.each([
  ['within a day', 'ended', 86_400_000],
  ['after more than a day', 'paused', 86_400_001],
])('the app starts again %s: a plan of its own journal is %s', async (_, state, away) => {
  const machine = openMachine();
  const first = machine.start();
  first.plans.submit(planOf(auditStep(creation)));
  first.kill();
  await machine.clock.advance(away);
  const { plans, pass } = machine.start();
  await pass(60_000);
  expect(plans.read('plan')).toMatchObject({ value: { state } });
});

test('a plan that rested finds what a colleague has made meanwhile, and asks', async () => {
  const { plans, pass, steps, count, desk } = openPlanDesk(openDesk(undefined, {}), {
    clock: createFakeClock(),
    path: join(folder, 'journal.db'),
  });
  plans.submit(planOf(leaf('one', 'One'), leaf('two', 'Two')));
  plans.pause('plan');
  await pass(1_000);
  await desk.post(components, { legal_entity_ids: ['leaf'], name: 'Two', auditor_relation: 'inter_firm' });
  plans.resume('plan');
  await pass(120_000, () => steps('plan').every(({ state }) => state !== 'waiting'));
  expect(steps('plan').find(({ key }) => key === 'two')).toMatchObject({ state: 'unclear', attempts: 0 });
  expect(await count(components)).toBeLessThan(5);
});

test('a plan that waited long for its turn looks again before it sends', async () => {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  let isAway = true;
  const { plans, pass, steps, count } = openPlanDesk(desk, {
    clock,
    path: join(folder, 'journal.db'),
    changeFetch: (send) => (url, init) =>
      isAway
        ? Promise.reject(Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' }))
        : send(url, init),
  });
  plans.submit(planOf(leaf('one', 'One')));
  await pass(15 * 60_000);
  await desk.post(components, { legal_entity_ids: ['leaf'], name: 'One', auditor_relation: 'inter_firm' });
  isAway = false;
  const now = plans.read('plan');
  if (now.ok && now.value.state === 'paused') plans.resume('plan');
  await pass(300_000, () => steps('plan')[0]?.state !== 'waiting');
  expect(steps('plan')).toMatchObject([{ state: 'unclear', attempts: 0 }]);
  expect(await count(components)).toBe(3);
});
