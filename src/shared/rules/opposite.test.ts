import { expect, test } from 'vitest';
import type { StepProgress, Task } from '../plan.ts';
import { oppositesOf } from './opposite.ts';

function step(key: string, task: Task, more: Partial<StepProgress> = {}): StepProgress {
  const common = { error: null, candidates: [], changedAt: '2026-01-05T09:00:00.000Z' };
  return { key, after: [], subject: key, task, state: 'done', attempts: 1, result: null, ...common, ...more };
}
const creation = { legal_entity_ids: ['E'], auditor_relation: 'self' };
const audit = (id: string): Task => ({
  kind: 'createAudit',
  creation: {
    id,
    name: id,
    work_package_id: 'wp',
    scoping_package_id: 'Standard',
    client_organisation_id: 'C',
    legal_entity_id: 'E',
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    language: 'nl',
  },
});
const anna = { id: 'anna@x.example', role: 'audit_auditor' };
const client: Task = {
  kind: 'createClient',
  creation: { id: 'C', name: 'C', country: 'NL', domains: [], allow_password_login: true },
};

const told = (steps: readonly StepProgress[], known: string | null = null) =>
  oppositesOf(steps, (component) => (component === known ? creation : null)).map((one) => {
    if (one.kind === 'none') return one.reason;
    return one.kind === 'steps' ? one.steps.map(({ task }) => task) : one;
  });

test.each<[string, Task, Partial<StepProgress>, unknown]>([
  ['a client', client, {}, 'client'],
  [
    'a component set out of scope',
    { kind: 'setOutOfScope', group: 'G', component: 'K', explanation: 'x' },
    {},
    'scope',
  ],
  ['an audit that was deleted', { kind: 'deleteAudit', audit: 'A' }, {}, 'audit-deleted'],
  [
    'a component of unknown content',
    { kind: 'deleteComponent', group: 'G', component: 'other' },
    {},
    'component-unknown',
  ],
  ['a role that nobody noted', { kind: 'removeUser', audit: 'A', user: anna.id }, {}, 'role-unknown'],
  [
    'what was there already',
    { kind: 'assignUser', audit: 'A', assignment: anna },
    { attempts: 0 },
    'was-there',
  ],
  [
    'an assignment',
    { kind: 'assignUser', audit: 'A', assignment: anna },
    {},
    [{ kind: 'removeUser', audit: 'A', user: anna.id, before: 'audit_auditor' }],
  ],
  [
    'a change of role',
    { kind: 'changeUser', audit: 'A', assignment: anna, before: 'audit_reader' },
    {},
    [
      {
        kind: 'changeUser',
        audit: 'A',
        assignment: { id: anna.id, role: 'audit_reader' },
        before: 'audit_auditor',
      },
    ],
  ],
  [
    'a removal',
    { kind: 'removeUser', audit: 'A', user: anna.id, before: 'audit_reader' },
    {},
    [{ kind: 'assignUser', audit: 'A', assignment: { id: anna.id, role: 'audit_reader' } }],
  ],
  [
    'an audit that was created',
    audit('A'),
    { result: 'A' },
    [
      { kind: 'deleteAudit', audit: 'A' },
      { kind: 'awaitGone', audit: 'A' },
    ],
  ],
])('the opposite of %s', (_, task, more, expected) => {
  expect(told([step('one', task, more)])).toEqual([expected]);
});

test('a component that was added is deleted, and one that was deleted is added as this app had created it', () => {
  const added = step('added', { kind: 'createComponent', group: 'G', creation }, { result: 'K' });
  const deleted = step('deleted', { kind: 'deleteComponent', group: 'G', component: 'L' });
  expect(told([added, deleted], 'L')).toEqual([
    { step: deleted, kind: 'create-component', group: 'G', creation },
    { step: added, kind: 'delete-component', group: 'G', component: 'K' },
  ]);
});

test('only what was done has an opposite; what is in a created audit goes with it, and later audits go first', () => {
  const steps = [
    step('A', audit('A'), { result: 'A' }),
    step('open', { kind: 'awaitOpen', audit: { fromStep: 'A' } }),
    step('K', { kind: 'createComponent', group: { fromStep: 'A' }, creation }, { result: 'K' }),
    step('B', audit('B'), { result: 'B' }),
    step('user', { kind: 'assignUser', audit: 'B', assignment: anna }),
    step('failed', { kind: 'assignUser', audit: 'C', assignment: anna }, { state: 'failed' }),
  ];
  expect(told(steps)).toEqual([
    'with-audit',
    [
      { kind: 'deleteAudit', audit: 'B' },
      { kind: 'awaitGone', audit: 'B' },
    ],
    'with-audit',
    [
      { kind: 'deleteAudit', audit: 'A' },
      { kind: 'awaitGone', audit: 'A' },
    ],
  ]);
  const last = oppositesOf(steps, () => null).at(-1);
  expect(last?.kind === 'steps' && last.steps[0]?.after).toEqual(['B']);
});
