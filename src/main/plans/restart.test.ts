import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Plan } from '../../shared/plan.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, fromStep, planOf, step } from '../testing/plan-desk.ts';
import { startPlans } from '../testing/plans.ts';
import type { Journal } from './journal.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const group = { ...creation, id: 'G', audit_type: 'consolidated', legal_entity_id: 'group' };
const component = (key: string, entity: string) =>
  step(key, {
    kind: 'createComponent' as const,
    group: fromStep('open'),
    creation: { legal_entity_ids: [entity], auditor_relation: 'inter_firm' },
  });
const whole: Plan = planOf(
  step('group', { kind: 'createAudit', creation: group }),
  step('open', { kind: 'awaitOpen', audit: fromStep('group') }),
  component('leaf', 'leaf'),
  component('again', 'leaf'),
  step('scope', {
    kind: 'setOutOfScope',
    group: fromStep('open'),
    component: fromStep('leaf'),
    explanation: 'Sold.',
  }),
  step('gone', { kind: 'deleteComponent', group: 'G', component: fromStep('again') }),
  step('user', {
    kind: 'assignUser',
    audit: fromStep('open'),
    assignment: { id: 'Anna.Smit@firm.example', role: 'audit_auditor' },
  }),
  step('deleted', { kind: 'deleteAudit', audit: 'audit' }),
  step('wrong', { kind: 'assignUser', audit: 'consolidated', assignment: { id: 'nobody', role: 'none' } }),
  step('behind', { kind: 'removeUser', audit: 'consolidated', user: 'nobody' }, ['wrong']),
);
const ends: Readonly<Record<string, string>> = { wrong: 'failed', behind: 'blocked' };

class Killed extends Error {}

/** A journal whose process ends at one of its writes: before it is on disk, or right after. */
function dyingJournal(write: number, moment: 'before' | 'after', die: () => void) {
  let writes = 0;
  let dead = false;
  const mortal =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Result) =>
    (...given: Given): Result => {
      if (dead) throw new Killed();
      writes += 1;
      if (writes !== write) return work(...given);
      dead = true;
      if (moment === 'after') work(...given);
      die();
      throw new Killed();
    };
  return {
    change: (journal: Journal): Journal => ({
      ...journal,
      add: mortal(journal.add),
      keepPlan: mortal(journal.keepPlan),
      keepSteps: mortal(journal.keepSteps),
      keepFormerComponents: mortal(journal.keepFormerComponents),
    }),
    isDead: () => dead,
  };
}

/** Carries the plan out, ending the process at one write of the journal; tells what the service then has. */
async function carryOut(write: number, moment: 'before' | 'after', path: string) {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  let kill = (): void => {};
  const dying = dyingJournal(write, moment, () => kill());
  const first = startPlans({ sandbox: desk.sandbox, clock, path, changeJournal: dying.change });
  kill = first.kill;
  const isOver = (rig: typeof first): boolean => {
    const now = rig.plans.read('plan');
    return now.ok && now.value.state !== 'running';
  };
  const submitted = first.plans.submit(whole).ok;
  await first.pass(600_000, () => dying.isDead() || isOver(first));
  const changeLog = [...first.changeLog];
  let last = first;
  if (dying.isDead()) {
    last = startPlans({ sandbox: desk.sandbox, clock, path });
    if (!submitted && !last.plans.read('plan').ok) last.plans.submit(whole);
    await last.pass(600_000, () => isOver(last));
    changeLog.push(...last.changeLog);
  }
  const states = last.steps('plan').map(({ key, state }) => `${key} ${state}`);
  last.kill();
  const { body } = await desk.control('GET', '/requests/');
  const { results } = body as { readonly results: readonly { tier: string; status: number }[] };
  return {
    died: dying.isDead(),
    states,
    lifecycle: results.filter(({ tier }) => tier === 'lifecycle').length,
    components: (await desk.get('/audits/G/component-audits/')).body,
    changeLog,
  };
}

