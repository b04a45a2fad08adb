import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, openPlanDesk, planOf } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open() {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  return openPlanDesk(desk, { clock, path: join(folder, 'journal.db') });
}

describe('a person', () => {
  const three = planOf(
    auditStep(creation),
    auditStep({ ...creation, id: 'second' }, ['new']),
    auditStep({ ...creation, id: 'third' }, ['second']),
  );

  test('pauses: what is under way is finished, nothing more is begun', async () => {
    const { plans, pass, steps } = open();
    plans.submit(three);
    plans.pause('plan');
    await pass(5_000);
    const before = steps('plan').map(({ state }) => state);
    expect(before.slice(1)).toEqual(['waiting', 'waiting']);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'paused', pause: { reason: 'person' } } });
    plans.resume('plan');
    await pass(5_000);
    expect(steps('plan').map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  test('pauses after a retry beside what waits for its turn: that is not sent either', async () => {
    const { plans, pass, fault, sent } = open();
    await fault('POST', '/audits/', { kind: 'status', status: 429, headers: { 'Retry-After': '10' } });
    await fault('POST', '/audits/', { kind: 'status', status: 400 });
    plans.submit(planOf(auditStep(creation), auditStep({ ...creation, id: 'second' })));
    await pass(1_000);
    expect(await sent('POST')).toEqual([429, 400]);
    expect(plans.retry('plan')).toMatchObject({ value: { state: 'running', counts: { failed: 0 } } });
    plans.pause('plan');
    await pass(60_000);
    expect(await sent('POST')).toHaveLength(2);
  });

  test('cancels what has not begun; what is in doubt is looked for, but not sent again', async () => {
    const { plans, pass, steps, fault, sent } = open();
    await fault('POST', '/audits/', { kind: 'drop_before' });
    plans.submit(three);
    await pass(250);
    expect(steps('plan')[0]?.state).toBe('resolving');
    plans.cancel('plan');
    await pass(20_000);
    expect(steps('plan').map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended' } });
    expect(await sent('POST')).toHaveLength(1);
  });

  test('retries beside what was cancelled, which stays so when what it needed comes about after all', async () => {
    const { plans, pass, steps, fault, sent, desk } = open();
    await fault('POST', '/audits/', { kind: 'status', status: 400 });
    await fault('POST', '/audits/', { kind: 'drop_after' });
    await fault('GET', '/audits/new/', { kind: 'status', status: 503, times: null });
    plans.submit(
      planOf(
        auditStep({ ...creation, id: 'failed' }),
        auditStep(creation),
        auditStep({ ...creation, id: 'given-up' }, ['new']),
      ),
    );
    await pass(1_000);
    plans.cancel('plan');
    await pass(1_000);
    expect(steps('plan').map(({ state }) => state)).toEqual(['failed', 'resolving', 'cancelled']);
    plans.retry('plan');
    await desk.control('DELETE', '/faults/');
    await pass(120_000);
    expect(steps('plan').map(({ state }) => state)).toEqual(['done', 'done', 'cancelled']);
    expect(await sent('POST')).toHaveLength(3);
  });
});
