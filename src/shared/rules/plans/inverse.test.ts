import { expect, test } from 'vitest';
import type { Audit } from '../../model/audit.ts';
import type { AuditUser } from '../../model/audit-user.ts';
import type { ComponentAudit } from '../../model/component-audit.ts';
import type { MadeAudit, StepProgress, Task } from '../../plan.ts';
import { inversesOf, type MadeNow, madeIn, ofUnchanged } from './inverse.ts';

function step(key: string, task: Task, more: Partial<StepProgress> = {}): StepProgress {
  const common = { error: null, candidates: [], differences: [], changedAt: '2026-01-05T09:00:00.000Z' };
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
/** An audit with nothing in it, as its deletion says that it was made. */
const asMade = (id: string, more: Partial<MadeAudit> = {}): MadeAudit => {
  const task = audit(id);
  if (task.kind !== 'createAudit') throw new Error('no audit');
  return {
    creation: task.creation,
    users: [],
    components: [],
    outOfScope: [],
    coupled: [],
    componentUsers: [],
    ...more,
  };
};
const client: Task = {
  kind: 'createClient',
  creation: { id: 'C', name: 'C', country: 'NL', domains: [], allow_password_login: true },
};

const told = (steps: readonly StepProgress[], known: string | null = null) =>
  inversesOf(steps, (component) => (component === known ? creation : null)).map((one) =>
    one.kind === 'none' ? one.reason : one.steps.map(({ task }) => task),
  );

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
    [{ kind: 'removeUser', audit: 'A', user: anna.id, before: 'audit_auditor', onlyIfBefore: true }],
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
        onlyIfBefore: true,
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
      { kind: 'deleteAudit', audit: 'A', made: asMade('A') },
      { kind: 'awaitGone', audit: 'A' },
    ],
  ],
])('the inverse of %s', (_, task, more, expected) => {
  expect(told([step('one', task, more)])).toEqual([expected]);
});

test('a component that was added is deleted, and one that was deleted is added as this app had created it', () => {
  const added = step('added', { kind: 'createComponent', group: 'G', creation }, { result: 'K' });
  const deleted = step('deleted', { kind: 'deleteComponent', group: 'G', component: 'L' });
  expect(told([added, deleted], 'L')).toEqual([
    [{ kind: 'createComponent', group: 'G', creation }],
    [
      {
        kind: 'deleteComponent',
        group: 'G',
        component: 'K',
        made: { isOutOfScope: false, coupled: null, users: [] },
      },
    ],
  ]);
});

test('what is in a component that was added goes with it, and after what is coupled to it', () => {
  const coupling = audit('B');
  if (coupling.kind !== 'createAudit') throw new Error('no audit');
  const component = { fromStep: 'K' };
  const steps = [
    step('K', { kind: 'createComponent', group: 'G', creation }, { result: 'K-1' }),
    step('out', { kind: 'setOutOfScope', group: 'G', component, explanation: 'x' }),
    step('user', { kind: 'assignUser', audit: component, assignment: anna }),
    step('B', { ...coupling, couple: [component] }, { result: 'B' }),
  ];
  const made = { isOutOfScope: true, coupled: 'B', users: [anna] };
  const [ofB, ofUser, ofScope, ofK] = inversesOf(steps, () => null);
  expect(ofB?.kind).toBe('steps');
  expect([ofUser, ofScope]).toMatchObject([{ reason: 'with-audit' }, { reason: 'with-audit' }]);
  expect(ofK).toMatchObject({
    steps: [{ key: 'K', after: ['B'], task: { kind: 'deleteComponent', component: 'K-1', made } }],
  });
});

test('in an audit that was there already, what was added does not go with it', () => {
  const steps = [
    step('A', audit('A'), { result: 'A', attempts: 0 }),
    step('K', { kind: 'createComponent', group: { fromStep: 'A' }, creation }, { result: 'K' }),
  ];
  expect(told(steps)).toMatchObject([[{ kind: 'deleteComponent', group: 'A', component: 'K' }], 'was-there']);
});

