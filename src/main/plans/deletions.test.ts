import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { MadeAudit } from '../../shared/plan.ts';
import type { Fetch } from '../api/exchange.ts';
import { createFakeClock } from '../testing/clock.ts';
import { componentStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';
import { startPlans } from '../testing/plans.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(changeFetch: (send: Fetch) => Fetch = (send) => send) {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  return openPlanDesk(desk, { clock, path: join(folder, 'journal.db'), changeFetch });
}

const components = '/audits/consolidated/component-audits/';

const answered = (status: number, body: string, carriedOut: boolean) => {
  let left = 1;
  return (send: Fetch): Fetch =>
    async (url, init) => {
      if (init.method !== 'DELETE' || left === 0) return send(url, init);
      left -= 1;
      if (carriedOut) await send(url, init);
      return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
    };
};
const twice =
  (send: Fetch): Fetch =>
  async (url, init) => {
    if (init.method === 'DELETE') await send(url, { ...init });
    return send(url, init);
  };
const asked = [
  step('component', { kind: 'deleteComponent', group: 'consolidated', component: 'component' }),
  step('audit', { kind: 'deleteAudit', audit: 'audit' }),
  step('user', { kind: 'removeUser', audit: 'audit', user: 'Anna.Smit@firm.example' }),
];

test.each(asked)('$key: success after which it is still there is named, and not sent again', async (only) => {
  const { carryOut, steps, sent } = open(answered(200, '{"a":1}', false));
  await carryOut(only);
  expect(steps('plan')).toMatchObject([{ state: 'unclear', error: { code: 'accepted-unseen' } }]);
  expect(await sent('DELETE')).toEqual([]);
});

test.each(asked)('$key: success that is not 204 and was meant is found', async (only) => {
  const { carryOut, states, sent } = open(answered(200, '{}', true));
  await carryOut(only);
  expect(states()).toEqual(['done']);
  expect(await sent('DELETE')).toEqual([204]);
});

test.each(asked)('$key: carried out twice (F27), it is done', async (only) => {
  const { carryOut, states } = open(twice);
  await carryOut(only);
  expect(states()).toEqual(['done']);
});

test.each(asked)(
  '$key: carried out, and 404 is what the second one is told (F27): it is done',
  async (only) => {
    const { carryOut, states, sent } = open(answered(404, '{"detail":"Not found."}', true));
    await carryOut(only);
    expect(states()).toEqual(['done']);
    expect(await sent('DELETE')).toEqual([204]);
  },
);

test.each(asked)('$key: 404 of what is there still is believed', async (only) => {
  const { carryOut, states } = open(answered(404, '{"detail":"Not found."}', false));
  await carryOut(only);
  expect(states()).toEqual(['failed']);
});

test('of what the plan has created, carried out twice (F27), it is done', async () => {
  const { carryOut, states } = open(twice);
  const component = { fromStep: 'one' };
  await carryOut(
    componentStep('one', ['leaf']),
    step('deleted', { kind: 'deleteComponent', group: 'consolidated', component }),
  );
  expect(states()).toEqual(['done', 'done']);
});

test('of components one after the other: their group is read before the first, and after each that was accepted', async () => {
  const lists: string[] = [];
  const { carryOut, states } = open((send) => (url, init) => {
    if (init.method === 'GET' && url.includes(components)) lists.push(url);
    return send(url, init);
  });
  const deletion = (component: string, after: readonly string[] = []) =>
    step(component, { kind: 'deleteComponent', group: 'consolidated', component }, after);
  await carryOut(deletion('component'), deletion('nothing', ['component']));
  expect(states()).toEqual(['done', 'failed']);
  expect(lists).toHaveLength(2);
});

const made = { creation, users: [], components: [], outOfScope: [], coupled: [] };
test.each([
  ['as it was made', made, ['done', 'done'], [204]],
  [
    'of another name than it was made with',
    { ...made, creation: { ...creation, name: 'Other' } },
    ['done', 'failed'],
    [],
  ],
])('an audit that is undone, %s', async (_, was, ended, deletions) => {
  const { carryOut, states, sent, steps } = open();
  await carryOut(
    step('made', { kind: 'createAudit', creation }),
    step('deleted', { kind: 'deleteAudit', audit: creation.id, made: was }),
  );
  expect(states()).toEqual(ended);
  expect(await sent('DELETE')).toEqual(deletions);
  if (deletions.length === 0) expect(steps('plan').at(-1)?.error?.code).toBe('changed-since');
});

