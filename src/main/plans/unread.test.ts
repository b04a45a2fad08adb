import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Step } from '../../shared/plan.ts';
import type { Fetch } from '../api/exchange.ts';
import { createFakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, fromStep, openPlanDesk, step } from '../testing/plan-desk.ts';

// What cannot be read decides nothing: no step counts as failed or done for it, and a person gets to the end.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Answering = (send: Fetch) => Fetch;

function open(variants: readonly string[], changeFetch: Answering = (send) => send) {
  const clock = createFakeClock();
  const desk = openDesk(
    (fixture) => ({
      ...fixture,
      firms: fixture.firms.map((firm) => ({
        ...firm,
        client_organisations: firm.client_organisations.slice(0, 1),
      })),
    }),
    { machineTime: clock.wall, variants },
  );
  return openPlanDesk(desk, { clock, path: join(folder, 'journal.db'), changeFetch });
}

/** Does something else with the first request of a method. */
function first(method: string, instead: (send: () => ReturnType<Fetch>) => ReturnType<Fetch>): Answering {
  let met = 0;
  return (send) => (url, init) => {
    if (init.method !== method || url.includes('/oauth/')) return send(url, init);
    met += 1;
    return met === 1 ? instead(() => send(url, init)) : send(url, init);
  };
}

const lost = async (): Promise<never> => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
};
const page = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
const refusal = (status: number, body: object) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

// The second entry of a list is hidden: the client that is created is the second.
const client = step('client', {
  kind: 'createClient',
  creation: { id: 'molen', name: 'Molen', country: 'NL' },
});
const named = { fields: { id: ['This field must be unique.'] } };

test.each([
  [409, { detail: 'Conflict.' }, { code: 'unknown-outcome', detail: 'Conflict.' }],
  [400, named.fields, { code: 'unknown-outcome', ...named }],
])(
  'a refusal, %i, of what a gateway has sent twice leaves it to a person where not all of the list is understood',
  async (status, body, error) => {
    const answering = first('POST', (send) => send().then(refusal(status, body)));
    const { plans, carryOut, steps, states, sent } = open(['lists-null-entry'], answering);
    await carryOut(client);
    expect(steps('plan')).toMatchObject([{ state: 'unclear', error }]);
    plans.settle({ id: 'plan', step: 'client', as: 'done' });
    expect(states()).toEqual(['done']);
    expect(await sent('POST')).toHaveLength(1);
  },
);

const missed: readonly (readonly [string, readonly string[], Step])[] = [
  ['a list that is not understood whole', ['lists-null-entry'], componentStep('named', ['leaf'], 'Noord')],
  ['a 404 that is a page', ['errors-html'], auditStep(creation)],
  ['a 404 that is a text', ['errors-text'], auditStep(creation)],
];

test.each(missed)(
  'what got lost is not seen by %s: a person is asked once, and what they have sent again is sent',
  async (_, variants, asked) => {
    const { plans, carryOut, steps, pass, sent } = open(variants, first('POST', lost));
    await carryOut(asked);
    expect(steps('plan')).toMatchObject([{ state: 'unclear', error: { code: 'unknown-outcome' } }]);
    plans.settle({ id: 'plan', step: asked.key, as: 'again' });
    await pass(60_000, () => steps('plan')[0]?.state === 'done');
    expect(steps('plan')).toMatchObject([{ state: 'done' }]);
    expect(await sent('POST')).toEqual([201]);
  },
);

test.each(['errors-html', 'errors-text'])(
  'before what a loaded plan creates nothing stands in its way, %s',
  async (variant) => {
    const { plans, desk, carryOut, steps } = open([variant]);
    await desk.control('POST', '/faults/', {
      kind: 'status',
      status: 403,
      method: 'POST',
      path: '/api/v1/audits/',
    });
    await carryOut(auditStep(creation));
    expect(steps('plan')).toMatchObject([{ state: 'waiting' }]);
    plans.resume('plan');
    await carryOut(auditStep(creation)); // until it rests
    expect(steps('plan')).toMatchObject([{ state: 'done' }]);
  },
);

