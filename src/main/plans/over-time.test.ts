import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Fetch } from '../api/exchange.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, fromStep, openPlanDesk, planOf, step } from '../testing/plan-desk.ts';

// A whole plan in front of a service that shows something later, or in another way in one place than in another, and answers what it
// carries out with a refusal: each step is sent once and done. Where nothing can be read, a person is asked.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Fields = Readonly<Record<string, unknown>>;
type Init = Parameters<Fetch>[1];
interface Asked {
  readonly method: string;
  /** Below the version. */
  readonly path: string;
}
type Send = (url: string, init: Init) => Promise<Response>;
type Between = (clock: FakeClock) => (send: Send) => Send;

const asked = (url: string, { method }: Init): Asked => ({
  method,
  path: new URL(url).pathname.replace(/^.*\/api\/v1/, ''),
});
const isOfTokens = (url: string) => url.includes('/oauth/');

/** Answers to some requests, in place of those of the sandbox, which has carried them out. */
const answered =
  (which: (one: Asked, came: Response) => boolean, by: (came: Response) => Response): Between =>
  () =>
  (send) =>
  async (url, init) => {
    const came = await send(url, init);
    return !isOfTokens(url) && which(asked(url, init), came) ? by(came) : came;
  };
const carriedOut =
  (method: string, path = /./) =>
  (one: Asked, came: Response) =>
    one.method === method && path.test(one.path) && came.ok;
const refused = (status: number) => () => Response.json({ detail: 'No.' }, { status });
const xml = () => new Response('<audits/>', { headers: { 'Content-Type': 'application/xml' } });

/** Shows objects of some answers in another way. */
const shown =
  (which: (one: Asked, isList: boolean) => boolean, show: (object: Fields) => Fields): Between =>
  () =>
  (send) =>
  async (url, init) => {
    const came = await send(url, init);
    if (isOfTokens(url) || !came.ok || came.status === 204) return came;
    const body = (await came.json()) as Fields; // the sandbox answers objects
    const { results } = body;
    const isList = Array.isArray(results);
    if (!which(asked(url, init), isList)) return Response.json(body, came);
    return Response.json(isList ? { ...body, results: results.map(show) } : show(body), came);
  };
const upper = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(upper) : String(value).toUpperCase();

/** A new audit is not found for so many seconds. */
const hidden =
  (seconds: number): Between =>
  (clock) => {
    const until = new Map<string, number>();
    return (send) => async (url, init) => {
      const { method, path } = asked(url, init);
      if (method === 'GET' && (until.get(path) ?? 0) > clock.monotonic()) return refused(404)();
      const came = await send(url, init);
      if (method === 'POST' && path === '/audits/') {
        const { id } = JSON.parse(String(init.body)) as Fields; // what this app sends
        until.set(`/audits/${String(id)}/`, clock.monotonic() + seconds * 1_000);
      }
      return came;
    };
  };

/** For so many seconds after each change everything is answered as it was before. */
const behind =
  (seconds: number): Between =>
  (clock) => {
    const before = new Map<string, Response>();
    let changed = Number.NEGATIVE_INFINITY;
    return (send) => async (url, init) => {
      if (isOfTokens(url)) return send(url, init);
      const former = before.get(url);
      const isEarly = clock.monotonic() - changed < seconds * 1_000;
      if (init.method === 'GET' && isEarly && former !== undefined) return former.clone();
      const came = await send(url, init);
      if (init.method === 'GET') before.set(url, came.clone());
      else changed = clock.monotonic();
      return came;
    };
  };

/** 202, and removed by so many seconds later. */
const removedLater =
  (seconds: number): Between =>
  (clock) =>
  (send) =>
  async (url, init) => {
    if (init.method !== 'DELETE') return send(url, init);
    clock.schedule(seconds * 1_000, () => void send(url, { ...init }));
    return new Response(null, { status: 202 });
  };

const anna = 'anna.smit@firm.example';
const group = fromStep('g');
const client = { id: 'molen', name: 'Molen & Zn', country: 'NL' };
const large = { ...creation, scoping_package_id: 'Large', language: 'nl', unit_of_measurement: 'EUR' };
const component = (key: string, entity: string, after: string) => {
  const { task } = componentStep(key, [entity]);
  return step(key, task.kind === 'createComponent' ? { ...task, group } : task, [after]);
};
const steps = [
  step('client', { kind: 'createClient', creation: client }),
  auditStep({ ...large, id: 'g', audit_type: 'consolidated', legal_entity_id: 'group' }),
  step('open', { kind: 'awaitOpen', audit: group }, ['g']),
  component('sub', 'sub', 'open'),
  component('leaf', 'leaf', 'sub'),
  step('out', { kind: 'setOutOfScope', group, component: fromStep('leaf'), explanation: 'Sold.' }, ['leaf']),
  step('on', { kind: 'assignUser', audit: group, assignment: { id: anna, role: 'audit_auditor' } }, ['open']),
  step(
    'led',
    {
      kind: 'changeUser',
      audit: group,
      assignment: { id: anna, role: 'audit_engagement_leader' },
      before: 'audit_auditor',
    },
    ['on'],
  ),
  step(
    'new',
    { kind: 'createAudit', creation: { ...large, legal_entity_id: 'sub' }, couple: [fromStep('sub')] },
    ['sub'],
  ),
  step('coupled', { kind: 'awaitOpen', audit: fromStep('new') }, ['new']),
  step('off', { kind: 'removeUser', audit: 'audit', user: anna }),
  step('less', { kind: 'deleteComponent', group: 'consolidated', component: 'component' }),
  step('gone', { kind: 'deleteAudit', audit: 'audit' }, ['off']),
  step('seen', { kind: 'awaitGone', audit: 'audit' }, ['gone']),
];

