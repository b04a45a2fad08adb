import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { fail, type Reply, succeed } from '../../shared/error.ts';
import type { Fetch } from '../api/exchange.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, openPlanDesk, planOf } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(changeFetch?: (send: Fetch) => Fetch) {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  return openPlanDesk(desk, {
    clock,
    path: join(folder, 'journal.db'),
    ...(changeFetch === undefined ? {} : { changeFetch }),
  });
}

const two = planOf(auditStep(creation), auditStep({ ...creation, id: 'second' }, ['new']));
const gone = async (): Promise<Reply<null>> => succeed(null);

test('plans of a connection are forgotten, finished or not, and those of another stay', async () => {
  const { plans, pass, carryOut, journal, changeLog } = open();
  await carryOut(...two.steps);
  const other = { ...two, id: 'other', connection: 'another' };
  plans.submit(other);
  plans.submit({ ...planOf(auditStep({ ...creation, id: 'third' })), id: 'unfinished' });
  plans.pause('unfinished');
  await pass(5_000);
  const before = changeLog.length;
  expect(await plans.forget('c', gone)).toEqual(succeed(null));
  for (const id of ['plan', 'unfinished']) expect(plans.read(id)).toEqual(fail('not-found-here'));
  expect(plans.list({})).toMatchObject({ value: { count: 1, results: [{ id: 'other' }] } });
  expect(journal.steps(1)).toEqual([]);
  expect(changeLog).toHaveLength(before);
});

test('what is not known stands in the change log as unclear, and nothing more is sent', async () => {
  const { plans, pass, fault, sent, changeLog, news } = open();
  await fault('POST', '/audits/', { kind: 'drop_after' });
  await fault('GET', '/audits/new/', { kind: 'status', status: 500, times: 50 });
  plans.submit(two);
  await pass(500);
  const waits = plans.wait('plan');
  await plans.forget('c', gone);
  expect(changeLog.map(({ object, outcome, step }) => [step, outcome, object])).toEqual([
    ['new', 'unclear', null],
  ]);
  expect(await waits).toMatchObject({ value: { state: 'ended' } });
  expect(news.at(-1)).toMatchObject({ id: 'plan', state: 'ended' });
  const before = (await sent('POST')).length;
  await pass(120_000);
  expect(await sent('POST')).toHaveLength(before);
});

test('an answer that is on its way is waited for before the connection is erased', async () => {
  const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { plans, changeLog } = open((send) => async (url, init) => {
    const answer = await send(url, init);
    if (init.method === 'POST' && url.endsWith('/audits/')) {
      sent.resolve();
      await answered.promise;
    }
    return answer;
  });
  plans.submit(two);
  await sent.promise;
  const order: unknown[] = [];
  const forgotten = plans.forget('c', async () => {
    order.push(changeLog.map(({ outcome }) => outcome));
    return succeed(null);
  });
  order.push('asked');
  answered.resolve();
  await forgotten;
  expect(order).toEqual(['asked', ['done']]);
});

test('where the connection cannot be erased, its plans go on', async () => {
  const { plans, pass, states, carryOut } = open();
  await carryOut(auditStep({ ...creation, id: 'before' }));
  plans.submit({ ...two, id: 'more' });
  const locked = fail('keychain-locked');
  const reply = plans.forget('c', async () => locked);
  await pass(60_000);
  expect(await reply).toEqual(locked);
  expect(states()).toEqual(['done']);
  expect(plans.read('more')).toMatchObject({ value: { state: 'ended', counts: { done: 2 } } });
});
