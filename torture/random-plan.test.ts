import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture/fixture.ts';
import type { Plan, Reference, Task } from '../src/shared/plan.ts';
import { isWaiting, planFaults, type WaitingTask } from '../src/shared/rules/plans/plan.ts';
import { firm, standing } from './firm.ts';
import { planWithEnd } from './random-plan.ts';
import { type Ask, askBeside, stateOf } from './service-state.ts';

/** A service of its own whose audits are open at once. */
async function openService(audits: typeof standing = []) {
  const fixture = readFixture(firm({ audits }));
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  return createSandbox({ fixture: fixture.value, control: true, initialisationSeconds: 0 });
}

test('a plan, carried out step by step without any fault, leaves what it says', async () => {
  await fc.assert(
    fc.asyncProperty(planWithEnd('c', 60), async ({ plan, end }) => {
      expect(planFaults(plan)).toEqual([]);
      expect(plan.steps).toHaveLength(60);
      const sandbox = await openService();
      const ask = await askBeside(sandbox);
      await carryOutPlainly(plan, ask);
      expect(await stateOf(ask)).toEqual(end);
      await sandbox.close();
    }),
    { seed: 20_270_115, numRuns: 25 },
  );
});

test('the same where something stands before, of which nothing that the plan has done is undone', async () => {
  await fc.assert(
    fc.asyncProperty(planWithEnd('c', 60, standing), async ({ plan, end }) => {
      expect(planFaults(plan)).toEqual([]);
      const sandbox = await openService(standing);
      const ask = await askBeside(sandbox);
      await carryOutPlainly(plan, ask);
      expect(await stateOf(ask)).toEqual(end);
      await sandbox.close();
      const undone = plan.steps.flatMap(({ task }) => {
        if (task.kind === 'deleteComponent') return [task.component];
        return task.kind === 'deleteAudit' ? [task.audit] : [];
      });
      for (const one of undone) expect(one).toMatch(/^standing/);
    }),
    { seed: 20_270_116, numRuns: 15 },
  );
});

test('every kind of task occurs, and components that are alike to the letter', () => {
  const plans = fc.sample(planWithEnd('c', 60), { seed: 1, numRuns: 30 });
  const kinds = new Set(plans.flatMap(({ plan }) => plan.steps.map(({ task }) => task.kind)));
  expect([...kinds].toSorted()).toEqual([
    'assignUser',
    'awaitOpen',
    'changeUser',
    'createAudit',
    'createClient',
    'createComponent',
    'deleteAudit',
    'deleteComponent',
    'removeUser',
    'setOutOfScope',
  ]);
  const alike = plans.filter(({ end }) => new Set(end).size < end.length);
  expect(alike.length).toBeGreaterThan(3);
  const coupling = plans.filter(({ end }) => end.some((line) => line.includes('couples 1')));
  expect(coupling.length).toBeGreaterThan(3);
});

test('what is there twice, missing or different shows in the state', async () => {
  const [{ plan, end } = { plan: null, end: [] }] = fc.sample(planWithEnd('c', 30), { seed: 5, numRuns: 1 });
  if (plan === null) throw new Error('no plan');
  const sandbox = await openService();
  const ask = await askBeside(sandbox);
  await carryOutPlainly(plan, ask);
  await ask('POST', '/client-organisations/', { id: 'one more', name: 'One more', country: 'NL' });
  expect(await stateOf(ask)).toEqual([...end, 'client one more'].toSorted());
  await sandbox.close();
});

/** Carries out a plan as it would be done by hand on a service without faults: one step after the other, believing every answer. */
async function carryOutPlainly({ steps }: Plan, ask: Ask): Promise<void> {
  const ids = new Map<string, string>();
  const idOf = (reference: Reference): string =>
    typeof reference === 'string' ? reference : (ids.get(reference.fromStep) ?? '');
  const path = (reference: Reference): string => `/audits/${encodeURIComponent(idOf(reference))}`;
  const component = (task: { readonly group: Reference; readonly component: Reference }): string =>
    `${path(task.group)}/component-audits/${encodeURIComponent(idOf(task.component))}/`;

  const send = (task: Exclude<Task, WaitingTask>): Promise<unknown> => {
    switch (task.kind) {
      case 'createClient':
        return ask('POST', '/client-organisations/', task.creation);
      case 'createAudit':
        return ask('POST', '/audits/', {
          ...task.creation,
          coupled_component_audit_ids: (task.couple ?? []).map(idOf),
        });
      case 'createComponent':
        return ask('POST', `${path(task.group)}/component-audits/`, task.creation);
      case 'setOutOfScope':
        return ask('PATCH', component(task), {
          in_scope: false,
          out_of_scope_explanation: task.explanation,
        });
      case 'deleteComponent':
        return ask('DELETE', component(task));
      case 'assignUser':
        return ask('POST', `${path(task.audit)}/users/`, task.assignment);
      case 'changeUser':
        return ask('PATCH', `${path(task.audit)}/users/${encodeURIComponent(task.assignment.id)}/`, {
          role: task.assignment.role,
        });
      case 'removeUser':
        return ask('DELETE', `${path(task.audit)}/users/${encodeURIComponent(task.user)}/`);
      case 'deleteAudit':
        return ask('DELETE', `${path(task.audit)}/`);
    }
  };

  for (const { key, task } of steps) {
    if (isWaiting(task)) {
      ids.set(key, idOf(task.audit));
      continue;
    }
    const answer = await send(task);
    if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string')
      ids.set(key, answer.id);
  }
}
