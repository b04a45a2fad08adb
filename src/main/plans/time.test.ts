import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(change?: Parameters<typeof openDesk>[0]) {
  const clock = createFakeClock();
  const desk = openDesk(change, { machineTime: clock.wall });
  return { ...openPlanDesk(desk, { clock, path: join(folder, 'journal.db') }), wall: clock.wall };
}

test('an audit that is slow to open is no failure: its step waits, says so, and goes on', async () => {
  const { plans, pass, steps, desk, states, log } = open();
  await desk.post('/audits/', creation);
  await desk.control('POST', '/audits/north/new/', { status: 'initializing' });
  plans.submit(planOf(step('open', { kind: 'awaitOpen', audit: 'new' })));
  await pass(29 * 60_000);
  expect(steps('plan')).toMatchObject([{ state: 'waiting', error: null }]);
  await pass(2 * 60_000);
  expect(steps('plan')).toMatchObject([{ state: 'waiting', error: { code: 'still-initialising' } }]);
  expect(plans.read('plan')).toMatchObject({ value: { state: 'running' } });
  await desk.control('POST', '/audits/north/new/', { status: 'open' });
  await pass(60_000);
  expect(states()).toEqual(['done']);
  expect(steps('plan')).toMatchObject([{ error: null, result: 'new' }]);
  expect(log.events.filter(({ level }) => level !== 'info')).toEqual([]);
});

test('a plan within a minute’s quota is a person’s request, a larger one background work; both tell the time left', async () => {
  const limited = { lifecycle: { burst: 5 }, read: {}, write: {}, reference: {}, token: {}, read_heavy: {} };
  const { plans, pass, requests, wall } = open((fixture) => ({ ...fixture, rate_limits: limited }));
  const components = (prefix: string, number: number) =>
    Array.from({ length: number }, (_, index) =>
      componentStep(`${prefix}-${index}`, [['group', 'sub', 'leaf'][index % 3] ?? '']),
    );
  plans.submit({ ...planOf(...components('few', 5)), id: 'few' });
  await pass(5_000);
  expect(plans.read('few')).toMatchObject({ value: { state: 'ended', remainingSeconds: null } });
  plans.submit({ ...planOf(...components('many', 20)), id: 'many' });
  await pass(30_000);
  // Five a minute, of which the first five are used: three full minutes after the next one.
  const left = plans.read('many');
  const remaining = (left.ok && left.value.remainingSeconds) || 0;
  expect(remaining).toBeGreaterThan(180);
  expect(remaining).toBeLessThanOrEqual(270);
  const began = wall();
  const isOver = (): boolean => {
    const now = plans.read('many');
    return now.ok && now.value.state === 'ended';
  };
  await pass(600_000, isOver);
  expect((wall() - began) / 1_000).toBeLessThanOrEqual(remaining + 5);
  expect(requests.every(({ status }) => status !== 429)).toBe(true);
});

test('news of a plan ends with how it ended', async () => {
  const { carryOut, news, pass } = open();
  await carryOut(auditStep(creation), auditStep({ ...creation, id: 'second' }));
  await pass(1_000);
  expect(news.at(-1)).toMatchObject({ state: 'ended', counts: { done: 2 } });
});

test('closing begins nothing more, and waits for what is under way', async () => {
  const { plans, journal, settle, sent } = open();
  plans.submit(planOf(auditStep(creation), auditStep({ ...creation, id: 'second' }, ['new'])));
  const closed = plans.close();
  await settle();
  await closed;
  expect(journal.steps(1).map(({ state }) => state)[1]).toBe('waiting');
  expect(plans.submit({ ...planOf(auditStep(creation)), id: 'late' })).toMatchObject({
    error: { code: 'journal-unavailable' },
  });
  expect((await sent('POST')).length).toBeLessThanOrEqual(1);
});

test('plans and their steps are listed page by page', async () => {
  const { plans, pass } = open();
  for (const id of ['a', 'b', 'c'])
    plans.submit({
      ...planOf(auditStep({ ...creation, id }), step('x', { kind: 'deleteAudit', audit: 'no' })),
      id,
    });
  await pass(2_000);
  const first = plans.list({ pageSize: 2 });
  expect(first).toMatchObject({ value: { count: 3, results: [{ id: 'c' }, { id: 'b' }] } });
  const cursor = first.ok ? (first.value.cursor ?? undefined) : undefined;
  expect(plans.list({ pageSize: 2, cursor })).toMatchObject({
    value: { cursor: null, results: [{ id: 'a' }] },
  });
  expect(plans.steps({ id: 'a', states: ['failed'] })).toMatchObject({
    value: { count: 1, results: [{ key: 'x' }] },
  });
});
