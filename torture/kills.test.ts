import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../e2e/service.ts';
import { type Death, processRun, startOpenService } from './process-run.ts';
import { planWithEnd } from './random-plan.ts';

// A few of the deaths that `npm run torture -- kills` has by the hundred.

let service: Service;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.end());

const deaths: readonly (readonly [string, Death | null])[] = [
  ['not at all', null],
  ['in the middle', { after: 300 }],
  ['before its plan is written', { dieAt: { write: 1, moment: 'before' } }],
  ['once its plan is written', { dieAt: { write: 1, moment: 'after' } }],
  ['once it has said that it sends', { dieAt: { write: 5, moment: 'after' } }],
];

test.each(deaths)('killed %s: nothing twice, nothing lost', async (_, death) => {
  const [made] = fc.sample(planWithEnd('c', 12), { seed: 8, numRuns: 1 });
  if (made === undefined) throw new Error('There is no plan.');
  const { faults } = await processRun(service, made, death);
  expect(faults).toEqual([]);
});

test('stopped for longer than an answer may take, and let go on (F33): nothing twice, nothing lost', async () => {
  const [made] = fc.sample(planWithEnd('c', 12), { seed: 8, numRuns: 1 });
  if (made === undefined) throw new Error('There is no plan.');
  // Its time is ten times as fast: these are 35 s to it.
  const { faults, killed, lasted } = await processRun(service, made, { stopAt: 5, stoppedFor: 3_500 });
  expect([faults, killed]).toEqual([[], false]);
  expect(lasted).toBeGreaterThan(3_500);
});