const anna = { id: 'anna.smit@firm.example', role: 'audit_auditor' };
const asMade = { isOutOfScope: false, coupled: null };
test.each([
  ['as it was made', asMade, ['done', 'done'], [204]],
  ['of another name since', { ...asMade, name: 'Other' }, ['done', 'failed'], []],
])('a component that is undone, %s', async (_, as, ended, deletions) => {
  const { carryOut, states, sent, steps } = open();
  const deletion = {
    kind: 'deleteComponent',
    group: 'consolidated',
    component: { fromStep: 'one' },
  } as const;
  await carryOut(componentStep('one', ['leaf']), step('deleted', { ...deletion, made: as }));
  expect(states()).toEqual(ended);
  expect(await sent('DELETE')).toEqual(deletions);
  if (deletions.length === 0) expect(steps('plan').at(-1)?.error?.code).toBe('changed-since');
});

test('a component that is undone, out of scope since: it stays', async () => {
  const { carryOut, states, sent, steps } = open();
  const component = { fromStep: 'one' };
  const group = 'consolidated';
  await carryOut(
    componentStep('one', ['leaf']),
    step('out', { kind: 'setOutOfScope', group, component, explanation: 'Sold.' }),
    step('deleted', { kind: 'deleteComponent', group, component, made: asMade }, ['out']),
  );
  expect(states()).toEqual(['done', 'done', 'failed']);
  expect(steps('plan').at(-1)?.error?.code).toBe('changed-since');
  expect(await sent('DELETE')).toEqual([]);
});

test.each([
  ['deleted where only the plan has assigned to it', [anna], ['done', 'done', 'done'], [204]],
  ['kept where somebody else has', [], ['done', 'done', 'failed'], []],
])('a component with a user is %s', async (_, users, ended, deletions) => {
  const { carryOut, states, sent, steps } = open();
  const component = { fromStep: 'one' };
  await carryOut(
    componentStep('one', ['leaf']),
    step('user', { kind: 'assignUser', audit: component, assignment: anna }),
    step(
      'deleted',
      { kind: 'deleteComponent', group: 'consolidated', component, made: { ...asMade, users } },
      ['user'],
    ),
  );
  expect(states()).toEqual(ended);
  expect(await sent('DELETE')).toEqual(deletions);
  if (deletions.length === 0) expect(steps('plan').at(-1)?.error?.code).toBe('changed-since');
});

test('a group is kept where somebody has assigned a user to one of its components', async () => {
  const { carryOut, plans, pass, states, steps } = open();
  const group = { ...creation, id: 'new group', audit_type: 'consolidated', scoping_package_id: 'Large' };
  const inGroup = { legal_entity_ids: ['leaf'], auditor_relation: 'self' };
  await carryOut(
    step('group', { kind: 'createAudit', creation: group }),
    step('open', { kind: 'awaitOpen', audit: { fromStep: 'group' } }),
    step('one', { kind: 'createComponent', group: { fromStep: 'group' }, creation: inGroup }, ['open']),
    step('user', { kind: 'assignUser', audit: { fromStep: 'one' }, assignment: anna }),
  );
  expect(states()).toEqual(['done', 'done', 'done', 'done']);
  const component = steps('plan')[2]?.result ?? '';
  const was = { creation: group, users: [], components: [component], outOfScope: [], coupled: [] };
  const undo = async (id: string, componentUsers: MadeAudit['componentUsers']) => {
    const deletion = step('deleted', {
      kind: 'deleteAudit',
      audit: group.id,
      made: { ...was, componentUsers },
    });
    plans.submit({ ...planOf(deletion), id });
    await pass(60_000);
    return steps(id)[0];
  };
  expect(await undo('undo', [])).toMatchObject({ state: 'failed', error: { code: 'changed-since' } });
  expect(await undo('again', [{ component, ...anna }])).toMatchObject({ state: 'done' });
});

test.each([
  ['as it was given', 'audit_auditor', ['done'], [204]],
  ['that is another by now', 'another', ['failed'], []],
])('a role that is taken away, %s', async (_, before, ended, deletions) => {
  const { carryOut, states, sent } = open();
  const user = 'Anna.Smit@firm.example';
  await carryOut(step('taken', { kind: 'removeUser', audit: 'audit', user, before, onlyIfBefore: true }));
  expect(states()).toEqual(ended);
  expect(await sent('DELETE')).toEqual(deletions);
});

test('an audit that was never there is not deleted', async () => {
  const { carryOut, steps } = open();
  await carryOut(step('gone', { kind: 'deleteAudit', audit: 'nowhere' }));
  expect(steps('plan')).toMatchObject([{ state: 'failed', error: { code: 'missing' } }]);
});