test('only what was done has an inverse; what is in a created audit goes with it, and later audits go first', () => {
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
      { kind: 'deleteAudit', audit: 'B', made: asMade('B', { users: [anna] }) },
      { kind: 'awaitGone', audit: 'B' },
    ],
    'with-audit',
    [
      { kind: 'deleteAudit', audit: 'A', made: asMade('A', { components: ['K'] }) },
      { kind: 'awaitGone', audit: 'A' },
    ],
  ]);
  const last = inversesOf(steps, () => null).at(-1);
  expect(last?.kind === 'steps' && last.steps[0]?.after).toEqual([]);
});

test('a group goes after the audit that the plan has coupled to a component of it, and each says how it was made', () => {
  const coupling = audit('B');
  if (coupling.kind !== 'createAudit') throw new Error('no audit');
  const steps = [
    step('A', audit('A'), { result: 'A' }),
    step('K', { kind: 'createComponent', group: { fromStep: 'A' }, creation }, { result: 'K' }),
    step('out', { kind: 'setOutOfScope', group: 'A', component: { fromStep: 'K' }, explanation: 'x' }),
    step('B', { ...coupling, couple: [{ fromStep: 'K' }] }, { result: 'B' }),
    step('other', audit('C'), { result: 'C' }),
  ];
  const deletions = inversesOf(steps, () => null).flatMap((one) =>
    one.kind === 'steps' ? one.steps.filter(({ task }) => task.kind === 'deleteAudit') : [],
  );
  expect(deletions.map(({ key, after }) => [key, after])).toEqual([
    ['other', []],
    ['B', []],
    ['A', ['B']],
  ]);
  const [, ofB, ofA] = deletions.map(({ task }) => (task.kind === 'deleteAudit' ? task.made : undefined));
  expect(ofB?.creation.coupled_component_audit_ids).toEqual(['K']);
  expect(ofA).toMatchObject({ components: ['K'], outOfScope: ['K'], coupled: ['B'] });
});

const user: AuditUser = { ...anna, name: 'Anna' };
const made: Task = { kind: 'createComponent', group: 'G', creation };
const there = (id: string, more: Partial<Audit> = {}): Audit => ({
  id,
  name: id,
  work_package_id: 'wp',
  scoping_package_id: 'Standard',
  client_organisation_id: 'C',
  legal_entity_ids: ['E'],
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  language: 'nl',
  unit_of_measurement: null,
  settings: {},
  status: 'open',
  audit_type: 'single',
  created_at: null,
  group_audit_id: null,
  coupled_component_audit_ids: [],
  ...more,
});
const component = (id: string, more: Partial<ComponentAudit> = {}): ComponentAudit => ({
  id,
  name: id,
  legal_entity_ids: ['E'],
  in_scope: true,
  out_of_scope_explanation: '',
  auditor_relation: 'self',
  status: 'open',
  coupled_entity_audit_id: null,
  ...more,
});
const nowWith = (audits: readonly Audit[], more: Partial<MadeNow> = {}): MadeNow => ({
  audits: new Map(audits.map((each) => [each.id, each])),
  usersOf: new Map(),
  componentsOf: new Map(),
  ...more,
});
const reasons = (steps: readonly StepProgress[], now: MadeNow) =>
  ofUnchanged(
    inversesOf(steps, () => creation),
    now,
  ).map((one) => (one.kind === 'none' ? one.reason : one.kind));
const assigned: Task = { kind: 'assignUser', audit: 'A', assignment: anna };

test.each<[string, MadeNow, string]>([
  ['as it was made', nowWith([there('A')]), 'steps'],
  ['no longer there', nowWith([]), 'gone'],
  ['being deleted', nowWith([there('A', { status: 'deleting' })]), 'gone'],
  ['archived', nowWith([there('A', { status: 'archived' })]), 'changed'],
  ['called otherwise', nowWith([there('A', { name: 'B' })]), 'changed'],
  ['with a user of somebody else', nowWith([there('A')], { usersOf: new Map([['A', [user]]]) }), 'changed'],
  [
    'with a component of somebody else',
    nowWith([there('A')], { componentsOf: new Map([['A', [component('K')]]]) }),
    'changed',
  ],
])('an audit that is %s', (_, now, expected) => {
  expect(reasons([step('A', audit('A'), { result: 'A' })], now)).toEqual([expected]);
});

