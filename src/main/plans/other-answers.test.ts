import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDesk } from '../../sandbox/testing/desk.ts';
import { creation } from '../../sandbox/testing/two-firms.ts';
import type { Step } from '../../shared/plan.ts';
import type { Answer, Fetch } from '../api/exchange.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { auditStep, componentStep, openPlanDesk, step } from '../testing/plan-desk.ts';

// What a service may answer to a creation besides the object that it made for it, by hand (docs/plans.md): how often it was asked, what
// is there, how the step ends and what is said of it.

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Init = Parameters<Fetch>[1];
interface Asked {
  readonly send: Fetch;
  readonly url: string;
  readonly init: Init;
  readonly clock: FakeClock;
}
type Fields = Readonly<Record<string, unknown>>;

const json = (status: number, value: unknown) =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });
const sentBy = ({ body }: Init) => JSON.parse(String(body)) as Fields; // this app sends objects
const bodyOf = async ({ body }: Answer) => JSON.parse(body === null ? '{}' : await text(body)) as Fields; // the sandbox answers objects

const reading = ({ headers, redirect, credentials, cache, signal }: Init) => ({
  method: 'GET',
  headers,
  redirect,
  credentials,
  cache,
  signal,
});

/** A creation is answered so; all else is the sandbox's. */
const creations =
  (answer: (asked: Asked) => Promise<Answer>) =>
  (clock: FakeClock) =>
  (send: Fetch): Fetch =>
  (url, init) =>
    init.method === 'POST' && !url.includes('/oauth/') ? answer({ send, url, init, clock }) : send(url, init);

const long = 'x'.repeat(4 * 1024 * 1024);
const minute = 60_000;

/** Lists show what was made only a minute after it was asked for. */
function late(answer: (made: Answer) => Answer) {
  return (clock: FakeClock) =>
    (send: Fetch): Fetch => {
      const made = new Map<unknown, number>();
      return async (url, init) => {
        const came = await send(url, init);
        if (url.includes('/oauth/') || came.status >= 300) return came;
        const body = await bodyOf(came);
        const read = json(came.status, body);
        if (init.method === 'POST') {
          made.set(body['id'], clock.monotonic() + minute);
          return answer(read);
        }
        if (!Array.isArray(body['results'])) return read;
        const results = (body['results'] as readonly Fields[]).filter(
          ({ id }) => (made.get(id) ?? 0) <= clock.monotonic(),
        );
        return json(200, { ...body, count: results.length, results });
      };
    };
}

const components = '/audits/consolidated/component-audits/';

/** A creation of each kind, and the list that what it makes is in. */
const creationSteps: Readonly<Record<string, readonly [of: Step, list: string]>> = {
  client: [
    step('client', { kind: 'createClient', creation: { id: 'molen', name: 'Molen', country: 'NL' } }),
    '/client-organisations/',
  ],
  audit: [auditStep(creation), '/audits/'],
  component: [componentStep('component', ['leaf']), components],
  named: [componentStep('named', ['leaf'], 'Noord'), components],
};

const answers: Readonly<Record<string, (clock: FakeClock) => (send: Fetch) => Fetch>> = {
  'the object, 4 MiB long': creations(async ({ send, url, init }) =>
    json(201, { ...(await bodyOf(await send(url, init))), note: long }),
  ),
  'another id, of an object that is under the one that was asked for': creations(
    async ({ send, url, init }) => json(201, { ...(await bodyOf(await send(url, init))), id: 'another' }),
  ),
  'an object that was made under another id': creations(({ send, url, init }) =>
    send(url, { ...init, body: JSON.stringify({ ...sentBy(init), id: 'another' }) }),
  ),
  'one of two that were made': creations(async ({ send, url, init }) => {
    const first = await send(url, init);
    await send(url, init);
    return first;
  }),
  'the second of two': creations(async ({ send, url, init }) => {
    await send(url, init);
    return send(url, init);
  }),
  'the object, which lists show a minute later': late((made) => made),
  'nothing, and lists show it a minute later': late(() => new Response(null, { status: 204 })),
  '202, and made half a minute later': creations(async ({ send, url, init, clock }) => {
    clock.schedule(30_000, () => void send(url, { ...init }));
    return json(202, {});
  }),
  '202, and never made': creations(async () => json(202, {})),
  'the object, which a GET answers another for': (clock) => (send) => async (url, init) => {
    const came = await send(url, init);
    const isOne =
      init.method === 'GET' &&
      /\/(new|molen)\/$/.test(url) &&
      came.status === 200 &&
      clock.monotonic() < minute;
    return isOne ? json(200, { ...(await bodyOf(came)), id: 'another' }) : came;
  },
  '200 with what was there': creations(async ({ send, url, init }) => {
    const { results } = await bodyOf(await send(url, reading(init)));
    return json(200, (results as readonly unknown[])[0]);
  }),
};

/** How a step ends, what was answered to each request, how many objects there are more, and what is said to differ. */
async function carriedOut(answer: string, name: string): Promise<string> {
  const clock = createFakeClock();
  const desk = openDesk(undefined, { machineTime: clock.wall });
  const [asked, list] = creationSteps[name] ?? [auditStep(creation), ''];
  const { carryOut, steps, sent, count } = openPlanDesk(desk, {
    clock,
    path: join(folder, `${name}.db`),
    changeFetch: (answers[answer] ?? (() => (send) => send))(clock),
  });
  const before = await count(list);
  await carryOut(asked);
  const [ended] = steps('plan');
  return [
    [ended?.state, ended?.error?.code ?? []].flat().join(' '),
    (await sent('POST')).join(' '),
    `+${(await count(list)) - before}`,
    ...(ended?.differences ?? []).map((one) => `${one.field}: ${one.sent}, not ${one.there}`),
  ].join(', ');
}

const done = 'done, 201, +1';
const notSeen = 'unclear accepted-unseen, 201, +1';
const notMade = 'unclear accepted-unseen, , +0';
const twice = 'unclear made-twice, 201 201, +2';

test.each<[answer: string, client: string, audit: string, component: string]>([
  ['the object, 4 MiB long', done, done, done],
  [
    'another id, of an object that is under the one that was asked for',
    done,
    done,
    'unclear made-twice, 201, +1',
  ],
  ['an object that was made under another id', notSeen, notSeen, done], // a component has the id that the service gives it
  ['the object, which a GET answers another for', done, done, done],
  ['one of two that were made', 'done, 201 409, +1', 'done, 201 409, +1', twice],
  ['the second of two', 'done, 201 409, +1', 'done, 201 409, +1', twice],
  ['the object, which lists show a minute later', done, done, done],
  ['nothing, and lists show it a minute later', done, done, done],
  ['202, and made half a minute later', done, done, done],
  ['202, and never made', notMade, notMade, notMade],
  ['200 with what was there', notMade, notMade, notMade],
])('%s', async (answer, client, audit, component) => {
  expect(await carriedOut(answer, 'client')).toBe(client);
  expect(await carriedOut(answer, 'audit')).toBe(audit);
  expect(await carriedOut(answer, 'component')).toBe(component);
  expect(await carriedOut(answer, 'named')).toBe(component);
});
