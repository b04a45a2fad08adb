import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, openPlanDesk, planOf } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dead-end-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Rig = Partial<Parameters<typeof openPlanDesk>[1]>;

function open(rig: Rig = {}) {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  return openPlanDesk(desk, { clock, path: join(folder, 'journal.db'), ...rig });
}

test('after a burst of 401s the plan rests for its credentials, and going on asks for a fresh token and sends', async () => {
  const { plans, pass, fault, desk } = open();
  await fault('', '', { method: null, path: '/api/v1/audits/', kind: 'status', status: 401, times: null });
  plans.submit(planOf(auditStep(creation), auditStep({ ...creation, id: 'second' })));
  await pass(30_000);
  expect(plans.read('plan')).toMatchObject({ value: { state: 'paused', pause: { reason: 'credentials' } } });
  await desk.control('DELETE', '/faults/');
  plans.resume('plan');
  await pass(30_000);
  expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 2 } } });
});

class Sqlite extends Error {
  readonly errcode: number;
  constructor(errcode: number) {
    super('the words of a database, in whatever language');
    this.errcode = errcode;
  }
}

test.each([
  [13, 'journal-disk-full'],
  [8, 'journal-read-only'],
  [1_544, 'journal-read-only'], // an extended code: the folder was moved away
  [10, 'journal-fault'],
])(
  'a journal that fails with %i is named as %s, not as a fault of the service or of the app',
  async (code, reason) => {
    let fails = false;
    const { plans, pass, desk } = open({
      changeJournal: (journal) => ({
        ...journal,
        keepSteps: (...given) => {
          if (fails) throw new Sqlite(code);
          journal.keepSteps(...given);
        },
      }),
    });
    plans.submit(planOf(auditStep(creation)));
    fails = true;
    await pass(2_000);
    expect(plans.read('plan')).toMatchObject({
      value: { state: 'paused', pause: { reason: 'disk', error: { code: 'journal-unavailable', reason } } },
    });
    expect((await desk.get('/audits/')).body).toMatchObject({ count: 2 });
    fails = false;
    plans.resume('plan');
    await pass(30_000);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 1 } } });
  },
);

test('a service that asks to wait for thirty years does not hold a person who wants to try', async () => {
  const { services, fault, pass, desk } = open();
  await fault('GET', '/audits/', { kind: 'status', status: 429, headers: { 'Retry-After': '1000000000' } });
  let ended = false;
  const asked = services
    .of('c')
    .call('audits.list', {})
    .then((reply) => {
      ended = true;
      return reply;
    });
  await pass(10_000);
  expect(ended).toBe(false);
  await desk.control('DELETE', '/faults/');
  services.of('c').waiting.tryNow('read_heavy');
  await pass(2_000);
  expect(ended).toBe(true);
  expect(await asked).toMatchObject({ ok: true });
});
