import { describe, expect, test } from 'vitest';
import { operations } from '../../api.ts';
import { deedKinds, type PlanProgress, type Step, type Task, type TaskKind } from '../../plan.ts';
import { dependencies, onlyRemoves, type PlanAct, planAct, planFaults, tierOf } from './plan.ts';

const audit = {
  id: 'A',
  name: 'Jaarrekening 2026',
  work_package_id: 'wp',
  scoping_package_id: 'Large',
  client_organisation_id: 'client',
  legal_entity_id: 'client',
  period_start: '2026-01-01',
  period_end: '2026-12-31',
  language: 'nl',
};
const component = { legal_entity_ids: ['sub'], auditor_relation: 'self' };

const step = (key: string, task: Task, after: readonly string[] = []): Step => ({
  key,
  after,
  subject: key,
  task,
});
const createClient: Task = {
  kind: 'createClient',
  creation: { id: 'client', name: 'Client B.V.', country: 'NL' },
};
const createAudit: Task = { kind: 'createAudit', creation: audit };
const fromStep = (key: string) => ({ fromStep: key });
const createComponent: Task = { kind: 'createComponent', group: fromStep('audit'), creation: component };

describe('planFaults', () => {
  test('a whole group in order has none', () => {
    const steps = [
      step('client', createClient),
      step('audit', createAudit),
      step('open', { kind: 'awaitOpen', audit: fromStep('audit') }),
      step('one', createComponent, ['open']),
      step('scope', {
        kind: 'setOutOfScope',
        group: 'A',
        component: fromStep('one'),
        explanation: 'Sold in March.',
      }),
      step('two', { kind: 'createAudit', creation: { ...audit, id: 'B' }, couple: [fromStep('one')] }),
      step('user', {
        kind: 'assignUser',
        audit: fromStep('one'),
        assignment: { id: 'a@firm.example', role: 'r' },
      }),
    ];
    expect(planFaults({ steps })).toEqual([]);
  });

  test.each<[string, readonly Step[], string, string]>([
    ['two steps of one key', [step('a', createClient), step('a', createAudit)], 'duplicate-key', 'a'],
    ['after an unknown step', [step('a', createAudit, ['b'])], 'unknown-step', 'b'],
    ['after a later step', [step('a', createAudit, ['b']), step('b', createClient)], 'unknown-step', 'b'],
    ['after itself', [step('a', createAudit, ['a'])], 'unknown-step', 'a'],
    ['a reference to nothing', [step('a', createComponent)], 'unknown-step', 'audit'],
    ['a client as a group', [step('audit', createClient), step('a', createComponent)], 'wrong-kind', 'audit'],
    [
      'a component as a group',
      [step('audit', { ...createComponent, group: 'G' }), step('a', createComponent)],
      'wrong-kind',
      'audit',
    ],
    ['an id that is a dot', [step('a', { kind: 'deleteAudit', audit: '..' })], 'unusable-id', '..'],
    [
      'an id with a control character',
      [step('a', { kind: 'createAudit', creation: { ...audit, id: 'a\u0007' } })],
      'unusable-id',
      'a\u0007',
    ],
    [
      'half a character',
      [step('a', { kind: 'removeUser', audit: 'A', user: '\ud800' })],
      'unusable-id',
      '\ud800',
    ],
    [
      'one id twice',
      [step('a', createAudit), step('b', { kind: 'createAudit', creation: audit })],
      'duplicate-id',
      'A',
    ],
  ])('%s', (_, steps, code, subject) => {
    expect(planFaults({ steps }).map((fault) => [fault.code, fault.subject])).toContainEqual([code, subject]);
  });

  test('a client and an audit may have one id', () => {
    expect(
      planFaults({
        steps: [
          step('a', { kind: 'createClient', creation: { id: 'A', name: 'A', country: 'NL' } }),
          step('b', createAudit),
        ],
      }),
    ).toEqual([]);
  });
});

