import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dialects } from '../../sandbox/http/dialects/dialects.ts';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation, type TwoFirms } from '../../sandbox/testing/two-firms.ts';
import type { Step } from '../../shared/plan.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, fromStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';

// What a service makes while it initialises an audit is compared when the audit is open. The specification couples an audit at its creation
// only, and its answer shows the coupling afterwards.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Fields = Readonly<Record<string, unknown>>;

const coupled = {
  ...creation,
  scoping_package_id: 'Large',
  language: 'nl',
  legal_entity_id: 'sub',
  unit_of_measurement: 'EUR',
  settings: { note: 'As agreed.' },
  coupled_component_audit_ids: ['component', 'wide'],
};
const anna = { id: 'anna.smit@firm.example', role: 'audit_auditor' };
const steps: readonly Step[] = [
  auditStep(coupled),
  step('open', { kind: 'awaitOpen', audit: fromStep('new') }),
  step('user', { kind: 'assignUser', audit: fromStep('new'), assignment: anna }, ['open']),
  step('other', { kind: 'assignUser', audit: 'consolidated', assignment: anna }),
];

/** Both components are of the legal entity that is coupled to them. */
function withTwoComponents(fixture: TwoFirms): TwoFirms {
  for (const { audits } of fixture.firms)
    for (const { components = [] } of audits as readonly {
      readonly components?: { legal_entity_ids: readonly string[] }[];
    }[])
      for (const component of components) component.legal_entity_ids = ['sub'];
  return fixture;
}

/** A service that shows the coupled audit in its own way. */
function openBehind(show: (audit: Fields, looks: number) => Fields, variants: readonly string[] = []) {
  const clock = createFakeClock();
  const honest = openDesk(withTwoComponents, { machineTime: clock.wall, variants });
  let looks = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const answer = await honest.sandbox.fetch(request);
    if (!/\/audits\/(new\/)?$/.test(new URL(request.url).pathname) || !answer.ok) return answer;
    const body: Fields = await answer.json();
    if (body.status === 'open') looks += 1;
    return Response.json(show(body, looks), answer);
  };
  const desk = { ...honest, sandbox: { fetch } };
  const start = () => openPlanDesk(desk, { clock, path: join(folder, 'journal.db') });
  return { start, ...start() };
}

const shows = (ids: unknown) => (audit: Fields) => ({ ...audit, coupled_component_audit_ids: ids });
const lacking = (...ids: readonly string[]) => ({
  code: 'not-coupled',
  fields: { coupled_component_audit_ids: ids },
});

const coupledTo = (there: string) => ({
  field: 'coupled_component_audit_ids',
  sent: 'component, wide',
  there,
});

test.each<{
  readonly what: string;
  readonly show: (audit: Fields, looks: number) => Fields;
  readonly open: Fields;
  readonly states: readonly string[];
}>([
  {
    what: 'both couplings, only once it is open',
    show: (audit) => (audit.status === 'open' ? audit : shows([])(audit)),
    open: { error: null, differences: [] },
    states: ['done', 'done', 'done', 'done'],
  },
  {
    what: 'them a moment after it is open',
    show: (audit, looks) => (looks > 2 ? audit : shows([])(audit)),
    open: { error: null, differences: [] },
    states: ['done', 'done', 'done', 'done'],
  },
  {
    what: 'no field of couplings',
    show: shows(undefined),
    open: { error: null, differences: [] },
    states: ['done', 'done', 'done', 'done'],
  },
  {
    what: 'neither',
    show: shows([]),
    open: { error: lacking('component', 'wide'), differences: [coupledTo('')] },
    states: ['done', 'failed', 'blocked', 'done'],
  },
  {
    what: 'one of the two',
    show: shows(['component']),
    open: { error: lacking('wide'), differences: [coupledTo('component')] },
    states: ['done', 'failed', 'blocked', 'done'],
  },
  {
    what: 'one more, and another setting',
    show: (audit) =>
      audit.status === 'open'
        ? { ...shows(['component', 'wide', 'more'])(audit), settings: { note: 'Other.' } }
        : audit,
    open: {
      error: null,
      differences: [
        {
          field: 'coupled_component_audit_ids',
          sent: 'component, wide',
          there: 'component, wide, more',
        },
        { field: 'settings.note', sent: 'As agreed.', there: 'Other.' },
      ],
    },
    states: ['done', 'done', 'done', 'done'],
  },
])('an open audit that shows $what', async ({ show, open, states }) => {
  const rig = openBehind(show);
  await rig.carryOut(...steps);
  expect(rig.states()).toEqual(states);
  expect(rig.steps('plan')[1]).toMatchObject(open);
  // The audit once, and the users whose step is done.
  if (states[1] === 'failed')
    // it stands at the audit, too
    expect(rig.plans.differing({ connection: 'c', about: 'new' })).toMatchObject({
      value: [{ step: { key: 'open', ...open } }],
    });
  const users = states.slice(2).filter((state) => state === 'done');
  expect((await rig.sent('POST')).length).toBe(1 + users.length);
});

// Of one that is `live` a person says that it is open (unread.test.ts).
const ofAudits = dialects.filter(({ noun, name }) => noun === 'audits' && name !== 'audits-status-live');
test.each(ofAudits.map(({ name }) => name))(
  'in front of %s the coupling is there once it is open, and all goes on',
  async (name) => {
    const rig = openBehind((audit) => audit, [name]);
    await rig.carryOut(...steps);
    expect(rig.states().slice(0, 2)).toEqual(['done', 'done']);
    expect(rig.steps('plan')[1]?.differences).toEqual([]);
  },
);

test('what was told of the creation is not told again of the opening', async () => {
  const { carryOut, steps: told } = openBehind((audit) => ({ ...audit, name: 'Jaarrekening' }));
  await carryOut(...steps);
  expect(told('plan').map(({ differences }) => differences.map(({ field }) => field))).toEqual([
    ['name'],
    [],
    [],
    [],
  ]);
});

test('a missing coupling is found after the end of the app, and is looked for again when a person retries', async () => {
  let isShown = false;
  const first = openBehind((audit) => (isShown ? audit : shows([])(audit)));
  first.plans.submit(planOf(...steps));
  await first.pass(60_000, () => first.states()[0] === 'done');
  expect(first.states()[1]).toBe('waiting');
  first.kill();

  const second = first.start();
  await second.pass(300_000, () => second.states()[1] !== 'waiting');
  expect(second.states()).toEqual(['done', 'failed', 'blocked', 'done']);
  isShown = true;
  second.plans.retry('plan');
  await second.pass(300_000, () => second.states()[2] === 'done');
  expect(second.states()).toEqual(['done', 'done', 'done', 'done']);
  expect((await second.sent('POST')).length).toBe(3);
});
