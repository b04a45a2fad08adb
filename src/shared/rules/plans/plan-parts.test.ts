import { expect, test } from 'vitest';
import type { Step, Task } from '../../plan.ts';
import { partsOf } from './plan-parts.ts';

const step = (key: string, task: Task): Step => ({ key, after: [], subject: key, task });
const fromStep = (key: string) => ({ fromStep: key });

const audit = (id: string, type: 'consolidated' | 'single', ...couple: readonly string[]) =>
  step(id, {
    kind: 'createAudit',
    creation: {
      id,
      name: id,
      work_package_id: 'wp',
      scoping_package_id: 'Large',
      client_organisation_id: 'client',
      legal_entity_id: 'client',
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      language: 'nl',
      audit_type: type,
    },
    ...(couple.length === 0 ? {} : { couple: couple.map(fromStep) }),
  });
const group = (id: string) => audit(id, 'consolidated');
const open = (id: string) => step(`open ${id}`, { kind: 'awaitOpen', audit: fromStep(id) });
const component = (key: string, to: string | ReturnType<typeof fromStep>) =>
  step(key, {
    kind: 'createComponent',
    group: to,
    creation: { legal_entity_ids: [key], auditor_relation: 'self' },
  });
const user = (key: string, to: string | ReturnType<typeof fromStep>) =>
  step(key, { kind: 'assignUser', audit: to, assignment: { id: 'a@firm.example', role: 'r' } });
const client = step('client', {
  kind: 'createClient',
  creation: { id: 'client', name: 'Client B.V.', country: 'NL' },
});

/** `G: 0 2` for a part of the audit G with the steps 0 and 2. */
const written = (steps: readonly Step[]): readonly string[] =>
  partsOf(steps).map(({ audit: id, places }) => `${id ?? '–'}: ${places.join(' ')}`);

test.each([
  [
    'one group, and all else that its plan does',
    [client, group('G'), open('G'), component('c', 'G')],
    ['G: 0 1 2 3'],
  ],
  [
    'two groups',
    [group('G'), group('H'), component('g', 'G'), component('h', fromStep('H'))],
    ['G: 0 2', 'H: 1 3'],
  ],
  [
    'what is coupled belongs to the group at the top, with its users',
    [
      group('G'),
      component('g', 'G'),
      audit('below', 'consolidated', 'g'),
      component('b', fromStep('below')),
      audit('single', 'single', 'b'),
      user('u', fromStep('single')),
      group('H'),
    ],
    ['G: 0 1 2 3 4 5', 'H: 6'],
  ],
  ['components of groups that are there', [component('a', 'G'), component('b', 'H')], ['G: 0', 'H: 1']],
  [
    'beside groups, audits of none are a part; clients alone are none',
    [client, group('G'), group('H'), audit('A', 'single'), user('u', 'A')],
    ['G: 1', 'H: 2', '–: 0 3 4'],
  ],
  ['clients beside groups', [client, group('G'), group('H')], ['G: 1', 'H: 2']],
  ['audits without a group', [audit('A', 'single'), audit('B', 'single')], ['A: 0 1']],
  ['users alone', [user('u', 'A'), user('v', 'B')], ['–: 0 1']],
])('the parts of a plan: %s', (_, steps, parts) => {
  expect(written(steps)).toEqual(parts);
});

test('a part says what its audit is created with, unless that is there already', () => {
  expect(partsOf([group('G'), component('b', 'H')]).map(({ creation }) => creation?.id ?? null)).toEqual([
    'G',
    null,
  ]);
});
