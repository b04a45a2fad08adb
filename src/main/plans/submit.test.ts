import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import { fail, succeed } from '../../shared/error.ts';
import type { Plan } from '../../shared/plan.ts';
import { openOwnDatabase } from '../storage/database.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createFakeLog } from '../testing/log.ts';
import { auditStep, componentStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';
import { journalSchema, openJournal } from './journal.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'submit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open() {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const start = () => openPlanDesk(desk, { clock, path: join(folder, 'journal.db') });
  return { start, ...start() };
}

const plan = planOf(auditStep(creation));
const of = { id: 'plan', step: creation.id };
const refused = { kind: 'status', status: 402 };
const forbidden = { kind: 'status', status: 403 };

describe('a plan that is submitted again', () => {
  test('goes on from where it is: one that is under way, and one that is done', async () => {
    const { plans, pass, count } = open();
    const before = await count('/audits/');
    expect(plans.submit(plan)).toMatchObject({ value: { id: 'plan', state: 'running' } });
    expect(plans.submit(plan)).toMatchObject({ value: { id: 'plan', state: 'running' } });
    await pass(5_000);
    expect(plans.submit(plan)).toMatchObject({ value: { id: 'plan', state: 'ended', counts: { done: 1 } } });
    await pass(5_000);
    expect(await count('/audits/')).toBe(before + 1);
  });

  test('resumes where it is paused', async () => {
    const { plans, pass, fault, desk } = open();
    await fault('POST', '/audits/', forbidden);
    plans.submit(plan);
    await pass(5_000);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'paused', pause: { reason: 'forbidden' } } });
    await desk.control('DELETE', '/faults/');
    expect(plans.submit(plan)).toMatchObject({ value: { id: 'plan', state: 'running' } });
    await pass(5_000);
    expect(plans.read('plan')).toMatchObject({ value: { counts: { done: 1 } } });
  });

  test('is retried where it has failed', async () => {
    const { plans, pass, fault, desk } = open();
    await fault('POST', '/audits/', refused);
    plans.submit(plan);
    await pass(5_000);
    expect(plans.read('plan')).toMatchObject({ value: { counts: { failed: 1 } } });
    await desk.control('DELETE', '/faults/');
    expect(plans.submit(plan)).toMatchObject({ value: { id: 'plan', state: 'running' } });
    await pass(5_000);
    expect(plans.read('plan')).toMatchObject({ value: { counts: { done: 1 } } });
  });

  test('begins anew where it was cancelled, once however often that is asked for', async () => {
    const { plans, pass, count, fault } = open();
    const before = await count('/audits/');
    await fault('POST', '/audits/', forbidden);
    plans.submit(plan);
    await pass(5_000);
    plans.cancel('plan');
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { cancelled: 1 } } });
    const anew = plans.submit(plan);
    expect(anew).toMatchObject({ value: { state: 'running' } });
    expect(anew.ok && anew.value.id).not.toBe('plan');
    await pass(5_000);
    expect(plans.submit(plan)).toMatchObject({
      value: { id: anew.ok && anew.value.id, state: 'ended', counts: { done: 1 } },
    });
    expect(plans.list({})).toMatchObject({ value: { count: 2 } });
    expect(await count('/audits/')).toBe(before + 1);
  });

  test('is another one where its draft has changed, and the former is cancelled', async () => {
    const { plans, pass, fault } = open();
    await fault('POST', '/audits/', forbidden);
    const drafted = (name: string): Plan => ({
      ...planOf(auditStep({ ...creation, name })),
      about: { draft: 'draft' },
    });
    plans.submit(drafted('One'));
    await pass(5_000);
    const other = plans.submit(drafted('Two'));
    expect(other).toMatchObject({ value: { state: 'running', about: { draft: 'draft' } } });
    await pass(5_000);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { cancelled: 1 } } });
    expect(plans.read(other.ok ? other.value.id : '')).toMatchObject({ value: { counts: { done: 1 } } });
    expect(plans.submit(plan)).toEqual(fail('differs'));
  });
});