async function planned(between: Between) {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const changeFetch = (send: Fetch): Fetch =>
    between(clock)(async (url, init) => (await send(url, init)) as Response); // the sandbox's
  const rig = openPlanDesk(desk, { clock, path: join(folder, 'journal.db'), changeFetch });
  rig.plans.submit(planOf(...steps));
  await rig.pass(600_000, () => {
    const now = rig.plans.read('plan');
    return now.ok && now.value.state !== 'running';
  });
  const plan = rig.plans.read('plan');
  return {
    plan: plan.ok && plan.value.state,
    steps: rig
      .steps('plan')
      .filter(({ state }) => state !== 'done' && state !== 'waiting')
      .map(({ key, state, error }) => [key, state, error?.code ?? []].flat().join(' ')),
    differing: rig.steps('plan').filter(({ differences }) => differences.length > 0).length,
    sent: (await Promise.all(['POST', 'PATCH', 'DELETE'].map(rig.sent))).map((all) => all.join(' ')),
  };
}

const isOfComponents = ({ path }: Asked) => path.includes('/component-audits/');

test.each<readonly [string, Between]>([
  ['as specified', answered(() => false, refused(500))],
  ['a new audit is not found for 40 s', hidden(40)],
  ['all is 10 s behind', behind(10)],
  [
    'ids of components in capitals in lists',
    shown(
      (one, isList) => isList && isOfComponents(one),
      (object) => ({ ...object, id: upper(object['id']) }),
    ),
  ],
  [
    'ids of coupled components in capitals',
    shown(
      ({ path }) => path.startsWith('/audits/'),
      (object) =>
        'coupled_component_audit_ids' in object
          ? { ...object, coupled_component_audit_ids: upper(object['coupled_component_audit_ids']) }
          : object,
    ),
  ],
  ['404 to creations that are carried out', answered(carriedOut('POST'), refused(404))],
  ['404 to components that are created', answered(carriedOut('POST', /component-audits/), refused(404))],
  ['404 to changes that are carried out', answered(carriedOut('PATCH'), refused(404))],
  ['404 to deletions that are carried out', answered(carriedOut('DELETE'), refused(404))],
  [
    '404 to components that are created, and all 10 s behind',
    (clock) => (send) =>
      behind(10)(clock)(answered(carriedOut('POST', /component-audits/), refused(404))(clock)(send)),
  ],
  [
    '404 to deletions that are carried out, and all 10 s behind',
    (clock) => (send) => behind(10)(clock)(answered(carriedOut('DELETE'), refused(404))(clock)(send)),
  ],
  ['202 to deletions, which are carried out 20 s later', removedLater(20)],
])('%s: each step is sent once, and done', async (_, between) => {
  expect(await planned(between)).toEqual({
    plan: 'ended',
    steps: [],
    differing: 0,
    sent: ['201 201 201 201 201 201', '200 200', '204 204 204'],
  });
});

// What is said of each step that is not done, by hand.
test.each<readonly [string, Between, readonly string[]]>([
  ['each answer to a reading is XML', answered(carriedOut('GET'), xml), ['open unclear status-unread']],
  [
    'each answer to a reading is of another shape',
    answered(carriedOut('GET'), () => Response.json({ rows: 'a;b' })),
    ['open unclear status-unread'],
  ],
  [
    'each answer is XML',
    answered((_, came) => came.ok, xml),
    ['client', 'g', 'off', 'less'].map((key) => `${key} unclear accepted-unseen`),
  ],
])('%s: a person is asked', async (_, between, asks) => {
  expect(await planned(between)).toMatchObject({ plan: 'ended', steps: asks });
});

test('a deletion that is refused, of a component whose id is in capitals in lists, has failed', async () => {
  const capitals = shown(
    (one, isList) => isList && isOfComponents(one),
    (object) => ({ ...object, id: upper(object['id']) }),
  );
  const refusing: Between = (clock) => (send) =>
    capitals(clock)((url, init) =>
      init.method === 'DELETE' ? Promise.resolve(refused(409)()) : send(url, init),
    );
  expect(await planned(refusing)).toMatchObject({
    steps: ['off failed conflict', 'less failed conflict', 'gone blocked', 'seen blocked'],
  });
});
