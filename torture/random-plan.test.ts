import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSandbox } from '../src/sandbox/app.ts';
import { readFixture } from '../src/sandbox/fixture.ts';
import { planFaults } from '../src/shared/rules/plan.ts';
import { firm } from './firm.ts';
import { carryOutPlainly } from './plain-runner.ts';
import { planWithEnd } from './random-plan.ts';
import { askBeside, stateOf } from './service-state.ts';

/** A service of its own whose audits are open at once. */
function openService() {
  const fixture = readFixture(firm());
  if (!fixture.ok) throw new Error(fixture.faults.join('\n'));
  return createSandbox({ fixture: fixture.value, control: true, initialisationSeconds: 0 });
}

test('a plan, carried out step by step without any fault, leaves what it says', async () => {
  await fc.assert(
    fc.asyncProperty(planWithEnd('c', 60), async ({ plan, end }) => {
      expect(planFaults(plan)).toEqual([]);
      expect(plan.steps).toHaveLength(60);
      const sandbox = openService();
      const ask = await askBeside(sandbox);
      await carryOutPlainly(plan, ask);
      expect(await stateOf(ask)).toEqual(end);
      sandbox.close();
    }),
    { seed: 20_270_115, numRuns: 25 },
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
  const sandbox = openService();
  const ask = await askBeside(sandbox);
  await carryOutPlainly(plan, ask);
  await ask('POST', '/client-organisations/', { id: 'one more', name: 'One more', country: 'NL' });
  expect(await stateOf(ask)).toEqual([...end, 'client one more'].toSorted());
  sandbox.close();
});
