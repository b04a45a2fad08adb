import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { AuditCreation } from '../../shared/model/audit.ts';
import type { Plan } from '../../shared/plan.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, fromStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const group: AuditCreation = {
  ...creation,
  id: 'G-27',
  audit_type: 'consolidated',
  legal_entity_id: 'group',
  period_start: '2027-01-01',
  period_end: '2027-12-31',
};
const whole: Plan = {
  ...planOf(
    auditStep(group),
    step('open', { kind: 'awaitOpen', audit: fromStep('G-27') }),
    step(
      'leaf',
      {
        kind: 'createComponent',
        group: fromStep('G-27'),
        creation: { legal_entity_ids: ['leaf'], name: 'Leaf', auditor_relation: 'inter_firm' },
      },
      ['open'],
    ),
    step(
      'sub',
      {
        kind: 'createComponent',
        group: fromStep('G-27'),
        creation: { legal_entity_ids: ['sub'], name: 'Sub', auditor_relation: 'inter_firm' },
      },
      ['open'],
    ),
  ),
  about: { kind: 'roll-forward', audit: 'G-26' },
};

function open() {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const opened = openPlanDesk(desk, { clock, path: join(folder, 'journal.db') });
  const rest = () =>
    opened.pass(600_000, () => {
      const now = opened.plans.read('plan');
      return now.ok && now.value.state !== 'running';
    });
  /** A plan that was submitted and waits until a colleague has made this. */
  const waited = async (...made: readonly AuditCreation[]) => {
    opened.plans.submit(whole);
    opened.plans.pause('plan');
    await opened.pass(1_000);
    for (const one of made) expect((await desk.post('/audits/', one)).status).toBe(201);
    await opened.pass(60_000);
    opened.plans.resume('plan');
    await rest();
  };
  const told = () => opened.steps('plan').map(({ state, error }) => [state, error?.code ?? null]);
  return { ...opened, waited, rest, told };
}

test.each<readonly [string, Partial<AuditCreation>]>([
  ['under an id of its own', { id: 'mine' }],
  [
    'with another name and another first day',
    { id: 'mine', name: 'Consolidation', period_start: '2026-12-01' },
  ],
])('a plan that waited does not make the group that a colleague has made %s: it asks', async (_, change) => {
  const { waited, told, steps, sent } = open();
  await waited({ ...group, ...change });
  expect(told()).toEqual([
    ['unclear', 'made-meanwhile'],
    ['waiting', null],
    ['waiting', null],
    ['waiting', null],
  ]);
  expect(steps('plan')[0]).toMatchObject({ attempts: 0, candidates: ['mine'] });
  expect(await sent('POST')).toHaveLength(1); // the colleague's
});

test.each<readonly [string, Partial<AuditCreation>]>([
  ['another year', { id: 'other', period_start: '2028-01-01', period_end: '2028-12-31' }],
  ['another legal entity', { id: 'other', legal_entity_id: 'leaf' }],
  ['another type', { id: 'other', audit_type: 'single' }],
])('an audit of %s is no such group', async (_, change) => {
  const { waited, told } = open();
  await waited({ ...group, ...change });
  expect(told().every(([state]) => state === 'done')).toBe(true);
});

test('in the group of a colleague only what is not there is made, whatever names it has', async () => {
  const { waited, rest, plans, pass, desk, steps, count } = open();
  await waited({ ...group, id: 'mine' });
  await pass(60_000);
  await desk.post('/audits/mine/component-audits/', {
    legal_entity_ids: ['leaf'],
    name: 'Made by hand',
    auditor_relation: 'inter_firm',
  });
  plans.settle({ id: 'plan', step: 'G-27', as: 'done', object: 'mine' });
  await rest();
  expect(steps('plan').map(({ state }) => state)).toEqual(['done', 'done', 'unclear', 'done']);
  expect(await count('/audits/mine/component-audits/')).toBe(2);
});

test('a person has a second one made, and is not asked again', async () => {
  const { waited, rest, plans, told } = open();
  await waited({ ...group, id: 'mine' });
  plans.settle({ id: 'plan', step: 'G-27', as: 'again' });
  await rest();
  expect(told().every(([state]) => state === 'done')).toBe(true);
});

test('a plan of another kind makes the audit: it was asked for by its id', async () => {
  const { plans, pass, desk, rest, told } = open();
  plans.submit(planOf(auditStep(group)));
  plans.pause('plan');
  await pass(1_000);
  await desk.post('/audits/', { ...group, id: 'mine' });
  plans.resume('plan');
  await rest();
  expect(told()).toEqual([['done', null]]);
});