test('the process ends at each transition, before it is written and after: nothing twice, nothing lost', async () => {
  let write = 1;
  for (; ; write += 1) {
    for (const moment of ['before', 'after'] as const) {
      const where = `${moment} write ${write}`;
      const found = await carryOut(write, moment, join(folder, `${write}-${moment}.db`));
      expect(found.states, where).toEqual(whole.steps.map(({ key }) => `${key} ${ends[key] ?? 'done'}`));
      // The group, two components and two deletions; not one more.
      expect(found.lifecycle, where).toBe(5);
      expect(found.components, where).toMatchObject({
        count: 1,
        results: [{ in_scope: false, out_of_scope_explanation: 'Sold.' }],
      });
      // What the change log is told again after a crash it has been told word for word before.
      const told = new Set(found.changeLog.map((entry) => JSON.stringify(entry)));
      expect(told.size, where).toBe(8);
      if (!found.died) {
        expect(write).toBeGreaterThan(20);
        return;
      }
    }
  }
}, 120_000);

test('a plan that rests stays at rest; what was on its way is looked for when it goes on', async () => {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const path = join(folder, 'journal.db');
  const first = startPlans({ sandbox: desk.sandbox, clock, path });
  await desk.control('POST', '/faults/', { method: 'POST', path: '/api/v1/audits/', kind: 'drop_after' });
  first.plans.submit(planOf(auditStep(creation), componentStep('one', ['leaf'])));
  first.plans.pause('plan');
  first.kill();
  const second = startPlans({ sandbox: desk.sandbox, clock, path });
  await second.pass(5_000);
  expect(second.plans.read('plan')).toMatchObject({ value: { state: 'paused' } });
  second.plans.resume('plan');
  await second.pass(60_000);
  expect(second.plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 2 } } });
  second.kill();
});

test('a journal that cannot be written to: nothing is sent, and it goes on once it can', async () => {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  let full = false;
  const { plans, pass, log } = startPlans({
    sandbox: desk.sandbox,
    clock,
    path: join(folder, 'journal.db'),
    changeJournal: (journal) => ({
      ...journal,
      keepSteps: (...given) => {
        if (full) throw new Error('database or disk is full');
        journal.keepSteps(...given);
      },
    }),
  });
  plans.submit(planOf(auditStep(creation), auditStep({ ...creation, id: 'second' }, ['new'])));
  full = true;
  await pass(2_000);
  expect(plans.read('plan')).toMatchObject({
    value: { state: 'paused', pause: { error: { code: 'journal-unavailable' } } },
  });
  expect((await desk.get('/audits/')).body).toMatchObject({ count: 2 });
  expect(log.events.map(({ event }) => event)).toContain('plan-not-carried-on');
  full = false;
  plans.resume('plan');
  await pass(60_000);
  expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 2 } } });
  expect((await desk.get('/audits/')).body).toMatchObject({ count: 4 });
});

test('a change log that cannot be written to: the plan rests, and what was not told is told when it goes on', async () => {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  let full = true;
  const { plans, pass, changeLog } = startPlans({
    sandbox: desk.sandbox,
    clock,
    path: join(folder, 'journal.db'),
    onChangeLog: () => {
      if (full) throw new Error('database or disk is full');
    },
  });
  plans.submit(planOf(auditStep(creation), auditStep({ ...creation, id: 'second' }, ['new'])));
  await pass(2_000);
  expect(plans.read('plan')).toMatchObject({ value: { state: 'paused', counts: { done: 1, waiting: 1 } } });
  full = false;
  plans.resume('plan');
  await pass(2_000);
  expect(plans.read('plan')).toMatchObject({ value: { state: 'ended', counts: { done: 2 } } });
  expect(changeLog.map(({ step: key, outcome }) => `${key} ${outcome}`)).toEqual(['new done', 'second done']);
});
