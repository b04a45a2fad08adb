import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Plan, Step, Task } from '../../shared/plan.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { startPlans } from '../fakes/plans.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(
  change?: Parameters<typeof openDesk>[0],
  options: Partial<Parameters<typeof startPlans>[0]> = {},
) {
  const clock = createFakeClock();
  const desk = openDesk(change, { machineTime: clock.wall });
  return {
    desk,
    clock,
    ...startPlans({ sandbox: desk.sandbox, clock, path: join(folder, 'journal.db'), ...options }),
  };
}

const step = (key: string, task: Task, after: readonly string[] = []): Step => ({
  key,
  after,
  subject: key,
  task,
});
const plan = (...steps: readonly Step[]): Plan => ({ id: 'plan', connection: 'c', title: 'A plan', steps });
const from = (key: string) => ({ fromStep: key });

test('a whole group: client, audit, opening, components, scope, users, a coupled audit, deletions', async () => {
  const { plans, pass, steps, desk, trail } = open();
  const group = { ...creation, id: 'G', audit_type: 'consolidated', legal_entity_id: 'group' };
  const submitted = plans.submit(
    plan(
      step('client', { kind: 'createClient', creation: { id: 'molen', name: 'Molen B.V.', country: 'NL' } }),
      step('group', { kind: 'createAudit', creation: group }),
      step('open', { kind: 'awaitOpen', audit: from('group') }),
      step('sub', {
        kind: 'createComponent',
        group: from('open'),
        creation: { legal_entity_ids: ['sub'], auditor_relation: 'inter_firm' },
      }),
      step('leaf', {
        kind: 'createComponent',
        group: from('open'),
        creation: { legal_entity_ids: ['leaf'], auditor_relation: 'self' },
      }),
      step('scope', { kind: 'setOutOfScope', group: 'G', component: from('leaf'), explanation: 'Sold.' }),
      step('user', {
        kind: 'assignUser',
        audit: from('open'),
        assignment: { id: 'anna.smit@firm.example', role: 'audit_auditor' },
      }),
      step(
        'role',
        {
          kind: 'changeUser',
          audit: from('open'),
          assignment: { id: 'anna.smit@firm.example', role: 'audit_engagement_leader' },
        },
        ['user'],
      ),
      step('off', { kind: 'removeUser', audit: from('open'), user: 'anna.smit@firm.example' }, ['role']),
      step('coupled', {
        kind: 'createAudit',
        creation: { ...creation, id: 'S', legal_entity_id: 'sub' },
        couple: [from('sub')],
      }),
      step('gone', { kind: 'deleteComponent', group: 'G', component: from('leaf') }, ['scope']),
      step('deleted', { kind: 'deleteAudit', audit: from('coupled') }),
    ),
  );
  expect(submitted).toMatchObject({ ok: true, value: { state: 'running' } });
  await pass(20_000, () => steps('plan').every(({ state }) => state === 'done'));
  expect(steps('plan').map(({ key, state, error }) => [key, state, error])).toEqual(
    steps('plan').map(({ key }) => [key, 'done', null]),
  );
  expect(plans.read('plan')).toMatchObject({ ok: true, value: { state: 'ended', counts: { done: 12 } } });
  const components = (await desk.get('/audits/G/component-audits/')).body;
  expect(components).toMatchObject({ count: 1 });
  expect(trail).toHaveLength(11);
});