test('a component without a name, in front of legal entities that are not understood whole, is left to a person', async () => {
  const { plans, carryOut, steps, states, pass, sent } = open(
    ['lists-text-entry'],
    first('POST', (send) => send().then(lost)),
  );
  await carryOut(
    step('component', {
      kind: 'createComponent',
      group: 'consolidated',
      creation: { legal_entity_ids: ['sub'], auditor_relation: 'self' },
    }),
  );
  const [{ candidates } = { candidates: [] }] = steps('plan');
  expect(steps('plan')).toMatchObject([{ state: 'unclear', error: { code: 'unknown-outcome' } }]);
  expect(candidates).toHaveLength(1);
  plans.settle({ id: 'plan', step: 'component', as: 'done', object: candidates[0] });
  await pass(1_000);
  expect(states()).toEqual(['done']);
  expect(await sent('POST')).toHaveLength(1);
});

test('of an explanation that is not shown nobody knows whether it is the one that was sent: a person decides', async () => {
  const { desk, plans, carryOut, steps, pass } = open(
    ['components-explanation-absent'],
    first('PATCH', lost),
  );
  const path = '/audits/consolidated/component-audits/component/';
  await desk.call('PATCH', path, { body: { in_scope: false, out_of_scope_explanation: 'Sold.' } });
  await carryOut(
    step('scope', {
      kind: 'setOutOfScope',
      group: 'consolidated',
      component: 'component',
      explanation: 'Closed.',
    }),
  );
  expect(steps('plan')).toMatchObject([{ state: 'unclear', error: { code: 'unknown-outcome' } }]);
  plans.settle({ id: 'plan', step: 'scope', as: 'again' });
  await pass(60_000, () => steps('plan')[0]?.state === 'done');
  const kept = await desk.control('GET', '/state/north/audit/component/');
  expect(kept.body).toMatchObject({ audit: { explanation: 'Closed.' } });
});

const scope = step('scope', {
  kind: 'setOutOfScope',
  group: 'consolidated',
  component: 'component',
  explanation: 'Sold & closed.',
});
const role = step('role', {
  kind: 'changeUser',
  audit: 'audit',
  assignment: { id: 'anna.smit@firm.example', role: 'audit_engagement_leader' },
  before: 'audit_auditor',
});
const roleOfAny = step('role', {
  kind: 'changeUser',
  audit: 'audit',
  assignment: { id: 'anna.smit@firm.example', role: 'audit_engagement_leader' },
});
type Shown = Readonly<Record<string, unknown>>;
const asItWas = (entry: Shown) => entry;
const inWords = (entry: Shown) => ({ ...entry, role: 'Engagement leader' });
const marked = ({ out_of_scope_explanation: text, ...rest }: Shown) => ({
  ...rest,
  out_of_scope_explanation: text === '' ? '' : `<p>15-01-2027: ${String(text).replace('&', '&amp;')}</p>`,
});
const scopeless = (entry: Shown) => ({ ...entry, in_scope: undefined });
const severalRoles = ({ role: one, ...rest }: Shown) => ({ ...rest, roles: ['guest', one] });
const saved = refusal(200, { message: 'Saved.' });

// A change that is accepted, how its object is shown, and what is said, by hand.
test.each<[string, Step, (entry: Shown) => Shown, isDone: boolean, string]>([
  ['an explanation with more to it', scope, marked, true, 'done'],
  ['neither scope nor explanation', scope, scopeless, false, 'unclear accepted-unseen'],
  ['several roles', role, severalRoles, false, 'unclear accepted-unseen'],
  ['another role, which may be that of before', roleOfAny, asItWas, false, 'unclear accepted-unseen'],
  ['a role in other words', roleOfAny, inWords, true, 'done'],
])('after a change that is accepted %s is shown', async (_, asked, show, isDone, ended) => {
  const { carryOut, steps } = open([], (send) => async (url, init) => {
    if (init.method === 'PATCH') return isDone ? send(url, init).then(saved) : saved();
    const came = (await send(url, init)) as Response; // the sandbox's
    const body = came.ok ? ((await came.clone().json()) as { readonly results?: readonly Shown[] }) : {}; // an object
    return body.results === undefined ? came : Response.json({ ...body, results: body.results.map(show) });
  });
  await carryOut(asked);
  const [there] = steps('plan');
  expect([there?.state, there?.error?.code ?? []].flat().join(' ')).toBe(ended);
});