describe('the outcome of a step', () => {
  test('is answered as soon as it is decided, and not when the plan ends', async () => {
    const { plans, pass } = open();
    plans.submit(planOf(auditStep(creation), step('open', { kind: 'awaitOpen', audit: creation.id })));
    const outcome = plans.outcome(of);
    await pass(60_000, () => plans.read('plan').ok && countOf(plans.read('plan'), 'done') === 1);
    expect(plans.read('plan')).toMatchObject({ value: { state: 'running' } });
    expect(await outcome).toEqual(succeed(creation.id));
  });

  test('is the refusal, for what needed it as well', async () => {
    const { plans, pass, fault } = open();
    await fault('POST', '/audits/', refused);
    plans.submit(planOf(auditStep(creation), step('open', { kind: 'awaitOpen', audit: creation.id })));
    await pass(5_000);
    expect(await plans.outcome(of)).toMatchObject({ error: { code: 'no-credits' } });
    expect(await plans.outcome({ id: 'plan', step: 'open' })).toMatchObject({
      error: { code: 'no-credits' },
    });
  });

  test('is what the plan rests for where nothing was sent, and unknown where something may have been', async () => {
    const { plans, pass, fault, desk } = open();
    await fault('POST', '/audits/', forbidden);
    plans.submit(plan);
    expect(await passing(pass, plans.outcome(of))).toMatchObject({ error: { code: 'forbidden' } });
    await desk.control('DELETE', '/faults/');
    plans.resume('plan');
    plans.pause('plan');
    expect(await plans.outcome(of)).toEqual(fail('cancelled'));
    plans.cancel('plan');
    await pass(5_000);
    expect(await plans.outcome(of)).toEqual(fail('cancelled'));

    const other = planOf(auditStep({ ...creation, id: 'lost' }));
    await fault('POST', '/audits/', { kind: 'drop_after' });
    await fault('GET', '/audits/lost/', { kind: 'status', status: 503, times: null });
    plans.submit({ ...other, id: 'other' });
    expect(await passing(pass, plans.outcome({ id: 'other', step: 'lost' }))).toMatchObject({
      error: { code: 'unknown-outcome' },
    });
  });

  test('is the same after a restart, also where nobody had asked before', async () => {
    const { plans, pass, kill, start } = open();
    plans.submit(plan);
    await pass(5_000);
    expect(await plans.outcome(of)).toEqual(succeed(creation.id));
    kill();
    expect(await start().plans.outcome(of)).toEqual(succeed(creation.id));
  });

  test('is waited for over a restart', async () => {
    const { plans, kill, start } = open();
    plans.submit(plan);
    kill();
    const again = start();
    expect(await passing(again.pass, again.plans.outcome(of))).toEqual(succeed(creation.id));
  });

  test('is waited for no more when nobody wants it', async () => {
    const { plans, pass } = open();
    plans.submit(plan);
    const gone = new AbortController();
    const outcome = plans.outcome(of, gone.signal);
    gone.abort();
    expect(await outcome).toEqual(fail('cancelled'));
    expect(await plans.outcome(of, gone.signal)).toEqual(fail('cancelled'));
    await pass(5_000);
    expect(plans.read('plan')).toMatchObject({ value: { counts: { done: 1 } } });
  });

  test('is not to be had of what there is not', async () => {
    const { plans } = open();
    expect(await plans.outcome(of)).toEqual(fail('not-found-here'));
    plans.submit(plan);
    expect(await plans.outcome({ id: 'plan', step: 'other' })).toEqual(fail('not-found-here'));
  });
});

test('plans are listed by what they are about', () => {
  const { plans } = open();
  const about = { kind: 'components', audit: 'consolidated' } as const;
  plans.submit({ ...planOf(componentStep('one', ['sub'])), about });
  plans.submit({ ...planOf(componentStep('two', ['leaf'])), id: 'other', about: { ...about, audit: 'G' } });
  expect(plans.list({ about })).toMatchObject({ value: { count: 1, results: [{ id: 'plan', about }] } });
  expect(plans.list({ about: { kind: 'components' } })).toMatchObject({ value: { count: 2 } });
  expect(plans.list({ about: { kind: 'deletions' } })).toMatchObject({ value: { count: 0 } });
});

test('a journal of the version before says what its plans are about, by the ids that they had', () => {
  const path = join(folder, 'journal.db');
  const options = { synchronous: 'FULL', log: createFakeLog(), now: Date.now } as const;
  const draft = '0b0e2f0a-7f0b-4f5e-9a56-0b0e2f0a7f0b';
  const ids = [
    `${draft}-0123456789abcdef`,
    `${draft}-0123456789abcdef-again`,
    'delete-audits-0123456789abcdef',
    'components-0123456789abcdef-0123456789abcdef',
    'plan-1',
  ];
  openOwnDatabase(path, journalSchema.slice(0, 3), options)?.close();
  const before = new DatabaseSync(path);
  for (const [index, id] of ids.entries()) {
    before
      .prepare(
        'INSERT INTO plan (number, id, connection, title, state, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(index, id, 'c', 'T', 'paused', '2026-01-05T09:00:00.000Z');
    const { key, after, subject, task } = componentStep('one', ['sub']);
    before
      .prepare(
        `INSERT INTO step (plan, position, key, after, subject, kind, task, state, attempts, doubted, candidates, told, changed_at)
         VALUES (?, 0, ?, ?, ?, ?, ?, 'waiting', 0, 0, '[]', 1, '')`,
      )
      .run(index, key, JSON.stringify(after), subject, task.kind, JSON.stringify(task));
  }
  before.close();

  const database = openOwnDatabase(path, journalSchema, options);
  if (database === null) throw new Error('Somebody else owns it.');
  const journal = openJournal(database);
  expect(ids.map((id) => journal.plan(id)?.about)).toEqual([
    { draft },
    { draft },
    { kind: 'deletions' },
    { kind: 'components', audit: 'consolidated' },
    {},
  ]);
  expect(journal.submittedAs(draft).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  expect(journal.submittedAs('plan-1').map(({ id }) => id)).toEqual(['plan-1']);
  expect(journal.step(3, 'one')?.task.kind).toBe('createComponent');
  journal.close();
  expect(readdirSync(folder).filter((name) => name.includes('.backup-v3-'))).toHaveLength(1);
});

/** Lets time pass until something is answered. */
async function passing<Value>(
  pass: (milliseconds: number, until: () => boolean) => Promise<void>,
  reply: Promise<Value>,
): Promise<Value> {
  let isThere = false;
  void reply.finally(() => {
    isThere = true;
  });
  await pass(600_000, () => isThere);
  return reply;
}

function countOf(reply: ReturnType<ReturnType<typeof open>['plans']['read']>, state: 'done'): number {
  return reply.ok ? reply.value.counts[state] : 0;
}