describe('dependencies', () => {
  test('named, referred to, and known by their ids', () => {
    const steps = [
      step('client', createClient),
      step('audit', createAudit),
      step('open', { kind: 'awaitOpen', audit: 'A' }),
      step('one', createComponent, ['open']),
      step('two', { kind: 'createAudit', creation: { ...audit, id: 'B' }, couple: [fromStep('one')] }),
      step('other', { kind: 'deleteAudit', audit: 'elsewhere' }),
    ];
    expect(dependencies(steps)).toEqual([[], [0], [1], [2, 1], [3, 0], []]);
  });
});

test('the tiers of tasks are those of the operations that carry them out', () => {
  const tiers = {
    createClient: operations['clients.create'].tier,
    createAudit: operations['audits.create'].tier,
    awaitOpen: null,
    createComponent: operations['components.create'].tier,
    setOutOfScope: operations['components.setOutOfScope'].tier,
    deleteComponent: operations['components.delete'].tier,
    assignUser: operations['users.assign'].tier,
    changeUser: operations['users.change'].tier,
    removeUser: operations['users.remove'].tier,
    deleteAudit: operations['audits.delete'].tier,
    awaitGone: null,
  } as const satisfies Record<TaskKind, unknown>;
  for (const [kind, tier] of Object.entries(tiers))
    expect([kind, tierOf(kind as TaskKind)]).toEqual([kind, tier]); // a key of the same
});

const made = { isOutOfScope: false, coupled: null };
test.each<[boolean, Task]>([
  [true, { kind: 'deleteAudit', audit: 'A' }],
  [true, { kind: 'removeUser', audit: 'A', user: 'u' }],
  [true, { kind: 'deleteComponent', group: 'G', component: 'C', made }],
  [false, { kind: 'deleteComponent', group: 'G', component: 'C' }],
  [false, { kind: 'awaitOpen', audit: 'A' }],
])('that it only removes is %s of a plan with %o', (is, task) => {
  expect(onlyRemoves([{ task }, { task: { kind: 'awaitGone', audit: 'B' } }])).toBe(is);
});

describe('what a plan does, in one verb', () => {
  type Deed = PlanProgress['deeds'][number];
  const deed = (kind: Deed['kind'], count = 1, subject = 'Leaf B.V.'): Deed => ({
    kind,
    count,
    subject,
  });
  type Row = readonly [string, readonly Deed[], PlanAct['verb'], number, string | null];
  test.each<Row>([
    ...deedKinds.flatMap((kind): Row[] => [
      [`${kind}, one`, [deed(kind)], kind, 1, 'Leaf B.V.'],
      [`${kind}, ten`, [deed(kind, 10)], kind, 10, null],
    ]),
    [
      'an audit with what is in it',
      [deed('createAudit'), deed('assignUser', 3)],
      'createAudit',
      1,
      'Leaf B.V.',
    ],
    ['a client and its audit', [deed('createClient'), deed('createAudit')], 'createAudit', 1, 'Leaf B.V.'],
    ['a client with users', [deed('createClient'), deed('assignUser')], 'createClient', 1, 'Leaf B.V.'],
    ['audits that go', [deed('removeUser'), deed('deleteAudit', 2)], 'deleteAudit', 2, null],
    ['components', [deed('createComponent', 2), deed('setOutOfScope', 3)], 'components', 5, null],
    ['users', [deed('assignUser'), deed('removeUser'), deed('changeUser')], 'users', 3, null],
    ['both', [deed('assignUser'), deed('deleteComponent', 2)], 'several', 3, null],
  ])('%s', (_, deeds, verb, count, name) => {
    expect(planAct({ title: 'Hold Co 2026', deeds })).toEqual({ verb, count, name, at: 'Hold Co 2026' });
  });

  test.each([
    ['', 'Leaf B.V.', null],
    ['Leaf B.V.', 'Leaf B.V.', null],
    ['Hold Co', 'leader@firm.example – Hold Co', null],
    ['Hold Co', 'Leaf B.V.', 'Hold Co'],
  ])('where, unless the name says it: in “%s”, of “%s”', (title, subject, at) => {
    expect(planAct({ title, deeds: [deed('removeUser', 1, subject)] }).at).toBe(at);
  });
});
