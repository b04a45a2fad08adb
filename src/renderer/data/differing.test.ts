import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from '../../shared/error.ts';
import type { Step } from '../../shared/plan.ts';
import { differencesIn, dismissDifferences } from './differing.ts';

afterEach(() => vi.unstubAllGlobals());

const creation = { legal_entity_ids: ['e'], auditor_relation: 'self' };
const assignment = { id: 'a@b.example', role: 'r' };
const differing = (key: string, task: Step['task'], result: string) => ({
  plan: 'p',
  step: { key, task, result },
});

/** Main with what it knows of the audit G; answers what was asked. */
function main() {
  const calls: (readonly [operation: string, input: unknown])[] = [];
  const told = [
    differing('group', { kind: 'awaitOpen', audit: 'G' }, 'G'),
    differing('made', { kind: 'createComponent', group: 'G', creation }, 'G-1'),
    differing('out', { kind: 'setOutOfScope', group: 'G', component: 'G-1', explanation: 'Sold.' }, 'G-1'),
    differing('user', { kind: 'assignUser', audit: 'G', assignment }, 'a@b.example'),
  ];
  vi.stubGlobal('window', {
    auditDesk: {
      call: async (operation: string, input: { readonly about?: string }) => {
        calls.push([operation, input]);
        return succeed(operation === 'plans.dismiss' ? null : input.about === 'G' ? told : []);
      },
    },
  });
  return { calls, told };
}

it('a report has all that differs at its audit, its users with it, and at its component', async () => {
  const { calls } = main();
  const found = await differencesIn('c', ['G', 'H']);
  expect([...found].map(([id, steps]) => [id, steps.map(({ key }) => key)])).toEqual([
    ['G', ['group', 'user']],
    ['G-1', ['made', 'out']],
  ]);
  expect(calls).toEqual([
    ['plans.differing', { connection: 'c', about: 'G', all: true }],
    ['plans.differing', { connection: 'c', about: 'H', all: true }],
  ]);
});

it('what a person has seen is dismissed step by step', async () => {
  const { calls } = main();
  await dismissDifferences([
    { plan: 'p', step: { key: 'made' } },
    { plan: 'q', step: { key: 'user' } },
  ]);
  expect(calls).toEqual([
    ['plans.dismiss', { id: 'p', step: 'made' }],
    ['plans.dismiss', { id: 'q', step: 'user' }],
  ]);
});
