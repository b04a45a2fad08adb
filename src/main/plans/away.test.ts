import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { watchMachine } from '../desktop/wake.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, openPlanDesk, planOf } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A service whose way is closed at first, unless it is said to be open. */
function open(change?: Parameters<typeof openDesk>[0]) {
  const clock = createFakeClock();
  const way = { isClosed: false, tries: 0 };
  const rig = openPlanDesk(openDesk(change, { machineTime: clock.wall }), {
    clock,
    path: join(folder, 'journal.db'),
    changeFetch: (send) => async (url, init) => {
      if (!way.isClosed) return send(url, init);
      way.tries += 1;
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    },
  });
  return { ...rig, clock, way };
}

test('what a person has queued waits for a service that is away, asking once a minute, and is then sent once', async () => {
  const { services, plans, pass, sent, states, way } = open();
  way.isClosed = true;
  services.of('c').doubt();
  plans.submit(planOf(auditStep(creation)));
  await pass(600_000);
  expect(plans.read('plan')).toMatchObject({
    value: { state: 'running', pause: null, counts: { waiting: 1 } },
  });
  expect(way.tries).toBeLessThanOrEqual(14); // 0, 5, 15, 35, 75 s, then each minute
  expect(way.tries).toBeGreaterThan(8);
  way.isClosed = false;
  await pass(65_000);
  expect(states()).toEqual(['done']);
  expect(await sent('POST')).toEqual([201]);
});

test('what was not queued is tried a few times, and rests', async () => {
  const { plans, pass, way } = open();
  way.isClosed = true;
  plans.submit(planOf(auditStep(creation)));
  await pass(120_000);
  expect(plans.read('plan')).toMatchObject({
    value: { state: 'paused', pause: { reason: 'faults', error: { code: 'unreachable' } } },
  });
});

test.each([
  ['told by the system', true],
  ['of which no event came', false],
])(
  'a plan goes on after nine hours of sleep %s, with a new token and without a refusal',
  async (_how, isTold) => {
    const limits = { lifecycle: { burst: 5 }, read: {}, write: {}, reference: {}, token: {}, read_heavy: {} };
    const { services, plans, pass, states, requests, clock } = open((fixture) => ({
      ...fixture,
      rate_limits: limits,
    }));
    const parts = Array.from({ length: 7 }, (_, index) => componentStep(`part-${index}`, ['leaf']));
    plans.submit(planOf(...parts));
    await pass(5_000);
    expect(states().filter((state) => state === 'done')).toHaveLength(5);
    const power = new EventEmitter();
    const stop = watchMachine(power, () => true, clock, { resumed: services.resumed, online: () => {} });
    clock.sleep(9 * 3_600_000);
    if (isTold) power.emit('resume');
    const before = requests.length;
    await pass(10_000);
    stop();
    expect(states()).toEqual(Array.from({ length: 7 }, () => 'done'));
    const after = requests.slice(before).map(({ operation, status }) => `${operation} ${status}`);
    expect(after.filter((line) => line.startsWith('tokens'))).toEqual(['tokens.issue 200']);
    expect(after.indexOf('tokens.issue 200')).toBe(0);
    expect(requests.filter(({ status }) => status === 401 || status === 429)).toEqual([]);
  },
);