const coupled = {
  ...creation,
  scoping_package_id: 'Large',
  legal_entity_id: 'sub',
  coupled_component_audit_ids: ['component'],
};

test('an audit is deleted, gone, and created again under the same id by one plan', async () => {
  const { carryOut, states, desk, sent } = open();
  await carryOut(
    step('delete', { kind: 'deleteAudit', audit: 'audit' }),
    step('gone', { kind: 'awaitGone', audit: 'audit' }, ['delete']),
    step('create', { kind: 'createAudit', creation: { ...coupled, id: 'audit' } }, ['gone']),
    step('open', { kind: 'awaitOpen', audit: { fromStep: 'create' } }),
  );
  expect(states()).toEqual(['done', 'done', 'done', 'done']);
  expect(await sent('POST')).toEqual([201]);
  expect((await desk.get('/audits/audit/')).body).toMatchObject({
    status: 'open',
    coupled_component_audit_ids: ['component'],
  });
});

test('what the service refuses to delete is not waited for, and not created again', async () => {
  const { carryOut, states, steps, desk } = open();
  await desk.post('/audits/', coupled);
  await carryOut(
    step('delete', { kind: 'deleteAudit', audit: 'consolidated' }),
    step('gone', { kind: 'awaitGone', audit: 'consolidated' }, ['delete']),
  );
  expect(states()).toEqual(['failed', 'blocked']);
  expect(steps('plan')[0]).toMatchObject({ error: { code: 'conflict' } });
});

describe('a plan that only deletes', () => {
  const wait = { undoMilliseconds: 10_000 };
  const deleting = planOf(step('deleted', { kind: 'deleteAudit', audit: 'audit' }), {
    ...step('gone', { kind: 'awaitGone', audit: 'audit' }, ['deleted']),
  });

  test('sends nothing for ten seconds, says when it starts, and then deletes', async () => {
    const { plans, pass, sent, states, clock } = openUndone();
    const submitted = plans.submit(deleting);
    const startsAt = new Date(clock.wall() + 10_000).toISOString();
    expect(submitted).toMatchObject({ value: { state: 'running', startsAt } });
    await pass(9_500);
    expect(await sent('DELETE')).toEqual([]);
    await pass(1_000);
    expect(await sent('DELETE')).toHaveLength(1);
    expect(plans.read('plan')).not.toHaveProperty('value.startsAt');
    await pass(300_000, () => states().every((state) => state === 'done'));
    expect(states()).toEqual(['done', 'done']);
  });

  test('is undone by a person, and nothing is ever sent', async () => {
    const { plans, pass, requests, states, changeLog } = openUndone();
    plans.submit(deleting);
    await pass(5_000);
    expect(plans.cancel('plan')).toMatchObject({ value: { state: 'ended' } });
    await pass(60_000);
    expect(states()).toEqual(['cancelled', 'cancelled']);
    expect(requests).toEqual([]);
    expect(changeLog).toEqual([]);
  });

  test('starts at once where a person has it resume', async () => {
    const { plans, pass, sent } = openUndone();
    plans.submit(deleting);
    plans.pause('plan');
    await pass(20_000);
    expect(await sent('DELETE')).toEqual([]);
    plans.resume('plan');
    await pass(1_000);
    expect(await sent('DELETE')).toHaveLength(1);
  });

  test('has its ten seconds anew after the process has ended', async () => {
    const first = openUndone();
    first.plans.submit(deleting);
    await first.pass(9_000);
    first.kill();
    const second = first.restart();
    await second.pass(9_000);
    expect(second.requests).toEqual([]);
    await second.pass(2_000);
    expect(second.requests.map(({ operation }) => operation)).toContain('audits.delete');
  });

  test('that does something else as well does not wait', async () => {
    const { plans, pass, sent } = openUndone();
    const assign = {
      kind: 'assignUser',
      audit: 'consolidated',
      assignment: { id: 'nobody', role: 'none' },
    } as const;
    plans.submit(planOf(step('deleted', { kind: 'deleteAudit', audit: 'audit' }), step('user', assign)));
    await pass(1_000);
    expect(await sent('DELETE')).toHaveLength(1);
  });

  function openUndone() {
    const clock = createFakeClock();
    const desk = openDesk(undefined, { machineTime: clock.wall });
    const rig = { clock, path: join(folder, 'journal.db'), ...wait };
    return {
      ...openPlanDesk(desk, rig),
      clock,
      restart: () => startPlans({ sandbox: desk.sandbox, ...rig }),
    };
  }
});