test('what the answer names can be chosen, although the list has something else in its place', async () => {
  const theirs = { id: 'theirs', name: 'Theirs', legal_entity_ids: ['sub'] };
  const { plans, carryOut, steps, states, sent } = open([], (send) => async (url, init) => {
    const came = (await send(url, init)) as Response; // the sandbox's
    if (!url.includes('/component-audits/')) return came;
    const body = (await came.json()) as { readonly id: string; readonly results: readonly Shown[] }; // an object, or a list
    if (init.method === 'POST') return Response.json({ id: body.id }, { status: 201 });
    return Response.json({
      ...body,
      results: body.results.map((entry) => (entry.name === 'Noord' ? { ...entry, ...theirs } : entry)),
    });
  });
  await carryOut(componentStep('named', ['leaf'], 'Noord'));
  expect(steps('plan')).toMatchObject([{ state: 'unclear', error: { code: 'accepted-unseen' } }]);
  const [object, ...others] = steps('plan').flatMap(({ candidates }) => candidates);
  expect(others).toEqual(['theirs']);
  plans.settle({ id: 'plan', step: 'named', as: 'done', object });
  expect(states()).toEqual(['done']);
  expect(await sent('POST')).toEqual([201]);
});

const removal = step('removed', { kind: 'removeUser', audit: 'audit', user: 'Anna.Smit@firm.example' });

test('a removal that a page has answered is not done because the list does not answer afterwards', async () => {
  const noLists: Answering = (send) => (url, init) =>
    init.method === 'GET' && url.includes('/users/')
      ? Promise.reject(new TypeError('fetch failed'))
      : send(url, init);
  const paged = first('DELETE', async () => page());
  const { carryOut, steps, sent } = open([], (send) => paged(noLists(send)));
  await carryOut(removal);
  expect(steps('plan')).toMatchObject([{ state: 'resolving' }]);
  expect(await sent('DELETE')).toEqual([]);
});

test('a removal after which the user was seen is not done because a later look fails', async () => {
  let looks = 0;
  const oneLook: Answering = (send) => (url, init) => {
    if (init.method !== 'GET' || !url.includes('/users/')) return send(url, init);
    looks += 1;
    return looks === 2 ? Promise.resolve(refusal(418, {})()) : send(url, init);
  };
  const forged = first('DELETE', async () => new Response(null, { status: 204 }));
  const { carryOut, steps } = open([], (send) => forged(oneLook(send)));
  await carryOut(removal);
  expect(steps('plan')).toMatchObject([{ state: 'unclear', error: { code: 'accepted-unseen' } }]);
});

test('an audit whose open state has another name: a person says that it is open, or has it looked at again, and the plan goes on', async () => {
  const { plans, pass, states, steps, carryOut, sent } = open(['audits-status-live']);
  await carryOut(
    auditStep({ ...creation, audit_type: 'consolidated' }),
    step('open', { kind: 'awaitOpen', audit: fromStep(creation.id) }),
    step('component', {
      kind: 'createComponent',
      group: fromStep('open'),
      creation: { legal_entity_ids: ['leaf'], auditor_relation: 'inter_firm' },
    }),
  );
  expect(states()).toEqual(['done', 'unclear', 'waiting']);
  expect(steps('plan')[1]?.error).toMatchObject({ code: 'status-unread', detail: 'live' });
  expect(plans.read('plan')).toMatchObject({ value: { state: 'ended' } });
  plans.settle({ id: 'plan', step: 'open', as: 'again' });
  await pass(300_000);
  expect(states()).toEqual(['done', 'unclear', 'waiting']);
  plans.settle({ id: 'plan', step: 'open', as: 'done' });
  await pass(60_000);
  expect(states()).toEqual(['done', 'done', 'done']);
  expect(await sent('POST')).toEqual([201, 201]);
});