test('users and components that the plan itself has put into an audit are no change; with an audit that stays they stay', () => {
  const inA: Task = { kind: 'createComponent', group: 'A', creation };
  const steps = [
    step('A', audit('A'), { result: 'A' }),
    step('K', inA, { result: 'K' }),
    step('out', { kind: 'setOutOfScope', group: 'A', component: { fromStep: 'K' }, explanation: 'x' }),
    step('user', assigned),
  ];
  const usersOf = new Map([['A', [{ ...user, id: 'Anna@X.example' }]]]);
  const own = { usersOf, componentsOf: new Map([['A', [component('K', { in_scope: false })]]]) };
  expect(reasons(steps, nowWith([there('A')], own))).toEqual([
    'with-audit',
    'with-audit',
    'with-audit',
    'steps',
  ]);
  const others = { usersOf: new Map([['A', [{ ...user, role: 'audit_reader' }]]]) };
  expect(reasons(steps, nowWith([there('A')], others))).toEqual([
    'in-changed',
    'in-changed',
    'in-changed',
    'changed',
  ]);
});

test.each<[string, readonly ComponentAudit[], string, (readonly AuditUser[])?]>([
  ['as it was made', [component('K')], 'steps'],
  ['no longer there', [component('L')], 'gone'],
  ['being deleted', [component('K', { status: 'deleting' })], 'gone'],
  ['out of scope', [component('K', { in_scope: false })], 'changed'],
  ['coupled', [component('K', { coupled_entity_audit_id: 'B' })], 'changed'],
  ['with a user of somebody else', [component('K')], 'changed', [user]],
])('a component that is %s', (_, components, expected, users = []) => {
  const now = nowWith([there('G')], {
    componentsOf: new Map([['G', components]]),
    usersOf: new Map([['K', users]]),
  });
  expect(reasons([step('K', made, { result: 'K' })], now)).toEqual([expected]);
});

test('a component with a user of somebody else stays, and the group that it is in', () => {
  const steps = [
    step('A', audit('A'), { result: 'A' }),
    step('K', { kind: 'createComponent', group: 'A', creation }, { result: 'K' }),
    step('user', { kind: 'assignUser', audit: { fromStep: 'K' }, assignment: anna }),
  ];
  const componentsOf = new Map([['A', [component('K')]]]);
  const own = nowWith([there('A')], { componentsOf, usersOf: new Map([['K', [user]]]) });
  expect(reasons(steps, own)).toEqual(['with-audit', 'with-audit', 'steps']);
  const others = new Map([['K', [user, { ...user, id: 'bert@x.example' }]]]);
  expect(reasons(steps, nowWith([there('A')], { componentsOf, usersOf: others }))).toEqual([
    'in-changed',
    'in-changed',
    'changed',
  ]);
  expect(reasons(steps, nowWith([], { componentsOf: new Map([['A', []]]) }))).toEqual([
    'gone',
    'gone',
    'gone',
  ]);
});

test.each<[string, Task, readonly AuditUser[], string]>([
  ['assigned', assigned, [user], 'steps'],
  ['assigned, with another role since', assigned, [{ ...user, role: 'audit_reader' }], 'changed'],
  ['assigned, and gone since', assigned, [], 'gone'],
  ['removed', { kind: 'removeUser', audit: 'A', user: anna.id, before: 'audit_reader' }, [], 'steps'],
  [
    'removed, and assigned since',
    { kind: 'removeUser', audit: 'A', user: anna.id, before: 'audit_reader' },
    [user],
    'changed',
  ],
])('a user who was %s', (_, task, users, expected) => {
  expect(reasons([step('u', task)], nowWith([there('A')], { usersOf: new Map([['A', users]]) }))).toEqual([
    expected,
  ]);
});

test('of audits that have nothing to do with each other, none waits for another: one that stays holds up none', () => {
  const steps = ['A', 'B', 'D'].map((id) => step(id, audit(id), { result: id }));
  const inverses = inversesOf(steps, () => null);
  const ids = ['D', 'B', 'A'];
  expect(madeIn(inverses)).toEqual({ audits: ids, usersOf: ids, componentsOf: [], usersOfComponents: [] });
  const last = ofUnchanged(inverses, nowWith([there('A'), there('D')])).at(-1);
  expect(last?.kind === 'steps' && last.steps[0]?.after).toEqual([]);
});
